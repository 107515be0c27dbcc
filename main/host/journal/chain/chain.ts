import type { Database } from 'better-sqlite3'
import type { LogCheck } from '../../../../shared/contract/log.ts'
import { sha256 } from '../../base/hash.ts'
import { ChainCheck, type CheckedRow, type Vouching } from './chain-check.ts'
import type { AuditColumns } from '../../../../shared/events/columns.ts'
import { logSchemaOf } from '../database/database.ts'

/** One stored event without its body. `prev` is the previous record's hash. */
export type EventRow = {
  seq: number
  at: number
  version: number
  type: string
  took: number | null
  /**
   * Milliseconds since the writing process started, by a monotonic clock: if it grows and `at` doesn't, the system
   * clock was set back. Records of earlier releases have none.
   */
  mono?: number | null
  body_commit: string
  prev: string
  hash: string
} & AuditColumns

/** The hashed columns, in hash order; after them `mono`, if a record has it. */
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

/** A row's columns except its hash, as far as this database has them: an earlier schema is read as it is. */
export const columnsIn = (db: Database): string[] => (hasMono(db) ? [...hashedColumns, 'mono'] : [...hashedColumns])

const hasMono = (db: Database): boolean =>
  db.prepare("SELECT 1 FROM pragma_table_info('events', ?) WHERE name = 'mono'").get(logSchemaOf(db)) !== undefined

/**
 * The input of a row's hash: all columns, each as `<bytes>:<text>` and null as `-`, so no two different rows give the
 * same input. Numbers are decimal. A null `mono` is left out, so older rows keep their hash.
 */
export function hashInput(row: Omit<EventRow, 'hash'>): string {
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

/** The hash of a row: the SHA-256 of `hashInput`, in hex. */
export const rowHash = (row: Omit<EventRow, 'hash'>): string => sha256(hashInput(row))

/** `hashInput` as SQL: the database joins a row's columns twice as fast as it could return them. */
const hashedSql = (db: Database): string =>
  columnsIn(db)
    .map((name) => `coalesce(octet_length(${name}) || ':' || ${name}, '${name === 'mono' ? '' : '-'}')`)
    .join(' || ')

/** Binds a text to its record without revealing it: once its salt is erased, it can't even be guessed. */
export const commitment = (salt: string, text: string): string => sha256(salt + text)

/** How many records to read at once: small enough to let other queries through between two steps. */
const step = 500

/**
 * Walks the whole journal in steps, yields each step's last record, and returns the findings. Read the heads before the
 * walk begins: it ignores later ones.
 */
export function* verifyChain(db: Database, vouching: Vouching): Generator<number, LogCheck> {
  const rows = db.prepare<[number, number], CheckedRow>(
    `SELECT seq, at, ${hasMono(db) ? 'mono' : 'NULL AS mono'}, version, type, conversation, prev, hash, body_commit AS bodyCommit, ${hashedSql(db)} AS hashed,
       salt || body AS content,
       CASE WHEN type = 'log.key' OR instr(body, '"blob":"') OR instr(body, '"hash":"') THEN body END AS body
     FROM ${logSchemaOf(db)}.events LEFT JOIN bodies USING (seq) WHERE seq > ? ORDER BY seq LIMIT ?`,
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
