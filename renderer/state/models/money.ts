import type { Cost } from '../../../shared/costs/costs.ts'
import { priceOf } from '../../../shared/costs/prices.ts'
import type { ModelInfo } from '../../../shared/events/events.ts'
import type { ModelChoice, Settings } from '../../../shared/config/settings.ts'
import { models as modelsWords } from '../../strings/models.ts'

const words = modelsWords.money

/** US dollars with as many digits as are significant: $1.23, $0.045, $0.0003. */
export function formatDollars(usd: number): string {
  if (usd === 0) return '$0'
  if (usd < 0.00005) return words.underLeast
  const digits = usd >= 0.1 ? 2 : usd >= 0.001 ? 3 : 4
  return `$${usd.toFixed(digits)}`
}

/** The turns' cost, as far as prices are known; empty if none is. */
export function costInWords({ usd, priced, unpriced }: Cost): string {
  if (priced === 0) return ''
  return unpriced === 0 ? formatDollars(usd) : words.partly(formatDollars(usd))
}

/** A model's price in a few words: the user's own, else Anthropic's, else as its server lists it; undefined if unknown. */
export const priceInWords = (...of: PriceOf): string | undefined => written(words.price, of)

/** The same without words: what a million tokens cost in and out. */
export const priceInFigures = (...of: PriceOf): string | undefined => written(words.figures, of)

type PriceOf = [choice: ModelChoice, models: Settings['models'], listed?: Pick<ModelInfo, 'price'>]

function written(write: typeof words.price, [choice, models, listed]: PriceOf): string | undefined {
  const price = priceOf(choice, models, listed?.price)
  if (!price) return undefined
  const plain = (usd: number): string => `$${String(Math.round(usd * 10_000) / 10_000)}`
  return write(plain(price.input), plain(price.output))
}
