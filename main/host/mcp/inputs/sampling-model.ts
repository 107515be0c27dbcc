import { priceOf } from '../../../../shared/costs/prices.ts'
import { lacksKey } from '../../../../shared/risk/secret-names.ts'
import type { ModelInfo } from '../../../../shared/events/events.ts'
import type { ModelChoice } from '../../../../shared/config/settings.ts'
import type { HostState } from '../../../../shared/state/state.ts'
import type { SamplingRequest } from './sampling-params.ts'

type Known = Pick<HostState, 'configured' | 'models' | 'secrets' | 'enteredFor'>

/** An output limit that every chat model supports, for models with an unknown limit. */
const certainOutput = 8192

/**
 * The model that fits a server's preferences best: by its hints, in order, as parts of a name; else the user's own
 * choice, or a cheaper model of the same endpoint if the server prefers cost or speed. Undefined if no model is
 * connected.
 */
export function fitting(
  { hints, priorities }: Pick<SamplingRequest, 'hints' | 'priorities'>,
  state: Known,
): ModelChoice | undefined {
  const { models } = state.configured.settings
  const known = knownModels(state)
  const usual = known.find((it) => it.endpoint === models.default?.endpoint && it.model === models.default.model)
  const { cost = 0, speed = 0, intelligence = 0 } = priorities
  const wantsCheap = Math.max(cost, speed) > intelligence
  const wantsBest = intelligence > Math.max(cost, speed)
  const byPrice = (all: ModelChoice[]): ModelChoice[] =>
    all
      .map((choice) => ({ choice, price: priceOf(choice, models, listedPrice(choice, state)) }))
      .flatMap(({ choice, price }) => (price ? [{ choice, usd: price.input + price.output }] : []))
      .toSorted((a, b) => a.usd - b.usd)
      .map(({ choice }) => choice)
  for (const hint of hints) {
    const named = known.filter(({ model }) => model.toLowerCase().includes(hint.toLowerCase()))
    if (named.length === 0) continue
    const priced = byPrice(named)
    const preferred = wantsCheap ? priced[0] : wantsBest ? priced.at(-1) : undefined
    return preferred ?? named.find((it) => it === usual) ?? named[0]
  }
  const beside = known.filter(({ endpoint }) => endpoint === usual?.endpoint)
  return (wantsCheap ? byPrice(beside)[0] : undefined) ?? usual ?? known[0]
}

/** Every model that could answer now; includes the user's choice even if no list has it. */
function knownModels({ configured, models: lists, ...kept }: Known): ModelChoice[] {
  const { endpoints, default: usual } = configured.settings.models
  return Object.entries(endpoints).flatMap(([endpoint, place]) => {
    if (lacksKey(endpoint, place, kept)) return []
    const listed = (lists[endpoint]?.models ?? []).map(({ id }) => ({ endpoint, model: id }))
    const isMissing = usual?.endpoint === endpoint && !listed.some(({ model }) => model === usual.model)
    return isMissing ? [{ ...usual }, ...listed] : listed
  })
}

const listedPrice = ({ endpoint, model }: ModelChoice, { models }: Pick<HostState, 'models'>): ModelInfo['price'] =>
  models[endpoint]?.models.find(({ id }) => id === model)?.price

/** Max tokens of this model's answer. */
export const modelTokenLimit = ({ endpoint, model }: ModelChoice, { models }: Pick<HostState, 'models'>): number =>
  models[endpoint]?.models.find(({ id }) => id === model)?.outputTokens || certainOutput
