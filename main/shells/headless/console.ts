import { createInterface, type Interface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { shown } from '../common/shown.ts'
import { terminalWords as words } from './words.ts'

/** A command's input and output. */
export type Streams = { stdin: Readable & { isTTY?: boolean }; stdout: Out; stderr: Out }
type Out = Writable & { isTTY?: boolean }

/** Begins each line of third-party text, so none can pass for Atrium's. */
const theirs = 's| '
const lineEnd = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/

/** A sentence of Atrium's, after blank lines. A line end in it is from a third party's text. */
function marked(sentence: string): string {
  const [, before = '', rest = ''] = /^(\n*)(.*)$/s.exec(sentence) ?? []
  const [first = '', ...others] = rest.split(lineEnd)
  return [`${before}${shown(first)}`, ...others.map((line) => `${theirs}${shown(line)}`)].join('\n')
}

/** Milliseconds after a question was printed; input typed before then can't answer it. */
const armsAfter = 500

/** The user at the terminal: questions go to stderr, answers come line by line from stdin. */
export class Console {
  readonly streams: Streams
  readonly #armsAfter: number
  #lines: Interface | undefined
  #ended = false
  #next: ((line: string | undefined) => void) | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(streams: Streams, arms = armsAfter) {
    this.streams = streams
    this.#armsAfter = arms
  }

  /** Whether there is a user to ask. */
  get isThere(): boolean {
    const { stdin, stderr } = this.streams
    return stdin.isTTY === true && stderr.isTTY === true
  }

  /** One exchange at a time: other questions' text doesn't come in between. */
  alone<T>(talk: () => Promise<T>): Promise<T> {
    const talked = this.#last.then(talk)
    this.#last = talked.catch(() => undefined)
    return talked
  }

  /** Writes a sentence of Atrium's to stderr: one line. Lines after it are third-party text, and marked. */
  tell(sentence: string): void {
    this.streams.stderr.write(`${marked(sentence)}\n`)
  }

  /** Writes third-party text to stderr, each line with the mark. */
  quote(text: string): void {
    for (const line of text.split(lineEnd)) this.streams.stderr.write(`${theirs}${shown(line)}\n`)
  }

  /** One line; undefined if the input ended, or the question is over. */
  async line(question: string, signal: AbortSignal): Promise<string | undefined> {
    if (this.#ended || signal.aborted) return undefined
    this.#lines ??= this.#open()
    const since = performance.now()
    let said = `${marked(question)} `
    for (;;) {
      const line = await this.#ask(said, signal)
      if (line === undefined || performance.now() - since >= this.#armsAfter) return line
      said = words.tooEarly
    }
  }

  /** Whether the user says yes; undefined if the input ended, or the question is over. */
  async agrees(question: string, signal: AbortSignal): Promise<boolean | undefined> {
    const line = await this.line(`${question} [y/N]`, signal)
    return line === undefined ? undefined : /^(?:y|yes)$/i.test(line.trim())
  }

  close(): void {
    this.#lines?.close()
  }

  /** Not a readline terminal, so the system edits the line, and Ctrl+C stays a signal. */
  #open(): Interface {
    const lines = createInterface({ input: this.streams.stdin, terminal: false })
    lines.on('line', (line) => this.#next?.(line))
    lines.on('close', () => {
      this.#ended = true
      if (this.#next) this.streams.stderr.write('\n')
      this.#next?.(undefined)
    })
    return lines
  }

  #ask(said: string, signal: AbortSignal): Promise<string | undefined> {
    return new Promise((resolve) => {
      const give = (line?: string): void => {
        signal.removeEventListener('abort', over)
        this.#next = undefined
        resolve(line)
      }
      const over = (): void => {
        this.streams.stderr.write('\n')
        give()
      }
      signal.addEventListener('abort', over, { once: true })
      this.#next = give
      this.streams.stderr.write(said)
    })
  }
}
