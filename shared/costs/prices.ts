import type { ModelInfo } from '../events/events.ts'
import { anthropic, type Settings } from '../config/settings.ts'

type Rates = { input: number; output: number; cacheWrite: number; cacheRead: number }

/** A price, and the price for requests with more than `above` input tokens. */
export type Price = Rates & { long?: Rates & { above: number } }

/** When this table was last compared with Anthropic's published prices. */
export const pricesAsOf = '2026-10-24'

const of = (input: number, output: number, cacheRead = input / 10): Price => ({
  input,
  output,
  cacheWrite: input * 1.25,
  cacheRead,
})

const opus = of(5, 25)
const fable = of(10, 50)

/** By model ID; a dated ID (`…-20251001`) costs the same as the ID without a date. PricedModels not listed have no price. */
const table: Record<string, Price> = {
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

/** The endpoints and prices that the user set. */
export type PricedModels = Settings['models']

/** The model that answered and its endpoint; Anthropic if absent. */
export type AnsweredBy = { endpoint?: string | undefined; model: string }

/**
 * A model's price: the user's own first, the most exact match wins; else, for Anthropic's API, the bundled table; else
 * the one its server lists, if given. A model in none of them has no price; Atrium never guesses.
 */
export function priceOf(
  { endpoint = anthropic, model }: AnsweredBy,
  { endpoints, prices }: PricedModels,
  listed?: ModelInfo['price'],
): Price | undefined {
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
