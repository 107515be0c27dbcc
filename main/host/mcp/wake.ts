/** Milliseconds: of the wall, which jumps, and of a monotonic clock, which on some systems stands still in sleep. */
export type Clock = { wall: () => number; own: () => number }

export const systemClock: Clock = { wall: Date.now, own: () => performance.now() }

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
