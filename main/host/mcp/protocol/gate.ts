import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { Found, type Redaction } from '../../secrets/redaction.ts'
import { AskedRequests, type PushedRequest } from './asked.ts'
import { refusal, soundAnswer, withDigest, withheld } from './answers.ts'
import { type Digest, objectionTo, type Wanted } from '../results/digest.ts'
import type { Remains } from '../wire/frame.ts'
import { boundedHandshake, handshakes, isDeclared } from './handshake.ts'
import { ProgressPace } from './progress-pace.ts'
import { isId, type RequestId, RequestIds } from '../wire/request-ids.ts'
import { TaskSigns } from './task-signs.ts'
import { TokenBucket } from '../../base/token-bucket.ts'
import type { Clock } from '../../base/wake.ts'
import type { BreakOff, SendOptions, Wire, WireSink } from '../wire/wire.ts'
import { listMethods, type MessageReports, type RequestAnswer, type Violation } from './types.ts'

/** What passes the gate on its way to the client library, or is told to us instead. */
type GateSink = {
  /** A message the library may see. */
  message(message: object): void
  closed(): void
}

export type GateWatch = {
  /** Takes the values of secrets out of what the server says. */
  readonly redaction: Redaction
  /** Where what passes is kept for a while. */
  readonly reports: MessageReports
  readonly clock: Clock
  violation(violation: Violation): void
  /** An answer came to a request of ours that had ended before. */
  late(answer: { method: string; id: string; detail?: string }): void
  /** A request or notification left; `detail` names the tool of a cancelled call. */
  sent(method: string, detail?: string): void
  /** The server asked for something, perhaps before it was told that the handshake is over; what comes back is sent. */
  asked(request: PushedRequest, isEarly: boolean): RequestAnswer | undefined | Promise<RequestAnswer | undefined>
  /** What it lists may be something else now; all that it lists where it is not said of what. */
  listChanged(feature?: ListedFeature): void
  /** A resource changed, or one below it; and what had to be done on a page is done. */
  resourceUpdated(uri: string): void
  visited(page: JsonObject): void
}

/** What servers list, and say so when it changes. */
export type ListedFeature = 'tools' | 'prompts' | 'resources'

/** The notifications that the library has a use for. */
const forLibrary = new Set([
  'notifications/progress',
  'notifications/cancelled',
  'notifications/subscriptions/acknowledged',
])
const taskStatus = 'notifications/tasks/status'
const pageDone = 'notifications/elicitation/complete'
/** What a server may say although nothing here listens to it. */
const unheard = new Set([pageDone, taskStatus])
const listChanges: ReadonlyMap<string, ListedFeature> = new Map([
  ['notifications/tools/list_changed', 'tools'],
  ['notifications/prompts/list_changed', 'prompts'],
  ['notifications/resources/list_changed', 'resources'],
])
const resourceUpdated = 'notifications/resources/updated'
const logged = 'notifications/message'
const mostAbandoned = 1000
/** What a server may say unasked, notifications and requests together. */
const usualRate = { burst: 1000, perSecond: 200 }
/** Whatever else it floods us with, these of its questions for a sign of life are answered. */
const pingRate = { burst: 10, perSecond: 5 }

/** A request that was sent; `detail` names the tool of a call. */
type Pending = Wanted & { detail?: string; pace: ProgressPace }

/**
 * Stands between a wire and the client library, which trusts its peer: each request gets at most one answer, a
 * malformed answer settles it at once, undeclared messages are dropped, and a flood ends here.
 */
export class Gate implements WireSink {
  readonly #wire: Wire
  readonly #watch: GateWatch
  /** What it says of the tasks that it runs for us. */
  readonly tasks: TaskSigns
  readonly #pending = new Map<RequestId, Pending>()
  /** What was given up, so that an answer to it can be told from one to nothing. */
  readonly #abandoned = new Map<RequestId, Omit<Pending, 'pace'>>()
  readonly #ids = new RequestIds()
  readonly #rates: { usual: TokenBucket; pings: TokenBucket }
  readonly #asked: AskedRequests
  #sink: GateSink | undefined
  #handshake: JsonObject | undefined
  #handshakeOver = false

