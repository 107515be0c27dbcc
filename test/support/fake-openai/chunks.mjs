import crypto from 'node:crypto'
import { alnum } from '../fake-model/values.mjs'
import { now } from './dialects.mjs'
import { deltasOf, reasoningDetails, signatureOf, tagOf, thinkingPart } from './deltas.mjs'

/** A chat answer: as the chunks of a stream, or in one piece. */

const safe = { filtered: false, severity: 'safe' }
const SAFE = { hate: safe, self_harm: safe, sexual: safe, violence: safe }

const fingerprints = {
  openai: { service_tier: 'default', system_fingerprint: 'fp_fake' },
  azure: { system_fingerprint: null },
  ollama: { system_fingerprint: 'fp_ollama' },
  llamacpp: { system_fingerprint: 'b9000-fake' },
  groq: { system_fingerprint: 'fp_fake' },
  deepseek: { system_fingerprint: 'fp_fake_prod' },
  openrouter: { provider: 'Fake' },
}
const isOpenAI = (d) => d === 'openai' || d === 'azure'
const wantsUsage = (body) => body.stream_options?.include_usage === true
const groqId = () => 'req_' + alnum(26).toLowerCase()

/** Makes a chunk from a delta: `chunk(delta, finish, more)`. `head` is on every one. */
function chunker({ d, q, body, meta, usage, id }) {
  const model = d === 'gemini' ? String(body.model).replace(/^models\//, '') : (body.model ?? meta.model.id)
  const head = { id, object: 'chat.completion.chunk', created: now(), model }
  const marks = d === 'lmstudio' ? { system_fingerprint: meta.model.id } : fingerprints[d]
  const padding = () => ({
    ...(wantsUsage(body) ? { usage: null } : {}),
    obfuscation: alnum(3 + crypto.randomInt(12)),
  })
  const tail = () => {
    if (isOpenAI(d)) return padding()
    if (d === 'deepseek') return { usage: null }
    return q.usage === 'every' ? { usage } : {}
  }
  let first = true
  const choice = (said, finish) => {
    const delta = q.role === 'every' || (q.role === 'first' && first) ? { role: 'assistant', ...said } : said
    first = false
    return {
      index: 0,
      delta,
      ...(d === 'azure' ? { content_filter_results: delta.content ? SAFE : {} } : {}),
      ...(['openai', 'azure', 'groq', 'deepseek', 'lmstudio', 'mistral'].includes(d) ? { logprobs: null } : {}),
      ...(d === 'gemini' && finish === null ? {} : { finish_reason: finish }),
      ...(d === 'openrouter' ? { native_finish_reason: finish } : {}),
      ...(d === 'vllm' && finish ? { stop_reason: null } : {}),
    }
  }
  const chunk = (delta, finish = null, more = {}) => ({
    ...head,
    ...marks,
    choices: [choice(delta, finish)],
    ...tail(),
    ...more,
  })
  return { head: { ...head, ...marks }, chunk }
}

/** The chunks before the first word. */
function* opening({ out, d, q }, chunk) {
  if (q.comment) yield { line: q.comment }
  if (d === 'azure') {
    const results = { ...SAFE, jailbreak: { filtered: false, detected: false } }
    const prompt_filter_results = [{ prompt_index: 0, content_filter_results: results }]
    yield { data: { choices: [], created: 0, id: '', model: '', object: '', prompt_filter_results } }
  }
  if (q.role !== 'first' || d === 'gemini') return
  const delta = {
    ...(q.roleContent === undefined ? {} : { content: q.roleContent }),
    ...(isOpenAI(d) ? { refusal: null } : {}),
    ...(d === 'deepseek' && out.hasThink ? { reasoning_content: '' } : {}),
  }
  yield { data: chunk(delta, null, d === 'groq' ? { x_groq: { id: groqId() } } : {}) }
}

const lastDeltas = {
  deepseek: ({ hasThink }) => ({ content: '', ...(hasThink ? { reasoning_content: null } : {}) }),
  openrouter: () => ({ content: '' }),
}

const timings = ({ meta, out }) => ({ timings: { prompt_n: meta.prompt, predicted_n: out.tokens } })

/** The chunk whose finish_reason has no words beside it. */
function finishing(answer, chunk) {
  const { out, d, q, body, usage } = answer
  return chunk(lastDeltas[d]?.(out) ?? {}, out.finish, {
    ...(q.usage === 'finish' ? { usage } : {}),
    ...(q.usage === 'groq' ? { x_groq: { id: groqId(), usage }, usage } : {}),
    ...(d === 'llamacpp' && !wantsUsage(body) ? timings(answer) : {}),
  })
}

/** The chunks after the finish: the result of a filter that runs late, and usage. */
function* closing(answer, head) {
  const { d, q, body, meta, usage } = answer
  if (d === 'azure' && meta.asyncFilter) {
    const content_filter_offsets = { check_offset: 44, start_offset: 44, end_offset: 198 }
    const choice = { index: 0, finish_reason: null, content_filter_results: SAFE, content_filter_offsets }
    yield { data: { id: '', object: '', created: 0, model: '', choices: [choice], usage: null } } // [seen] no delta
  }
  if ((q.usage === 'asked' || q.usage === 'groq') && wantsUsage(body)) {
    const padding = isOpenAI(d) ? { obfuscation: alnum(7) } : {}
    yield { data: { ...head, choices: [], usage, ...padding, ...(d === 'llamacpp' ? timings(answer) : {}) } }
  }
  if (q.usage === 'trailing') {
    const delta = { role: 'assistant', content: '' }
    yield { data: { ...head, choices: [{ index: 0, delta, finish_reason: null, native_finish_reason: null }], usage } }
  }
}

/** The chunks of an answer in order: `{data, delay}`, `{line}` for a comment, or `{fault, chunk}`. */
export function* chunksOf(answer) {
  const { out, q, usage } = answer
  const { head, chunk } = chunker(answer)
  yield* opening(answer, chunk)
  const deltas = deltasOf(answer)
  const unfinished = deltas.some((x) => x.step?.fault === 'no_finish')
  const last = deltas.findLastIndex((x) => x.delta)
  const merged = q.finishWithLast && last >= 0 && !deltas.slice(last + 1).some((x) => x.op === 'fault')
  for (const [i, x] of deltas.entries()) {
    if (x.op === 'fault') {
      yield { fault: x.step, chunk }
      continue
    }
    const ends = merged && i === last && !unfinished
    const more = ends && q.usage === 'finish' ? { usage } : {}
    yield { data: chunk(x.delta, ends ? out.finish : null, more), delay: x.delay }
  }
  if (unfinished) return
  if (!merged) yield { data: finishing(answer, chunk) }
  yield* closing(answer, head)
}

function contentOf({ out, d, q }) {
  if (q.reasoning === 'parts' && out.think) return [thinkingPart(out.think), { type: 'text', text: out.text }]
  const tag = tagOf(q)
  const said = (out.think && tag ? `<${tag}>${out.think}</${tag}>` : '') + out.text
  if (said) return said
  return out.calls.length && d !== 'ollama' && d !== 'mistral' ? null : ''
}

const reasoned = {
  reasoning_content: (think) => ({ reasoning_content: think }),
  reasoning: (think) => ({ reasoning: think }),
  both: (think) => ({ reasoning: think, reasoning_details: reasoningDetails(think) }),
}

function callsOf({ out, d, q }) {
  const calls = out.calls.map((call) => ({
    id: call.id,
    ...(q.type ? { type: 'function' } : {}),
    function: { name: call.name, arguments: q.args === 'object' ? JSON.parse(call.json) : call.json },
    ...signatureOf(call),
  }))
  if (!calls.length) return d === 'vllm' ? { tool_calls: [] } : {}
  return q.legacy ? { function_call: calls[0].function } : { tool_calls: calls }
}

/** An answer in one piece. */
export function completionOf(answer) {
  const { out, d, q, body, meta, usage, id } = answer
  const message = {
    role: 'assistant',
    content: contentOf(answer),
    ...(isOpenAI(d) ? { refusal: out.refusal, annotations: [] } : {}),
    ...(out.think ? reasoned[q.reasoning]?.(out.think) : {}),
    ...callsOf(answer),
  }
  const choice = {
    index: 0,
    message,
    ...(['openai', 'azure', 'groq', 'deepseek', 'vllm', 'lmstudio'].includes(d) ? { logprobs: null } : {}),
    finish_reason: out.finish,
    ...(d === 'openrouter' ? { native_finish_reason: out.finish } : {}),
    ...(d === 'azure' ? { content_filter_results: SAFE } : {}),
  }
  const model = body.model ?? meta.model.id
  return { id, object: 'chat.completion', created: now(), model, choices: [choice], usage }
}
