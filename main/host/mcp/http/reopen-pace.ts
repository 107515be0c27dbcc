/** Max milliseconds between two streams, and how many in a row can bring nothing before none is opened. */
const mostMs = 30_000
const mostEmpty = 5
/** A stream that lasted this many milliseconds was of use, even if the server had nothing to say. */
const lastingMs = 30_000

/** When a stream that ended is opened again: one that brought nothing counts as a failure. */
export class ReopenPace {
  readonly #firstMs: number
  readonly #now: () => number
  #empty = 0

  /** `now` is a monotonic clock in milliseconds. */
  constructor(firstMs: number, now: () => number = () => performance.now()) {
    this.#firstMs = firstMs
    this.#now = now
  }

  /** Milliseconds to wait before the next one, beyond the usual. */
  get waitMs(): number {
    return this.#empty === 0 ? 0 : Math.min(mostMs, this.#firstMs * 2 ** this.#empty)
  }

  /** Too many in a row brought nothing. */
  get isOver(): boolean {
    return this.#empty >= mostEmpty
  }

  /** A stream begins. Call the returned function when it ends, with whether it brought anything. */
  begin(): (brought: boolean) => void {
    const began = this.#now()
    return (brought) => {
      this.#empty = brought || this.#now() - began >= lastingMs ? 0 : this.#empty + 1
    }
  }
}
