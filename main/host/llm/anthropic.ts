import { setTimeout as sleep } from 'node:timers/promises'
import type * as Sdk from '@anthropic-ai/sdk'
import type { ModelInfo } from '../../../shared/events.ts'
import { WireError } from './answer.ts'
import { attempt } from './attempt.ts'
import { openClient } from './client.ts'
import { failure, isAnthropic, readFailure } from './errors.ts'
import type { Llm, ModelAnswer, ModelRequest, StreamOptions } from './llm.ts'
import { findModel, listModels, unknownLimits } from './model-list.ts'
import { buildRequest, type ModelLimits } from './request.ts'

export type AnthropicOptions = {
  /** Where the Messages API is: Anthropic, a gateway, or a local server that speaks it. */
  baseUrl: string
  /** Asked before each request and never kept. */
  key: () => Promise<string | undefined>
  fetch?: typeof fetch
  /** A stream without a byte for this long is given up. */
  idleMs?: number
  maxRetries?: number
  now?: () => number
}

/** A model provider that speaks the Messages API. The library behind it is loaded with the first request. */
export const createAnthropic = (options: AnthropicOptions): Llm => new Anthropic(options)

class Anthropic implements Llm {
  readonly #options: Required<AnthropicOptions>
  readonly #limits = new Map<string, ModelLimits>()

  constructor(options: AnthropicOptions) {
    this.#options = { fetch: globalThis.fetch, idleMs: 90_000, maxRetries: 2, now: Date.now, ...options }
  }

  async stream(request: ModelRequest, options: StreamOptions): Promise<ModelAnswer> {
    const { maxRetries, now } = this.#options
    const { signal, onWait } = options
    try {
      const sdk = await import('@anthropic-ai/sdk')
      const built = buildRequest(request, await this.#limitsOf(sdk, request.model, options))
      for (let retries = 0; ; retries++) {
        signal.throwIfAborted()
        onWait({ state: 'requesting', since: now() })
        const key = await this.#readKey()
        const outcome = await attempt({ ...this.#options, sdk, key, model: request.model, built }, options)
        if ('answer' in outcome) return outcome.answer
        const { error, reason, retry, afterMs } = outcome.failure
        if (!retry || retries >= maxRetries) throw error
        const delay = afterMs ?? backOff(retries)
        onWait({ state: 'retrying', attempt: retries + 1, at: now() + delay, reason })
        await sleep(delay, undefined, { signal })
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
      const models = await listModels(this.#open(sdk, key), signal)
      for (const { info, limits } of models) this.#limits.set(info.id, limits)
      return models.map(({ info }) => info)
    } catch (error) {
      signal.throwIfAborted()
      const context = { baseUrl: this.#options.baseUrl, key }
      throw error instanceof WireError ? failure('unreachable', context).error : readFailure(error, context, sdk).error
    }
  }

  #open(sdk: typeof Sdk, key: string | undefined): Sdk.Anthropic {
    const { baseUrl, fetch } = this.#options
    return openClient(sdk, { baseUrl, key, fetch })
  }

  /** A server that is not Anthropic's may do without a key; one that cannot be in a header is no key. */
  async #readKey(): Promise<string | undefined> {
    const { baseUrl, key } = this.#options
    const value = await key()
    const context = { baseUrl, key: value }
    if (value === undefined && isAnthropic(baseUrl)) throw failure('no-key', context).error
    if (value !== undefined && !/^[\x21-\x7e]+$/.test(value)) throw failure('bad-key', context).error
    return value
  }

  /** What the model can; asked once. Where nobody says, the request itself will tell what is wrong. */
  async #limitsOf(sdk: typeof Sdk, model: string, options: StreamOptions): Promise<ModelLimits> {
    const known = this.#limits.get(model)
    if (known) return known
    const client = this.#open(sdk, await this.#readKey())
    options.onLookup()
    try {
      const found = await findModel(client, model, options.signal)
      this.#limits.set(model, found)
      return found
    } catch (error) {
      const isSilent = error instanceof sdk.NotFoundError || error instanceof WireError
      if (isSilent) this.#limits.set(model, unknownLimits)
      if (isSilent || error instanceof sdk.AnthropicError) return unknownLimits
      throw error
    }
  }
}

/** Half a second, doubled each time up to eight, less up to a quarter by chance. */
const backOff = (retries: number): number => Math.min(500 * 2 ** retries, 8000) * (1 - Math.random() / 4)
