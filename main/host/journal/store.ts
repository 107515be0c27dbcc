import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { Recorded } from '../../../shared/events/events.ts'
import { eventVersion } from '../../../shared/events/upcast.ts'
import { stateVersion, type HostState } from '../../../shared/state/state.ts'
import { commitment, hashedColumns, rowHash, type EventRow } from './chain/chain.ts'
import { genesis } from './chain/chain-check.ts'
import type { AuditColumns } from '../../../shared/events/columns.ts'
import { applicationId, harden, emptyWriteAhead, makePrivate, reportsFileOf, viewsFileOf } from './database/database.ts'
import { backUp, backupsOf, inspect, refuseForeign, refuseNewer } from './database-file.ts'
import { Erasure } from './erasure.ts'
import { loadState } from './load-state.ts'
import { reasonOf } from '../base/failure.ts'
import { apartSince, migrate, migrations, versionOf } from './migrations.ts'
import { ReportStore } from './reports/report-store.ts'
import { journalWords as words } from './words.ts'

/** A durable event on its way to the disk. `body` is its JSON text, made when it was appended. */
export type JournalEntry = {
  recorded: Recorded & { seq: number }
  body: string
  columns: AuditColumns & { took: number | null; mono: number }
}

/** Entries to commit together. `checkpoint` is the state after the last entry. */
type Batch = {
  entries: JournalEntry[]
  blobs: ReadonlyMap<string, string | Uint8Array>
  checkpoint?: HostState | undefined
}

/** The state after event `seq`, and the last event covered by a checkpoint. */
type Loaded = { state: HostState; seq: number; checkpoint: number }

/** A key of the log, and when it was introduced. */
export type KnownKey = { key: string; at: number }

/** The last row on disk, and its hash. */
type Written = { seq: number; hash: string }

/** Length of the random salt that keeps a short body from being guessed by its commitment. */
const saltBytes = 16

/** Milliseconds that a commit waits for another connection. It blocks the host, and a failed one is retried anyway. */
const commitPatience = 250

/** Milliseconds that rare maintenance can wait for the reader's snapshot to end. */
const maintenancePatience = 5000

/**
 * The only writer of the log's database: what must be durable before anything happens. A record costs a page of columns
 * and one of content. Everything here is synchronous and bounded, except the first fold after an upgrade.
 */
export class JournalStore {
  readonly erasure: Erasure
  /** The reports of servers: outside the log, in another file. */
  readonly reports: ReportStore
  /** The database's content when it was opened. */
  readonly loaded: Loaded
  readonly #db: Database.Database
  readonly #insert: ReturnType<typeof prepareInserts>
  readonly #transact: (batch: Batch) => Written
  #head: Written
  #limit: number | undefined

