import {
  type Extracted,
  type ExtractedPage,
  type FileKind,
  type FileWarning,
  readBounds,
  type FileOutcome,
} from '../../../../shared/content/extracted.ts'

/** Control characters that no text has; PDFium's sign for a hyphen at a line's end is one. */
const controls = /[\p{Cc}--[\t\n]]/gv

/** A text without control characters, with one kind of line end, and without needless room. */
export const tidy = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(controls, '')
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

/** The pages of a file as they are read, up to the most characters a file can give. */
export class Gathered {
  readonly #pages: ExtractedPage[] = []
  readonly #warns = new Map<FileWarning, number>()
  #left: number = readBounds.characters
  #isCut = false

  /** Whether there is no room for more text. */
  get isFull(): boolean {
    return this.#left <= 0
  }

  get left(): number {
    return this.#left
  }

  add(label: string, text: string, hidden = ''): void {
    if (this.isFull) return this.cut()
    const shown = this.#fit(tidy(text))
    const concealed = this.#fit(tidy(hidden))
    this.#pages.push({ label, text: shown, ...(concealed !== '' && { hidden: concealed }) })
  }

  warn(what: FileWarning, count = 1): void {
    if (count > 0) this.#warns.set(what, (this.#warns.get(what) ?? 0) + count)
  }

  /** Text was left out for want of room. */
  cut(): void {
    this.#isCut = true
  }

  /** Everything so far. A file with only hidden text has text too. */
  read(kind: FileKind): FileOutcome {
    const warns = [...this.#warns].map(([what, count]) => ({ what, count }))
    const extracted: Extracted = { kind, pages: [...this.#pages], warns, ...(this.#isCut && { cut: true }) }
    const hasText = this.#pages.some(({ text, hidden }) => text !== '' || hidden !== undefined)
    return { outcome: hasText ? 'text' : 'no-text', ...extracted }
  }

  #fit(text: string): string {
    if (text.length > this.#left) this.cut()
    const fitting = text.length > this.#left ? text.slice(0, this.#left).replace(/[\uD800-\uDBFF]$/, '') : text
    this.#left -= text.length
    return fitting
  }
}
