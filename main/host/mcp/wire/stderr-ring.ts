import { StringDecoder } from 'node:string_decoder'
import { clip } from '../../../../shared/text/clip.ts'

const ringBytes = 256 * 1024
const lineLength = 4096
/** How many lines are told of a server that failed: of its first, where programs print the cause, and of its last. */
const told = { first: 10, last: 20 }

/** What is told of a server's error output when it failed: `first` are those of its first lines that `last` does not have. */
export type LastWords = { stderr: string[]; stderrHead?: string[] }

/** The last 256 KiB a server wrote to stderr, as lines of at most 4 KiB. What is in them is shown, never interpreted. */
export class StderrRing {
  readonly #decoder = new StringDecoder('utf8')
  readonly #redact: (line: string) => string
  readonly #added: (line: string) => void
  readonly #first: string[] = []
  #count = 0
  #lines: string[] = []
  /** Of the lines, as many at the beginning are gone. */
  #gone = 0
  #size = 0
  #open = ''

  /** `redact` takes the values of secrets out of a line; `added` hears each one that has ended. */
  constructor(redact = (line: string): string => line, added = (_line: string): void => undefined) {
    this.#redact = redact
    this.#added = added
  }

  push(chunk: Buffer): void {
    const pieces = this.#decoder.write(chunk).split('\n')
    const last = pieces.pop() ?? ''
    for (const piece of pieces) {
      this.#add(this.#open + piece)
      this.#open = ''
    }
    // What is too long is cut after it was redacted: a value that begins before the cut must be whole.
    this.#open = (this.#open + last).slice(0, 2 * lineLength)
  }

  /** Oldest first; an unfinished line counts. */
  lines(): string[] {
    const kept = this.#lines.slice(this.#gone)
    return this.#open === '' ? kept : [...kept, this.#clean(this.#open)]
  }

  lastWords(): LastWords {
    const lines = this.lines()
    const all = this.#count + (this.#open === '' ? 0 : 1)
    const stderr = lines.slice(-told.last)
    const stderrHead = this.#first.slice(0, Math.max(0, all - stderr.length))
    return stderrHead.length > 0 ? { stderr, stderrHead } : { stderr }
  }

  #add(line: string): void {
    const clean = this.#clean(line)
    if (this.#count++ < told.first) this.#first.push(clean)
    this.#lines.push(clean)
    this.#added(clean)
    this.#size += clean.length
    while (this.#size > ringBytes) this.#size -= this.#lines[this.#gone++]?.length ?? 0
    // Closing the gap is work for all that is left, so it is done seldom.
    if (this.#gone <= this.#lines.length / 2) return
    this.#lines.splice(0, this.#gone)
    this.#gone = 0
  }

  #clean(line: string): string {
    const bare = line.endsWith('\r') ? line.slice(0, -1) : line
    return clip(this.#redact(bare), lineLength)
  }
}