  /** Opens or creates the database and migrates it to this release's schema. Throws `HostError`, or SQLite's error. */
  constructor(file: string) {
    inspect(file, migrations.length)
    makePrivate(file)
    this.#db = new Database(file)
    let reports: ReportStore | undefined
    try {
      configure(this.#db)
      // The header can lag behind what a crash left in the write-ahead log.
      refuseNewer(file, versionOf(this.#db), migrations.length)
      if (versionOf(this.#db) < apartSince)
        for (const other of [viewsFileOf(file), reportsFileOf(file)]) refuseForeign(other)
      reports = ReportStore.open(reportsFileOf(file))
      this.reports = reports
      upgrade(this.#db, file, reports)
      // A crash can have come between an erasure and its end.
      emptyWriteAhead(this.#db)
      this.#insert = prepareInserts(this.#db)
      this.erasure = new Erasure(this.#db)
      const transaction = this.#db.transaction((batch: Batch) => this.#writeBatch(batch))
      this.#transact = (batch) => transaction.immediate(batch)
      this.#head = this.#lastRow() ?? { seq: 0, hash: genesis }
      this.loaded = { ...loadState(this.#db), seq: this.#head.seq }
    } catch (error) {
      reports?.close()
      this.#db.close()
      throw error
    }
  }

  /** Writes a batch in one transaction; if it throws, nothing was written. */
  commit(batch: Batch): void {
    this.#head = this.#transact(batch)
  }

  get head(): Written {
    return this.#head
  }

  /** Returns the last row. */
  #writeBatch({ entries, blobs, checkpoint }: Batch): Written {
    let head = this.#head
    for (const [hash, bytes] of blobs)
      this.#insert.blob.run(hash, typeof bytes === 'string' ? Buffer.from(bytes) : bytes)
    const salts = randomBytes(saltBytes * entries.length)
    entries.forEach((entry, i) => {
      const hash = this.#write(entry, salts.toString('hex', saltBytes * i, saltBytes * (i + 1)), head.hash)
      head = { seq: entry.recorded.seq, hash }
    })
    // Now that all content of the batch is there, so is everything that could need one of the values.
    for (const { recorded } of entries)
      if (recorded.event.type === 'conversation.erased') this.erasure.erase(recorded.event.conversation, recorded.seq)
    if (checkpoint && head.seq > 0) {
      this.#insert.checkpoint.run(head.seq, stateVersion, JSON.stringify(checkpoint))
      this.#insert.dropCheckpoints.run(stateVersion)
    }
    return head
  }

  /** Returns the new row's hash. */
  #write({ recorded, body, columns }: JournalEntry, salt: string, prev: string): string {
    const { seq, at, event } = recorded
    const args_commit = columns.args_commit === null ? null : commitment(salt, columns.args_commit)
    const body_commit = commitment(salt, body)
    const row = { ...columns, seq, at, version: eventVersion, type: event.type, args_commit, body_commit, prev }
    const hash = rowHash(row)
    this.#insert.event.run({ ...row, hash })
    this.#insert.body.run(seq, salt, body)
    return hash
  }

  hashOf(seq: number): string | undefined {
    return this.#db.prepare<[number], string>('SELECT hash FROM events WHERE seq = ?').pluck().get(seq)
  }

  /** The keys that sign the log, as it introduced them. */
  keys(): KnownKey[] {
    return this.#db
      .prepare<[], KnownKey>(
        "SELECT body ->> 'key' AS key, at FROM events JOIN bodies USING (seq) WHERE type = 'log.key' ORDER BY seq",
      )
      .all()
  }

  /** The text stored under a hash, if it exists. */
  blob(hash: string): string | undefined {
    const bytes = this.#db.prepare<[string], Buffer>('SELECT bytes FROM blobs WHERE hash = ?').pluck().get(hash)
    return bytes?.toString()
  }

  /** The database's max number of 4 KiB pages. It never shrinks for this; a commit that needs more fails. */
  limit(pages: number): void {
    if (pages === this.#limit) return
    this.#db.pragma(`max_page_count = ${pages}`)
    this.#limit = pages
  }

  /** Deletes copies made before an upgrade: they contain everything. */
  dropBackups(): void {
    for (const backup of backupsOf(this.#db.name)) rmSync(backup)
  }

  /** Removes remains of erased content from the write-ahead logs; false if a program that reads them prevents it. */
  scrub(): boolean {
    return emptyWriteAhead(this.#db) && this.reports.scrub()
  }

  close(): void {
    this.reports.close()
    this.#db.close()
  }

  #lastRow(): Written | undefined {
    return this.#db.prepare<[], Written>('SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1').get()
  }
}

/** Makes every commit durable. */
export function configure(db: Database.Database): void {
  db.pragma(`busy_timeout = ${maintenancePatience}`)
  db.pragma('journal_mode = WAL')
  // In WAL mode, SQLite's default can lose commits in a power cut; the two settings after it are the same promise on
  // macOS.
  db.pragma('synchronous = FULL')
  db.pragma('fullfsync = ON')
  db.pragma('checkpoint_fullfsync = ON')
  db.pragma('foreign_keys = ON')
  harden(db)
  db.pragma('secure_delete = ON')
  db.pragma('journal_size_limit = 67108864')
}

function upgrade(db: Database.Database, file: string, reports: ReportStore): void {
  const version = versionOf(db)
  if (version > 0 && version < migrations.length) backUp(db, file, version)
  if (version === 0) db.pragma(`application_id = ${applicationId}`)
  if (version < migrations.length) carryReports(db, reports)
  migrate(db)
  if (version < migrations.length) compact(db)
  db.pragma(`busy_timeout = ${commitPatience}`)
}

/** Gives space back. Without room for it on the disk, the file stays as large as it is. */
function compact(db: Database.Database): void {
  try {
    db.exec('VACUUM')
  } catch (error) {
    process.emitWarning(words.notCompacted(reasonOf(error)))
  }
}

/** Copies what servers reported, which earlier releases had in the log's database. */
function carryReports(db: Database.Database, reports: ReportStore): void {
  try {
    reports.takeOver(db)
  } catch (error) {
    process.emitWarning(words.reportsLost(reasonOf(error)))
  }
}

function prepareInserts(db: Database.Database) {
  const columns = [...hashedColumns, 'mono', 'hash']
  return {
    event: db.prepare<EventRow>(
      `INSERT INTO events (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})`,
    ),
    body: db.prepare<[number, string, string]>('INSERT INTO bodies (seq, salt, body) VALUES (?, ?, ?)'),
    blob: db.prepare<[string, Uint8Array]>('INSERT OR IGNORE INTO blobs (hash, bytes) VALUES (?, ?)'),
    checkpoint: db.prepare<[number, number, string]>('REPLACE INTO checkpoints (seq, version, state) VALUES (?, ?, ?)'),
    dropCheckpoints: db.prepare<[number]>(
      'DELETE FROM checkpoints WHERE version <> ? OR seq NOT IN (SELECT seq FROM checkpoints ORDER BY seq DESC LIMIT 2)',
    ),
  }
}
