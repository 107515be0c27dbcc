/** Milliseconds: the wall clock, which can jump, and a monotonic clock, which on some systems pauses during sleep. */
export type Clock = {
  wall: () => number
  own: () => number
  /** A timer by this clock; the system's if absent. */
  after?: (ms: number, then: () => void) => { cancel: () => void }
}

/** The computer's own clocks; tests pass scripted ones. */
export const systemClock: Clock = { wall: Date.now, own: () => performance.now() }

/** Calls `then` after this many milliseconds of a clock, unless cancelled. */
export function startTimer({ after }: Clock, ms: number, then: () => void): { cancel: () => void } {
  if (after) return after(ms, then)
  const timer = setTimeout(then, ms).unref()
  return { cancel: () => clearTimeout(timer) }
}

/** Aborts with a `TimeoutError` after this many milliseconds of a clock. */
export function abortAfter(clock: Clock, ms: number): AbortSignal {
  const end = new AbortController()
  startTimer(clock, ms, () => end.abort(new DOMException('timeout', 'TimeoutError')))
  return end.signal
}

const lookMs = 1000
/** A gap this long between two checks means the machine slept, or something similar. */
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
