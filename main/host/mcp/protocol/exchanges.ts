import { randomInt } from 'node:crypto'
import type { Clock } from '../../base/wake.ts'
import type { Wanted } from '../results/digest.ts'
import type { RequestId } from '../wire/request-ids.ts'
import { ProgressPace } from './progress-pace.ts'
import type { Answer, Progress, Reply } from './types.ts'

const mostAbandoned = 1000

/** What a request is about: `detail` names the tool of a call, `uri` a resource. */
export type About = Wanted & { detail?: string }

/** A request that waits for its answer. */
export type Exchange = About & {
  pace: ProgressPace
  /** The first end counts. `answerId` is the answer's id on the wire as JSON text, if one came. */
  settle(reply: Reply<Answer>, answerId?: string): void
  /** The server confirmed what it will tell in this stream (2026-07-28, basic/patterns/subscriptions). */
  confirmed?: ((filter: unknown) => void) | undefined
}

/**
 * The requests to one server that wait for their answers. Ids count up from a random number, so that no server can
 * guess those of another connection; the token of a request's progress is its id.
 */
export class Exchanges {
  readonly #open = new Map<RequestId, Exchange>()
  /** What was given up, so that a late answer can be told from one to nothing. */
  readonly #abandoned = new Map<RequestId, { method: string; detail?: string }>()
  readonly #clock: Clock
  #next = randomInt(2 ** 20, 2 ** 40)

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Subscriptions are named by a text, all other requests by a number. */
  nextId(isStream: boolean): RequestId {
    const id = this.#next++
    return isStream ? `listen:${id}` : id
  }

  begin(id: RequestId, about: About, rest: Pick<Exchange, 'settle' | 'confirmed'> & Told): void {
    this.#open.set(id, { ...about, ...rest, pace: new ProgressPace(this.#clock, rest.onProgress ?? (() => undefined)) })
  }

  get(id: RequestId): Exchange | undefined {
    return this.#open.get(id)
  }

  /** Takes an exchange out; nothing if it is over. */
  end(id: RequestId): Exchange | undefined {
    const exchange = this.#open.get(id)
    exchange?.pace.end()
    this.#open.delete(id)
    return exchange
  }

  /** Gives an exchange up. Its answer may still come, and is then late. */
  abandon(id: RequestId): Exchange | undefined {
    const exchange = this.end(id)
    if (!exchange) return undefined
    const { method, detail } = exchange
    this.#abandoned.set(id, { method, ...(detail !== undefined && { detail }) })
    const [oldest] = this.#abandoned.keys()
    if (this.#abandoned.size > mostAbandoned && oldest !== undefined) this.#abandoned.delete(oldest)
    return exchange
  }

  /** What an answer that comes too late is to. Each is told once. */
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
