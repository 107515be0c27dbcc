import { messageRate, mostLevels, weightOf } from '../../../shared/content/app-message.ts'
import { isObject, withoutNulls, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import { type Clock, startTimer } from '../base/wake.ts'
import { TokenBucket } from '../base/token-bucket.ts'
import { appWords as words } from './words.ts'

/** The only revision of the extension with stable text; an app gets it whatever it asks for. */
const revision = '2026-01-26'

/** JSON-RPC's error codes, and one for requests that Atrium or the user refuses. */
export const codes = { shape: -32_600, unknown: -32_601, params: -32_602, refused: -32_000 } as const

/** An app's request was refused, with the error code and message that the app gets. */
export class AppRefusal extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** Milliseconds for an app's handshake, and for its answer to the request to end. */
const handshakeMs = 15_000
const teardownMs = 2000

/** Max requests of an app without an answer. */
const mostOpen = 32

/**
 * An app's phase (MCP Apps 2026-01-26, Lifecycle). Before `live`, the app gets only answers; all other messages wait.
 */
export type AppPhase =
  /** Its frame loads. */
  | 'mounting'
  /** It got the answer to `ui/initialize`. */
  | 'initializing'
  /** It said that it is ready. */
  | 'live'
  /** It was told that it ends. */
  | 'teardown'
  | 'gone'

/** Handles one request of an app. Rejects with `AppRefusal` if the app can know why. */
export type AppRequest = (params: JsonObject, signal: AbortSignal) => JsonObject | Promise<JsonObject>

type PeerDeps = {
  clock: Clock
  /** Hands a message to the window for the app. */
  post(message: JsonObject): void
  /** The rest of the answer to `ui/initialize`. */
  welcome(): JsonObject
  requests: Readonly<Record<string, AppRequest>>
  notifications: Readonly<Record<string, (params: JsonObject) => void>>
  /** The handshake ended, or is late. */
  changed(): void
  /** The app floods Atrium, and must end. */
  flooded(): void
}

/** JSON-RPC with one app over its window (MCP Apps 2026-01-26, Communication Protocol). Trusts nothing it says. */
export class AppPeer {
  readonly #deps: PeerDeps
  readonly #rate: TokenBucket
  #phase: AppPhase = 'mounting'
  /** Resolves when the handshake is done, or no longer matters. */
  readonly #shaken = Promise.withResolvers<void>()
  #isLate = false
  /** Messages for the app, until it is ready. */
  #queue: JsonObject[] = []
  /** Requests of the app under way, by ID as JSON. */
  readonly #running = new Map<string, AbortController>()
  readonly #answers = new Map<string, (result: JsonValue | undefined) => void>()
  #modes: string[] | undefined
  #asked = 0
  #dropped = 0
  #timer: { cancel: () => void } | undefined

  constructor(deps: PeerDeps) {
    this.#deps = deps
    this.#rate = new TokenBucket(messageRate, deps.clock.own)
  }

  get phase(): AppPhase {
    return this.#phase
  }

  /** Whether the handshake wasn't done in time. It can still be done. */
  get isLate(): boolean {
    return this.#isLate
  }

  /** Whether the app takes this display mode; all, if it names none. */
  takes(mode: string): boolean {
    return this.#modes?.includes(mode) ?? true
  }

  /** The frame is about to load: the app's time begins. */
  begin(): void {
    this.#timer = startTimer(this.#deps.clock, handshakeMs, () => {
      this.#isLate = true
      this.#deps.changed()
    })
  }

  /** One message of the app. */
  receive(message: JsonObject): void {
    if (this.#phase === 'gone') return
    if (!this.#rate.take(weightOf(message))) return this.#drop()
    const { id, method } = message
    if (message['jsonrpc'] !== '2.0' || isDeeper(message, mostLevels)) return this.#malformed(id)
    if (typeof method !== 'string') return this.#answered(message)
    const given = message['params'] ?? {}
    const params = isObject(given) ? withoutNulls(given) : undefined
    if (!params || (id !== undefined && !isId(id))) return this.#malformed(id)
    if (id === undefined) return this.#notified(method, params)
    void this.#requested(method, params, id)
  }

  /** Tells the app something, as soon as it is ready for that. */
  notify(method: string, params: JsonObject): void {
    const message = { jsonrpc: '2.0', method, params }
    if (this.#phase === 'live') this.#deps.post(message)
    else if (this.#phase !== 'gone' && this.#phase !== 'teardown') this.#queue.push(message)
  }

  /** Ends the app, and gives a ready one two seconds to answer. Resolves when it can send nothing more. */
  async end(): Promise<void> {
    if (this.#phase === 'gone') return
    const wasLive = this.#phase === 'live'
    this.#phase = 'teardown'
    this.#queue = []
    this.#shaken.resolve()
    for (const controller of this.#running.values()) controller.abort()
    if (wasLive) await this.#ask('ui/resource-teardown', teardownMs)
    this.drop()
  }

  /** Ends it at once, because its frame is gone. */
  drop(): void {
    this.#phase = 'gone'
    this.#shaken.resolve()
    this.#timer?.cancel()
    for (const controller of this.#running.values()) controller.abort()
    for (const answer of this.#answers.values()) answer(undefined)
  }

  /** Asks the app. Resolves with its answer, or without one when it refuses or the time is over. */
  #ask(method: string, ms: number): Promise<JsonValue | undefined> {
    const id = `atrium-${++this.#asked}`
    return new Promise((resolve) => {
      const timer = startTimer(this.#deps.clock, ms, () => answer(undefined))
      const answer = (result: JsonValue | undefined): void => {
        timer.cancel()
        this.#answers.delete(id)
        resolve(result)
      }
      this.#answers.set(id, answer)
      this.#deps.post({ jsonrpc: '2.0', id, method, params: {} })
    })
  }

  #answered({ id, result }: JsonObject): void {
    if (typeof id === 'string') this.#answers.get(id)?.(result)
  }

  #notified(method: string, params: JsonObject): void {
    switch (method) {
      case 'ui/notifications/initialized':
        return this.#initialized()
      case 'notifications/cancelled':
        return this.#running.get(JSON.stringify(params['requestId'] ?? null))?.abort()
      default:
        if (this.#phase === 'live' && Object.hasOwn(this.#deps.notifications, method))
          this.#deps.notifications[method]?.(params)
    }
  }

  /** Some apps shake hands twice; what they were told before isn't repeated. */
  #initialized(): void {
    if (this.#phase !== 'initializing') return
    this.#phase = 'live'
    this.#shaken.resolve()
    this.#isLate = false
    this.#timer?.cancel()
    for (const message of this.#queue.splice(0)) this.#deps.post(message)
    this.#deps.changed()
  }

  async #requested(method: string, params: JsonObject, id: string | number): Promise<void> {
    const key = JSON.stringify(id)
    if (this.#running.has(key)) return this.#fail(id, codes.shape, words.refused.sameId)
    if (this.#running.size >= mostOpen) return this.#fail(id, codes.refused, words.refused.tooMany)
    const controller = new AbortController()
    this.#running.set(key, controller)
    try {
      const result = await this.#perform(method, params, controller.signal)
      if (!controller.signal.aborted) this.#reply({ id, result })
    } catch (error) {
      if (controller.signal.aborted) return
      if (error instanceof AppRefusal) this.#fail(id, error.code, error.message)
      else this.#fail(id, codes.refused, words.refused.failed)
    } finally {
      this.#running.delete(key)
    }
  }

  /** Some apps ask before they say that they are ready: those requests wait for that. */
  async #perform(method: string, params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    if (method === 'ping') return {}
    if (method === 'ui/initialize') return this.#initialize(params)
    if (this.#phase === 'initializing') await this.#shaken.promise
    if (this.#phase !== 'live') throw new AppRefusal(codes.shape, words.refused.tooEarly)
    const { requests } = this.#deps
    const perform = Object.hasOwn(requests, method) ? requests[method] : undefined
    if (!perform) throw new AppRefusal(codes.unknown, words.refused.unknown)
    return perform(params, signal)
  }

  #initialize({ appCapabilities }: JsonObject): JsonObject {
    const modes = isObject(appCapabilities) ? appCapabilities['availableDisplayModes'] : undefined
    if (Array.isArray(modes)) this.#modes = modes.filter((it) => typeof it === 'string').slice(0, 16)
    if (this.#phase === 'mounting') this.#phase = 'initializing'
    return { protocolVersion: revision, ...this.#deps.welcome() }
  }

  #malformed(id: JsonValue | undefined): void {
    if (isId(id)) this.#fail(id, codes.shape, words.refused.malformed)
  }

  #drop(): void {
    this.#dropped += 1
    if (this.#dropped === messageRate.mostDropped) this.#deps.flooded()
  }

  #fail(id: string | number, code: number, message: string): void {
    this.#reply({ id, error: { code, message } })
  }

  #reply(answer: JsonObject): void {
    if (this.#phase !== 'gone') this.#deps.post({ jsonrpc: '2.0', ...answer })
  }
}

const isId = (id: JsonValue | undefined): id is string | number => typeof id === 'string' || typeof id === 'number'

/** Whether a value has more levels of lists and objects than this. */
function isDeeper(value: JsonValue, most: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return most === 0 || Object.values(value).some((it) => isDeeper(it, most - 1))
}
