import type { Conversation, Turn } from '../state/conversation.ts'
import type { Usage } from '../events/turn-events.ts'
import { anthropic } from '../config/settings.ts'
import { type AnsweredBy, type Price, type PricedModels, priceOf } from './prices.ts'

/** Input tokens of one request. */
export const inputOf = ({ input, cacheWrite, cacheRead }: Usage): number => input + cacheWrite + cacheRead

/** USD of one request. */
export function costOf(usage: Usage, price: Price): number {
  const { long } = price
  const rate = long && inputOf(usage) > long.above ? long : price
  const { input, output, cacheWrite, cacheRead } = usage
  const millionths =
    input * rate.input + output * rate.output + cacheWrite * rate.cacheWrite + cacheRead * rate.cacheRead
  return millionths / 1_000_000
}

/** By prices, endpoint and model: a long conversation asks for few prices, many times. */
const pricesAt = new WeakMap<PricedModels, Map<string, Price | undefined>>()

function knownPrice({ endpoint = anthropic, model }: AnsweredBy, models: PricedModels): Price | undefined {
  const known = pricesAt.get(models) ?? new Map<string, Price | undefined>()
  pricesAt.set(models, known)
  const key = `${endpoint} ${model}`
  if (!known.has(key)) known.set(key, priceOf({ endpoint, model }, models))
  return known.get(key)
}

/** Where a cost comes from: the server's own figure, or tokens and a price. */
export type AnswerCost = { usd: number; from: 'server' | 'price' }

/** The cost of one answer: as its server reported it, else from the price, else undefined. */
export function costOfAnswer(
  { usage, ...answered }: AnsweredBy & { usage: Usage },
  models: PricedModels,
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
  models: PricedModels,
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
const costsAt = new WeakMap<PricedModels, WeakMap<Turn, Cost>>()

function costOfTurn(turn: Turn, models: PricedModels): Cost {
  const costs = costsAt.get(models) ?? new WeakMap<Turn, Cost>()
  costsAt.set(models, costs)
  const cost = costs.get(turn) ?? costOfAnswers(answersIn([turn]), models)
  costs.set(turn, cost)
  return cost
}

function costOfAnswers(answers: (AnsweredBy & { usage: Usage })[], models: PricedModels): Cost {
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
const answersIn = (turns: Turn[]): (AnsweredBy & { usage: Usage })[] =>
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
