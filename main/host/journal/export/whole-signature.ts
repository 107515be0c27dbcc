import { createHash } from 'node:crypto'
import { isExportSigned } from '../chain/heads.ts'
import { writeLine, type ExportLine, type Header, type WholeSignature } from './lines.ts'

/**
 * The facts of a whole export that the log's key signs: its header, how many records it has, the hash of the last one,
 * and the hash of all its lines. Without them, content or the records at its ends could be taken out unnoticed, and
 * something added that the chain says nothing about.
 */
export type WholeFacts = { header: string; records: number; withContent: number; lines: string; head: string }

/** Collects an export's facts from its lines. */
export class SignedLines {
  readonly #lines = createHash('sha256')
  #header: Header | undefined
  #head = ''
  #records = 0
  #withContent = 0
  #leftOut = 0

  /** `text` is what `writeLine` writes for the line. */
  take(line: ExportLine, text: string): void {
    this.#lines.update(`${text}\n`)
    if ('header' in line) {
      this.#header = line.header
      this.#head = line.header.after.hash
    }
    if (!('row' in line)) return
    this.#records += 1
    this.#head = line.row.hash
    if (line.isLeftOut) this.#leftOut += 1
    else if (line.row.body !== null) this.#withContent += 1
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
        lines: this.#lines.copy().digest('hex'),
        head: this.#head,
      }
    )
  }
}

/** The text that a key signs for these facts. */
export const wholeText = ({ header, records, withContent, lines, head }: WholeFacts, key: string): string =>
  [header, records, withContent, lines, head, key].join('\n')

/** Whether the signature's key signed these facts. */
export const isWholeSigned = (facts: WholeFacts, { key, sig }: WholeSignature): boolean =>
  isExportSigned(wholeText(facts, key), key, sig)
