import type { Database } from 'better-sqlite3'
import type { LogCheck } from '../../../../shared/contract/log.ts'
import { sha256 } from '../../base/hash.ts'
import { ChainCheck, type CheckedRow, type Vouching } from './chain-check.ts'
import type { AuditColumns } from '../../../../shared/events/columns.ts'

/** One stored event without its body. `prev` is the hash of the record before it. */
export type EventRow = {
  seq: number
  at: number
  version: number
  type: string
  took: number | null
  /**
   * Milliseconds since the process that wrote it began, by a clock that nobody can set: where it grows and `at` does not, the
   * time of day was set back. Records of earlier releases have none.
   */
  mono?: number | null
  body_commit: string
  prev: string
  hash: string
} & AuditColumns

/** The columns under the hash, in the order in which they go into it; after them `mono`, where a record has it. */
export const hashedColumns = [
  'prev',
  'seq',
  'at',
  'version',
  'type',
  'actor',
  'conversation',
  'turn',
  'call',
  'server',
  'tool',
  'era',
  'definition',
  'decision',
  'outcome',
  'args_commit',
  'took',
  'body_commit',
] as const satisfies (keyof EventRow)[]

/** All of a row but its hash, as far as this database has columns: one of an earlier schema is read as it is. */
export const columnsIn = (db: Database): string[] => (hasMono(db) ? [...hashedColumns, 'mono'] : [...hashedColumns])

const hasMono = (db: Database): boolean =>
  db.prepare("SELECT 1 FROM pragma_table_info('events') WHERE name = 'mono'").get() !== undefined

/**
 * What a row's hash is taken of: all columns, each as `<bytes>:<text>` and null as `-`, so that no two different rows
 * give the same. Numbers are written in decimal. A `mono` that is null is left out, so that older rows keep their hash.
 */
export function hashedText(row: Omit<EventRow, 'hash'>): string {
  let text = ''
  for (const column of hashedColumns) {
    const value = row[column]
    text += value === null ? '-' : measured(value)
  }
  return (row.mono ?? null) === null ? text : text + measured(row.mono)
}

function measured(value: unknown): string {
  const text = String(value)
  return `${Buffer.byteLength(text)}:${text}`
}

export const rowHash = (row: Omit<EventRow, 'hash'>): string => sha256(hashedText(row))

/** `hashedText` as SQL: the database joins the columns of a row twice as fast as it could hand them over. */
const hashedSql = (db: Database): string =>
  columnsIn(db)
    .map((name) => `coalesce(octet_length(${name}) || ':' || ${name}, '${name === 'mono' ? '' : '-'}')`)
    .join(' || ')

/** Binds a text to its record without giving it away: once the salt is erased with it, it cannot even be guessed. */
export const commitment = (salt: string, text: string): string => sha256(salt + text)

/** How many records are read at once: small enough to let other queries through between two steps. */
const step = 500

/**
 * Walks the whole journal in steps, yields the last record each has seen, and answers what was found. Heads that are
 * written meanwhile do not count: read them before the walk begins.
 */
export function* verifyChain(db: Database, vouching: Vouching): Generator<number, LogCheck> {
  const rows = db.prepare<[number, number], CheckedRow>(
    `SELECT seq, at, ${hasMono(db) ? 'mono' : 'NULL AS mono'}, version, type, conversation, prev, hash, body_commit AS bodyCommit, ${hashedSql(db)} AS hashed,
       salt || body AS content,
       CASE WHEN type = 'log.key' OR instr(body, '"blob":"') OR instr(body, '"hash":"') THEN body END AS body
     FROM events LEFT JOIN bodies USING (seq) WHERE seq > ? ORDER BY seq LIMIT ?`,
  )
  const bytes = db.prepare<[string], Uint8Array>('SELECT bytes FROM blobs WHERE hash = ?').pluck()
  const check = new ChainCheck(vouching, (hash) => {
    const found = bytes.get(hash)
    return found ? (sha256(found) === hash ? 'good' : 'changed') : 'missing'
  })
  for (let chunk = rows.all(0, step); chunk.length > 0; chunk = rows.all(check.seq, step)) {
    for (const row of chunk) {
      const broken = check.take(row)
      if (broken) return broken
    }
    yield check.seq
  }
  return check.end()
}
