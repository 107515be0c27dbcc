import type { Ask } from '../../../shared/asks/asks.ts'
import type { SampledMessage } from '../../../shared/asks/server-asks.ts'
import { defined, isObject, type JsonObject } from '../../../shared/schema/json.ts'
import { costOf } from '../../../shared/costs/costs.ts'
import { priceOf } from '../../../shared/costs/prices.ts'
import type { ModelChoice, Settings } from '../../../shared/config/settings.ts'
import type { HostState } from '../../../shared/state/state.ts'
import { sampling } from '../../strings/inbox/sampling.ts'
import { keepByKey, useKeptByKey } from '../../state/kept-by-key.ts'

const words = sampling

/** The user's edits of a request before it goes to a model. */
export type SamplingDraft = {
  system: string | undefined
  messages: SampledMessage[]
  choice: ModelChoice | undefined
  /** As typed. */
  tokens: string
}

const drafts = keepByKey<SamplingDraft>(20)

/** A question's draft, which survives leaving the question. */
export function useSamplingDraft({ id, question }: Extract<Ask, { kind: 'sampling' }>) {
  const { system, messages, choice, maxTokens } = question
  const initial: SamplingDraft = { system, messages, choice, tokens: String(maxTokens) }
  const [kept, change] = useKeptByKey(drafts, id)
  const draft = kept ?? initial
  return {
    draft,
    /** The whole draft, if it differs from what was asked. */
    written: kept && JSON.stringify(kept),
    set: (to: Partial<SamplingDraft>): void => change((now) => ({ ...(now ?? initial), ...to })),
  }
}

/** Max value of the limit for an answer, in tokens. */
export const mostTokens = 1_000_000

const tokensOf = (typed: string): number | undefined => {
  const tokens = /^\s*\d{1,7}\s*$/.test(typed) ? Number(typed) : 0
  return tokens >= 1 && tokens <= mostTokens ? tokens : undefined
}

/** Why the token limit isn't valid. */
export const tokensProblem = ({ tokens }: SamplingDraft): string | undefined =>
  tokensOf(tokens) === undefined ? words.wrongTokens(mostTokens.toLocaleString('en')) : undefined

/** The answer that sends a draft, or why it can't be sent. */
export function readSamplingDraft(draft: SamplingDraft): JsonObject | string {
  const { choice, system, messages } = draft
  const maxTokens = tokensOf(draft.tokens)
  if (!choice) return words.chooseFirst
  if (maxTokens === undefined) return words.wrongTokens(mostTokens.toLocaleString('en'))
  return { decision: 'send', choice, maxTokens, messages, ...defined({ system }) }
}

/** Approximate characters per token. */
const perToken = 4

/** The estimated maximum cost in US dollars; undefined without a price. `lists`: the models and prices of each endpoint. */
export function estimatedCost(
  draft: SamplingDraft,
  models: Settings['models'],
  lists: HostState['models'] = {},
): number | undefined {
  const { endpoint, model } = draft.choice ?? {}
  const listed = endpoint === undefined ? undefined : lists[endpoint]?.models.find(({ id }) => id === model)
  const price = draft.choice && priceOf(draft.choice, models, listed?.price)
  if (!price) return undefined
  const characters = (draft.system?.length ?? 0) + draft.messages.reduce((sum, it) => sum + charactersIn(it), 0)
  const usage = { input: characters / perToken, output: tokensOf(draft.tokens) ?? 0, cacheWrite: 0, cacheRead: 0 }
  return costOf(usage, price)
}

/** Total characters of a message's texts. */
export const charactersIn = ({ content }: Pick<SampledMessage, 'content'>): number =>
  content.reduce<number>(
    (sum, block) =>
      sum + (isObject(block) ? (typeof block['text'] === 'string' ? block['text'] : JSON.stringify(block)).length : 0),
    0,
  )
