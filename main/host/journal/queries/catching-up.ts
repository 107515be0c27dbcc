import { reasonOf } from '../../base/failure.ts'
import type { Journal } from '../journal.ts'
import { journalWords as words } from '../words.ts'
import type { Reader } from './reader.ts'

/** Milliseconds of quiet before the index reads on, and between two of its steps. */
const quietMs = 150
const betweenMs = 10

/** Lets the views follow the log soon after events, so queries find little to read, and the indexes read on. */
export class CatchingUp {
  readonly #reader: Pick<Reader, 'ask'>
  readonly #leave: () => void
  #timer: NodeJS.Timeout | undefined
  #isFailing = false
  #isClosed = false

  constructor(journal: Pick<Journal, 'subscribe'>, reader: Pick<Reader, 'ask'>) {
    this.#reader = reader
    this.#leave = journal.subscribe(({ seq }) => seq !== null && this.#soon(quietMs))
    this.#soon(quietMs)
  }

  close(): void {
    this.#isClosed = true
    this.#leave()
    clearTimeout(this.#timer)
  }

  #soon(delay: number): void {
    if (!this.#isClosed) this.#timer ??= setTimeout(() => void this.#run(), delay).unref()
  }

  async #run(): Promise<void> {
    this.#timer = undefined
    try {
      if (await this.#reader.ask('readOn')) this.#soon(betweenMs)
      this.#isFailing = false
    } catch (error) {
      if (!this.#isClosed && !this.#isFailing) process.emitWarning(words.notIndexed(reasonOf(error)))
      this.#isFailing = true
    }
  }
}
