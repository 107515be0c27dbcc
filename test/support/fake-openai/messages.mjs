import { has, isObj } from '../fake-model/values.mjs'
import { checkCalls } from './calls.mjs'
import { bad, emptyArray, list, longString, missing, refuseAs, unmatched, unsupported, wrong } from './errors.mjs'
import { MSG_FIELDS, unknownField } from './fields.mjs'
import { checkAudio, checkFile } from './files.mjs'
import { checkImage } from './images.mjs'
import { NAME } from './tools.mjs'

/** Checks each message by itself: role, fields, content, calls. */
export function checkMessages(c) {
  const { body, d } = c
  const msgs = body.messages
  if (msgs === undefined && d === 'llamacpp')
    bad("'messages' is required", { param: 'messages', code: 'missing_required_parameter' }) // [src]
  if (msgs === undefined) missing('messages') // [seen]
  if (!Array.isArray(msgs)) wrong('messages', 'an array of objects', msgs)
  if (!msgs.length) emptyArray('messages') // [seen]
  msgs.forEach((m, i) => checkMessage(c, m, i))
}

const unknownRole = {
  deepseek: ({ m, at, roles }) => [
    `Failed to deserialize the JSON body into the target type: ${at}.role: unknown variant \`${m.role}\`, expected one of ${roles.map((r) => `\`${r}\``).join(', ')}`,
    { status: 422 },
  ], // [seen]
  mistral: ({ m, i }) => {
    const msg = `Input tag '${m.role}' found using 'role' does not match any of the expected tags`
    const detail = [{ type: 'union_tag_invalid', loc: ['body', 'messages', i], msg, input: m }]
    return ['Input tag does not match any of the expected tags', { status: 422, extra: { detail } }]
  }, // [guess]
}

function checkMessage(c, m, i) {
  const { st, d, D, lint, model } = c
  const at = `messages[${i}]`
  if (!isObj(m)) wrong(at, 'an object', m)
  if (m.role === undefined) missing(`${at}.role`) // [seen]
  if (D.roles && !D.roles.includes(m.role)) {
    refuseAs(unknownRole, d, { m, i, at, roles: D.roles })
    unsupported(`${at}.role`, m.role, list(D.roles)) // [seen]
  }
  if (!D.roles && !MSG_FIELDS[m.role]) bad(`Unexpected message role: ${m.role}`) // [guess] the template decides
  if (m.role === 'developer' && !D.strict) lint.push(`${at}: few chat templates know the role developer`)
  if (m.role === 'function') lint.push(`${at}: the role function is legacy`)
  const fields = ['role', ...(MSG_FIELDS[m.role] ?? ['content']), ...(D.msgExtra?.[m.role] ?? [])]
  for (const k of Object.keys(m))
    if (!fields.includes(k) && m[k] !== undefined && !D.local && d !== 'openrouter') unknownField(c, at, k, m[k])
  if (has(m, 'name') && m.role !== 'function' && D.strict && !NAME.test(m.name))
    unmatched(`${at}.name`, '^[^\\s<|\\\\/>]+$') // [seen]
  checkContent(c, m, at)
  if (m.role === 'assistant') {
    checkCalls(c, m, i)
    if (d === 'deepseek' && model.reasoning && st.scenario.strict_reasoning && !m.reasoning_content)
      bad('The `reasoning_content` in the thinking mode must be passed back to the API.') // [seen] in April 2026
  }
  if (m.role === 'tool') checkResultId(c, m.tool_call_id, at)
}

function checkResultId({ d, D, lint }, id, at) {
  const param = `${at}.tool_call_id`
  if (typeof id !== 'string') {
    if (!D.local) missing(param) // [seen]
    lint.push(`${at} has no tool_call_id`)
  } else if (D.idMax && id.length > D.idMax && d !== 'mistral') longString(param, D.idMax, id.length) // [seen]
}

const noContent = {
  llamacpp: ({ role }) =>
    role === 'assistant'
      ? "Assistant message must contain either 'content' or 'tool_calls'!"
      : "All non-assistant messages must contain 'content'", // [src]
  ollama: () => 'invalid message content type: <nil>', // [src]
}

function checkContent(c, m, at) {
  const { d, D, lint } = c
  const { content } = m
  if (content === undefined || content === null) return checkAbsentContent(c, m, at)
  if (typeof content === 'string') {
    if (!content && m.role === 'user') lint.push(`${at} is empty`)
    return
  }
  if (!Array.isArray(content)) wrong(`${at}.content`, 'one of a string or array of objects', content) // [seen]
  if (!content.length) emptyArray(`${at}.content`) // [seen]
  if (m.role !== 'user' && D.local)
    lint.push(`${at}: content as an array in a message of ${m.role} breaks some chat templates`)
  content.forEach((p, j) => checkPart(c, p, { role: m.role, at, pat: `${at}.content[${j}]` }))
}

function checkAbsentContent({ d, lint }, m, at) {
  const calls = Array.isArray(m.tool_calls) && m.tool_calls.length > 0
  if (m.role === 'assistant' && (calls || isObj(m.function_call))) {
    if (m.content === undefined && d === 'vllm') lint.push(`${at} has no key content, which old vLLM refused`)
    return
  }
  refuseAs(noContent, d, m)
  if (d === 'mistral' && m.role === 'assistant')
    bad('Assistant message must have either content or tool_calls, but not none.', { code: '3240' }) // [seen]
  bad("Invalid value for 'content': expected a string, got null.", { param: `${at}.content` }) // [seen]
}

const unknownPart = {
  llamacpp: () => 'unsupported content[].type', // [src]
  ollama: () => 'invalid message format', // [src]
}

/** Checks one part of a content array. */
function checkPart(c, p, { role, at, pat }) {
  const { d, D, lint } = c
  if (!isObj(p)) wrong(pat, 'an object', p)
  if (p.type === 'text') return checkText(c, p, pat)
  if (p.type === 'image_url' && role !== 'user') {
    if (D.local && role === 'tool') {
      lint.push(`${pat}: an image in a tool message is refused or dropped nearly everywhere`)
      return
    }
    bad(
      `Invalid '${at}'. Image URLs are only allowed for messages with role 'user', but this message with role '${role}' contains an image URL.`,
      { param: at, code: 'invalid_value' },
    ) // [seen]
  }
  if (p.type === 'image_url') return checkImage(c, p, pat)
  if (p.type === 'input_audio') return checkAudio(c, p, { role, at, pat })
  if (p.type === 'file') return checkFile(c, p, { role, at, pat })
  if (p.type === 'refusal' && role === 'assistant') return
  if (p.type === 'thinking' && role === 'assistant' && d === 'mistral') return
  refuseAs(unknownPart, d)
  const known = role === 'user' ? "'text', 'image_url', 'input_audio', 'refusal', 'audio', and 'file'" : "'text'"
  unsupported(`${pat}.type`, p.type, known) // [seen]
}

function checkText(c, p, pat) {
  if (typeof p.text !== 'string') wrong(`${pat}.text`, 'a string', p.text)
  if (!c.D.strict) return
  for (const k of Object.keys(p))
    if (!['type', 'text', 'prompt_cache_breakpoint'].includes(k)) unknownField(c, pat, k, p[k]) // [seen] cache_control
}
