import { tokensOf } from './room.mjs'

/** The price of a page that OpenRouter reads itself, in USD. */
const parsing = 0.002

/** The usage of an answer, as each dialect reports it. */
export function usageOf(d, meta, out, turn) {
  const [p, c, n] = [meta.prompt, meta.cached, out.tokens]
  const r = out.think ? tokensOf(out.think) : 0
  const base = { prompt_tokens: p, completion_tokens: n, total_tokens: p + n }
  const reasoned = r ? { completion_tokens_details: { reasoning_tokens: r } } : {}
  const [priceIn, priceOut] = meta.model.price ?? [0, 0]
  const full = {
    ...base,
    prompt_tokens_details: { cached_tokens: c, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: r,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  }
  const reported = {
    openai: full,
    azure: full,
    openrouter: {
      ...base,
      cost: +((p - c) * priceIn + n * priceOut + (meta.parses ? parsing : 0)).toFixed(9),
      is_byok: false,
      prompt_tokens_details: { cached_tokens: c, cache_write_tokens: 0, audio_tokens: 0 },
      cost_details: { upstream_inference_cost: null },
      completion_tokens_details: { reasoning_tokens: r },
    },
    groq: {
      queue_time: 0.04,
      prompt_tokens: p,
      prompt_time: 0.01,
      completion_tokens: n,
      completion_time: 0.05,
      total_tokens: p + n,
      total_time: 0.06,
      ...reasoned,
    },
    deepseek: {
      ...base,
      prompt_tokens_details: { cached_tokens: c },
      ...reasoned,
      prompt_cache_hit_tokens: c,
      prompt_cache_miss_tokens: p - c,
    },
    vllm: { ...base, prompt_tokens_details: null },
  }
  return { ...(reported[d] ?? base), ...turn.usage }
}
