import { bad, refuseAs } from './errors.mjs'

/** How messages follow one another: calls with their results, and the order that chat templates want. */

export function checkPairs(c) {
  const msgs = c.body.messages
  const seen = new Set()
  msgs.forEach((m, i) => {
    if (m.role === 'assistant' && m.tool_calls?.length) checkAnswers(c, i, seen)
    if (m.role === 'tool') checkResult(c, i)
    if (c.d === 'mistral' && m.role === 'user' && msgs[i - 1]?.role === 'tool')
      bad("Unexpected role 'user' after role 'tool'", { code: '3230' }) // [seen]
  })
}

const unanswered = {
  mistral: ({ param }) => ['Not the same number of function calls and responses', { param, code: '3230' }],
  gemini: ({ param }) => [
    'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
    { param },
  ],
  deepseek: ({ param }) => [
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. (insufficient tool messages following tool_calls message)",
    { param },
  ],
  other: ({ missing, param }) => [
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${missing.join(', ')}`,
    { param },
  ],
} // [seen]

const repeated = (ids) => ids.find((id, j) => ids.indexOf(id) !== j)

/** Every call of message `i` has one result directly after it, and nothing else has. `seen` are earlier IDs. */
function checkAnswers({ body, d, D, lint }, i, seen) {
  const msgs = body.messages
  const paired = D.strict || D.pairing
  const ids = msgs[i].tool_calls.map((call) => call.id)
  const twice = repeated(ids)
  const same = (id, at) => `Duplicate value for 'tool_call_id' of ${id} in message[${at}]`
  if (twice !== undefined) {
    if (paired && d !== 'gemini') bad(same(twice, i), { param: `messages.[${i}].tool_calls` }) // [seen]
    lint.push(`messages[${i}]: two calls have the id ${JSON.stringify(twice)}`)
  }
  for (const id of ids) {
    if (seen.has(id)) lint.push(`messages[${i}]: the id ${JSON.stringify(id)} was used before`)
    seen.add(id)
  }
  const got = []
  for (let k = i + 1; msgs[k]?.role === 'tool'; k++) got.push(msgs[k].tool_call_id)
  const missing = ids.filter((id) => !got.includes(id))
  const spare = got.filter((id) => !ids.includes(id))
  const double = repeated(got)
  if (!paired) {
    if (missing.length || spare.length || double !== undefined)
      lint.push(`messages[${i}]: calls and results do not match; hosted servers refuse it`)
    return
  }
  if (missing.length) refuseAs(unanswered, d, { missing, param: `messages.[${i + 1 + got.length}].role` })
  if (spare.length)
    bad(`Invalid parameter: 'tool_call_id' of '${spare[0]}' not found in 'tool_calls' of previous message.`, {
      param: `messages.[${i + 1 + got.indexOf(spare[0])}].tool_call_id`,
    }) // [seen]
  if (double !== undefined) bad(same(double, i + 1 + got.lastIndexOf(double))) // [seen]
}

function checkResult({ body, D, lint }, i) {
  const before = body.messages.slice(0, i).findLast((m) => m.role !== 'tool')
  if (before?.role === 'assistant' && before.tool_calls?.length) return
  if (D.strict || D.pairing)
    bad("Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.", {
      param: `messages.[${i}].role`,
    }) // [seen]
  lint.push(`messages[${i}] answers no call`)
}

export function checkEnd({ body, d, lint }) {
  const last = body.messages.at(-1)
  if (last.role !== 'assistant') return
  if (d === 'mistral' && last.prefix !== true)
    bad('Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant', {
      code: '3230',
    }) // [seen]
  lint.push("the last message is the model's: what happens is different everywhere")
}

/** Notes the order that local chat templates refuse; refuses it if the scenario says so. */
export function checkTemplate({ body, st, d, D, lint }) {
  const order = []
  const msgs = body.messages
  msgs.forEach((m, i) => {
    if (m.role === 'system' && i > 0) order.push(`messages[${i}]: a system message that is not the first`)
    if (m.role === msgs[i - 1]?.role && m.role !== 'tool')
      order.push(`messages[${i}]: two messages of ${m.role} in a row`)
  })
  if (!msgs.some((m) => m.role === 'user')) order.push('no message of the user')
  if (order.length && st.scenario.strict_template) {
    const text = order[0].includes('system')
      ? 'System message must be at the beginning.'
      : 'Conversation roles must alternate user/assistant/user/assistant/...'
    bad(text, { status: d === 'llamacpp' ? 500 : 400 }) // [seen] raised in the template
  }
  if (D.local) lint.push(...order)
}
