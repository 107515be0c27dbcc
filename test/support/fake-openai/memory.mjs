import { isObj } from '../fake-model/values.mjs'
import { bad } from './errors.mjs'

/** The parts of a call that must come back: its ID, DeepSeek's reasoning, Google's thought signature. */

const ordered = (v) => {
  if (Array.isArray(v)) return v.map(ordered)
  if (!isObj(v)) return v
  return Object.fromEntries(
    Object.keys(v)
      .toSorted()
      .map((k) => [k, ordered(v[k])]),
  )
}

/** A call by its name and arguments: it is recognised even if its ID has changed. */
function faceOf(name, json) {
  try {
    return `${name} ${JSON.stringify(ordered(JSON.parse(json)))}`
  } catch {
    return `${name} ${json}`
  }
}

/** Remembers what a call was given. */
export function remember(st, { id, name, json }, mark) {
  if (id) st.issued.set(id, mark)
  st.issued.set(faceOf(name, json), mark)
}

const recall = (st, call) =>
  st.issued.get(call.id) ?? st.issued.get(faceOf(call.function.name, call.function.arguments))

/** Checks that the calls of message `i` come back with what they were given. */
export function checkMemory(c, m, i) {
  checkOwnIds(c, m, i)
  if (c.d === 'deepseek' && c.model.reasoning && !m.reasoning_content) {
    if (m.tool_calls.some((call) => recall(c.st, call)?.reasoning))
      bad('The `reasoning_content` in the thinking mode must be passed back to the API.') // [seen]
  }
  if (c.d === 'gemini') m.tool_calls.forEach((call, j) => checkSignature(c, call, i, j))
}

function checkOwnIds(c, m, i) {
  for (const call of m.tool_calls) {
    const own = recall(c.st, call)?.id
    if (typeof own !== 'string' || !/^[\w.:-]{1,40}$/.test(own) || own === call.id) continue
    c.foreign = true
    const [was, is] = [JSON.stringify(own), JSON.stringify(call.id)]
    c.lint.push(`messages[${i}]: the id ${was} came back as ${is}; models of the Kimi kind lose the thread`) // [seen]
  }
}

/** Values that are accepted in place of a signature. [seen] */
const standIns = ['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go']

/** Checked from the user's last message on, and only for the first call of a message that the fake didn't make. [seen] */
function checkSignature({ st, body, model, lint }, call, i, j) {
  const wanted = recall(st, call)?.signature
  const got = call.extra_content?.google?.thought_signature
  if (standIns.includes(got)) return
  if (wanted ? got === wanted : !got && !(model.reasoning && j === 0)) return
  if (i < body.messages.findLastIndex((x) => x.role === 'user')) {
    lint.push(`messages[${i}].tool_calls[${j}]: the thought signature of an earlier turn is missing or changed`)
    return
  }
  if (got) bad('Thought signature is not valid.')
  bad(
    `Function call is missing a thought_signature in functionCall parts. Additional data, function call \`default_api:${call.function.name}\` , position ${i + 1}.`,
  )
}
