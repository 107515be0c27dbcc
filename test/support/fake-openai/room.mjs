import { isObj, sha } from '../fake-model/values.mjs'
import { bad, refuseAs } from './errors.mjs'
import { tokensOfFile } from './files.mjs'

/** Tokens: an estimate that is the same each time, the prompt cache, and the context that a prompt fits in or not. */

export function tokensOf(v) {
  let n = 0
  const walk = (x) => {
    if (typeof x === 'string') n += x.startsWith('data:image') ? 765 : x.length / 3.8
    else if (Array.isArray(x)) x.forEach(walk)
    else if (isObj(x) && tokensOfFile(x) !== undefined) n += tokensOfFile(x)
    else if (isObj(x))
      for (const [k, y] of Object.entries(x)) {
        n += k.length / 8
        walk(y)
      }
    else n += 1
  }
  walk(v)
  return Math.max(1, Math.ceil(n))
}

/** OpenAI caches unasked: the longest prefix shared with an earlier request, from 1024 tokens on, in steps of 128. */
export function promptTokens(model, blocks, st) {
  let [hash, total, hit, cached] = [String(model), 0, 0, true]
  const keys = []
  for (const b of blocks) {
    hash = sha(hash + JSON.stringify(b))
    total += tokensOf(b) + 4
    cached &&= st.cache.has(hash)
    if (cached) hit = total
    keys.push(hash)
  }
  const commit = () => keys.forEach((k) => st.cache.add(k))
  return { total, cached: hit >= 1024 ? hit - (hit % 128) : 0, commit }
}

const tooLong = {
  llamacpp: ({ prompt, ctx }) => [
    `request (${prompt} tokens) exceeds the available context size (${ctx} tokens), try increasing it`,
    { type: 'exceed_context_size_error', extra: { n_prompt_tokens: prompt, n_ctx: ctx } },
  ], // [src]
  lmstudio: ({ prompt, ctx }) =>
    `Trying to keep the first ${prompt} tokens when context the overflows. However, the model is loaded with context length of only ${ctx} tokens, which is not enough.`, // [seen]
  gemini: ({ prompt, ctx }) =>
    `The input token count (${prompt}) exceeds the maximum number of tokens allowed (${ctx}).`, // [seen]
  mistral: ({ prompt, ctx }) => [
    `Prompt contains ${prompt} tokens and 0 draft tokens, too large for model with ${ctx} maximum context length`,
    { code: '3051' },
  ], // [seen]
  groq: () => [
    'Please reduce the length of the messages or completion.',
    { param: 'messages', code: 'context_length_exceeded' },
  ], // [seen]
  openrouter: ({ prompt, ctx }) =>
    `This endpoint's maximum context length is ${ctx} tokens. However, you requested about ${prompt} tokens. Please reduce the length of either one, or use the "middle-out" transform to compress your prompt automatically.`, // [seen]
  other: ({ prompt, ctx }) => [
    `This model's maximum context length is ${ctx} tokens. However, your messages resulted in ${prompt} tokens. Please reduce the length of the messages.`,
    { param: 'messages', code: 'context_length_exceeded' },
  ], // [seen]
}

/** Checks that the prompt fits, and returns what it costs. */
export function checkRoom({ body, st, d, D, model, lint }) {
  const { total, cached, commit } = promptTokens(body.model, [...(body.tools ?? []), ...body.messages], st)
  const max = body.max_completion_tokens ?? body.max_tokens ?? 0
  const ctx = st.scenario.ctx ?? model.ctx
  if (d === 'vllm' && total + max > ctx)
    bad(
      `This model's maximum context length is ${ctx} tokens. However, you requested ${max} output tokens and your prompt contains at least ${total} input tokens, for a total of at least ${total + max} tokens. Please reduce the length of the input prompt or the number of requested output tokens.`,
      { param: 'input_tokens' },
    ) // [seen]
  const cut = d === 'ollama' && total > ctx
  if (cut) lint.push(`the prompt of ${total} tokens was cut to ${ctx} without a word`) // [seen] worst of all: status 200
  else if (total > ctx) refuseAs(tooLong, d, { prompt: total, ctx })
  const tellsCached = D.strict || d === 'openrouter' || d === 'deepseek'
  return { prompt: cut ? ctx : total, cached: tellsCached ? cached : 0, commit }
}
