import { defined, isObject, type JsonValue } from '../../../../shared/schema/json.ts'
import type { ModelFault } from '../llm.ts'
import type { Said } from './said.ts'

/** The tokens a request had and those that fit, as far as an error tells. */
export type Overflow = { sent?: number; room?: number }

/** Codes and types whose meaning is known. */
const faultsByCode: Record<string, ModelFault> = {
  insufficient_quota: 'spend-limit',
  billing_hard_limit_reached: 'spend-limit',
  credit_balance_exhausted: 'spend-limit',
  billing_not_active: 'spend-limit',
  invalid_api_key: 'bad-key',
  authentication_error: 'bad-key',
  UNAUTHENTICATED: 'bad-key',
  model_not_found: 'no-model',
  DeploymentNotFound: 'no-model',
  invalid_model: 'no-model',
  unavailable_error: 'loading',
  context_length_exceeded: 'too-large',
  3051: 'too-large',
  exceed_context_size_error: 'too-large',
  rate_limit_exceeded: 'rate-limited',
  invalid_prompt: 'refused',
}

/** Sentences of servers that give no code for these; each is theirs word for word. */
const faultsByText: [RegExp, ModelFault][] = [
  [
    /maximum context length|context (?:size|window|length) (?:of|is|\()|exceeds the (?:available )?context/i,
    'too-large',
  ],
  [/token count \(\d+\) exceeds the maximum|Trying to keep the first \d+ tokens|prompt is too long/i, 'too-large'],
  [/reduce the length of the (?:messages|input|prompt)|too large for model with \d+ maximum context/i, 'too-large'],
  [/does not support (?:tools|function call)|support tool use|tool calling`? is not supported/i, 'no-tools'],
  [/requires --enable-auto-tool-choice|tools param requires --jinja|tools? (?:is|are) not supported/i, 'no-tools'],
  [/support image input|image input is not supported|At most 0 image|image_url is only supported/i, 'no-images'],
  [
    /unknown variant `image_url`|does not support (?:images?|vision|image input)|not a (?:multimodal|vision) model/i,
    'no-images',
  ],
  [/matching your data policy|data policy|guardrail restrictions/i, 'data-policy'],
  [/api key not valid|invalid api[ _-]key/i, 'bad-key'],
  [/Model Not Exist|is not a valid model ID|model .{0,200}(?:does not exist|not found|is not found)/i, 'no-model'],
  [/insufficient balance|insufficient credits|requires more credits/i, 'spend-limit'],
  [/loading model|model is (?:still )?(?:loading|starting)|currently loading/i, 'loading'],
]

/** The fault an error names by its code, type or words; undefined if only its status says something. */
export function faultIn({ message, type, code }: Said): ModelFault | undefined {
  for (const name of [code, type]) if (Object.hasOwn(faultsByCode, name)) return faultsByCode[name]
  return faultsByText.find(([sign]) => sign.test(message))?.[1]
}

/** Numbers in sentences about the context; each has the groups `room`, `sent` or both. */
const overflows = [
  /maximum context length is (?<room>\d+) tokens?.*?(?:resulted in|requested about|contains at least) (?<sent>\d+)/is,
  /maximum context length is (?<room>\d+)/i,
  /\((?<sent>\d+) tokens\) exceeds the available context size \((?<room>\d+)/i,
  /token count \((?<sent>\d+)\) exceeds the maximum number of tokens allowed \((?<room>\d+)/i,
  /contains (?<sent>\d+) tokens.*?with (?<room>\d+) maximum context/is,
  /the first (?<sent>\d+) tokens.*?context length of only (?<room>\d+)/is,
  /(?<sent>\d+) tokens > (?<room>\d+) maximum/i,
]

/** The tokens that a refusal of a request that is too long names; empty if it names none. */
export function overflowIn({ message, details }: Said): Overflow {
  const [sent, room] = [figure(details['n_prompt_tokens']), figure(details['n_ctx'])]
  if (room !== undefined) return { room, ...defined({ sent }) }
  const plain = message.replaceAll(/(\d),(?=\d{3})/g, '$1')
  for (const pattern of overflows) {
    const groups = pattern.exec(plain)?.groups
    if (!groups) continue
    const [has, fits] = [figure(Number(groups['sent'])), figure(Number(groups['room']))]
    return { ...defined({ sent: has, room: fits }) }
  }
  return {}
}

/** A limit of tokens per minute that one request exceeds by itself. */
export function minuteLimitIn({ message }: Said): { limit: number; requested: number } | undefined {
  const found = /tokens per min(?:ute)?.{0,40}?Limit:? (\d+).{0,40}?Requested:? (\d+)/is.exec(
    message.replaceAll(/(\d),(?=\d{3})/g, '$1'),
  )
  const [limit, requested] = [Number(found?.[1]), Number(found?.[2])]
  return requested > limit ? { limit, requested } : undefined
}

/** The longest answer of a model that was asked for a longer one. */
export const outputLimitIn = ({ message }: Said): number | undefined => figure(Number(outputLimit.exec(message)?.[1]))

const outputLimit = /(?:at most (?=\d+ (?:completion|output) tokens)|'max_output_tokens'.{0,100}<= )(\d+)/i

const figure = (value: JsonValue | undefined): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined

/** The delay that an error asks for in its headers or its body, in milliseconds. */
export function delayIn({ headers, details, message }: Said): number | undefined {
  const reset = Number(headers?.get('x-ratelimit-reset'))
  if (reset > 1e12) return Math.max(1, reset - Date.now())
  const told = isObject(details) && Array.isArray(details['details']) ? details['details'] : []
  for (const it of told) {
    const delay = isObject(it) ? it['retryDelay'] : undefined
    if (typeof delay === 'string') return durationIn(delay)
  }
  const spoken = /(?:try again|retry) in ((?:\d+(?:\.\d+)?(?:ms|s|m|h))+)/i.exec(message)?.[1]
  if (spoken !== undefined) return durationIn(spoken)
  return headers?.get('x-ratelimit-remaining-tokens') === '0'
    ? durationIn(headers.get('x-ratelimit-reset-tokens') ?? '')
    : durationIn(
        headers?.get('x-ratelimit-remaining-requests') === '0' ? (headers.get('x-ratelimit-reset-requests') ?? '') : '',
      )
}

const units: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** Milliseconds of `6ms`, `1m2.5s` and the like. */
export function durationIn(text: string): number | undefined {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)]
  const total = parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (units[unit ?? ''] ?? 0), 0)
  return total > 0 ? total : undefined
}
