import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import type { Clock } from '../../base/wake.ts'
import type { Redaction } from '../../secrets/redaction.ts'
import { isId, type RequestId } from '../wire/request-ids.ts'
import type { PushedRequest } from './asked.ts'
import { isDeclared } from './handshake.ts'
import type { MessageReports, RequestAnswer } from './types.ts'
import type { Violation } from '../wire/violation.ts'

/** Receives what a server sends without being asked. */
export type PeerWatch = {
  /** Removes secrets' values from what the server says. */
  readonly redaction: Redaction
  /** Stores messages for a while. */
  readonly reports: MessageReports
  readonly clock: Clock
  violation(violation: Violation): void
  /** An answer arrived to a request that had already ended. */
  late(answer: { method: string; id: string; detail?: string }): void
  /** A request or notification was sent; `detail` names a cancelled call's tool. */
  sent(method: string, detail?: string): void
  /** The server sent a request, possibly before it knew that the handshake was over; the returned answer is sent. */
  asked(request: PushedRequest, isEarly: boolean): RequestAnswer | undefined | Promise<RequestAnswer | undefined>
  /** Its lists may have changed; all of them if it doesn't say which. */
  listChanged(feature?: ListedFeature): void
  /** A resource, or one below it, changed; or the user is done on a page. */
  resourceUpdated(uri: string): void
  visited(page: JsonObject): void
}

/** Kinds of lists whose changes servers report. */
export type ListedFeature = 'tools' | 'prompts' | 'resources'

const listChanges: ReadonlyMap<string, ListedFeature> = new Map([
  ['notifications/tools/list_changed', 'tools'],
  ['notifications/prompts/list_changed', 'prompts'],
  ['notifications/resources/list_changed', 'resources'],
])
const others = new Set([
  'notifications/resources/updated',
  'notifications/message',
  'notifications/progress',
  'notifications/tasks/status',
  'notifications/elicitation/complete',
  'notifications/subscriptions/acknowledged',
  'notifications/cancelled',
])

/** The member that names a notification's stream (2026-07-28, basic/patterns/subscriptions). */
const subscription = 'io.modelcontextprotocol/subscriptionId'

/** Notifications about one of Atrium's requests, or one of the server's. */
type About = {
  /** Takes progress parameters; false if they contain no progress. */
  progress(token: RequestId, params: JsonObject): boolean
  taskStatus(params: JsonValue | undefined): void
  /** The server confirmed what it will report in a stream. */
  confirmed(id: RequestId, filter: JsonValue | undefined): void
  /** The server cancels a request, or ends a stream (basic/utilities/cancellation). */
  withdrawn(id: RequestId): void
}

/** Dispatches one server's notifications: only known ones that it declared. */
export class Notifications {
  readonly #watch: PeerWatch
  readonly #about: About

  constructor(watch: PeerWatch, about: About) {
    this.#watch = watch
    this.#about = about
  }

  take(method: string, params: JsonValue | undefined, handshake: JsonObject | undefined): void {
    const changed = listChanges.get(method)
    if (!changed && !others.has(method)) return this.#watch.violation('unknown-notification')
    // Before the handshake is over, the server's declarations aren't known.
    if (!handshake) return
    if (!isDeclared(method, handshake)) return this.#watch.violation('undeclared')
    if (changed) return this.#watch.listChanged(changed)
    const told = isObject(params) ? params : {}
    switch (method) {
      case 'notifications/resources/updated':
        return this.#updated(told)
      case 'notifications/message':
        return this.#watch.reports.logged(params)
      case 'notifications/progress':
        return this.#progress(told)
      case 'notifications/tasks/status':
        return this.#about.taskStatus(params)
      case 'notifications/elicitation/complete':
        return isObject(params) ? this.#watch.visited(params) : undefined
      case 'notifications/subscriptions/acknowledged':
        return this.#confirmed(told)
      default:
        return this.#withdrawn(told)
    }
  }

  /** One above the rate isn't examined further; only list changes aren't lost, which costs nothing. */
  tooMuch(method: JsonValue | undefined, handshake: JsonObject | undefined): void {
    this.#watch.violation('too-much')
    if (method === 'notifications/message') this.#watch.reports.missed()
    const changed = typeof method === 'string' ? listChanges.get(method) : undefined
    if (typeof method !== 'string' || !changed || !handshake || !isDeclared(method, handshake)) return
    this.#watch.listChanged(changed)
  }

  #updated({ uri }: JsonObject): void {
    if (typeof uri === 'string') this.#watch.resourceUpdated(uri)
    else this.#watch.violation('unsolicited')
  }

  #progress({ progressToken: token, ...progress }: JsonObject): void {
    if (!isId(token) || !this.#about.progress(token, progress)) this.#watch.violation('bad-progress')
  }

  #confirmed({ _meta: meta, notifications }: JsonObject): void {
    const id = isObject(meta) ? meta[subscription] : undefined
    if (isId(id)) this.#about.confirmed(id, notifications)
  }

  #withdrawn({ requestId: id }: JsonObject): void {
    if (isId(id)) this.#about.withdrawn(id)
  }
}
