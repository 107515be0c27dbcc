import { type Clock, startTimer, WakeWatch } from '../base/wake.ts'

/** Milliseconds. */
export type RestartPolicy = {
  firstMs: number
  /** So many crashes within `withinMs` are the end of it; `healthyMs` of life make good for all before. */
  crashes: number
  withinMs: number
  healthyMs: number
  /** So many starts in a row that end in the same way, with the same words, are a mistake of configuration. */
  sameStarts: number
  /** The longest wait after a crash. */
  mostMs: number
  /**
   * The longest wait for a server that cannot be reached. There is no end to those: a computer may be without network
   * for a day, and an attempt costs nobody anything, unlike a program that is started only to crash again.
   */
  unreachableMostMs: number
  /** How long a server may ask to be left alone. */
  askedMostMs: number
  /** From 0 to 1, anew for each wait. */
  jitter: () => number
}

export const usualRestarts: RestartPolicy = {
  firstMs: 500,
  crashes: 5,
  withinMs: 180_000,
  healthyMs: 60_000,
  sameStarts: 3,
  mostMs: 30_000,
  unreachableMostMs: 300_000,
  askedMostMs: 3_600_000,
  jitter: Math.random,
}

/** When a server is started again by itself: after twice as long each time, with full jitter. */
export class Restarts {
  readonly #policy: RestartPolicy
  readonly #now: () => number
  #crashes: number[] = []
  #attempt = 0
  #same: { how: string | undefined; times: number } = { how: undefined, times: 0 }

  /** `now` is a monotonic clock in milliseconds. */
  constructor(policy: RestartPolicy, now: () => number = () => performance.now()) {
    this.#policy = policy
    this.#now = now
  }

  /**
   * Milliseconds to wait, or undefined to give up; `same` where each start ended as the one before. `readyAt` is when
   * the life that ended became ready, if it did; `how` is how a start ended that never was, if it said why.
   */
  crashed(readyAt: number | undefined, how?: string): number | 'same' | undefined {
    const { mostMs, crashes, withinMs, sameStarts } = this.#policy
    this.#forgive(readyAt)
    this.#same = { how, times: how !== undefined && how === this.#same.how ? this.#same.times + 1 : 1 }
    if (how !== undefined && this.#same.times >= sameStarts) return 'same'
    const now = this.#now()
    this.#crashes = [...this.#crashes.filter((at) => now - at < withinMs), now]
    return this.#crashes.length >= crashes ? undefined : this.#wait(mostMs)
  }

  /** Milliseconds to wait; at least as long as the server asked for, within bounds. */
  unreachable(readyAt: number | undefined, askedMs = 0): number {
    const { unreachableMostMs, askedMostMs } = this.#policy
    this.#forgive(readyAt)
    return Math.max(this.#wait(unreachableMostMs), Math.min(askedMs, askedMostMs))
  }

  /** A person has taken over, or the machine woke somewhere else: what was before does not count. */
  forget(): void {
    this.#crashes = []
    this.#attempt = 0
    this.#same = { how: undefined, times: 0 }
  }

  #forgive(readyAt: number | undefined): void {
    if (readyAt !== undefined && this.#now() - readyAt >= this.#policy.healthyMs) this.forget()
  }

  #wait(mostMs: number): number {
    const { firstMs, jitter } = this.#policy
    return Math.round(jitter() * Math.min(mostMs, firstMs * 2 ** this.#attempt++))
  }
}

/** A wait before a start. `over` is called once, unless it is ended before. */
export class Wait {
  readonly #over: (woke: boolean) => void
  readonly #clock: Clock
  #timer: { cancel: () => void }
  #wakes: WakeWatch | undefined

  constructor(ms: number, clock: Clock, over: (woke: boolean) => void) {
    this.#over = over
    this.#clock = clock
    this.#timer = this.#after(ms, false)
  }

  /** It is over at once, or after the rest of `atLeastMs`, when the machine wakes, whose network may be another one now. */
  untilWake(atLeastMs: number): this {
    const clock = this.#clock
    const earliest = clock.wall() + atLeastMs
    this.#wakes = new WakeWatch(() => {
      this.#timer.cancel()
      this.#timer = this.#after(Math.max(0, earliest - clock.wall()), true)
    }, clock)
    return this
  }

  end(): void {
    this.#timer.cancel()
    this.#wakes?.end()
  }

  #after(ms: number, woke: boolean): { cancel: () => void } {
    return startTimer(this.#clock, ms, () => {
      this.end()
      this.#over(woke)
    })
  }
}
