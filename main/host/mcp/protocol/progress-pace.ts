import type { JsonObject } from '../../../../shared/schema/json.ts'
import type { Progress } from './types.ts'
import { clip } from '../../../../shared/text/clip.ts'

const everyMs = 100

/** The progress of one request: it never goes back. Ten a second are enough for anybody; the last one is never lost. */
export class ProgressPace {
  readonly #tell: (progress: Progress) => void
  #furthest = 0
  #toldAt = 0
  #held: NodeJS.Timeout | undefined

  constructor(tell: (progress: Progress) => void) {
    this.#tell = tell
  }

  /** Takes the parameters of a notification; false where they tell of no progress. */
  take({ progress, total, message }: JsonObject): boolean {
    if (typeof progress !== 'number' || !Number.isFinite(progress)) return false
    this.#furthest = Math.max(this.#furthest, progress)
    const sound = {
      progress: this.#furthest,
      ...(typeof total === 'number' ? { total } : {}),
      ...(typeof message === 'string' ? { message: clip(message, 200) } : {}),
    }
    clearTimeout(this.#held)
    const deliver = () => {
      this.#toldAt = performance.now()
      this.#tell(sound)
    }
    const wait = this.#toldAt + everyMs - performance.now()
    if (wait <= 0) deliver()
    else this.#held = setTimeout(deliver, wait)
    return true
  }

  end(): void {
    clearTimeout(this.#held)
  }
}
