import { StringDecoder } from 'node:string_decoder'
import { clip } from '../../../../shared/text/clip.ts'

const ringBytes = 256 * 1024
const lineLength = 4096
/** How many lines of a failed server are quoted: of its first, where programs print the cause, and of its last. */
const told = { first: 10, last: 20 }

/** The quoted stderr of a failed server: `first` are those of its first lines that `last` doesn't contain. */
export type LastWords = { stderr: string[]; stderrHead?: string[] }

/** The last 256 KiB a server wrote to stderr, as lines of up to 4 KiB. Their content is shown, never interpreted. */
export class StderrRing {
  readonly #decoder = new StringDecoder('utf8')
  readonly #redact: (line: string) => string
  readonly #added: (line: string) => void
  readonly #first: string[] = []
  #count = 0
  #lines: string[] = []
  /** How many lines at the start are gone. */
  #gone = 0
  #size = 0
  #open = ''

  /** `redact` removes secrets' values from a line; `added` receives each complete one. */
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
    // An overlong line is cut after redaction: a value that begins before the cut must be whole.
    this.#open = (this.#open + last).slice(0, 2 * lineLength)
  }

  /** Oldest first; includes an unfinished line. */
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
    // Closing the gap costs work for all remaining lines, so it happens seldom.
    if (this.#gone <= this.#lines.length / 2) return
    this.#lines.splice(0, this.#gone)
    this.#gone = 0
  }

  #clean(line: string): string {
    const bare = line.endsWith('\r') ? line.slice(0, -1) : line
    return clip(this.#redact(bare), lineLength)
  }
}
