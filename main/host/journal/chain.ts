import type { Database } from 'better-sqlite3'
import { upcast } from '../../../shared/upcast.ts'
import { sha256 } from '../hash.ts'
import { blobsOf, type AuditColumns } from './columns.ts'

/** One stored event without its body. `prev` is the hash of the record before it. */
export type EventRow = {
  seq: number
  at: number
  version: number
  type: string
  took: number | null
  body_commit: string
  prev: string
  hash: string
} & AuditColumns

/** What the first record follows. */
export const genesis = '0'.repeat(64)

/** The columns under the hash, in the order in which they go into it. Append-only: a new column goes to the end. */
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

/**
 * SHA-256 over all columns, each as `<bytes>:<text>` and null as `-`: no two different rows give the same input.
 * Numbers are written in decimal.
 */
export function rowHash(row: Omit<EventRow, 'hash'>): string {
  let text = ''
  for (const column of hashedColumns) {
    const value = row[column]
    if (value === null) text += '-'
    else {
      const written = String(value)
      text += `${Buffer.byteLength(written)}:${written}`
    }
  }
  return sha256(text)
}

/** Binds a text to its record without giving it away: once the salt is erased with it, it cannot even be guessed. */
export const commitment = (salt: string, text: string): string => sha256(salt + text)

/** `erased` counts records whose body was erased on the person's order. `head` is the hash of the last record. */
export type Verification =
  { state: 'intact'; records: number; erased: number; head: string } | { state: 'broken'; seq: number; reason: string }

/** How many records are read at once: small enough to let other queries through between two steps. */
const step = 500

type StoredRow = EventRow & { salt: string | null; body: string | null }

/** Walks the whole journal in steps and yields the last record each has seen. A cut tail is not visible to it. */
export function* verifyChain(db: Database): Generator<number, Verification> {
  const rows = db.prepare<[number, number], StoredRow>(
    'SELECT * FROM events LEFT JOIN bodies USING (seq) WHERE seq > ? ORDER BY seq LIMIT ?',
  )
  const blobs = new Blobs(db)
  /** By conversation, its first record without a body, until the record that says it was erased. */
  const gone = new Map<string, number>()
  let last = { seq: 0, hash: genesis }
  let erased = 0
  for (let chunk = rows.all(0, step); chunk.length > 0; chunk = rows.all(last.seq, step)) {
    for (const row of chunk) {
      const reason = faultOf(row, last) ?? blobs.faultOf(row)
      if (reason !== undefined) return { state: 'broken', seq: last.seq + 1, reason }
      if (row.type === 'conversation.erased' && row.conversation !== null) gone.delete(row.conversation)
      else if (row.body === null) {
        erased += 1
        if (row.conversation === null) return { state: 'broken', seq: row.seq, reason: missingBody }
        if (!gone.has(row.conversation)) gone.set(row.conversation, row.seq)
      }
      last = row
    }
    yield last.seq
  }
  const seq = Math.min(...gone.values())
  if (gone.size > 0) return { state: 'broken', seq, reason: missingBody }
  return { state: 'intact', records: last.seq, erased, head: last.hash }
}

const missingBody = 'Its content is missing, and no later record says that it was erased.'

function faultOf(row: StoredRow, last: { seq: number; hash: string }): string | undefined {
  if (row.seq !== last.seq + 1) return 'This record is missing.'
  if (row.prev !== last.hash) return 'It does not follow from the record before it.'
  if (row.hash !== rowHash(row)) return 'Its columns are not what was written.'
  if (row.body !== null && row.body_commit !== commitment(row.salt ?? '', row.body))
    return 'Its content is not what was written.'
  return undefined
}

/** Checks that the blobs named in a body are there and hold what their name says; each one once. */
class Blobs {
  readonly #bytes
  readonly #checked = new Set<string>()

  constructor(db: Database) {
    this.#bytes = db.prepare<[string], Uint8Array>('SELECT bytes FROM blobs WHERE hash = ?').pluck()
  }

  faultOf({ version, body }: StoredRow): string | undefined {
    const event = body === null ? null : upcast(version, JSON.parse(body))
    for (const hash of event ? blobsOf(event) : []) {
      if (this.#checked.has(hash)) continue
      const bytes = this.#bytes.get(hash)
      if (!bytes) return `A value that belongs to it is missing (${hash}).`
      if (sha256(bytes) !== hash) return `A value that belongs to it is not what was written (${hash}).`
      this.#checked.add(hash)
    }
    return undefined
  }
}
