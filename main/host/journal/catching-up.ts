import type { Journal } from './journal.ts'

/** Milliseconds of quiet before the index reads on, and between two of its steps. */
const quietMs = 150
const betweenMs = 10

/** How many steps a query waits for at most. */
const stepsOfQuery = 25

/** Lets the indexes of words and of spoken text follow the journal: soon after events, and before a query. */
export class CatchingUp {
  readonly #journal: Pick<Journal, 'readOn' | 'subscribe' | 'flush'>
  readonly #leave: () => void
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(journal: Pick<Journal, 'readOn' | 'subscribe' | 'flush'>) {
    this.#journal = journal
    this.#leave = journal.subscribe(({ seq }) => seq !== null && this.#soon(quietMs))
    this.#soon(quietMs)
  }

  /** Reads on at once, up to a limit. */
  beforeQuery(): void {
    this.#journal.flush()
    for (let steps = 0; steps < stepsOfQuery; steps++) if (!this.#journal.readOn()) return
    this.#soon(betweenMs)
  }

  close(): void {
    this.#isClosed = true
    this.#leave()
    clearTimeout(this.#timer)
  }

  #soon(delay: number): void {
    if (!this.#isClosed) this.#timer ??= setTimeout(() => this.#run(), delay).unref()
  }

  #run(): void {
    this.#timer = undefined
    if (this.#journal.readOn()) this.#soon(betweenMs)
  }
}
