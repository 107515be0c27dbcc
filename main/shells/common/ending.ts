import { HostError } from '../../../shared/contract/errors.ts'
import { commonWords } from './words.ts'

/** A shell's exit codes. `taken`: the port or the data folder is in use. */
export const exitCode = { ok: 0, failed: 1, arguments: 2, taken: 3 } as const

/** The exit code for an error or refusal at the start. */
export function exitCodeOf(error: unknown): number {
  if (!(error instanceof HostError)) return exitCode.failed
  if (error.code === 'bad-input' || error.code === 'forbidden') return exitCode.arguments
  return error.code === 'conflict' ? exitCode.taken : exitCode.failed
}

/** An error as a sentence. */
export const errorSentence = (error: unknown): string =>
  error instanceof HostError ? error.message : commonWords.fault(String(error))

type Close = () => void | Promise<void>

/** Max milliseconds for ending. */
const usualLimit = 5000

/** The opened parts, in order; ending closes them in reverse, within the limit, and exits. */
export class Shutdown {
  readonly #exit: (code: number) => void
  readonly #limit: number
  readonly #open: Close[] = []
  #began = false

  constructor(exit: (code: number) => void, limit = usualLimit) {
    this.#exit = exit
    this.#limit = limit
  }

  get began(): boolean {
    return this.#began
  }

  /** Closed at the end; the last one first. */
  add(close: Close): void {
    this.#open.push(close)
  }

  /**
   * Closes everything and exits; if called again, or if it takes too long, exits at once. A part that can't be closed
   * keeps no other one open.
   */
  async end(code: number): Promise<void> {
    if (this.#began) return this.#exit(exitCode.failed)
    this.#began = true
    const late = setTimeout(() => {
      process.stderr.write(`${commonWords.endedLate}\n`)
      this.#exit(exitCode.failed)
    }, this.#limit)
    let last = code
    for (const close of this.#open.toReversed())
      try {
        await close()
      } catch (error) {
        process.stderr.write(`${errorSentence(error)}\n`)
        last = exitCode.failed
      }
    clearTimeout(late)
    this.#exit(last)
  }
}
