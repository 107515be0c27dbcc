import { randomInt } from 'node:crypto'
import type { Clock } from '../../base/wake.ts'
import type { RequestKind } from '../results/digest.ts'
import type { RequestId } from '../wire/request-ids.ts'
import { ProgressPace } from './progress-pace.ts'
import type { ServerResult, Progress, Reply } from './types.ts'

const mostAbandoned = 1000

/** The subject of a request: `detail` names a call's tool, `uri` a resource. */
export type RequestSubject = RequestKind & { detail?: string }

/** A request waiting for its answer. */
export type Exchange = RequestSubject & {
  pace: ProgressPace
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
  #next = randomInt(2 ** 20, 2 ** 40)

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
    return this.#open.get(id)
  }

  /** Removes and returns an exchange; undefined if it is over. */
  end(id: RequestId): Exchange | undefined {
    const exchange = this.#open.get(id)
    exchange?.pace.end()
    this.#open.delete(id)
    return exchange
  }

  /** Abandons an exchange. Its answer may still arrive, and is then late. */
  abandon(id: RequestId): Exchange | undefined {
    const exchange = this.end(id)
    if (!exchange) return undefined
    const { method, detail } = exchange
    this.#abandoned.set(id, { method, ...(detail !== undefined && { detail }) })
    const [oldest] = this.#abandoned.keys()
    if (this.#abandoned.size > mostAbandoned && oldest !== undefined) this.#abandoned.delete(oldest)
    return exchange
  }

  /** The request of a late answer. Returned once each. */
  late(id: RequestId): { method: string; detail?: string } | undefined {
    const asked = this.#abandoned.get(id)
    this.#abandoned.delete(id)
    return asked
  }

  /** Ends all of them: the wire is gone. */
  close(): void {
    for (const id of [...this.#open.keys()]) this.end(id)?.settle({ status: 'closed' })
  }
}

type Told = { onProgress?: ((progress: Progress) => void) | undefined }
