import { inputWords as words } from './words.ts'

const hourMs = 3_600_000
/** Max model requests by a server per hour, and per call. */
const mostInHour = 30
const mostInCall = 5

/** A server's model requests; the figures include the next one. */
export type Used = { count: number; limit: number; call?: { count: number; limit: number } }

type CallUse = { count: number; at: number }

/** Counts each server's model requests, whatever their result. */
export class SamplingBudget {
  readonly #uses = new Map<string, number[]>()
  readonly #calls = new Map<string, CallUse>()
  readonly #now: () => number

  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /** Why no more are allowed, if so. */
  obstacle(server: string, call: string | undefined): string | undefined {
    const { count, limit, call: ofCall } = this.#next(server, call)
    if (ofCall && ofCall.count > ofCall.limit) return words.askedForCall(ofCall.limit)
    return count > limit ? words.askedForServer(limit) : undefined
  }

  /** Counts one; call it only if there is no obstacle. */
  take(server: string, call: string | undefined): Used {
    const used = this.#next(server, call)
    const at = this.#now()
    this.#uses.set(server, [...this.#recent(server), at])
    if (call !== undefined) this.#calls.set(call, { count: used.call?.count ?? 1, at })
    return used
  }

  #next(server: string, call: string | undefined): Used {
    const ofCall =
      call === undefined ? undefined : { count: (this.#calls.get(call)?.count ?? 0) + 1, limit: mostInCall }
    return { count: this.#recent(server).length + 1, limit: mostInHour, ...(ofCall && { call: ofCall }) }
  }

  #recent(server: string): number[] {
    const since = this.#now() - hourMs
    for (const [call, { at }] of this.#calls) if (at < since - 24 * hourMs) this.#calls.delete(call)
    return (this.#uses.get(server) ?? []).filter((at) => at > since)
  }
}