  constructor(wire: Wire, watch: GateWatch) {
    this.#wire = wire
    this.#watch = watch
    this.tasks = new TaskSigns(watch.clock)
    const at = watch.clock.own
    this.#rates = { usual: new TokenBucket(usualRate, at), pings: new TokenBucket(pingRate, at) }
    this.#asked = new AskedRequests({
      answer: (request) => watch.asked(request, !this.#handshakeOver),
      send: (message) => this.send(message),
      violation: (violation) => watch.violation(violation),
    })
  }

  /** What the server said of itself before this connection, as it counts from now on. */
  know(discovery: JsonObject): JsonObject {
    const clean = this.#watch.redaction.json(discovery)
    return (this.#handshake = boundedHandshake(isObject(clean) ? clean : {}))
  }

  open(sink: GateSink): void | Promise<void> {
    this.#sink = sink
    return this.#wire.listen(this)
  }

  /** Rejects with `Unsent`, or with what the wire says where the server did not take it. */
  async send(own: JsonObject, options?: SendOptions): Promise<void> {
    const message = this.#watch.reports.leaving(this.#ids.outward(own), this.#handshake)
    const { id, method, params } = message
    if (typeof method !== 'string') return this.#wire.send(message)
    const { name: detail, uri } = isObject(params) ? params : {}
    const about = { ...(typeof detail === 'string' && { detail }), ...(typeof uri === 'string' && { uri }) }
    if (isId(id)) this.#pending.set(id, { method, pace: this.#paceOf(id), ...about })
    if (method === 'notifications/initialized') this.#handshakeOver = true
    const cancelled = method === 'notifications/cancelled' ? this.#abandon(params) : undefined
    if (isId(id)) options?.requestSignal?.addEventListener('abort', () => this.#abandon({ requestId: id }))
    try {
      const taken = this.#wire.send(message, options)
      this.#watch.sent(method, cancelled)
      await taken
    } catch (error) {
      if (isId(id)) this.#pending.delete(id)
      throw error
    }
  }

  close(): Promise<void> {
    return this.#wire.close()
  }

  readonly wanted = (id: RequestId): Wanted | undefined => {
    const { method, uri } = this.#pending.get(id) ?? {}
    return method === undefined ? undefined : { method, ...(uri !== undefined && { uri }) }
  }

  message(received: JsonObject, digest?: Digest): void {
    const { method: asked } = received
    if (asked !== undefined && !this.#rates.usual.take() && !(asked === 'ping' && this.#rates.pings.take()))
      return this.#tooMuch(received)
    const found = new Found()
    const message = this.#watch.reports.arrived(received, this.#watch.redaction.message(received, found))
    const { id, method, params } = message
    const pending = method === undefined && isId(id) ? this.#pending.get(id) : undefined
    const objection = pending && objectionTo(pending.method, found)
    if (objection && isId(id)) {
      this.#watch.violation(objection)
      return this.dropped(objection, { id })
    }
    const answers = 'result' in message || 'error' in message
    if (method === undefined) return this.#answer(message, digest)
    if (typeof method !== 'string' || answers) return this.#watch.violation('not-a-message')
    if ('id' in message) {
      if (!isId(id)) return this.#watch.violation('bad-id')
      return void this.#asked.take(id, method, isObject(params) ? params : {})
    }
    this.#notification(method, { jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) })
  }

  dropped(violation: Violation, { id, remains, digest }: Remains = {}): void {
    const pending = id === undefined ? undefined : this.#pending.get(id)
    if (id === undefined || !pending) return
    // A list without its worst items is still one.
    if (listMethods.has(pending.method) && remains) return this.message(remains, digest)
    if (violation === 'full-of-secrets' || violation === 'secret-as-name')
      return this.#settle(id, refusal(id, withheld[violation], 'withheld'))
    if (violation !== 'no-answer') return this.#settle(id, refusal(id, `its answer was dropped (${violation})`))
    this.#watch.violation(violation)
    this.#settle(id, refusal(id, 'it sent none', 'missing'))
  }

  brokeOff(id: RequestId, how: BreakOff = 'brokeOff'): void {
    if (this.#pending.has(id)) this.#settle(id, refusal(id, 'it broke off its answer', how))
  }

  changed(): void {
    this.#watch.listChanged()
  }

  closed(): void {
    for (const { pace } of this.#pending.values()) pace.end()
    this.#pending.clear()
    this.#asked.end()
    this.#sink?.closed()
  }

  /** It is counted, and not looked at further; only that a list changed is not lost, which costs nothing. */
  #tooMuch({ method }: JsonObject): void {
    this.#watch.violation('too-much')
    if (method === logged) this.#watch.reports.missed()
    const changed = typeof method === 'string' ? listChanges.get(method) : undefined
    if (typeof method !== 'string' || !changed || !this.#handshake || !isDeclared(method, this.#handshake)) return
    this.#watch.listChanged(changed)
  }

  #answer(message: JsonObject, digest: Digest | undefined): void {
    const { id } = message
    if (!isId(id)) return this.#watch.violation('bad-id')
    const pending = this.#pending.get(id)
    if (!pending) return this.#unawaited(id)
    const sound = soundAnswer(id, message, pending.method)
    if (!sound) this.#watch.violation('malformed-answer')
    this.#learn(pending.method, sound)
    const whole = sound && digest ? withDigest(sound, digest) : sound
    this.#settle(id, whole ?? refusal(id, 'its answer has not the form of one'))
  }

  #unawaited(id: RequestId): void {
    const asked = this.#abandoned.get(id)
    if (!asked) return this.#watch.violation('unknown-answer')
    this.#abandoned.delete(id)
    this.#watch.violation('late-answer')
    this.#watch.late({ ...asked, id: JSON.stringify(id) })
  }

  /** What was declared first counts: a server is asked again only whether it lives. */
  #learn(method: string, answer: JsonObject | undefined): void {
    const result = answer?.['result']
    if (!handshakes.has(method) || !isObject(result)) return
    if (method === 'initialize') this.#handshake = result
    else this.#handshake ??= result
  }

  #settle(id: RequestId, answer: object): void {
    this.#pending.get(id)?.pace.end()
    this.#pending.delete(id)
    this.#sink?.message({ ...answer, id: this.#ids.inward(id) })
  }

  #notification(method: string, message: JsonObject): void {
    const changed = listChanges.get(method)
    const isKnown =
      changed || method === resourceUpdated || method === logged || unheard.has(method) || forLibrary.has(method)
    if (!isKnown) return this.#watch.violation('unknown-notification')
    // Before the handshake is over, nobody can tell what is declared.
    if (!this.#handshake) return
    if (!isDeclared(method, this.#handshake)) return this.#watch.violation('undeclared')
    if (changed) return this.#watch.listChanged(changed)
    if (method === resourceUpdated) return this.#updated(message)
    if (method === 'notifications/cancelled' && this.#withdraws(message)) return
    if (method === taskStatus) return this.tasks.status(message['params'])
    if (method === pageDone && isObject(message['params'])) return this.#watch.visited(message['params'])
    if (method === logged) return this.#watch.reports.logged(message['params'])
    if (unheard.has(method)) return
    if (method === 'notifications/progress') return this.#progress(message)
    this.#sink?.message(message)
  }

  /** Whether it takes back something that it asked. */
  #withdraws({ params }: JsonObject): boolean {
    const id = isObject(params) ? params['requestId'] : undefined
    return isId(id) && this.#asked.cancel(id)
  }

  #updated({ params }: JsonObject): void {
    const { uri } = isObject(params) ? params : {}
    if (typeof uri === 'string') this.#watch.resourceUpdated(uri)
    else this.#watch.violation('unsolicited')
  }

  #progress({ params }: JsonObject): void {
    const { progressToken: token, ...progress } = isObject(params) ? params : {}
    const pace = isId(token) ? (this.#pending.get(token)?.pace ?? this.tasks.pace(token)) : undefined
    if (!pace?.take(progress)) this.#watch.violation('bad-progress')
  }

  #paceOf(id: RequestId): ProgressPace {
    return new ProgressPace(this.#watch.clock, (progress) => {
      const params = { progressToken: this.#ids.inward(id), ...progress }
      this.#sink?.message({ jsonrpc: '2.0', method: 'notifications/progress', params })
    })
  }

  /** Returns the name of the tool whose call is given up. Its answer may still come, and is then late. */
  #abandon(params: JsonValue | undefined): string | undefined {
    const id = isObject(params) ? params['requestId'] : undefined
    const pending = isId(id) ? this.#pending.get(id) : undefined
    if (!isId(id) || !pending) return undefined
    pending.pace.end()
    this.#pending.delete(id)
    const { method, detail } = pending
    this.#abandoned.set(id, { method, ...(detail !== undefined && { detail }) })
    const [oldest] = this.#abandoned.keys()
    if (this.#abandoned.size > mostAbandoned && oldest !== undefined) this.#abandoned.delete(oldest)
    return pending.detail
  }
}
