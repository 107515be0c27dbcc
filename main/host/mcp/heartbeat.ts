import type { Failure } from './process/reasons.ts'
import { type Clock, systemClock, WakeWatch } from '../base/wake.ts'

/** Milliseconds. */
export type HeartbeatLimits = { every: number; answer: number }

/** The application's pings, in milliseconds. */
export const usualHeartbeat: HeartbeatLimits = { every: 30_000, answer: 10_000 }

/** Min milliseconds between two requested pings, even after failures. */
const spacingMs = 5000

/** A ping's result. `busy`: it wasn't sent, and will be as soon as the server has time. */
export type Sign = 'alive' | 'busy' | Failure

type Ends = {
  /** Pings once; `woke` if the machine slept before. */
  beat: (woke: boolean) => Promise<Sign>
  missed: (failure: Failure) => void
}

/**
 * Pings a server, one at a time: at intervals, soon after something went wrong, and at once after the machine slept.
 * After the first failure it ends and calls `missed`.
 */
export class Heartbeat {
  readonly #ends: Ends
  readonly #clock: Clock
  readonly #every: number
  readonly #timer: NodeJS.Timeout
  readonly #wakes: WakeWatch
  #asked: number
  #requestSentAt = -Infinity
  #isRequested = false
  #woke = false
  #beating = false

  /** `every` can be infinite. */
  constructor(every: number, ends: Ends, clock: Clock = systemClock) {
    this.#every = every
    this.#ends = ends
    this.#clock = clock
    this.#asked = clock.own()
    this.#timer = setInterval(() => this.#look(), Math.min(1000, every)).unref()
    this.#wakes = new WakeWatch(() => {
      this.#woke = true
      this.#look()
    }, clock)
  }

  /** Something went wrong that could mean the server's end. */
  soon(): void {
    this.#isRequested = true
  }

  end(): void {
    clearInterval(this.#timer)
    this.#wakes.end()
  }

  #look(): void {
    const now = this.#clock.own()
    const isDue = now - this.#asked >= this.#every
    const sendsRequested = this.#isRequested && now - this.#requestSentAt >= Math.min(spacingMs, this.#every)
    if (this.#beating || !(this.#woke || isDue || sendsRequested)) return
    this.#asked = now
    if (sendsRequested) this.#requestSentAt = now
    void this.#beat({ woke: this.#woke, isRequested: sendsRequested })
  }

  async #beat(why: { woke: boolean; isRequested: boolean }): Promise<void> {
    this.#woke = false
    if (why.isRequested) this.#isRequested = false
    this.#beating = true
    const sign = await this.#ends.beat(why.woke)
    this.#beating = false
    if (sign === 'alive') return
    if (sign === 'busy') {
      this.#woke ||= why.woke
      this.#isRequested ||= why.isRequested
      this.#requestSentAt = -Infinity
      return
    }
    this.end()
    this.#ends.missed(sign)
  }
}
