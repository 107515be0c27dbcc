import { type Rate, TokenBucket } from '../../base/token-bucket.ts'

/** Max milliseconds, and bytes, that one stream reads before others have their turn. A call waits for several turns. */
const turnMs = 2
const turnBytes = 64 * 1024

/** Max rate of lines without a message per stream. Each KB of such a line counts as one more. */
export const emptyLines: Rate = { burst: 50_000, perSecond: 10_000 }

type Parts = {
  /** A monotonic clock in milliseconds. */
  now?: () => number
  /** Resolves when others have had their turn. */
  leave?: () => Promise<void>
}

/** Keeps one stream from blocking the host's thread, and detects one that sends only empty lines. */
export class StreamPace {
  readonly #now: () => number
  readonly #leave: () => Promise<void>
  readonly #empty: TokenBucket
  #since = 0
  #bytes = 0

  constructor({ now = () => performance.now(), leave = yieldToOthers }: Parts = {}) {
    this.#now = now
    this.#leave = leave
    this.#empty = new TokenBucket(emptyLines, now)
  }

  /** A piece of this many bytes is about to be read. */
  begin(bytes: number): void {
    this.#since = this.#now()
    this.#bytes += bytes
  }

  /** Whether others should have their turn. */
  get isOver(): boolean {
    return this.#bytes >= turnBytes || this.#now() - this.#since > turnMs
  }

  async leave(): Promise<void> {
    this.#bytes = 0
    await this.#leave()
    this.#since = this.#now()
  }

  /** Counts a line, or an event, of this many bytes without a message. True if there were too many. */
  isFlood(bytes: number): boolean {
    return !this.#empty.take(1 + Math.floor(bytes / 1024))
  }
}

const yieldToOthers = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
