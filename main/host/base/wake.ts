/** Milliseconds: the wall clock, which can jump, and a monotonic clock, which on some systems pauses during sleep. */
export type Clock = {
  wall: () => number
  own: () => number
  /** A timer by this clock; the system's if absent. */
  after?: (ms: number, then: () => void) => { cancel: () => void }
}

/** The computer's own clocks; tests pass scripted ones. */
export const systemClock: Clock = { wall: Date.now, own: () => performance.now() }

/** Calls `then` after this many milliseconds of a clock, unless cancelled. A lasting timer keeps the process running. */
export function startTimer(
  { after }: Pick<Clock, 'after'>,
  ms: number,
  then: () => void,
  { isLasting = false } = {},
): { cancel: () => void } {
  if (after) return after(ms, then)
  const timer = setTimeout(then, ms)
  if (!isLasting) timer.unref()
  return { cancel: () => clearTimeout(timer) }
}

/** How many parts the time of `startRunningTimer` has. */
const runningParts = 10

/**
 * Calls `then` after about this many milliseconds in which this process ran, unless cancelled: a pause of the process or
 * the machine counts for a tenth at most, so what came in during the pause is taken first.
 */
export function startRunningTimer(ms: number, then: () => void): { cancel: () => void } {
  let left = runningParts
  const wait = (): NodeJS.Timeout => setTimeout(look, ms / runningParts)
  let timer = wait()
  function look(): void {
    left -= 1
    if (left === 0) then()
    else timer = wait()
  }
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
