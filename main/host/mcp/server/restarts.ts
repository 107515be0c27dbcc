import { isLoopbackHost } from '../../../../shared/config/server-config.ts'
import { portIn, probePort } from '../computer/ports.ts'
import type { Failure } from '../process/reasons.ts'
import { processWords as words } from '../process/words.ts'
import { type Clock, startTimer, WakeWatch } from '../../base/wake.ts'

/** Milliseconds. */
export type RestartPolicy = {
  firstMs: number
  /** After this many crashes within `withinMs` it isn't restarted; `healthyMs` of running resets the count. */
  crashes: number
  withinMs: number
  healthyMs: number
  /** This many starts in a row that end the same way, with the same words, point to a configuration error. */
  sameStarts: number
  /** Max delay after a crash. */
  mostMs: number
  /**
   * Max delay for an unreachable server. Those retries never stop: a computer may be offline for a day, and an attempt
   * costs nothing, unlike a program that starts only to crash again.
   */
  unreachableMostMs: number
  /** Max delay a server can request. */
  askedMostMs: number
  /** From 0 to 1, new for each delay. */
  jitter: () => number
}

/** The application's policy: half a second at first, half a minute at most after a crash. */
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

/** The outcome of a failure: a text after its sentence, and the delay before another start, if any. */
export type Next = { says: string; delay?: number | undefined }

/** When a server restarts automatically: the delay doubles each time, with full jitter. */
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
   * The delay in milliseconds, or undefined to give up; `same` if each start ended like the previous one. `readyAt` is
   * when the ended life became ready, if it did; `how` is how a start that never became ready ended, if known.
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

  /** The delay in milliseconds; at least what the server requested, within limits. */
  unreachable(readyAt: number | undefined, askedMs = 0): number {
    const { unreachableMostMs, askedMostMs } = this.#policy
    this.#forgive(readyAt)
    return Math.max(this.#wait(unreachableMostMs), Math.min(askedMs, askedMostMs))
  }

  /** The outcome of a failure. `readyAt` is as in `crashed`. */
  after({ kind, askedMs = 0, how }: Failure, readyAt: number | undefined): Next {
    if (kind === 'lasting') return { says: '' }
    if (kind === 'unreachable') return { says: words.retries, delay: this.unreachable(readyAt, askedMs) }
    const delay = this.crashed(readyAt, how)
    if (delay === 'same') return { says: words.sameEachTime(this.#policy) }
    return delay === undefined ? { says: words.gaveUp(this.#policy) } : { says: '', delay }
  }

  /** The user intervened, or the machine woke in another network: earlier failures don't count. */
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

/** Milliseconds between two attempts to connect to a closed port of this computer. */
const knockMs = 2000

/** A delay before a start. Calls `over` once, unless ended before. */
export class Wait {
  readonly #over: (woke: boolean) => void
  readonly #clock: Clock
  #timer: { cancel: () => void }
  #wakes: WakeWatch | undefined
  #knocks: { cancel: () => void } | undefined
  #isOver = false

  constructor(ms: number, clock: Clock, over: (woke: boolean) => void) {
    this.#over = over
    this.#clock = clock
    this.#timer = this.#after(ms, false)
  }

  /**
   * When the machine wakes, possibly in another network, it is over at once, or after all of `delay` if the server asked
   * for it. It is over at once, too, when the closed port of this computer opens that was the reason.
   */
  untilReachable({ askedMs = 0, seen }: Failure, delay: number): void {
    const clock = this.#clock
    const earliest = clock.wall() + (askedMs > 0 ? delay : 0)
    this.#wakes = new WakeWatch(() => {
      this.#timer.cancel()
      this.#timer = this.#after(Math.max(0, earliest - clock.wall()), true)
    }, clock)
    const isClosed = seen?.kind === 'http' && seen.error?.code === 'ECONNREFUSED'
    if (isClosed && isLoopbackHost(new URL(seen.url).hostname)) this.#knock(seen.url)
  }

  end(): void {
    this.#isOver = true
    this.#timer.cancel()
    this.#knocks?.cancel()
    this.#wakes?.end()
  }

  /** Connects to the port now and then, and sends nothing. */
  #knock(url: string): void {
    const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
    this.#knocks = startTimer(this.#clock, knockMs, () => {
      void probePort(host, portIn(url)).then((is) => {
        if (this.#isOver) return
        if (is === 'refused') return this.#knock(url)
        this.end()
        this.#over(false)
      })
    })
  }

  #after(ms: number, woke: boolean): { cancel: () => void } {
    return startTimer(this.#clock, ms, () => {
      this.end()
      this.#over(woke)
    })
  }
}
