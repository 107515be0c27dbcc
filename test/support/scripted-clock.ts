import { type Clock, systemClock } from '../../main/host/base/wake.ts'
import { until } from './waiting.ts'

/** The scripted clock: it is stopped until a test lets time pass, and then runs due timers in order. */
export class ScriptedClock implements Clock {
  /** Milliseconds since the test began. */
  now = 0
  readonly #began = systemClock.wall()
  readonly #timers = new Set<{ at: number; run: () => void }>()

  /** While the machine sleeps, only the wall clock advances. */
  #slept = 0

  wall = (): number => this.#began + this.now + this.#slept
  own = (): number => this.now

  after = (ms: number, then: () => void): { cancel: () => void } => {
    const timer = { at: this.now + Math.max(0, ms), run: then }
    this.#timers.add(timer)
    return { cancel: () => void this.#timers.delete(timer) }
  }

  pass(ms: number): void {
    const then = this.now + ms
    for (let next = this.#next(then); next; next = this.#next(then)) {
      this.#timers.delete(next)
      this.now = Math.max(this.now, next.at)
      next.run()
    }
    this.now = then
  }

  /** Lets this much time pass, again and again, until the promise settles. */
  async passUntil<T>(ms: number, waits: Promise<T>): Promise<T> {
    let isOver = false
    const ended = waits.finally(() => (isOver = true))
    ended.catch(() => undefined)
    await until(() => isOver || (this.pass(ms), isOver), 'what waits for the clock')
    return ended
  }

  sleep(ms: number): void {
    this.#slept += ms
  }

  #next(latest: number): { at: number; run: () => void } | undefined {
    return [...this.#timers].filter(({ at }) => at <= latest).toSorted((a, b) => a.at - b.at)[0]
  }
}
