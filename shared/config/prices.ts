import type { Conversation, Turn } from '../state/conversation.ts'
import type { ModelInfo } from '../events/events.ts'
import type { Usage } from '../events/turn-events.ts'
import { anthropic, type Settings } from './settings.ts'

type Rates = { input: number; output: number; cacheWrite: number; cacheRead: number }

/** A price, and the price for requests with more than `above` input tokens. */
type Listed = Rates & { long?: Rates & { above: number } }

/** When this table was last compared with Anthropic's published prices. */
export const pricesAsOf = '2026-10-24'

const of = (input: number, output: number, cacheRead = input / 10): Listed => ({
  input,
  output,
  cacheWrite: input * 1.25,
  cacheRead,
})

const opus = of(5, 25)
const fable = of(10, 50)

/** By model ID; a dated ID (`…-20251001`) costs the same as the ID without a date. Models not listed have no price. */
const table: Record<string, Listed> = {
  'claude-fable-5-1': of(10, 50, 0.25),
  'claude-fable-5': fable,
  'claude-mythos-5-1': of(10, 50, 0.25),
  'claude-mythos-5': fable,
  'claude-opus-5-5': of(4, 20, 0.2),
  'claude-opus-5': opus,
  'claude-opus-4-8': opus,
  'claude-opus-4-7': opus,
  'claude-opus-4-6': opus,
  'claude-opus-4-5': opus,
  'claude-sonnet-5-5': of(2, 10, 0.1),
  'claude-sonnet-5': of(2, 10),
  'claude-sonnet-4-6': of(3, 15),
  'claude-sonnet-4-5': of(3, 15),
  'claude-haiku-5-5': { ...of(0.1, 0.5), long: { above: 100_000, ...of(0.5, 2.5) } },
  'claude-haiku-4-5': of(1, 5),
}

type Models = Settings['models']

/** The model that answered and its endpoint; Anthropic if absent. */
type Answered = { endpoint?: string | undefined; model: string }

/**
 * A model's price: the user's own first, the most exact match wins; else, for Anthropic's API, the bundled table; else
 * the one its server lists, if given. A model in none of them has no price; Atrium never guesses.
 */
export function priceOf(
  { endpoint = anthropic, model }: Answered,
  { endpoints, prices }: Models,
  listed?: ModelInfo['price'],
): Listed | undefined {
  const [own] = Object.entries(prices)
    .filter(([key]) => (key.endsWith('*') ? model.startsWith(key.slice(0, -1)) : key === model))
    .toSorted(([a], [b]) => Number(a.endsWith('*')) - Number(b.endsWith('*')) || b.length - a.length)
  if (own) {
    const [, price] = own
    return withCache(price)
  }
  const id = model.replace(/-\d{8}$/, '')
  const isPriced = endpoints[endpoint]?.profile === 'anthropic' && Object.hasOwn(table, id)
  return isPriced ? table[id] : listed && withCache(listed)
}

const withCache = ({
  input,
  output,
  cacheWrite = input,
  cacheRead = input,
}: NonNullable<ModelInfo['price']>): Rates => ({
  input,
  output,
  cacheWrite,
  cacheRead,
})

/** Input tokens of one request. */
export const inputOf = ({ input, cacheWrite, cacheRead }: Usage): number => input + cacheWrite + cacheRead

/** USD of one request. */
export function costOf(usage: Usage, price: Listed): number {
  const { long } = price
  const rate = long && inputOf(usage) > long.above ? long : price
  const { input, output, cacheWrite, cacheRead } = usage
  const millionths =
    input * rate.input + output * rate.output + cacheWrite * rate.cacheWrite + cacheRead * rate.cacheRead
  return millionths / 1_000_000
}

/** By prices, endpoint and model: a long conversation asks for few prices, many times. */
const pricesAt = new WeakMap<Models, Map<string, Listed | undefined>>()

function knownPrice({ endpoint = anthropic, model }: Answered, models: Models): Listed | undefined {
  const known = pricesAt.get(models) ?? new Map<string, Listed | undefined>()
  pricesAt.set(models, known)
  const key = `${endpoint} ${model}`
  if (!known.has(key)) known.set(key, priceOf({ endpoint, model }, models))
  return known.get(key)
}

/** Where a cost comes from: the server's own figure, or tokens and a price. */
export type AnswerCost = { usd: number; from: 'server' | 'price' }

