import { setTimeout as sleep } from 'node:timers/promises'
import type * as Sdk from '@anthropic-ai/sdk'
import type { ModelInfo } from '../../../../shared/events/events.ts'
import { isAnthropic, type Profile } from '../../../../shared/config/settings.ts'
import { WireError } from './answer.ts'
import { attempt } from './attempt.ts'
import { openClient } from './client.ts'
import { failure, readFailure } from './errors.ts'
import type { Llm, ModelAnswer, ModelRequest, StreamOptions } from '../llm.ts'
import { findModel, listModels, unknownLimits } from './model-list.ts'
import { profiles, type Traits } from './profiles.ts'
import { buildRequest, type ModelLimits } from './request.ts'
import { findUnmadeCall } from './unmade-call.ts'

export type AnthropicOptions = {
  /** The Messages API's address: Anthropic, a gateway, or a local server that speaks it. */
  baseUrl: string
  /** The server's profile; Anthropic if absent. */
  profile?: Profile
  /** Called before each request; the result is never stored. */
  key: () => Promise<string | undefined>
  fetch?: typeof fetch
  /** Milliseconds without a byte after which a stream is abandoned. */
  idleMs?: number
  maxRetries?: number
  now?: () => number
}

/** A model provider that speaks the Messages API. The library behind it loads with the first request. */
export const createAnthropic = (options: AnthropicOptions): Llm => new Anthropic(options)

class Anthropic implements Llm {
  readonly #options: Required<AnthropicOptions>
  readonly #traits: Traits
  readonly #limits = new Map<string, ModelLimits>()

  constructor(options: AnthropicOptions) {
    const usual = {
      profile: 'anthropic',
      fetch: globalThis.fetch,
      idleMs: 90_000,
      maxRetries: 2,
      now: Date.now,
    } as const
    this.#options = { ...usual, ...options }
    this.#traits = profiles[this.#options.profile]
  }

  async stream(request: ModelRequest, options: StreamOptions): Promise<ModelAnswer> {
    const { maxRetries, now } = this.#options
    const { signal, onWait } = options
    try {
      const sdk = await import('@anthropic-ai/sdk')
      const built = buildRequest(request, await this.#limitsOf(sdk, request.model, options), this.#traits)
      for (let retries = 0; ; retries++) {
        signal.throwIfAborted()
        onWait({ state: 'requesting', since: now() })
        const key = await this.#readKey()
        const outcome = await attempt({ ...this.#options, sdk, key, model: request.model, built }, options)
        if ('answer' in outcome) return this.#withUnmadeCall(outcome.answer, request)
        const { error, reason, retry, afterMs } = outcome.failure
        const isLong = error.fault === 'overloaded' && afterMs === undefined && maxRetries > 0 && retries >= maxRetries
        if (!retry || retries >= maxRetries + (isLong ? longWaits.most : 0)) throw error
        const delay = afterMs ?? (isLong ? longWaits.ms : backOff(retries))
        onWait({ state: 'retrying', attempt: retries + 1, at: now() + delay, reason })
        await pause(delay, options)
      }
    } catch (error) {
      signal.throwIfAborted()
      throw error
    }
  }

  async models(signal: AbortSignal): Promise<ModelInfo[]> {
    const sdk = await import('@anthropic-ai/sdk')
    const key = await this.#readKey()
    try {
      const models = await listModels(this.#open(sdk, key), this.#traits, signal)
      for (const { info, limits } of models) this.#limits.set(info.id, limits)
      return models.map(({ info }) => info)
    } catch (error) {
      signal.throwIfAborted()
      const context = { ...this.#where, key }
      throw error instanceof WireError ? failure('unreachable', context).error : readFailure(error, context, sdk).error
    }
  }

  get #where() {
    const { baseUrl, profile } = this.#options
    return { baseUrl, profile }
  }

  /** Names the tool that a model described instead of calling. */
  #withUnmadeCall(answer: ModelAnswer, { tools }: ModelRequest): ModelAnswer {
    if (!this.#traits.writesCalls || answer.calls.length > 0) return answer
    const unmadeCall = findUnmadeCall(answer.blocks, new Set(tools.map(({ name }) => name)))
    return unmadeCall === undefined ? answer : { ...answer, unmadeCall }
  }

  #open(sdk: typeof Sdk, key: string | undefined): Sdk.Anthropic {
    const { baseUrl, fetch } = this.#options
    return openClient(sdk, { baseUrl, key, fetch })
  }

  /** A server other than Anthropic's can work without a key; a key that can't be in a header doesn't count. */
  async #readKey(): Promise<string | undefined> {
    const { baseUrl, key } = this.#options
    const value = await key()
    const context = { ...this.#where, key: value }
    if (value === undefined && isAnthropic(baseUrl)) throw failure('no-key', context).error
    if (value !== undefined && !/^[\x21-\x7e]+$/.test(value)) throw failure('bad-key', context).error
    return value
  }

  /** The model's limits; fetched once. If unknown, the request itself will say what is wrong. */
  async #limitsOf(sdk: typeof Sdk, model: string, options: StreamOptions): Promise<ModelLimits> {
    const known = this.#limits.get(model)
    if (known || this.#traits.limits === 'nowhere') return known ?? unknownLimits
    const client = this.#open(sdk, await this.#readKey())
    options.onLookup()
    try {
      const found =
        this.#traits.limits === 'model'
          ? await findModel(client, model, options.signal)
          : (await listModels(client, this.#traits, options.signal)).find(({ info }) => info.id === model)?.limits
      this.#limits.set(model, found ?? unknownLimits)
      return found ?? unknownLimits
    } catch (error) {
      const isSilent = error instanceof sdk.NotFoundError || error instanceof WireError
      if (isSilent) this.#limits.set(model, unknownLimits)
      if (isSilent || error instanceof sdk.AnthropicError) return unknownLimits
      throw error
    }
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
