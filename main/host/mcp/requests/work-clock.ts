import { TimedOut } from '../protocol/failures.ts'
import type { ServerConfig } from '../../../../shared/config/server-config.ts'
import { type Clock, startTimer, systemClock } from '../../base/wake.ts'
import { requestWords as words } from './words.ts'

/** Milliseconds for one call: without progress, of work, and on the wall clock. */
export type WorkLimits = { idle: number; work: number; wall: number }

const seconds = 1000

/** The limits of one server's calls; by default 60 s, 10 min and 24 h. */
export const workLimits = (timeouts: ServerConfig['timeouts']): WorkLimits => ({
  idle: (timeouts?.idle ?? 60) * seconds,
  work: (timeouts?.work ?? 600) * seconds,
  wall: (timeouts?.wall ?? 86_400) * seconds,
})

/** Measures how long one call can take. Time in which the user is being asked doesn't count as work. */
export class WorkClock {
  readonly #limits: WorkLimits
  readonly #end = new AbortController()
  readonly #clock: Clock
  readonly #wall: { cancel: () => void }
  #timer: { cancel: () => void } | undefined
  #pauses = 0
  #runningSince: number
  #aliveAt: number
  #worked = 0

  constructor(limits: WorkLimits, clock: Clock = systemClock) {
    this.#limits = limits
    this.#clock = clock
    this.#runningSince = this.#aliveAt = clock.own()
    this.#wall = startTimer(clock, limits.wall, () => this.#expire(words.tookLonger(limits.wall)))
    this.#arm()
  }

  /** Aborts with a `TimedOut`. */
  get signal(): AbortSignal {
    return this.#end.signal
  }

  /** A sign of progress. */
  touch(): void {
    this.#aliveAt = this.#clock.own()
  }

  /** Can be nested: the clock continues after as many resumes. */
  pause(): void {
    if (this.#pauses++ > 0) return
    this.#timer?.cancel()
    this.#worked += this.#clock.own() - this.#runningSince
  }

  resume(): void {
    if (--this.#pauses > 0) return
    this.#runningSince = this.#aliveAt = this.#clock.own()
    this.#arm()
  }

  stop(): void {
    this.#timer?.cancel()
    this.#wall.cancel()
  }

  #arm(): void {
    if (this.#end.signal.aborted) return
    const now = this.#clock.own()
    const idle = this.#limits.idle - (now - this.#aliveAt)
    const work = this.#limits.work - this.#worked - (now - this.#runningSince)
    if (idle <= 0) return this.#expire(words.noProgress(this.#limits.idle))
    if (work <= 0) return this.#expire(words.workedLonger(this.#limits.work))
    this.#timer = startTimer(this.#clock, Math.ceil(Math.min(idle, work)), () => this.#arm())
  }

  #expire(reason: string): void {
    this.stop()
    this.#end.abort(new TimedOut(reason))
  }
}
