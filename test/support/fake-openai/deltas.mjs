import { split } from '../fake-model/values.mjs'

/** The deltas of a streamed chat answer, as its dialect and its quirks word them. */

const tags = { tags: 'think', thought: 'thought' }
export const tagOf = (q) => tags[q.reasoning]

export const reasoningDetails = (text) => [{ type: 'reasoning.text', text, format: 'unknown', index: 0 }]
export const thinkingPart = (text) => ({ type: 'thinking', thinking: [{ type: 'text', text }] })

const thought = {
  reasoning_content: (text, d) => ({ reasoning_content: text, ...(d === 'deepseek' ? { content: null } : {}) }),
  reasoning: (text, d) => ({ reasoning: text, ...(d === 'ollama' ? { content: '' } : {}) }),
  both: (text) => ({ content: '', reasoning: text, reasoning_details: reasoningDetails(text) }),
  parts: (text) => ({ content: [thinkingPart(text)] }),
}

const besideCalls = { mistral: { content: null }, openrouter: { content: null }, ollama: { content: '' } }

function indexOf(k, q) {
  if (q.index === 'none') return {}
  if (q.index === 'zero') return { index: 0 }
  return { index: q.index === 'string' ? String(k) : k }
}

/** The head of a call, or a piece of its arguments; the whole call if it isn't split. */
function callDelta(call, piece, { d, q }) {
  const whole = q.args !== 'split'
  const named = piece === undefined || whole || q.repeatName
  const args = () => {
    if (q.args === 'object') return JSON.parse(call.json)
    return q.args === 'null' && call.json === '{}' ? null : call.json
  }
  const given = () => {
    if (whole) return { arguments: args() }
    if (piece !== undefined) return { arguments: piece }
    return q.headArgs === undefined ? {} : { arguments: q.headArgs }
  }
  const f = { ...(named ? { name: call.name } : {}), ...given() }
  if (q.legacy) return { function_call: f }
  const delta = {
    ...indexOf(call.k, q),
    ...(named && call.id !== undefined ? { id: call.id } : {}),
    ...(named && q.type ? { type: 'function' } : {}),
    function: f,
    ...(named ? signatureOf(call) : {}),
  }
  return { ...besideCalls[d], tool_calls: [delta] }
}

export const signatureOf = ({ signature }) =>
  signature ? { extra_content: { google: { thought_signature: signature } } } : {}

/** The deltas of calls that are made together: heads first, then arguments, in turns if they interleave. */
function callDeltas(calls, answer) {
  const { q } = answer
  const deltas = calls.map((call) => ({ delta: callDelta(call, undefined, answer), delay: call.delay }))
  if (q.args !== 'split') return deltas
  const pieces = calls.map((call) => {
    const all = Array.isArray(call.chunks) ? call.chunks : split(call.json, call.chunk)
    const said = all.filter((x) => x !== '')
    return said.map((piece) => ({ delta: callDelta(call, piece, answer), delay: call.delay }))
  })
  if (!q.interleave) return [...deltas, ...pieces.flat()]
  const rounds = Math.max(...pieces.map((p) => p.length))
  return [...deltas, ...Array.from({ length: rounds }, (_, i) => pieces.flatMap((p) => p.slice(i, i + 1))).flat()]
}

/** `{delta, delay}` for everything an answer says, with its `fault` operations in their places. */
export function deltasOf(answer) {
  const { out, d, q } = answer
  const tag = tagOf(q)
  const deltas = []
  let thinking = false
  const tagged = (opens) => {
    if (tag && thinking !== opens) deltas.push({ delta: { content: opens ? `<${tag}>` : `</${tag}>` } })
    thinking = opens
  }
  for (let i = 0; i < out.ops.length; i++) {
    const { op, text, delay, k } = out.ops[i]
    if (op === 'fault') {
      deltas.push(out.ops[i])
      continue
    }
    if (op === 'think' && q.reasoning === 'hidden') continue
    tagged(op === 'think')
    if (op === 'think') deltas.push({ delta: tag ? { content: text } : thought[q.reasoning](text, d), delay })
    if (op === 'refusal') deltas.push({ delta: { refusal: text }, delay })
    if (op === 'text') {
      const inParts = q.reasoning === 'parts' && out.hasThink
      deltas.push({ delta: { content: inParts ? [{ type: 'text', text }] : text }, delay })
    }
    if (op === 'call') {
      const calls = [out.calls[k]]
      while (q.interleave && out.ops[i + 1]?.op === 'call') calls.push(out.calls[out.ops[++i].k])
      deltas.push(...callDeltas(calls, answer))
    }
  }
  tagged(false)
  return deltas
}
