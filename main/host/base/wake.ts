/** Milliseconds: of the wall, which jumps, and of a monotonic clock, which on some systems stands still in sleep. */
export type Clock = {
  wall: () => number
  own: () => number
  /** A timer by this clock; the system's if absent. */
  after?: (ms: number, then: () => void) => { cancel: () => void }
}

export const systemClock: Clock = { wall: Date.now, own: () => performance.now() }

/** Calls `then` after so many milliseconds of a clock, unless it is cancelled. */
export function startTimer({ after }: Clock, ms: number, then: () => void): { cancel: () => void } {
  if (after) return after(ms, then)
  const timer = setTimeout(then, ms).unref()
  return { cancel: () => clearTimeout(timer) }
}

const lookMs = 1000
/** Two looks this far apart had a sleep between them, or something as long. */
const sleptMs = 5000

/** Calls `woke` after the machine slept, or its clock was set forward. */
export class WakeWatch {
  readonly #timer: NodeJS.Timeout

  constructor(woke: () => void, { wall }: Clock) {
    let last = wall()
    this.#timer = setInterval(() => {
      const before = last
      last = wall()
      if (last - before > sleptMs) woke()
    }, lookMs).unref()
  }

  end(): void {
    clearInterval(this.#timer)
  }
}
