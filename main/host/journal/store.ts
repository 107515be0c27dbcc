import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { Recorded } from '../../../shared/events/events.ts'
import { eventVersion } from '../../../shared/events/upcast.ts'
import { stateVersion, type HostState } from '../../../shared/state/state.ts'
import { commitment, hashedColumns, rowHash, type EventRow } from './chain/chain.ts'
import { genesis } from './chain/chain-check.ts'
import type { AuditColumns } from '../../../shared/events/columns.ts'
import { blobsOf } from '../../../shared/events/table.ts'
import { applicationId, backUp, backupsOf, inspect, refuseNewer } from './database-file.ts'
import { Erasure } from './erasure.ts'
import { loadState } from './load-state.ts'
import { reasonOf } from '../base/failure.ts'
import { migrate, migrations, versionOf } from './migrations.ts'
import { makePrivate } from './private-files.ts'
import { callProjection } from './calls.ts'
import { figureProjection } from './figures.ts'
import { conversationProjection } from './projections.ts'
import { ReportStore } from './reports/report-store.ts'
import { spokenIndex } from './search/spoken/spoken-index.ts'
import { wordIndex } from './search/search.ts'
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
 * The only writer of the journal's database. Everything here is synchronous and bounded, except the first fold after an
 * upgrade.
 */
export class JournalStore {
  readonly erasure: Erasure
  readonly reports: ReportStore
  /** The database's content when it was opened. */
  readonly loaded: Loaded
  readonly #db: Database.Database
  readonly #insert: ReturnType<typeof prepareInserts>
  readonly #project: (recorded: Recorded) => void
  readonly #projectCall: ReturnType<typeof callProjection>
  readonly #projectFigures: ReturnType<typeof figureProjection>
  readonly #transact: (batch: Batch) => Written
  readonly #step: () => boolean
  #head: Written
  #limit: number | undefined

  /** Opens or creates the database and migrates it to this release's schema. Throws `HostError`, or SQLite's error. */
  constructor(file: string) {
    inspect(file, migrations.length)
    makePrivate(file)
    this.#db = new Database(file)
    try {
      configure(this.#db)
      upgrade(this.#db, file)
      this.#insert = prepareInserts(this.#db)
      this.#project = conversationProjection(this.#db)
      this.#projectCall = callProjection(this.#db)
      this.#projectFigures = figureProjection(this.#db)
      const indexes = [wordIndex(this.#db), spokenIndex(this.#db)]
      this.erasure = new Erasure(this.#db, indexes)
      this.reports = new ReportStore(this.#db)
      const transaction = this.#db.transaction((batch: Batch) => this.#writeBatch(batch))
      this.#transact = (batch) => transaction.immediate(batch)
      const step = this.#db.transaction(() => {
        let isBehind = false
        for (const index of indexes) if (index.step()) isBehind = true
        return isBehind
      })
      this.#step = () => step.immediate()
      this.#head = this.#lastRow() ?? { seq: 0, hash: genesis }
      this.loaded = { ...loadState(this.#db), seq: this.#head.seq }
    } catch (error) {
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
    if (event.type === 'conversation.erased') this.erasure.erase(event.conversation)
    this.#insert.body.run(seq, salt, body)
    for (const blob of blobsOf(event)) this.#insert.blobRef.run(blob, seq)
    this.#project(recorded)
    this.#projectCall({ seq, at, type: event.type, columns, event })
    this.#projectFigures({ at, type: event.type, columns, event })
    if (event.type === 'server.renamed') this.reports.rename(event.from, event.server)
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

  /**
   * One step of the indexes; whether there is more. A failed one is tried again with later events. It doesn't wait for
   * the disk: after a power cut, the indexes read on from where they were.
   */
  readOn(): boolean {
    try {
      this.#db.pragma('synchronous = NORMAL')
      return this.#step()
    } catch (error) {
      process.emitWarning(words.notIndexed(reasonOf(error)))
      return false
    } finally {
      this.#db.pragma('synchronous = FULL')
    }
  }

  /** Removes remains of erased content: from the write-ahead log, and from backups made before an upgrade. */
  scrub(): void {
    try {
      this.#db.pragma(`busy_timeout = ${maintenancePatience}`)
      this.#db.pragma('wal_checkpoint(TRUNCATE)')
      this.#db.pragma(`busy_timeout = ${commitPatience}`)
      for (const backup of backupsOf(this.#db.name)) rmSync(backup)
    } catch (error) {
      process.emitWarning(words.copiesLeft(reasonOf(error)))
    }
  }

  close(): void {
    this.#db.close()
  }

  #lastRow(): Written | undefined {
    return this.#db.prepare<[], Written>('SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1').get()
  }
}

/** Makes every commit durable, and limits what a damaged or hostile file can do. */
export function configure(db: Database.Database): void {
  db.pragma(`busy_timeout = ${maintenancePatience}`)
  db.pragma('journal_mode = WAL')
  // In WAL mode, SQLite's default can lose commits in a power cut; the two settings after it are the same promise on
  // macOS.
  db.pragma('synchronous = FULL')
  db.pragma('fullfsync = ON')
  db.pragma('checkpoint_fullfsync = ON')
  db.pragma('foreign_keys = ON')
  db.pragma('trusted_schema = OFF')
  db.pragma('cell_size_check = ON')
  db.pragma('secure_delete = ON')
  db.pragma('journal_size_limit = 67108864')
}

function upgrade(db: Database.Database, file: string): void {
  const version = versionOf(db)
  // The header can lag behind what a crash left in the write-ahead log.
  refuseNewer(file, version, migrations.length)
  if (version > 0 && version < migrations.length) backUp(db, file, version)
  if (version === 0) db.pragma(`application_id = ${applicationId}`)
  migrate(db)
  if (version < migrations.length) db.pragma('wal_checkpoint(TRUNCATE)')
  db.pragma(`busy_timeout = ${commitPatience}`)
}

function prepareInserts(db: Database.Database) {
  const columns = [...hashedColumns, 'mono', 'hash']
  return {
    event: db.prepare<EventRow>(
      `INSERT INTO events (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})`,
    ),
    body: db.prepare<[number, string, string]>('INSERT INTO bodies (seq, salt, body) VALUES (?, ?, ?)'),
    blob: db.prepare<[string, Uint8Array]>('INSERT OR IGNORE INTO blobs (hash, bytes) VALUES (?, ?)'),
    blobRef: db.prepare<[string, number]>('INSERT OR IGNORE INTO blob_refs (blob, seq) VALUES (?, ?)'),
    checkpoint: db.prepare<[number, number, string]>('REPLACE INTO checkpoints (seq, version, state) VALUES (?, ?, ?)'),
    dropCheckpoints: db.prepare<[number]>(
      'DELETE FROM checkpoints WHERE version <> ? OR seq NOT IN (SELECT seq FROM checkpoints ORDER BY seq DESC LIMIT 2)',
    ),
  }
}
