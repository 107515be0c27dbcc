import { z } from 'zod'
import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { hashedColumns, type EventRow } from '../chain/chain.ts'
import type { CheckStart } from '../chain/chain-check.ts'
import type { Head } from '../chain/heads.ts'
import { telemetryOf } from './telemetry.ts'

/**
 * An export is lines of JSON: one header, the signed heads, then the records in order, each preceded by the values
 * above 64 KiB that it is the first to reference, then a signature of the whole. A record outside the filter
 * has its columns, which the chain needs, and no content. Version 1.
 */
export type Header = {
  atrium: 'log'
  format: 1
  /** When it was made, in epoch milliseconds. */
  at: number
  /** The record before the first one here. */
  after: CheckStart
  /** The last record that must be here. */
  upTo: number
  /** The keys introduced earlier. */
  keys: string[]
  /** The filter; empty for everything. */
  filter: JsonObject
}

/** A row with the salt and body that its content column is a commitment to; null if erased. */
export type StoredRow = EventRow & { salt: string | null; body: string | null }

/** The last line of an export: the key that signed the facts, and its signature. */
export type WholeSignature = { key: string; sig: string }

/** One line of an export. */
export type ExportLine =
  | { header: Header }
  | { head: Head }
  | { blob: string; text: string }
  | { row: StoredRow; isLeftOut: boolean }
  | { signature: WholeSignature }

/** One line for any reader: characters that some programs treat as line ends are escaped. */
const inOneLine = (json: string): string =>
  json.replaceAll(
    /[\u0085\u2028\u2029]/g,
    (character) => String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** A line as text, without its line break; the same line always gives the same text. */
export function writeLine(line: ExportLine): string {
  if ('header' in line) return inOneLine(JSON.stringify(line.header))
  if ('head' in line || 'blob' in line || 'signature' in line) return inOneLine(JSON.stringify(line))
  const { salt, body, ...row } = line.row
  const mono = (row.mono ?? null) === null ? [] : (['mono'] as const)
  const columns = [...hashedColumns, ...mono, 'hash'] as const
  const record = Object.fromEntries(columns.map((column) => [column, row[column]]))
  if (line.isLeftOut) return inOneLine(JSON.stringify({ record, leftOut: true }))
  if (body === null) return inOneLine(JSON.stringify({ record, telemetry: telemetryOf(row, null) }))
  const content = contentOf(body)
  return inOneLine(JSON.stringify({ record, telemetry: telemetryOf(row, content), salt, body: content }))
}

/** A body as JSON if that reproduces its text byte for byte, else its text. */
function contentOf(body: string): JsonValue {
  try {
    const value: JsonValue = JSON.parse(body)
    return typeof value !== 'string' && JSON.stringify(value) === body ? value : body
  } catch {
    return body
  }
}

/** The content of an export's line; undefined if the line isn't exactly what `writeLine` writes. */
export function parseLine(text: string): ExportLine | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const line = isObject(value) ? lineOf(value) : undefined
    return line && writeLine(line) === text ? line : undefined
  } catch {
    return undefined
  }
}

/** A header as `exportLines` writes it, whatever its filter. */
const headerShape = z.strictObject({
  atrium: z.literal('log'),
  format: z.literal(1),
  at: z.int().min(0),
  after: z.strictObject({ seq: z.int().min(0), hash: z.string().regex(/^[0-9a-f]{64}$/) }),
  upTo: z.int().min(0),
  keys: z.array(z.string()),
  filter: z.record(z.string(), z.json()),
})
const signatureShape = z.strictObject({ key: z.string(), sig: z.string() })
const headShape = z.strictObject({ seq: z.int(), hash: z.string(), at: z.number(), key: z.string(), sig: z.string() })

/** Well-formed text: half of a surrogate pair has the same hash as U+FFFD. */
const plain = z.string().refine((value) => value.isWellFormed())
const column = plain.nullable()

/** A record's columns: a number and its text have the same hash, so each type is checked here. */
const recordShape = z.strictObject({
  prev: plain,
  seq: z.int(),
  at: z.int(),
  version: z.int(),
  type: plain,
  actor: column,
  conversation: column,
  turn: column,
  call: column,
  server: column,
  tool: column,
  era: column,
  definition: column,
  decision: column,
  outcome: column,
  args_commit: column,
  took: z.int().nullable(),
  body_commit: plain,
  mono: z.int().nullish(),
  hash: plain,
})

/** Look-alikes are detected by their types, when written again, or by their hash. */
function lineOf(value: JsonObject): ExportLine | undefined {
  if (value['atrium'] === 'log') {
    const header = headerShape.safeParse(value)
    return header.success ? { header: header.data } : undefined
  }
  if (isObject(value['signature'])) {
    const signature = signatureShape.safeParse(value['signature'])
    return signature.success ? { signature: signature.data } : undefined
  }
  if (isObject(value['head'])) {
    const head = headShape.safeParse(value['head'])
    return head.success ? { head: head.data } : undefined
  }
  if (typeof value['blob'] === 'string' && typeof value['text'] === 'string')
    return value['text'].isWellFormed() ? { blob: value['blob'], text: value['text'] } : undefined
  const { salt = null, body = null, leftOut } = value
  const record = recordShape.safeParse(value['record'])
  if (!record.success || !(salt === null || typeof salt === 'string')) return undefined
  const content = body === null || typeof body === 'string' ? body : JSON.stringify(body)
  if (content !== null && !content.isWellFormed()) return undefined
  const { mono = null } = record.data
  return { row: { ...record.data, mono, salt, body: content }, isLeftOut: leftOut === true }
}
