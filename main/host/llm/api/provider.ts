import { setTimeout as sleep } from 'node:timers/promises'
import type { ModelInfo } from '../../../../shared/events/events.ts'
import { aboutProfile } from '../../../../shared/config/profiles.ts'
import { isAnthropic, type ModelFacts } from '../../../../shared/config/settings.ts'
import { modelFailure, type FailedEndpoint } from './failures.ts'
import type { Llm, ModelAnswer, ModelRequest, StreamOptions, Wishes } from '../llm.ts'
import { findUnmadeCall } from './unmade-call.ts'
import type { ModelLimits } from '../request/prepare.ts'
import { unknownLimits, type ModelApi } from './api.ts'
import { defined } from '../../../../shared/schema/json.ts'

/** The parts of a provider: its API, its key, its limits and a clock. */
export type ProviderOptions = {
  place: FailedEndpoint
  api: ModelApi
  /** Called before each request; the result is never stored. */
  key: () => Promise<string | undefined>
  maxRetries: number
  now: () => number
  /** The user's own facts about a model, which count if the server doesn't say. */
  facts: (model: string) => ModelFacts | undefined
}

/** The port over an API: keys, limits, retries and their waits. */
export class Provider implements Llm {
  readonly #options: ProviderOptions
  readonly #limits = new Map<string, ModelLimits>()

  constructor(options: ProviderOptions) {
    this.#options = options
  }

  async stream(request: ModelRequest, options: StreamOptions): Promise<ModelAnswer> {
    const { api, maxRetries, now } = this.#options
    const { signal, onWait } = options
    try {
      let limits = await this.#limitsOf(request.model, options)
      const tried = new Set<string>()
      let { wishes = {} } = request
      const refusedWishes: (keyof Wishes)[] = []
      for (let retries = 0, waited = 0; ;) {
        signal.throwIfAborted()
        onWait({ state: 'requesting', since: now() })
        const known = { limits: this.#withFacts(request.model, limits), key: await this.#readKey(), tried }
        const outcome = await api.attempt({ ...request, wishes }, known, options)
        if ('answer' in outcome)
          return {
            ...this.#withUnmadeCall(outcome.answer, request),
            ...(refusedWishes.length > 0 && { refusedWishes }),
          }
        const { error, reason, retry, afterMs, again, wish, patientMs = 0 } = outcome.failure
        if (wish) {
          const { [wish]: _refused, ...others } = wishes
          wishes = others
          refusedWishes.push(wish)
          continue
        }
        if (outcome.failure.limits) {
          limits = { ...limits, ...outcome.failure.limits }
          this.#limits.set(request.model, limits)
        }
        if (again) continue
        const isLong = error.fault === 'overloaded' && afterMs === undefined && maxRetries > 0 && retries >= maxRetries
        const isPatient = maxRetries > 0 && waited < patientMs
        if (!retry || (!isPatient && retries >= maxRetries + (isLong ? longWaits.most : 0))) throw error
        const delay = afterMs ?? (isLong ? longWaits.ms : backOff(retries))
        waited += delay
        onWait({ state: 'retrying', attempt: retries + 1, at: now() + delay, reason })
        await pause(delay, options)
        retries++
      }
    } catch (error) {
      signal.throwIfAborted()
      throw error
    }
  }

  async models(signal: AbortSignal): Promise<ModelInfo[]> {
    const { api } = this.#options
    const key = await this.#readKey()
    try {
      const models = await api.models(key, signal)
      for (const { info, limits } of models)
        if (limits.contextTokens > 0 || !api.limits) this.#limits.set(info.id, limits)
      return models.map(({ info }) => info)
    } catch (error) {
      signal.throwIfAborted()
      throw error
    }
  }

  /** Names the tool that a model described instead of calling. */
  #withUnmadeCall(answer: ModelAnswer, { tools }: ModelRequest): ModelAnswer {
    if (!this.#options.api.writesCalls || answer.calls.length > 0 || answer.unmadeCall !== undefined) return answer
    const unmadeCall = findUnmadeCall(answer.blocks, new Set(tools.map(({ name }) => name)))
    return unmadeCall === undefined ? answer : { ...answer, unmadeCall }
  }

  /** Local servers and gateways can work without a key; a key that can't be in a header doesn't count. */
  async #readKey(): Promise<string | undefined> {
    const { place, key } = this.#options
    const value = await key()
    const context = { ...place, key: value }
    const isKeyed = isAnthropic(place.baseUrl) || aboutProfile[place.profile].keyed
    if (value === undefined && isKeyed) throw modelFailure('no-key', context).error
    if (value !== undefined && !/^[\x21-\x7e]+$/.test(value)) throw modelFailure('bad-key', context).error
    return value
  }

  /** The user's facts fill in what the server doesn't say; they can change between two attempts. */
  #withFacts(model: string, limits: ModelLimits): ModelLimits {
    const facts = this.#options.facts(model) ?? {}
    return {
      ...limits,
      contextTokens: limits.contextTokens || (facts.contextTokens ?? 0),
      ...defined({
        images: limits.images ?? facts.images,
        documents: limits.documents ?? facts.documents,
        audio: limits.audio ?? facts.audio,
      }),
    }
  }

  /** The model's limits; fetched once. If unknown, the request itself will say what is wrong. */
  async #limitsOf(model: string, { signal, onLookup }: StreamOptions): Promise<ModelLimits> {
    const { api } = this.#options
    const known = this.#limits.get(model)
    if (known || !api.limits) return known ?? unknownLimits
    const key = await this.#readKey()
    onLookup()
    const found = await api.limits(model, key, signal)
    if (found) this.#limits.set(model, found)
    return found ?? unknownLimits
  }
}

/** An overload passes more slowly than other faults, so it gets further attempts. */
const longWaits = { most: 2, ms: 60_000 }

/** Waits, unless `now` ends the wait. Rejects with the signal's reason. */
async function pause(ms: number, { signal, now }: StreamOptions): Promise<void> {
  const end = now?.()
  await sleep(ms, undefined, { signal: end ? AbortSignal.any([signal, end]) : signal }).catch((error: unknown) => {
    signal.throwIfAborted()
    if (!end?.aborted) throw error
  })
}

/** Half a second, doubled each time up to eight, minus up to a quarter at random. */
const backOff = (retries: number): number => Math.min(500 * 2 ** retries, 8000) * (1 - Math.random() / 4)
