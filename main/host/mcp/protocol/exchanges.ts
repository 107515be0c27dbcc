import { randomInt } from 'node:crypto'
import type { Clock } from '../../base/wake.ts'
import type { RequestKind, ServerResult } from '../results/digest.ts'
import type { RequestId } from '../wire/request-ids.ts'
import { ProgressPace } from './progress-pace.ts'
import type { Progress, Reply } from './types.ts'
import { defined } from '../../../../shared/schema/json.ts'

const mostAbandoned = 1000

/** The subject of a request: `detail` names a call's tool, `uri` a resource. */
export type RequestSubject = RequestKind & { detail?: string }

/** A request waiting for its answer. */
export type Exchange = RequestSubject & {
  pace: ProgressPace
  /** The error that ends it names no request, so the request may have run. */
  inDoubt?: true
  /** The first end counts. `answerId` is the answer's ID on the wire as JSON text, if one arrived. */
  settle(reply: Reply<ServerResult>, answerId?: string): void
  /** The server confirmed what it will report in this stream (2026-07-28, basic/patterns/subscriptions). */
  confirmed?: ((filter: unknown) => void) | undefined
}

/**
 * The open requests to one server. IDs count up from a random number, so no server can guess another connection's; a
 * request's progress token is its ID.
 */
export class Exchanges {
  readonly #open = new Map<RequestId, Exchange>()
  /** Abandoned requests, to tell a late answer from one without a request. */
  readonly #abandoned = new Map<RequestId, { method: string; detail?: string }>()
  readonly #clock: Clock
  readonly #first = randomInt(2 ** 20, 2 ** 40)
  #next = this.#first

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Subscriptions have a text ID, all other requests a number. */
  nextId(isStream: boolean): RequestId {
    const id = this.#next++
    return isStream ? `listen:${id}` : id
  }

  begin(id: RequestId, about: RequestSubject, rest: Pick<Exchange, 'settle' | 'confirmed'> & Told): void {
    this.#open.set(id, { ...about, ...rest, pace: new ProgressPace(this.#clock, rest.onProgress ?? (() => undefined)) })
  }

  get(id: RequestId): Exchange | undefined {
    return this.#open.get(asWritten(id))
  }

  /** Whether it is, or was, the ID of one of this connection's requests. */
  knows(id: RequestId): boolean {
    const own = asWritten(id)
    const count = typeof own === 'number' ? own : Number(/^listen:(\d+)$/.exec(own)?.[1])
    return count >= this.#first && count < this.#next
  }

  /** The only request to which an answer can come; undefined if there are none or several, abandoned ones included. */
  get only(): RequestId | undefined {
    const [id] = this.#open.keys()
    return this.#open.size === 1 && this.#abandoned.size === 0 ? id : undefined
  }

  /** Removes and returns an exchange; undefined if it is over. */
  end(id: RequestId): Exchange | undefined {
    const own = asWritten(id)
    const exchange = this.#open.get(own)
    exchange?.pace.end()
    this.#open.delete(own)
    return exchange
  }

  /** Abandons an exchange. Its answer may still arrive, and is then late. */
  abandon(id: RequestId): Exchange | undefined {
    const exchange = this.end(id)
    if (!exchange) return undefined
    const { method, detail } = exchange
    this.#abandoned.set(id, { method, ...defined({ detail }) })
    const [oldest] = this.#abandoned.keys()
    if (this.#abandoned.size > mostAbandoned && oldest !== undefined) this.#abandoned.delete(oldest)
    return exchange
  }

  /** The request of a late answer. Returned once each. */
  late(id: RequestId): { method: string; detail?: string } | undefined {
    const own = asWritten(id)
    const asked = this.#abandoned.get(own)
    this.#abandoned.delete(own)
    return asked
  }

  /** Ends all of them: the wire is gone. */
  close(): void {
    for (const id of this.#open.keys()) this.end(id)?.settle({ status: 'closed' })
  }
}

/** An ID as Atrium writes it: some servers return its numbers as texts, which it uses for nothing else. */
const asWritten = (id: RequestId): RequestId => (typeof id === 'string' && /^\d{1,16}$/.test(id) ? Number(id) : id)

type Told = { onProgress?: ((progress: Progress) => void) | undefined }
