import type { JsonValue } from '../../../shared/schema/json.ts'
import { pointerTo } from '../../../shared/schema/pointer.ts'
import type { DiffMark } from '../../../shared/text/diff-lines.ts'
import { byPlace, cutAt, type InPassage, type Numbered, type StringPart, type Passage } from './passages.ts'

/**
 * `break` is a line end inside a string, and `size` counts values: drawn, not sent. The others of fields are text without
 * quotes; a path is its folders and a name.
 */
export type JsonToken = {
  kind: 'key' | 'string' | 'number' | 'word' | 'mark' | 'break' | 'size' | 'text' | 'folder' | 'name'
  text: string
} & Partial<InPassage>

/** One line of pretty-printed JSON. `value` numbers the long string the line belongs to, which collapses as a whole. */
export type JsonLine = { depth: number; tokens: JsonToken[]; value?: number; mark?: Exclude<DiffMark, 'same'> }

/** A displayed line, or a count of a long string's hidden lines. */
export type ShownLine<Line extends JsonLine = JsonLine> = Line | { depth: number; value: number; folded: number }

/** Approximate characters per line in the reading column. */
const lineWidth = 88
/** Lines of a long string shown before it is opened. */
export const foldedLines = 12

type OpenContainer = {
  close: string
  depth: number
  entries: Iterator<[string | number, JsonValue]>
  empty: boolean
  /** Its position (RFC 6901); present only when looking for passages. */
  at: string
}

/**
 * Pretty-printed JSON as lines, keys in the given order. Works without recursion and stops after about `limit` lines.
 * Passages in its strings are marked and numbered.
 */
export function jsonLines(
  value: JsonValue,
  limit: number,
  passages: readonly Passage[] = [],
): { lines: JsonLine[]; more: boolean } {
  const lines: JsonLine[] = []
  const open: OpenContainer[] = []
  const marked = byPlace(passages)
  let strings = 0
  const write = (depth: number, before: JsonToken[], item: JsonValue, at: string): void => {
    if (typeof item === 'string') {
      const { id, rows } = foldableRows(stringRows(item, marked.get(at)), () => ++strings)
      for (const [index, row] of rows.entries())
        lines.push({
          ...id,
          ...(index === 0 ? { depth, tokens: [...before, ...row] } : { depth: depth + 1, tokens: row }),
        })
      return
    }
    const short = passages.some((passage) => passage.at.startsWith(`${at}/`)) ? undefined : onOneLine(item)
    lines.push({ depth, tokens: [...before, ...(short ?? [mark(Array.isArray(item) ? '[' : '{')])] })
    if (!short && typeof item === 'object' && item !== null)
      open.push({ close: Array.isArray(item) ? ']' : '}', depth, entries: entriesOf(item), empty: true, at })
  }
  write(0, [], value, '')
  for (let container = open.at(-1); container; container = open.at(-1)) {
    if (lines.length >= limit) return { lines, more: true }
    const next = container.entries.next()
    if (next.done) {
      lines.push({ depth: container.depth, tokens: [mark(container.close)] })
      open.pop()
      continue
    }
    if (!container.empty) lines.at(-1)?.tokens.push(mark(','))
    container.empty = false
    const [key, item] = next.value
    const name: JsonToken[] = typeof key === 'number' ? [] : [{ kind: 'key', text: JSON.stringify(key) }, mark(': ')]
    write(container.depth + 1, name, item, marked.size === 0 ? '' : pointerTo(container.at, String(key)))
  }
  return { lines, more: false }
}

/** Cuts every long string after the lines that `shown` grants it. */
export function fold<Line extends JsonLine>(
  lines: readonly Line[],
  shown: (value: number) => number,
): ShownLine<Line>[] {
  const out: ShownLine<Line>[] = []
  let current: number | undefined
  let left = 0
  for (const line of lines) {
    const { value, depth, tokens } = line
    if (value === undefined) {
      out.push(line)
      continue
    }
    if (value !== current) [current, left] = [value, shown(value)]
    const height = linesOnScreen(lengthOf(tokens))
    if (left >= height) out.push(line)
    else {
      if (left > 0) out.push({ ...line, tokens: cut(tokens, left * lineWidth) })
      const last = out.at(-1)
      if (last && 'folded' in last) last.folded += height
      else out.push({ depth, value, folded: height - left })
    }
    left = Math.max(0, left - height)
  }
  return out
}

/** A string's rows, with its number if they are so many that it folds. */
export function foldableRows(
  rows: JsonToken[][],
  number: () => number,
): { id: { value?: number }; rows: JsonToken[][] } {
  return { id: rowsOnScreen(rows) > foldedLines ? { value: number() } : {}, rows }
}

const linesOnScreen = (characters: number): number => Math.max(1, Math.ceil(characters / lineWidth))

const lengthOf = (tokens: JsonToken[]): number => tokens.reduce((sum, { text }) => sum + text.length, 0)

const rowsOnScreen = (rows: JsonToken[][]): number => rows.reduce((sum, row) => sum + linesOnScreen(lengthOf(row)), 0)

const mark = (text: string): JsonToken => ({ kind: 'mark', text })

function cut(tokens: JsonToken[], characters: number): JsonToken[] {
  const out: JsonToken[] = []
  let left = characters
  for (const token of tokens) {
    if (left <= 0) break
    const { length } = token.text
    out.push(length <= left ? token : { ...token, text: token.text.slice(0, left), ends: [] })
    left -= length
  }
  return out
}

/** A string as JSON writes it, but with its line ends drawn as new lines. */
export const stringRows = (text: string, passages: Numbered[] | undefined): JsonToken[][] =>
  brokenRows(cutAt(text, passages), 'string', [{ kind: 'break', text: '↵' }])

/** The lines of a text in parts, and what is drawn at the end of each but the last. */
export function brokenRows(parts: StringPart[], kind: JsonToken['kind'], lineEnd: JsonToken[]): JsonToken[][] {
  const rows: JsonToken[][] = [[]]
  for (const { text: part, ...passage } of parts) {
    const texts = part.split('\n')
    for (const [index, row] of texts.entries()) {
      const isLast = index === texts.length - 1
      rows.at(-1)?.push({ kind, text: row, ...passage, ...(!isLast && passage.isPassage && { ends: [] }) })
      if (isLast) continue
      rows.at(-1)?.push(...lineEnd)
      rows.push([])
    }
  }
  return rows
}

function scalar(value: string | number | boolean | null): JsonToken {
  const kind = typeof value === 'string' ? 'string' : typeof value === 'number' ? 'number' : 'word'
  return { kind, text: JSON.stringify(value) }
}

/** Values that fit on the line they begin on: scalars, empty values, and short lists of short values. */
function onOneLine(value: Exclude<JsonValue, string>): JsonToken[] | undefined {
  if (typeof value !== 'object' || value === null) return [scalar(value)]
  if (!Array.isArray(value)) return Object.keys(value).length === 0 ? [mark('{}')] : undefined
  if (value.length > 8) return undefined
  const items: JsonToken[] = []
  for (const item of value) {
    if (typeof item === 'object' && item !== null) return undefined
    if (items.length > 0) items.push(mark(', '))
    items.push(scalar(item))
  }
  return lengthOf(items) > 60 ? undefined : [mark('['), ...items, mark(']')]
}

function* entriesOf(value: JsonValue[] | { [key: string]: JsonValue }): Generator<[string | number, JsonValue]> {
  yield* Array.isArray(value) ? value.entries() : Object.entries(value)
}
