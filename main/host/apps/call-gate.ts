import type { Clock } from '../base/wake.ts'
import { codes, AppRefusal } from './app-peer.ts'
import { appWords as words } from './words.ts'

/** Max requests of an app to its server: running at once, waiting for their turn, and begun in one minute. */
export const callLimits = { running: 4, waiting: 8, perMinute: 60 }

const minuteMs = 60_000

/**
 * Passes an app's requests to its server, a few at a time. After too many in a minute, all wait until the user lets the
 * app continue.
 */
export class CallGate {
  readonly #clock: Clock
  readonly #changed: () => void
  readonly #waiting: (() => void)[] = []
  /** When the requests of the last minute began, by the monotonic clock. */
  #begun: number[] = []
  #running = 0
  #isHeld = false

  constructor(clock: Clock, changed: () => void) {
    this.#clock = clock
    this.#changed = changed
  }

  /** Whether all requests wait until the user lets the app continue. */
  get isHeld(): boolean {
    return this.#isHeld
  }

  /**
   * Resolves when a request can go to the server, with a function to call when it ends. Rejects with the signal's
   * reason, or with `AppRefusal` if too many wait.
   */
  async enter(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.push(resolve)
    this.#advance()
    if (this.#waiting.length > callLimits.waiting) {
      this.#waiting.pop()
      throw new AppRefusal(codes.refused, words.refused.tooManyCalls)
    }
    const withdraw = (): void => {
      const at = this.#waiting.indexOf(resolve)
      if (at === -1) return
      this.#waiting.splice(at, 1)
      reject(signal.reason)
    }
    signal.addEventListener('abort', withdraw, { once: true })
    await promise
    signal.removeEventListener('abort', withdraw)
    return () => {
      this.#running -= 1
      this.#advance()
    }
  }

  /** Lets a held app continue, and counts its requests from zero. */
  goOn(): void {
    if (!this.#isHeld) return
    this.#isHeld = false
    this.#begun = []
    this.#advance()
    this.#changed()
  }

  #advance(): void {
    while (this.#running < callLimits.running && !this.#isHeld) {
      const [next] = this.#waiting
      if (!next) return
      const now = this.#clock.own()
      this.#begun = this.#begun.filter((at) => now - at < minuteMs)
      if (this.#begun.length >= callLimits.perMinute) {
        this.#isHeld = true
        return this.#changed()
      }
      this.#begun.push(now)
      this.#running += 1
      this.#waiting.shift()
      next()
    }
  }
}
