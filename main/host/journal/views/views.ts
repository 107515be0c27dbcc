import Database from 'better-sqlite3'
import type { AuditColumns } from '../../../../shared/events/columns.ts'
import type { LogReading } from '../../../../shared/events/events.ts'
import { storedBlobs, storedEvent, type StoredContent } from '../../../../shared/events/stored-event.ts'
import { blobsOf } from '../../../../shared/events/table.ts'
import { emptyWriteAhead, isDamage, isOurs, makePrivate, makeRoom, prepareReplaceable } from '../database/database.ts'
import type { ErasurePlan } from '../erasure.ts'
import { wordIndex } from '../search/search.ts'
import { spokenIndex } from '../search/spoken/spoken-index.ts'
import type { StepIndex } from '../search/step-index.ts'
import { callProjection } from './calls.ts'
import { conversationProjection } from './conversations.ts'
import { figureProjection } from './figures.ts'
import { viewsSchema, viewsVersion } from './schema.ts'
import { areOf } from './views-file.ts'

/** A record of the log, as the views read it; `body` is null if its content was erased. */
type LogRow = {
  seq: number
  at: number
  version: number
  type: string
  took: number | null
  hash: string
  body: string | null
} & AuditColumns

type Tell = (reading: LogReading | undefined) => void

/** Milliseconds for which a deleted conversation can be restored. */
const retention = 30 * 24 * 60 * 60 * 1000

/** With more records than this to read, lists say that they wait. */
const muchBehind = 20_000

/** How many records a search looks through itself. */
const mostUnread = 1000

/** How many records one transaction reads. */
const recordsAtOnce = 500

const columns =
  'seq, at, version, type, actor, conversation, turn, call, server, tool, definition, decision, outcome, took, hash'

/**
 * Everything that can be computed from the log: lists, calls, figures, and the indexes of words and spoken text. A
 * commit doesn't wait for the disk, because a power cut takes nothing that can't be read again. Missing, damaged or
 * older views are made again. They belong to one thread, which answers queries.
 */
export class Views {
  readonly #db: Database.Database
  readonly #log: Database.Database
  readonly #indexes: readonly [words: StepIndex, spoken: StepIndex]
  readonly #read: () => number
  readonly #step: () => boolean
  readonly #readSome: (index: StepIndex) => boolean
  readonly #erase: (conversation: string) => void
  #isErasing = false
  #erased = false
  #isTold = false

  /** Throws SQLite's error if the file can't be written. */
  constructor(file: string, log: Database.Database) {
    this.#log = log
    this.#db = open(file, log)
    this.#indexes = [wordIndex(this.#db, log), spokenIndex(this.#db, log)]
    this.#erase = erasing(this.#db, this.#indexes)
    const read = this.#db.transaction(this.#reading())
    this.#read = () => read.immediate()
    const step = this.#db.transaction(() => this.#indexes.map((index) => index.step()).includes(true))
    this.#step = () => step.immediate()
    const readSome = this.#db.transaction((index: StepIndex) => index.step())
    this.#readSome = (index) => readSome.immediate(index)
  }

  /** Reads everything that the log has by now. `tell` gets the progress if there is much to read, and undefined at the end. */
  catchUp(tell?: Tell): void {
    while (this.catchUpSome(tell));
  }

