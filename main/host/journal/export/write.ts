import type { Database } from 'better-sqlite3'
import type { Parsed } from '../../../../shared/contract/commands.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import { allOf, conditions } from '../search/audit-page.ts'
import { callPage, type CallFilter } from '../search/call-page.ts'
import { genesis } from '../chain/chain-check.ts'
import { columnsIn } from '../chain/chain.ts'
import { storedBlobs } from '../../../../shared/events/stored-event.ts'
import { logSchemaOf } from '../database/database.ts'
import { headsOf, type Head } from '../chain/heads.ts'
import { bound, hasIndex, matchOf, unreadHits } from '../search/search.ts'
import { writeLine, type ExportLine, type Header, type StoredRow } from './lines.ts'

/** The records to export, and whether they go with their content. */
export type ExportFilter = Parsed<'exportLog'>

type ReadRow = StoredRow & { isWanted: 0 | 1 }

/** How many records to read at once. */
const step = 200

/** A line as text; `isRecord` if it is a record with its content. */
type Line = { line: string; isRecord: boolean; content: ExportLine }

const lineOf = (content: ExportLine, isRecord = false): Line => ({ line: writeLine(content), isRecord, content })

/**
 * The lines of an export, produced on demand: memory doesn't grow with the log. Records never change, so concurrent
 * writes don't matter. Content erased during the export is missing here too; the export then continues up to the record
 * of the erasure.
 */
export function* exportLines(
  db: Database,
  filter: ExportFilter,
  at: number,
  heads: Head[] = headsOf(db.name).heads,
): Generator<Line> {
  const calls = filter.calls && new ChosenCalls(db, filter.calls)
  try {
    yield* linesOf(db, { filter, calls, at, heads })
  } finally {
    calls?.drop()
  }
}

type Wanted = { filter: ExportFilter; calls: ChosenCalls | undefined; at: number; heads: Head[] }

function* linesOf(db: Database, { filter, calls, at, heads }: Wanted): Generator<Line> {
  const rows = reading(db, filter, calls)
  const blobs = new Blobs(db)
  const { first, upTo } = rows.extent(heads)
  const after = { seq: first - 1, hash: rows.hash(first - 1) ?? genesis }
  const keys = rows.keys(after.seq)
  const asked: JsonObject = JSON.parse(JSON.stringify(filter))
  const header: Header = { atrium: 'log', format: 1, at, after, upTo, keys, filter: asked }
  yield lineOf({ header })
  for (const head of heads) if (head.seq >= first && head.seq <= upTo) yield lineOf({ head })
  const missing = new Set<string>()
  let last = after.seq
  for (let chunk = rows.after(last); chunk.length > 0; chunk = rows.after(last)) {
    for (const { isWanted, ...read } of chunk) {
      if (read.seq > upTo && missing.size === 0) return
      const values = isWanted ? blobs.of(read) : []
      const row = values ? read : { ...read, salt: null, body: null }
      for (const { hash, text } of values ?? []) yield lineOf({ blob: hash, text })
      if (row.conversation !== null && row.type === 'conversation.erased') missing.delete(row.conversation)
      else if (row.conversation !== null && row.body === null && isWanted) missing.add(row.conversation)
      yield lineOf({ row, isLeftOut: !isWanted }, isWanted === 1)
      last = row.seq
    }
  }
}

