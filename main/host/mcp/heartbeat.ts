/** Milliseconds. */
export type HeartbeatLimits = { every: number; answer: number }

export const usualHeartbeat: HeartbeatLimits = { every: 30_000, answer: 10_000 }

/** A timer that is late by this much was asleep with the machine; some monotonic clocks stand still meanwhile. */
const sleptMs = 5000

/** Milliseconds: of the wall, which jumps, and of a monotonic clock. */
type Clock = { wall: () => number; own: () => number }

const systemClock: Clock = { wall: Date.now, own: () => performance.now() }

/**
 * Asks a server for a sign of life every so often, and at once after the machine slept. `beat` asks, one question
 * at a time, and resolves with what came of it; after the first `silent` it ends and calls `missed`.
 */
export class Heartbeat {
  readonly #beat: () => Promise<'alive' | 'silent'>
  readonly #missed: () => void
  readonly #clock: Clock
  readonly #every: number
  readonly #timer: NodeJS.Timeout
  #wall: number
  #asked: number
  #beating = false

  constructor(
    every: number,
    { beat, missed }: { beat: () => Promise<'alive' | 'silent'>; missed: () => void },
    clock: Clock = systemClock,
  ) {
    this.#every = every
    this.#beat = beat
    this.#missed = missed
    this.#clock = clock
    this.#wall = clock.wall()
    this.#asked = clock.own()
    this.#timer = setInterval(() => this.#look(), Math.min(1000, every)).unref()
  }

  end(): void {
    clearInterval(this.#timer)
  }

  #look(): void {
    const now = { wall: this.#clock.wall(), own: this.#clock.own() }
    const slept = now.wall - this.#wall > sleptMs
    this.#wall = now.wall
    if (this.#beating || (!slept && now.own - this.#asked < this.#every)) return
    this.#asked = now.own
    this.#beating = true
    void this.#beat().then((sign) => {
      this.#beating = false
      if (sign === 'alive') return
      this.end()
      this.#missed()
    })
  }
}
