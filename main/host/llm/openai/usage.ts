import type { Usage } from '../../../../shared/events/turn-events.ts'
import { defined, isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'

/** Dollars in one of xAI's ticks. */
const tick = 1e-10

/**
 * Usage as the servers of the Chat Completions API report it. Some count reasoning beside the completion, so the output
 * is whatever isn't prompt. All zero: unknown.
 */
export function readUsage(usage: JsonValue | undefined): Usage {
  if (!isObject(usage)) return { input: 0, cacheWrite: 0, cacheRead: 0, output: 0 }
  const details = isObject(usage['prompt_tokens_details']) ? usage['prompt_tokens_details'] : {}
  const prompt = tokens(usage['prompt_tokens'])
  const cacheRead = Math.min(prompt, tokens(details['cached_tokens']) || tokens(usage['prompt_cache_hit_tokens']))
  const cacheWrite = Math.min(prompt - cacheRead, tokens(details['cache_write_tokens']))
  const cost = costIn(usage)
  return {
    input: prompt - cacheRead - cacheWrite,
    cacheWrite,
    cacheRead,
    output: Math.max(tokens(usage['completion_tokens']), tokens(usage['total_tokens']) - prompt),
    ...defined({ cost }),
  }
}

/** The server's charge in USD; with the user's own key for the provider behind it, that provider's is added. */
function costIn(usage: JsonObject): number | undefined {
  const { cost, cost_in_usd_ticks: ticks, cost_details: details, is_byok: ownKey } = usage
  if (isAmount(ticks)) return ticks * tick
  if (!isAmount(cost)) return undefined
  const behind = isObject(details) ? details['upstream_inference_cost'] : undefined
  return ownKey === true && isAmount(behind) ? cost + behind : cost
}

const isAmount = (value: JsonValue | undefined): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0

const tokens = (value: JsonValue | undefined): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.round(value) : 0
