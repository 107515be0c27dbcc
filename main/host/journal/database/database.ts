import { closeSync, constants, existsSync, openSync, rmSync } from 'node:fs'
import Sqlite, { type Database } from 'better-sqlite3'

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
