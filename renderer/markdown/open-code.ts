import { codeBlock, type Block } from './blocks.ts'
import { appendCode } from './code-parts.ts'

/** A line longer than this is accepted before its end is known; no closing fence is that long. */
const longLine = 1024

/** A fenced code block whose end hasn't arrived (CommonMark 4.5). It accepts text without parsing it. */
export class OpenCode {
  readonly #language: string | undefined
  readonly #closing: RegExp
  readonly #indent: RegExp
  #parts: string[] = []
  #insideLine = false
  closed = false

  private constructor(language: string | undefined, indent: string, fence: string) {
    this.#language = language
    this.#closing = new RegExp(`^ {0,3}\\${fence[0]}{${fence.length},}[ \\t]*$`)
    this.#indent = new RegExp(`^ {0,${indent.length}}`)
  }

  /** Starts from the source of a block whose first line is complete; undefined if it isn't an open fence. */
  static begin(source: string, language: string | undefined): { code: OpenCode; rest: string } | undefined {
    const [line = '', indent, fence] = /^( {0,3})(`{3,}|~{3,}).*\n/.exec(source) ?? []
    if (indent === undefined || fence === undefined) return undefined
    const code = new OpenCode(language, indent, fence)
    return { code, rest: source.slice(line.length) }
  }

  /** Accepts what it can and returns the rest: an incomplete line, or what follows the closing fence. */
  read(text: string): string {
    let from = 0
    let taken = ''
    while (!this.closed && from < text.length) {
      const end = text.indexOf('\n', from) + 1
      const line = text.slice(from, end || undefined)
      if (!end && !this.#insideLine && line.length < longLine) break
      if (this.#closes(line)) this.closed = true
      else taken += this.#unindented(line)
      this.#insideLine = !end
      from += line.length
    }
    this.#parts = appendCode(this.#parts, taken)
    return text.slice(from)
  }

  /** The block with `line` as its last, incomplete line. */
  block(line: string): Block {
    const shown = this.#closes(line) ? '' : this.#unindented(line)
    const ending = shown !== '' || this.#insideLine ? '\n' : ''
    return codeBlock(this.#language, appendCode(this.#parts, shown + ending), this.closed)
  }

  #closes(line: string): boolean {
    return !this.#insideLine && this.#closing.test(line.replace(/\n$/, ''))
  }

  #unindented(line: string): string {
    return this.#insideLine ? line : line.replace(this.#indent, '')
  }
}
