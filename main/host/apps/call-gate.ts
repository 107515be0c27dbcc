import type { Clock } from '../base/wake.ts'
import { codes, PageRefusal } from './page-peer.ts'
import { appWords as words } from './words.ts'

/** How much of its server a page can use: requests at once, those that wait for their place, and begun in a minute. */
export const callLimits = { running: 4, waiting: 8, perMinute: 60 }

const minuteMs = 60_000

/** Lets a page's requests to its server pass, a few at a time. A page that makes too many is held until the user's word. */
export class CallGate {
  readonly #clock: Clock
  readonly #changed: () => void
  readonly #waiting: (() => void)[] = []
  /** When the latest began, by the monotonic clock; up to a minute's worth. */
  #begun: number[] = []
  #running = 0
  #isHeld = false

  constructor(clock: Clock, changed: () => void) {
    this.#clock = clock
    this.#changed = changed
  }

  /** Nothing passes before the user says so. */
  get isHeld(): boolean {
    return this.#isHeld
  }

  /** Resolves when a request can go to the server, with what to call at its end. Rejects with the signal's reason. */
  async enter(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.push(resolve)
    this.#advance()
    if (this.#waiting.length > callLimits.waiting) {
      this.#waiting.pop()
      throw new PageRefusal(codes.refused, words.refused.tooManyCalls)
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

  /** The user lets a held page continue, for as many again. */
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
