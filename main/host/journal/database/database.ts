import { closeSync, constants, existsSync, lstatSync, openSync, readSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Sqlite, { type Database } from 'better-sqlite3'
import { moveOver } from '../../base/move.ts'

/** Marks a database file as one of Atrium ("ATRI"); see SQLite's `application_id`. */
export const applicationId = 0x41545249

/** The path of the views of a log. */
export const viewsFileOf = (log: string): string => join(dirname(log), 'views.db')

/** The path of the reports beside a log. */
export const reportsFileOf = (log: string): string => join(dirname(log), 'reports.db')

/** Creates a file for its owner only, unless it exists. SQLite copies its mode to the files it creates next to it. */
export function makePrivate(file: string): void {
  if (existsSync(file)) return
  closeSync(openSync(file, constants.O_CREAT | constants.O_RDWR, 0o600))
}

/** Limits what a damaged or hostile file can do. */
export function harden(db: Database): void {
  db.pragma('trusted_schema = OFF')
  db.pragma('cell_size_check = ON')
}

/**
 * Prepares a database that can be made again: no commit waits for the disk, and the file stays whole, because SQLite waits
 * before it writes into it. It is marked before anything else is in it, so it is never taken for another program's.
 */
export function prepareReplaceable(db: Database): void {
  db.pragma('busy_timeout = 250')
  if (db.pragma('application_id', { simple: true }) === 0) db.pragma(`application_id = ${applicationId}`)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  db.pragma('secure_delete = ON')
  db.pragma('journal_size_limit = 67108864')
  harden(db)
  // A crash can have come between an erasure and its end.
  emptyWriteAhead(db)
}

/** The schema in which a connection has the log's chain. */
export const logSchemaOf = (db: Database): 'log' | 'main' =>
  db.prepare("SELECT 1 FROM pragma_database_list WHERE name = 'log'").get() === undefined ? 'main' : 'log'

/** Whether SQLite says that a database's content is wrong. */
export const isDamage = (error: unknown): boolean =>
  error instanceof Sqlite.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code)

/** Whether SQLite says that another connection has a database locked. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')

/** Moves the write-ahead log into the database and empties it; false if a program that reads the database prevents it. */
export function emptyWriteAhead(db: Database): boolean {
  const [row] = db.prepare<[], { busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)').all()
  return row?.busy === 0
}

/** Deletes a database that can be made again. */
function removeDatabase(file: string): void {
  for (const part of ['', '-wal', '-shm']) rmSync(`${file}${part}`, { force: true })
}

/**
 * Makes room for a database that can be made again: deletes Atrium's, and sets anything else aside under another name,
 * unopened, such as a link or another program's file.
 */
export function makeRoom(file: string): void {
  if (isOurs(file)) return removeDatabase(file)
  let aside = `${file}.other`
  for (let n = 2; lstatSync(aside, { throwIfNoEntry: false }); n++) aside = `${file}.other-${n}`
  if (lstatSync(file, { throwIfNoEntry: false })) moveOver(file, aside)
}

/** Whether nothing else than a database of Atrium, or an empty file, has this name. */
export function isOurs(file: string): boolean {
  const there = lstatSync(file, { throwIfNoEntry: false })
  if (!there) return true
  if (!there.isFile()) return false
  try {
    const header = headerOf(file)
    return header === undefined || header.readUInt32BE(68) === applicationId
  } catch {
    return false
  }
}

/** The header of a database file; undefined if the file is empty. */
export function headerOf(file: string): Buffer | undefined {
  const header = Buffer.alloc(100)
  const handle = openSync(file, 'r')
  const read = readSync(handle, header, 0, header.length, 0)
  closeSync(handle)
  return read === 0 ? undefined : header
}