  /** One batch of `catchUp`; whether there is more. */
  catchUpSome(tell?: Tell): boolean {
    try {
      const records = newestOf(this.#log)
      const behind = records - newestOf(this.#db)
      const read = behind > 0 ? this.#read() : 0
      if (behind > muchBehind) this.#isTold = true
      if (this.#isTold) tell?.({ read, records })
      // A damaged page of the log ends a batch early.
      if (read > 0 && read < records) return true
    } catch (error) {
      this.#endTelling(tell)
      throw error
    }
    this.#endTelling(tell)
    // Content that the log lost leaves no remains in the write-ahead log.
    if (this.#erased && emptyWriteAhead(this.#db)) this.#erased = false
    return false
  }

  /** Whether the views' own file is damaged, and not the log's. */
  areDamaged(): boolean {
    try {
      return this.#db.pragma('quick_check(1)', { simple: true }) !== 'ok'
    } catch {
      return true
    }
  }

  /** How many records of the log they lack. */
  get behind(): number {
    return newestOf(this.#log) - newestOf(this.#db)
  }

  #endTelling(tell: Tell | undefined): void {
    if (this.#isTold) tell?.(undefined)
    this.#isTold = false
  }

  /** Lets the index of words read all but the newest records, which a search looks through itself. */
  readWords(tell?: Tell): void {
    const [words] = this.#indexes
    const records = newestOf(this.#db)
    const isMuch = words.behind > muchBehind
    for (let at = 0; words.behind > mostUnread && !this.#isErasing; at++) {
      this.#readSome(words)
      if (isMuch && at % 20 === 0) tell?.({ read: records - words.behind, records })
    }
    if (isMuch) tell?.(undefined)
  }

  /** One bounded step of the indexes; whether there is more. They wait while something is erased. */
  readOn(): boolean {
    return !this.#isErasing && this.#step()
  }

  /**
   * The parts of the log that would go with a conversation; undefined if there is no such conversation, or it was erased. Catch up before, and end
   * it in any case.
   */
  plan(conversation: string): ErasurePlan | undefined {
    const found = this.#db
      .prepare<[string], { deleted: number | null }>('SELECT deleted_at AS deleted FROM conversations WHERE id = ?')
      .get(conversation)
    if (!found) return undefined
    // By the log alone: a reference that the views lost must not cost another conversation its content.
    const own = this.#log
      .prepare<[string], StoredContent & { seq: number; at: number }>(
        'SELECT seq, at, version, body FROM events JOIN bodies USING (seq) WHERE conversation = ? ORDER BY seq',
      )
      .all(conversation)
    const records = own.map(({ seq }) => seq)
    const blobs = new Set(own.flatMap(storedBlobs))
    if (blobs.size > 0)
      for (const other of this.#others(conversation)) for (const blob of storedBlobs(other)) blobs.delete(blob)
    this.#isErasing = true
    for (const index of this.#indexes) index.prepareToForget(conversation, records)
    const standing = found.deleted === null ? 'open' : 'deleted'
    return { conversation, standing, asOf: newestOf(this.#db), since: own[0]?.at ?? 0, records, blobs: [...blobs] }
  }

  /** The contents of all other records that refer to stored values. */
  #others(conversation: string): Iterable<StoredContent> {
    return this.#log
      .prepare<[string], StoredContent>(
        `SELECT version, body FROM events JOIN bodies USING (seq)
         WHERE conversation IS NOT ? AND (instr(body, '"blob":"') > 0 OR instr(body, '"hash":"') > 0)`,
      )
      .iterate(conversation)
  }

  /** Conversations whose time in the bin is over. */
  due(now: number): string[] {
    return this.#db
      .prepare<[number], string>('SELECT id FROM conversations WHERE deleted_at <= ?')
      .pluck()
      .all(now - retention)
  }

  /** Reads the log's erasure, if it came. */
  endErasure(): void {
    try {
      this.catchUp()
    } finally {
      for (const index of this.#indexes) index.forgetPlans()
      this.#isErasing = false
    }
  }

  close(): void {
    this.#db.close()
  }

  /** Returns a function that reads the next records, and returns the last one's number; 0 if there are no more. */
  #reading(): () => number {
    const next = this.#log.prepare<[number, number], LogRow>(
      `SELECT ${columns}, body FROM events LEFT JOIN bodies USING (seq) WHERE seq > ? ORDER BY seq LIMIT ?`,
    )
    const bare = this.#log.prepare<[number], Omit<LogRow, 'body'>>(
      `SELECT ${columns} FROM events WHERE seq > ? ORDER BY seq LIMIT 1`,
    )
    const project = this.#projection()
    return () => {
      let last = newestOf(this.#db)
      const from = last
      try {
        for (const row of next.iterate(last, recordsAtOnce)) {
          project(row)
          last = row.seq
        }
      } catch (error) {
        // A damaged page of the log: the record before it was the last whole one.
        const row = isDamage(error) ? bare.get(last) : undefined
        if (!row) throw error
        project({ ...row, body: null })
        last = row.seq
      }
      return last > from ? last : 0
    }
  }

  #projection(): (row: LogRow) => void {
    const add = this.#db.prepare<Omit<LogRow, 'body'>>(
      `INSERT INTO events (${columns}) VALUES (${columns.replaceAll(/\w+/g, '@$&')})`,
    )
    const refer = this.#db.prepare<[string, number]>('INSERT OR IGNORE INTO blob_refs (blob, seq) VALUES (?, ?)')
    const conversations = conversationProjection(this.#db)
    const calls = callProjection(this.#db, this.#log)
    const figures = figureProjection(this.#db)
    return ({ body, ...row }) => {
      const { seq, at, type } = row
      const event = body === null ? null : storedEvent({ version: row.version, body })
      add.run(row)
      if (event)
        unlessOdd(() => {
          for (const blob of blobsOf(event)) refer.run(blob, seq)
          conversations({ seq, at, event })
        })
      unlessOdd(
        () => calls({ seq, at, type, columns: row, event }),
        () => calls({ seq, at, type, columns: row, event: null }),
      )
      unlessOdd(() => figures({ at, type, columns: row, event }))
      if (type !== 'conversation.erased' || row.conversation === null) return
      this.#erase(row.conversation)
      this.#erased = true
    }
  }
}

/** Content without a member that its kind has is taken as erased; an error of the database isn't the record's. */
function unlessOdd(project: () => void, otherwise: () => void = () => undefined): void {
  try {
    project()
  } catch (error) {
    if (error instanceof Database.SqliteError && !error.code.startsWith('SQLITE_CONSTRAINT')) throw error
    otherwise()
  }
}

const newestOf = (db: Database.Database): number =>
  db.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM events').pluck().get() ?? 0

/** Opens views, or begins new ones if they're missing, damaged, of another shape or of another log. */
function open(file: string, log: Database.Database): Database.Database {
  if (!isOurs(file)) makeRoom(file)
  makePrivate(file)
  const db = new Database(file)
  try {
    prepareReplaceable(db)
    if (areOf(db, log)) return db
  } catch (error) {
    if (!isDamage(error) && !isWrongShape(error)) {
      db.close()
      throw error
    }
  }
  db.close()
  makeRoom(file)
  makePrivate(file)
  const begun = new Database(file)
  prepareReplaceable(begun)
  begun.transaction(() => {
    begun.exec(viewsSchema)
    begun.pragma(`user_version = ${viewsVersion}`)
  })()
  return begun
}

/** A table, column or row isn't as it must be, whatever the file says of its shape. */
export const isWrongShape = (error: unknown): boolean =>
  error instanceof Database.SqliteError && /^SQLITE_(?:ERROR|CONSTRAINT)/.test(error.code)

/** Removes a conversation's words and references; its columns stay. */
function erasing(db: Database.Database, indexes: readonly StepIndex[]): (conversation: string) => void {
  const refs = db.prepare<[string]>(
    'DELETE FROM blob_refs WHERE seq IN (SELECT seq FROM events WHERE conversation = ?)',
  )
  return (conversation) => {
    for (const index of indexes) index.forget(conversation)
    refs.run(conversation)
  }
}
