import { HostError } from '../../../shared/contract/errors.ts'
import { commonWords } from './words.ts'

/** What a shell's process ends with. `taken`: the port or the data directory belongs to another. */
export const exitCode = { ok: 0, failed: 1, arguments: 2, taken: 3 } as const

/** What a fault or refusal at the start ends the process with. */
export function codeOf(error: unknown): number {
  if (!(error instanceof HostError)) return exitCode.failed
  if (error.code === 'bad-input' || error.code === 'forbidden') return exitCode.arguments
  return error.code === 'conflict' ? exitCode.taken : exitCode.failed
}

/** The same as a sentence. */
export const sentenceOf = (error: unknown): string =>
  error instanceof HostError ? error.message : commonWords.fault(String(error))

type Close = () => void | Promise<void>

/** How long ending may take, in milliseconds. */
const usualLimit = 5000

/** What was opened, in order; ending closes it in the other, within the limit, and exits. */
export class Ending {
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

  /** Closed when it is time; the last one first. */
  add(close: Close): void {
    this.#open.push(close)
  }

  /** Closes everything and exits; asked a second time, or when it takes too long, exits at once. */
  async end(code: number): Promise<void> {
    if (this.#began) return this.#exit(exitCode.failed)
    this.#began = true
    const late = setTimeout(() => {
      process.stderr.write(`${commonWords.endedLate}\n`)
      this.#exit(exitCode.failed)
    }, this.#limit)
    for (const close of this.#open.toReversed()) await close()
    clearTimeout(late)
    this.#exit(code)
  }
}
