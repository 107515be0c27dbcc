import { createHash } from 'node:crypto'
import { isExportSigned } from '../chain/heads.ts'
import { writeLine, type ExportLine, type Header } from './lines.ts'

/**
 * The facts of a whole export that the log's key signs: its header, its records, which of them have their content, and
 * the hash of the last one. Without them, content or the records at its ends could be taken out unnoticed.
 */
export type WholeFacts = { header: string; records: number; withContent: number; contents: string; head: string }

/** The last line of an export: the key that signed the facts, and its signature. */
export type WholeSignature = { key: string; sig: string }

/** Collects an export's facts from its lines. */
export class SignedLines {
  readonly #contents = createHash('sha256')
  #header: Header | undefined
  #head = ''
  #records = 0
  #withContent = 0
  #leftOut = 0

  take(line: ExportLine): void {
    if ('header' in line) {
      this.#header = line.header
      this.#head = line.header.after.hash
    }
    if (!('row' in line)) return
    this.#records += 1
    this.#head = line.row.hash
    const state = line.isLeftOut ? 'left out' : line.row.body === null ? 'erased' : 'content'
    if (state === 'content') this.#withContent += 1
    if (state === 'left out') this.#leftOut += 1
    this.#contents.update(`${line.row.seq} ${state}\n`)
  }

  /** How many records are without content because of the filter. */
  get leftOut(): number {
    return this.#leftOut
  }

  /** The facts of the lines so far; undefined without a header. */
  get facts(): WholeFacts | undefined {
    return (
      this.#header && {
        header: writeLine({ header: this.#header }),
        records: this.#records,
        withContent: this.#withContent,
        contents: this.#contents.copy().digest('hex'),
        head: this.#head,
      }
    )
  }
}

/** The text that a key signs for these facts. */
export const wholeText = ({ header, records, withContent, contents, head }: WholeFacts, key: string): string =>
  [header, records, withContent, contents, head, key].join('\n')

/** Whether the signature's key signed these facts. */
export const isWholeSigned = (facts: WholeFacts, { key, sig }: WholeSignature): boolean =>
  isExportSigned(wholeText(facts, key), key, sig)
