import { clip } from '../../../../shared/text/clip.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import type { Progress } from './types.ts'
import { type Clock, startTimer } from '../../base/wake.ts'

const everyMs = 100

/** One request's progress: it never goes back. Passes on up to ten updates a second, and never loses the last one. */
export class ProgressPace {
  readonly #tell: (progress: Progress) => void
  readonly #clock: Clock
  #furthest = 0
  #toldAt = -Infinity
  #held: { cancel: () => void } | undefined

  constructor(clock: Clock, tell: (progress: Progress) => void) {
    this.#tell = tell
    this.#clock = clock
  }

  /** Takes a notification's parameters; false if they contain no progress. */
  take({ progress, total, message }: JsonObject): boolean {
    if (typeof progress !== 'number' || !Number.isFinite(progress)) return false
    this.#furthest = Math.max(this.#furthest, progress)
    const sound = {
      progress: this.#furthest,
      ...(typeof total === 'number' ? { total } : {}),
      ...(typeof message === 'string' ? { message: clip(message, 200) } : {}),
    }
    this.#held?.cancel()
    const deliver = () => {
      this.#toldAt = this.#clock.own()
      this.#tell(sound)
    }
    const wait = this.#toldAt + everyMs - this.#clock.own()
    if (wait <= 0) deliver()
    else this.#held = startTimer(this.#clock, wait, deliver)
    return true
  }

  end(): void {
    this.#held?.cancel()
  }
}
