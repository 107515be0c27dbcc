import type { ModelInfo } from '../../../../shared/events/events.ts'
import type { Profile } from '../../../../shared/config/settings.ts'
import type { ModelLimits } from '../request/prepare.ts'
import type { ModelAnswer, ModelError, ModelRequest, StreamOptions, Wishes } from '../llm.ts'

/** Limits of a model that its server doesn't describe; 0 is unknown. */
export const unknownLimits: ModelLimits = { contextTokens: 0, outputTokens: 0, adaptiveThinking: false }

/** A model as its server describes it. A server that only knows IDs gives figures of zero, which mean unknown. */
export type ListedModel = { info: ModelInfo; limits: ModelLimits }

/**
 * Why an attempt failed: one sentence, whether a retry may help, and when the API wants it. `again`: Atrium now knows
 * what this server refuses, so the same request can be sent at once in another form; at most once per form. `limits`
 * corrects what was known of the model. `wish`: the one that the server refused by name. `patientMs`: milliseconds for which retries are worthwhile, however many.
 */
export type AttemptFailure = {
  error: ModelError
  reason: string
  retry: boolean
  afterMs?: number
  again?: true
  wish?: keyof Wishes
  limits?: Partial<ModelLimits>
  patientMs?: number
}

/** The model's limits, the key, and the changes of form that this request has already been through. */
export type RequestContext = { limits: ModelLimits; key: string | undefined; tried: Set<string> }

/** The stream broke the API's rules; the message says how. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
}

/** A form of requests that a model at this endpoint requires from now on, learned from a refusal. */
export type Lesson = {
  model: string
  feature:
    | 'stream-options'
    | 'output-limit'
    | 'parallel-calls'
    | 'schema'
    | 'description'
    | 'effort'
    | 'wire'
    | 'reasoning'
    | 'documents'
    | 'audio'
    | `file:${string}`
    | `tool:${string}`
  form: string
  /** One sentence for the user. */
  reason: string
}

/** The lessons of one endpoint; a new one replaces that of the same model and feature. */
export type Lessons = { of(model: string): readonly Lesson[]; learn(lesson: Lesson): void }

/** Lessons that last as long as their provider. */
export function lessonsInMemory(): Lessons {
  const known = new Map<string, Lesson[]>()
  const of = (model: string): Lesson[] => known.get(model) ?? []
  return {
    of,
    learn: (lesson) => {
      const others = of(lesson.model).filter(({ feature }) => feature !== lesson.feature)
      known.set(lesson.model, [...others, lesson])
    },
  }
}

/** Where an API's requests go. */
export type ApiOptions = {
  /** The API's address: a provider's, a gateway's, or a local server's. */
  baseUrl: string
  profile: Profile
  fetch: typeof globalThis.fetch
  /** Milliseconds without a byte after which a stream is abandoned. */
  idleMs: number
  now: () => number
  lessons: Lessons
}

/** One API as Atrium speaks it. It knows nothing of retries, stored keys or the user. */
export interface ModelApi {
  /** Its models may write a call as text instead of making it. */
  readonly writesCalls: boolean
  /** One request from beginning to end. A failure can be retried only as long as no content has arrived. */
  attempt(
    request: ModelRequest,
    known: RequestContext,
    options: StreamOptions,
  ): Promise<{ answer: ModelAnswer } | { failure: AttemptFailure }>
  /** One model's limits; undefined if this server never tells them without a request for a message. */
  readonly limits:
    | ((model: string, key: string | undefined, signal: AbortSignal) => Promise<ModelLimits | undefined>)
    | undefined
  /** All models that can chat. Rejects with `ModelError`. */
  models(key: string | undefined, signal: AbortSignal): Promise<ListedModel[]>
}
