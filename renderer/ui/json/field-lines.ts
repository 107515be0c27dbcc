import { isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import { pointerTo } from '../../../shared/schema/pointer.ts'
import { isAbsolute } from '../../../shared/text/paths.ts'
import { ui } from '../../strings/ui.ts'
import { foldableRows, brokenRows, stringRows, type JsonLine, type JsonToken } from './json-lines.ts'
import { byPlace, piecesAt, type Numbered, type Passage } from './passages.ts'

const words = ui.arguments

/** One line of arguments as fields. The first line of each value has its name, or its number in a list. */
export type FieldLine = JsonLine & { label?: { text: string; isNumber: boolean }; isText?: boolean }

type OpenContainer = { depth: number; entries: Iterator<[string | number, JsonValue]>; at: string }

/**
 * Arguments as fields, in the given order: names as sent, texts with their own lines, lists as numbered items. Text that
 * could pass for another value, or whose edges wouldn't show, is in JSON's notation. Stops after about `limit` lines.
 */
export function fieldLines(
  value: JsonObject,
  limit: number,
  passages: readonly Passage[] = [],
): { lines: FieldLine[]; more: boolean } {
  const lines: FieldLine[] = []
  const marked = byPlace(passages)
  const open: OpenContainer[] = [{ depth: 0, entries: Object.entries(value).values(), at: '' }]
  let strings = 0
  const write = (line: Omit<FieldLine, 'tokens'>, item: JsonValue, at: string): void => {
    if (typeof item !== 'string') {
      lines.push({ ...line, tokens: short(item) })
      if (typeof item === 'object' && item !== null) open.push({ depth: line.depth + 1, entries: entriesOf(item), at })
      return
    }
    const { id, rows } = foldableRows(textRows(item, marked.get(at)), () => ++strings)
    const isText = rows.length > 1
    for (const [index, tokens] of rows.entries())
      lines.push({ ...(index === 0 ? line : { depth: line.depth }), ...id, ...(isText && { isText }), tokens })
  }
  for (let container = open.at(-1); container; container = open.at(-1)) {
    if (lines.length >= limit) return { lines, more: true }
    const next = container.entries.next()
    if (next.done) {
      open.pop()
      continue
    }
    const [key, item] = next.value
    const label =
      typeof key === 'number'
        ? { text: String(key + 1), isNumber: true }
        : { text: isPlain(key) ? key : JSON.stringify(key), isNumber: false }
    write({ depth: container.depth, label }, item, pointerTo(container.at, String(key)))
  }
  return { lines, more: false }
}

/** A value that isn't text; of one with values in it, how many a list has. */
function short(item: Exclude<JsonValue, string>): JsonToken[] {
  if (typeof item !== 'object' || item === null)
    return [{ kind: typeof item === 'number' ? 'number' : 'word', text: JSON.stringify(item) }]
  if (Array.isArray(item)) return [{ kind: 'size', text: words.items(item.length) }]
  return Object.keys(item).length === 0 ? [{ kind: 'size', text: words.none }] : []
}

const entriesOf = (value: JsonValue[] | JsonObject): Iterator<[string | number, JsonValue]> =>
  isObject(value) ? Object.entries(value).values() : value.entries()

/**
 * Whether text without quotes shows what it is. Not if it's empty or has blanks at its edges, nor if it reads like a
 * number, a boolean, null or a quoted text.
 */
const isPlain = (text: string): boolean =>
  !/^(?:true|false|null|-?\d[\d.eE+-]*)?$/.test(text) && !/^\s|[^\S\n]$|^".*"$/s.test(text)

/** A text's lines. A line end at its end is a sign, because no line follows it. */
function textRows(text: string, passages: Numbered[] | undefined): JsonToken[][] {
  if (!isPlain(text)) return stringRows(text, passages)
  if (!passages && isPath(text)) return [pathTokens(text)]
  const rows = brokenRows(piecesAt(text, passages), 'text', [])
  if (!text.endsWith('\n')) return rows
  const last = rows.pop() ?? []
  rows.at(-1)?.push(...last, { kind: 'break', text: '↵' })
  return rows
}

const isPath = (text: string): boolean => isAbsolute(text) && !text.includes('\n')

/** A path's folders, and what it names. */
function pathTokens(path: string): JsonToken[] {
  const end = path.replace(/[\\/]$/, '')
  const start = Math.max(end.lastIndexOf('/'), end.lastIndexOf('\\')) + 1
  return [
    { kind: 'folder', text: path.slice(0, start) },
    { kind: 'name', text: path.slice(start) },
  ]
}
