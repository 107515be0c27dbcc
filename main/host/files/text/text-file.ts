import { beginsPage, mayBeNotebook } from '../../../../shared/content/text-signs.ts'
import { readBounds, type FileOutcome } from '../../../../shared/content/extracted.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { Gathered } from '../reading/gathered.ts'
import { Unreadable } from '../reading/unreadable.ts'
import { textOfPage } from './page-text.ts'
import { tableIn } from './table.ts'

/** Control characters that no text has. */
const unreadable = /[\p{Cc}--[\t\n\v\f\r\u{85}]]/v

/** Reads a file of text: a page, a notebook, a table or anything else. Throws `Unreadable`. */
export function readTextFile(bytes: Buffer): FileOutcome {
  const { text, isGuessed } = decoded(bytes)
  const gathered = new Gathered()
  if (isGuessed) gathered.warn('encoding-guessed')
  if (beginsPage(text)) {
    const { text: seen, hidden, pictures } = textOfPage(text)
    gathered.warn('left-out', pictures)
    gathered.add('1', seen, hidden)
    return gathered.read('html')
  }
  const notebook = notebookIn(text)
  if (notebook) {
    readNotebook(notebook, gathered)
    return gathered.read('ipynb')
  }
  const lines = text.replaceAll(/\r\n?/g, '\n')
  gathered.add('1', upToLine(lines))
  if (lines.length > readBounds.characters) gathered.cut()
  return gathered.read(tableIn(lines.slice(0, 100_000)) ? 'csv' : 'text')
}

/** A long text ends with a whole row. */
function upToLine(text: string): string {
  if (text.length <= readBounds.characters) return text
  const part = text.slice(0, readBounds.characters)
  return part.includes('\n') ? part.slice(0, part.lastIndexOf('\n')) : part
}

function notebookIn(text: string): { cells: JsonValue[] } | undefined {
  if (!mayBeNotebook(text)) return undefined
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it came from JSON
    const value = JSON.parse(text) as JsonValue
    return isNotebook(value) ? value : undefined
  } catch {
    return undefined
  }
}

function decoded(bytes: Buffer): { text: string; isGuessed: boolean } {
  const mark = bytes.length > 1 ? bytes.readUInt16BE(0) : 0
  if (mark === 0xff_fe) return { text: read(bytes, 'utf-16le'), isGuessed: false }
  if (mark === 0xfe_ff) return { text: read(bytes, 'utf-16be'), isGuessed: false }
  if (bytes.includes(0)) throw new Unreadable('kind')
  try {
    return { text: read(bytes, 'utf-8'), isGuessed: false }
  } catch {
    return { text: read(bytes, 'windows-1252'), isGuessed: true }
  }
}

function read(bytes: Buffer, encoding: string): string {
  let text: string
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new Unreadable('kind')
  }
  if (unreadable.test(text)) throw new Unreadable('kind')
  return text
}

/** Text in a notebook: one string, or its lines. */
const textOf = (value: JsonValue | undefined): string =>
  Array.isArray(value)
    ? value.filter((line) => typeof line === 'string').join('')
    : typeof value === 'string'
      ? value
      : ''

/** Whether this is a notebook (nbformat 4). */
const isNotebook = (value: JsonValue): value is JsonObject & { cells: JsonValue[] } =>
  isObject(value) && typeof value['nbformat'] === 'number' && Array.isArray(value['cells'])

/** A notebook's cells, each with the text that it printed. Pictures and pages among its results are counted. */
function readNotebook({ cells }: { cells: JsonValue[] }, gathered: Gathered): void {
  const said = cells.filter(isObject).map((cell) => {
    const outputs = Array.isArray(cell['outputs']) ? cell['outputs'].filter(isObject) : []
    const printed = outputs.map((output) => {
      const data = isObject(output['data']) ? output['data'] : {}
      gathered.warn('left-out', Object.keys(data).filter((type) => type !== 'text/plain').length)
      return textOf(output['text']) || textOf(data['text/plain']) || textOf(output['evalue'])
    })
    return [textOf(cell['source']), ...printed].filter(Boolean).join('\n')
  })
  gathered.add('1', said.join('\n\n'))
}