function reading(db: Database, { calls: _calls, ...filter }: ExportFilter, calls: ChosenCalls | undefined) {
  const { where, values } = allOf([conditions(db, filter), ...(calls ? [calls.condition] : [])])
  const match = matchOf(filter.text ?? '')
  const unread = match === undefined ? '' : JSON.stringify(unreadHits(db, match))
  const isIndexed = hasIndex(db)
  const end = filter.before ?? Number.MAX_SAFE_INTEGER
  /** Wanted records in one range, so each step reads only its part of the index. */
  const wanted = (from: number, to: number): { sql: string; values: (string | number)[] } => ({
    sql: `(${where} AND seq >= ? AND seq < ?${match === undefined ? '' : ` AND seq IN (${isIndexed ? indexed : ''} ${given})`})`,
    values: [
      ...values,
      filter.seq ?? 1,
      end,
      ...(match === undefined || !isIndexed ? [] : [match, from, to]),
      ...(match === undefined ? [] : [unread]),
    ],
  })
  const log = logSchemaOf(db)
  const columns = [...columnsIn(db), 'hash', 'salt', 'body'].join(', ')
  const page = db.prepare<(string | number)[], ReadRow>(
    `SELECT ${columns}, type = 'log.key' OR ${wanted(0, 0).sql} AS isWanted
     FROM ${log}.events LEFT JOIN bodies USING (seq) WHERE seq > ? AND seq <= ? ORDER BY seq`,
  )
  const keys = db.prepare<[number], string>(
    `SELECT body ->> 'key' FROM ${log}.events JOIN bodies USING (seq) WHERE type = 'log.key' AND seq <= ? ORDER BY seq`,
  )
  return {
    /** The first wanted record, and the last required one: the one before the end, or the one whose head signs it. */
    extent(heads: Head[]): { first: number; upTo: number } {
      const newest = db.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM events').pluck().get() ?? 0
      const { sql, values: all } = wanted(0, newest)
      const first = db.prepare<(string | number)[], number | null>(`SELECT min(seq) FROM events WHERE ${sql}`).pluck()
      const last = Math.min(newest, end - 1)
      const signed = heads.map(({ seq }) => seq).filter((seq) => seq >= last && seq <= newest)
      const upTo = signed.length > 0 ? Math.min(...signed) : last
      return { first: first.get(...all) ?? upTo + 1, upTo }
    },
    after: (seq: number): ReadRow[] => page.all(...wanted(seq, seq + step).values, seq, seq + step),
    hash: (seq: number): string | undefined =>
      db.prepare<[number], string>(`SELECT hash FROM ${log}.events WHERE seq = ?`).pluck().get(seq),
    keys: (upTo: number): string[] => keys.pluck().all(upTo),
  }
}

const indexed = `SELECT rowid FROM search WHERE search MATCH ? AND rowid > ${bound} AND rowid <= ${bound} UNION ALL`
const given = 'SELECT value FROM json_each(?)'

let exports = 0

/** The calls that an export is about, in a temporary table, so their number doesn't affect memory. */
class ChosenCalls {
  readonly #db: Database
  readonly #table = `exported_calls_${++exports}`

  constructor(db: Database, filter: CallFilter) {
    this.#db = db
    db.exec(`CREATE TEMP TABLE ${this.#table} (call TEXT PRIMARY KEY) WITHOUT ROWID`)
    const add = db.prepare<[string]>(`INSERT OR IGNORE INTO ${this.#table} VALUES (?)`)
    for (let { before } = filter, more = true; more;) {
      const page = callPage(db, { ...filter, before, limit: 200 })
      for (const { call } of page.rows) add.run(call)
      before = page.next
      more = page.more
    }
  }

  get condition() {
    return { where: `call IN (SELECT call FROM ${this.#table})`, values: [] }
  }

  drop(): void {
    this.#db.exec(`DROP TABLE ${this.#table}`)
  }
}

/** The values that bodies reference, each once. */
class Blobs {
  readonly #bytes
  readonly #given = new Set<string>()

  constructor(db: Database) {
    this.#bytes = db.prepare<[string], Uint8Array>('SELECT bytes FROM blobs WHERE hash = ?').pluck()
  }

  /** Values not yet returned; undefined if one is gone because its record was erased since it was read. */
  of({ version, body }: StoredRow): { hash: string; text: string }[] | undefined {
    const values: { hash: string; text: string }[] = []
    for (const hash of body === null ? [] : storedBlobs({ version, body })) {
      if (this.#given.has(hash)) continue
      const bytes = this.#bytes.get(hash)
      if (!bytes) return undefined
      values.push({ hash, text: Buffer.from(bytes).toString() })
    }
    for (const { hash } of values) this.#given.add(hash)
    return values
  }
}
