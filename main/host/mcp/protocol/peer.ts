import { defined, isObject, withoutNulls, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { TokenBucket } from '../../base/token-bucket.ts'
import { startTimer } from '../../base/wake.ts'
import { FoundSecrets } from '../../secrets/redaction.ts'
import { type Digest, objectionTo, type RequestKind, type ServerResult } from '../results/digest.ts'
import type { Remains } from '../wire/frame.ts'
import { isId, type RequestId } from '../wire/request-ids.ts'
import type { BreakOff, Wire, WireSink } from '../wire/wire.ts'
import { brokenOff, readAnswer, unreadable, unsent, withheld } from './answer.ts'
import { AskedRequests } from './asked.ts'
import { type RequestSubject, Exchanges } from './exchanges.ts'
import { cancelReason } from './failures.ts'
import { boundedHandshake, handshakes } from './handshake.ts'
import { Notifications, type PeerWatch } from './notifications.ts'
import { TaskSigns } from './task-signs.ts'
import type { CallWatch, NoAnswer, Reply } from './types.ts'
import { listMethods } from '../results/list-items.ts'
import type { Violation } from '../wire/violation.ts'
import { wireWords } from '../wire/words.ts'
import { protocolWords as words } from './words.ts'

/** Limit on a server's unrequested messages, notifications and requests together. */
const usualRate = { burst: 1000, perSecond: 200 }
/** Even during a flood, this many of its pings are answered. */
const pingRate = { burst: 10, perSecond: 5 }

const cancelled = 'notifications/cancelled'
/** Milliseconds in which the right answer can follow one that is for no request. */
const strayMs = 1000
/** Longer than any timer; the caller's own clock decides. */
const never = 2 ** 31 - 1

/** How to send one request, and who follows it. */
export type RequestOptions = Partial<Pick<CallWatch, 'signal' | 'onProgress' | 'onAnswer'>> & {
  /** Milliseconds for the answer; only the signal limits it if absent. */
  timeoutMs?: number | undefined
  /** Copies of arguments for servers over HTTP (2026-07-28, streamable-http#custom-headers). */
  headers?: Readonly<Record<string, string>> | undefined
}

/** A stream in which the server reports changes, until either side closes it. */
export type Stream = { filter: JsonObject; closed: Promise<void>; close(): void }

/**
 * Atrium's side of JSON-RPC with one server. It trusts nothing: each request gets exactly one end, a malformed answer
 * ends it at once, undeclared notifications are dropped, and a flood stops here.
 */
export class Peer implements WireSink {
  readonly #wire: Wire
  readonly #watch: PeerWatch
  /** Its notifications about tasks. */
  readonly tasks: TaskSigns
  readonly #exchanges: Exchanges
  readonly #rates: { usual: TokenBucket; pings: TokenBucket }
  readonly #asked: AskedRequests
  readonly #notifications: Notifications
  #handshake: JsonObject | undefined
  #handshakeOver = false
  #heard = 0
  #closed = false
  /** Something was sent to which no answer is due, and a server may answer that. */
  #sentOther = false
  #envelope: JsonObject | undefined

  constructor(wire: Wire, watch: PeerWatch) {
    this.#wire = wire
    this.#watch = watch
    const { clock } = watch
    this.tasks = new TaskSigns(clock)
    this.#exchanges = new Exchanges(clock)
    this.#rates = { usual: new TokenBucket(usualRate, clock.own), pings: new TokenBucket(pingRate, clock.own) }
    this.#asked = new AskedRequests({
      answer: (request) => watch.asked(request, !this.#handshakeOver),
      send: async (message) => {
        this.#sentOther = true
        await this.#wire.send(this.#watch.reports.leaving(message, this.#handshake))
      },
      violation: (violation) => watch.violation(violation),
    })
    this.#notifications = new Notifications(watch, {
      progress: (token, params) => (this.#exchanges.get(token)?.pace ?? this.tasks.pace(token))?.take(params) ?? false,
      taskStatus: (params) => this.tasks.status(params),
      confirmed: (id, filter) => this.#exchanges.get(id)?.confirmed?.(filter),
      withdrawn: (id) => {
        if (!this.#asked.cancel(id) && this.#exchanges.get(id)?.confirmed) this.#settle(id, { status: 'closed' }, false)
      },
    })
  }

  get isClosed(): boolean {
    return this.#closed
  }

  /** The server's self-description from before this connection; returns the version in effect from now on. */
  adopt(discovery: JsonObject): JsonObject {
    const clean = this.#watch.redaction.json(discovery)
    return (this.#handshake = boundedHandshake(isObject(clean) ? clean : {}))
  }

  /** From now on, messages name this revision; `envelope` goes with each (2026-07-28, basic#_meta). */
  speak(revision: string, envelope?: JsonObject): void {
    this.#wire.setProtocolVersion?.(revision)
    this.#envelope = envelope
  }

  open(): void | Promise<void> {
    return this.#wire.listen(this)
  }

  close(): Promise<void> {
    return this.#wire.close()
  }

  /** One request. Never rejects. */
  request(method: string, params: JsonObject | undefined, options: RequestOptions = {}): Promise<Reply<ServerResult>> {
    return new Promise((resolve) =>
      this.#begin(this.#exchanges.nextId(false), { method, params }, { ...options, resolve }),
    )
  }

  /** A notification that can't be sent is dropped: the wire has ended. */
  async notify(method: string, params?: JsonObject): Promise<void> {
    if (!this.#closed) await this.#post({ method, params }).catch(() => undefined)
  }

  /** Opens a stream of the server's reports (2026-07-28, basic/patterns/subscriptions). Never rejects. */
  listen(notifications: JsonObject, timeoutMs: number): Promise<Stream | NoAnswer> {
    const id = this.#exchanges.nextId(true)
    const given = new AbortController()
    const { promise: closed, resolve: over } = Promise.withResolvers<void>()
    return new Promise((resolve) => {
      const timer = setTimeout(() => close('timed-out'), timeoutMs)
      const close = (status: 'closed' | 'timed-out' = 'closed'): void => {
        clearTimeout(timer)
        if (!this.#exchanges.get(id)) return
        given.abort()
        void this.notify(cancelled, { requestId: id })
        this.#exchanges.abandon(id)
        resolve({ status })
        over()
      }
      this.#begin(
        id,
        { method: 'subscriptions/listen', params: { notifications } },
        {
          signal: given.signal,
          isStream: true,
          confirmed: (filter) => {
            clearTimeout(timer)
            resolve({ filter: isObject(filter) ? filter : {}, closed, close })
          },
          resolve: (reply) => {
            clearTimeout(timer)
            resolve(reply.status === 'answered' ? { status: 'closed' } : reply)
            over()
          },
        },
      )
    })
  }

  #begin(id: RequestId, message: Outgoing, options: Beginning): void {
    const { method, params } = message
    const { signal, onProgress, onAnswer, timeoutMs = never, headers, resolve, confirmed: heard, isStream } = options
    if (signal?.aborted) return resolve({ status: 'aborted' })
    if (this.#closed) return resolve({ status: 'unsent', reason: wireWords.ended })
    const given = new AbortController()
    const timer = timeoutMs < never ? setTimeout(() => giveUp('timed-out'), timeoutMs) : undefined
    const giveUp = (status: 'aborted' | 'timed-out'): void => {
      const exchange = this.#exchanges.abandon(id)
      if (!exchange) return
      if (this.#envelope && this.#wire.streamsPerRequest) given.abort()
      else if (method !== 'initialize' && !isStream)
        void this.#post(
          { method: cancelled, params: { requestId: id, reason: cancelReason(signal ?? given.signal) } },
          { about: exchange.detail },
        ).catch(() => undefined)
      exchange.settle({ status })
    }
    const abort = (): void => (isStream ? given.abort() : giveUp('aborted'))
    signal?.addEventListener('abort', abort, { once: true })
    this.#exchanges.begin(id, aboutOf(method, params), {
      onProgress,
      confirmed: heard,
      settle: (reply, answerId) => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        if (reply.status === 'answered' || reply.status === 'refused' || answerId !== undefined) onAnswer?.(answerId)
        resolve(reply)
      },
    })
    const token = onProgress && !hasToken(params) ? { progressToken: id } : undefined
    this.#post({ id, method, params, token }, { requestSignal: given.signal, headers }).catch((error: unknown) => {
      this.#exchanges.end(id)?.settle(unsent(error))
    })
  }

  /** Rejects with `Unsent`, or with the wire's error if the server didn't accept it. */
  async #post({ id, method, params, token }: Outgoing, { about, ...options }: Posting = {}): Promise<void> {
    const meta = { ...this.#envelope, ...(isObject(params?.['_meta']) && params['_meta']), ...token }
    const hasMeta = Object.keys(meta).length > 0
    const whole = hasMeta ? { ...params, _meta: meta } : params
    const own = { jsonrpc: '2.0', ...defined({ id }), method, ...(whole && { params: whole }) }
    if (method === 'notifications/initialized') this.#handshakeOver = true
    if (id === undefined) this.#sentOther = true
    const taken = this.#wire.send(this.#watch.reports.leaving(own, this.#handshake), options)
    this.#watch.sent(method, about)
    await taken
  }

  readonly wanted = (id: RequestId): RequestKind | undefined => {
    const { method, uri } = this.#exchanges.get(id) ?? {}
    return method === undefined ? undefined : { method, ...defined({ uri }) }
  }

  /** How many messages have arrived. */
  get heard(): number {
    return this.#heard
  }

  message(received: JsonObject, digest?: Digest): void {
    this.#heard += 1
    const asked = received['method'] ?? undefined
    if (asked !== undefined && !this.#rates.usual.take() && !(asked === 'ping' && this.#rates.pings.take()))
      return this.#notifications.tooMuch(asked, this.#handshake)
    const found = new FoundSecrets()
    const arrived = this.#watch.reports.arrived(received, this.#watch.redaction.message(received, found))
    const { id } = arrived
    const message: JsonObject = withoutNulls(arrived)
    const { method, params } = message
    const pending = method === undefined && isId(id) ? this.#exchanges.get(id) : undefined
    const objection = pending && objectionTo(pending.method, found)
    if (objection && isId(id)) {
      this.#watch.violation(objection)
      return this.dropped(objection, { id })
    }
    const answers = 'result' in message || 'error' in message
    if (method === undefined) return this.#answer(id, message, digest)
    if (typeof method !== 'string' || answers) return this.#watch.violation('not-a-message')
    // A request can't have null as its ID, and its sender waits for an answer.
    if (id !== undefined) {
      if (!isId(id)) return this.#watch.violation('bad-id')
      return void this.#asked.take(id, method, isObject(params) ? withoutNulls(params) : {})
    }
    this.#notifications.take(method, isObject(params) ? withoutNulls(params) : params, this.#handshake)
  }

  refused(id: RequestId, error: JsonObject): void {
    const waiting = this.#exchanges.get(id)
    if (waiting) waiting.inDoubt = true
    this.message({ jsonrpc: '2.0', id, error })
  }

  dropped(violation: Violation, { id, remains, digest }: Remains = {}): void {
    const pending = id === undefined ? undefined : this.#exchanges.get(id)
    if (id === undefined || !pending) return
    // A list remains valid without its worst items.
    if (listMethods.has(pending.method) && remains) return this.message(remains, digest)
    if (violation === 'full-of-secrets' || violation === 'secret-as-name')
      return this.#settle(id, withheld(violation), true)
    if (violation !== 'no-answer') return this.#settle(id, unreadable(words.invalidResponse(violation)), true)
    this.#watch.violation(violation)
    this.#settle(id, unreadable(words.noResponse), false)
  }

  brokeOff(id: RequestId, how: BreakOff = 'brokeOff'): void {
    this.#settle(id, brokenOff(how), false)
  }

  changed(): void {
    this.#watch.listChanged()
  }

  closed(): void {
    this.#closed = true
    this.#exchanges.close()
    this.#asked.end()
  }

  #answer(id: JsonValue | undefined, message: JsonObject, digest: Digest | undefined): void {
    if (!isId(id)) {
      this.#watch.violation('bad-id')
      return this.#strayed(message)
    }
    const pending = this.#exchanges.get(id)
    if (!pending) return this.#unawaited(id, message)
    const said = readAnswer(message, digest)
    const reply = said?.status === 'refused' && pending.inDoubt ? { ...said, inDoubt: true as const } : said
    if (!reply) this.#watch.violation('malformed-answer')
    this.#settle(id, reply ? this.#learned(pending.method, reply) : unreadable(words.malformedResponse), true)
  }

  #unawaited(id: RequestId, message: JsonObject): void {
    const asked = this.#exchanges.late(id)
    if (!asked) {
      this.#watch.violation('unknown-answer')
      return this.#exchanges.knows(id) ? undefined : this.#strayed(message)
    }
    this.#watch.violation('late-answer')
    this.#watch.late({ ...asked, id: JSON.stringify(id) })
  }

  /**
   * An answer to nothing that was sent: it ends an opening or a list that is the only thing it can be about, if no other
   * answer follows. A call may still run.
   */
  #strayed(message: JsonObject): void {
    const id = this.#sentOther ? undefined : this.#exchanges.only
    const waiting = id === undefined ? undefined : this.#exchanges.get(id)
    if (id === undefined || !waiting) return
    if (!handshakes.has(waiting.method) && !listMethods.has(waiting.method)) return
    const said = readAnswer(message, undefined)
    const reply = said?.status === 'refused' ? said : unreadable(words.strayResponse)
    const end = (): void => {
      if (this.#exchanges.get(id) === waiting && !this.#sentOther) this.#settle(id, reply, false)
    }
    startTimer(this.#watch.clock, strayMs, end)
  }

  /** The first declaration counts: later requests only ask whether the server is alive. */
  #learned(method: string, reply: Reply<ServerResult>): Reply<ServerResult> {
    if (!handshakes.has(method) || reply.status !== 'answered') return reply
    const result = boundedHandshake(reply.value.result)
    if (method === 'initialize') this.#handshake = result
    else this.#handshake ??= result
    return { status: 'answered', value: { result } }
  }

  #settle(id: RequestId, reply: Reply<ServerResult>, isAnswer: boolean): void {
    this.#exchanges.end(id)?.settle(reply, isAnswer ? JSON.stringify(id) : undefined)
  }
}

type Outgoing = { id?: RequestId; method: string; params?: JsonObject | undefined; token?: JsonObject | undefined }
type Posting = Parameters<Wire['send']>[1] & { about?: string | undefined }
type Beginning = RequestOptions & {
  resolve(reply: Reply<ServerResult>): void
  confirmed?: ((filter: unknown) => void) | undefined
  isStream?: boolean
}

function aboutOf(method: string, { name, uri }: JsonObject = {}): RequestSubject {
  return { method, ...(typeof name === 'string' && { detail: name }), ...(typeof uri === 'string' && { uri }) }
}

const hasToken = ({ _meta: meta }: JsonObject = {}): boolean => isObject(meta) && meta['progressToken'] !== undefined
