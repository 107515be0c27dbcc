import { closeSync, constants, existsSync, openSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Sqlite, { type Database } from 'better-sqlite3'

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

/** Marks a new database before anything else is in it, so it is never taken for another program's. */
export function mark(db: Database): void {
  if (db.pragma('application_id', { simple: true }) === 0) db.pragma(`application_id = ${applicationId}`)
}

/** The schema in which a connection has the log's chain. */
export const logSchemaOf = (db: Database): 'log' | 'main' =>
  db.prepare("SELECT 1 FROM pragma_database_list WHERE name = 'log'").get() === undefined ? 'main' : 'log'

/** Whether SQLite says that a database's content is wrong. */
export const isDamage = (error: unknown): boolean =>
  error instanceof Sqlite.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code)

/** Deletes a database that can be made again. */
export function removeDatabase(file: string): void {
  for (const part of ['', '-wal', '-shm']) rmSync(`${file}${part}`, { force: true })
}