/** The cost of one answer: as its server reported it, else from the price, else undefined. */
export function costOfAnswer(
  { usage, ...answered }: Answered & { usage: Usage },
  models: Models,
): AnswerCost | undefined {
  if (usage.cost !== undefined) return { usd: usage.cost, from: 'server' }
  const price = hasFigures(usage) ? knownPrice(answered, models) : undefined
  return price && { usd: costOf(usage, price), from: 'price' }
}

/**
 * The cost of turns. `usd` is the sum for the `priced` messages, of which `reported` have their server's own figure;
 * `unpriced` messages have no known cost.
 */
export type Cost = { usd: number; priced: number; reported: number; unpriced: number }

/**
 * The cost of turns, answer by answer, including those for servers, each priced by its own model. A message that broke
 * off has no figures. `other` are the answers that named the conversation and summarised it.
 */
export function costOfTurns(
  turns: Turn[],
  models: Models,
  { titled, compactions = [] }: Pick<Conversation, 'titled' | 'compactions'> = {},
): Cost {
  const other = [...(titled ? [titled] : []), ...compactions].flatMap(({ usage, ...answered }) =>
    usage ? [{ ...answered, usage }] : [],
  )
  const cost = costOfAnswers(other, models)
  for (const turn of turns) add(cost, costOfTurn(turn, models))
  return cost
}

/** By prices and turn, its cost: a turn is another object once it changes. */
const costsAt = new WeakMap<Models, WeakMap<Turn, Cost>>()

function costOfTurn(turn: Turn, models: Models): Cost {
  const costs = costsAt.get(models) ?? new WeakMap<Turn, Cost>()
  costsAt.set(models, costs)
  const cost = costs.get(turn) ?? costOfAnswers(answersIn([turn]), models)
  costs.set(turn, cost)
  return cost
}

function costOfAnswers(answers: (Answered & { usage: Usage })[], models: Models): Cost {
  const cost: Cost = { usd: 0, priced: 0, reported: 0, unpriced: 0 }
  for (const answer of answers) {
    const known = costOfAnswer(answer, models)
    if (!known) cost.unpriced++
    else add(cost, { usd: known.usd, priced: 1, reported: known.from === 'server' ? 1 : 0, unpriced: 0 })
  }
  return cost
}

function add(sum: Cost, cost: Cost): void {
  sum.usd += cost.usd
  sum.priced += cost.priced
  sum.reported += cost.reported
  sum.unpriced += cost.unpriced
}

/** The complete answers in turns, including those for servers. */
const answersIn = (turns: Turn[]): (Answered & { usage: Usage })[] =>
  turns.flatMap(({ endpoint, messages, sampled = [] }) => [
    ...messages.flatMap((it) => (it.state === 'complete' ? [{ model: it.model, usage: it.usage, endpoint }] : [])),
    ...sampled,
  ])

/** Tokens of turns: `cached` of the input were read from the provider's cache; `unknown` counts answers without figures. */
export type TokenCounts = { input: number; cached: number; output: number; answers: number; unknown: number }

/** The tokens of all complete answers in turns, including those for servers. */
export function tokensOfTurns(turns: Turn[]): TokenCounts {
  const tokens: TokenCounts = { input: 0, cached: 0, output: 0, answers: 0, unknown: 0 }
  for (const { usage } of answersIn(turns)) {
    tokens.answers++
    if (!hasFigures(usage)) tokens.unknown++
    tokens.input += inputOf(usage)
    tokens.cached += usage.cacheRead
    tokens.output += usage.output
  }
  return tokens
}

/** Whether the server reported any tokens. */
export const hasFigures = (usage: Usage): boolean => inputOf(usage) + usage.output > 0

/**
 * Tokens of the context used by a conversation's last request and answer; undefined if not reported, or if a summary
 * changed what models get since then.
 */
export function contextUsed(
  turns: Turn[],
  { compactions = [] }: Pick<Conversation, 'compactions'> = {},
): number | undefined {
  const last = turns.flatMap(({ messages }) => messages).findLast((message) => message.state === 'complete')
  if (last && compactions.some(({ changedAt = 0 }) => changedAt > last.at)) return undefined
  return last && hasFigures(last.usage) ? inputOf(last.usage) + last.usage.output : undefined
}
