import Database from 'better-sqlite3'
import { chmodSync, constants, copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { HostError } from '../../../shared/contract/errors.ts'
import { inspect } from '../../host/journal/database-file.ts'
import { headsOf, type Heads } from '../../host/journal/chain/heads.ts'
import { migrations } from '../../host/journal/migrations.ts'
import { auditWords as words } from './words.ts'

/** A log opened for reading, with its signed heads. Close it. */
export type OpenLog = { db: Database.Database; heads: Heads; close: () => void }

/**
 * Opens a log for reading only, so it works while Atrium runs and can change nothing. SQLite needs its own file next to
 * a database; if the folder permits none, such as read-only media, it reads a private copy instead.
 */
export function openLog(file: string): OpenLog {
  if (!existsSync(file)) throw new HostError('not-found', words.noLog(file))
  inspect(file, migrations.length)
  // Heads written after this don't cover the records read.
  const heads = headsOf(file)
  try {
    const db = openDatabase(file)
    return { db, heads, close: () => void db.close() }
  } catch (error) {
    if (!isUnwritable(error)) throw error
    return { ...openCopy(file), heads }
  }
}

function openDatabase(file: string): Database.Database {
  const db = new Database(file, { readonly: true, timeout: 5000 })
  try {
    db.pragma('trusted_schema = OFF')
    db.pragma('cell_size_check = ON')
    // Only the first read opens the files next to the database.
    db.prepare('SELECT count(*) FROM sqlite_schema').get()
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

const isUnwritable = (error: unknown): boolean =>
  error instanceof Database.SqliteError && /^SQLITE_(CANTOPEN|READONLY)/.test(error.code)

/** Committed data not yet moved into the database is in its write-ahead log. */
const parts = ['', '-wal']

function openCopy(file: string): Pick<OpenLog, 'db' | 'close'> {
  const directory = mkdtempSync(path.join(tmpdir(), 'atrium-log-'))
  const remove = (): void => rmSync(directory, { recursive: true, force: true })
  try {
    const copy = path.join(directory, 'journal.db')
    copyWhole(file, copy)
    const db = openDatabase(copy)
    // It is open by now: it loses its name, so nothing remains of it, however this process ends. Windows doesn't permit
    // that.
    if (process.platform !== 'win32') remove()
    const close = (): void => {
      db.close()
      remove()
    }
    return { db, close }
  } catch (error) {
    remove()
    throw error
  }
}

/** Copies database and write-ahead log as of one moment; `unavailable` if they're written during the copy. */
function copyWhole(file: string, copy: string): void {
  const before = stampsOf(file)
  for (const part of parts) {
    if (!existsSync(`${file}${part}`)) continue
    copyFileSync(`${file}${part}`, `${copy}${part}`, constants.COPYFILE_FICLONE)
    chmodSync(`${copy}${part}`, 0o600)
  }
  if (stampsOf(file) !== before) throw new HostError('unavailable', words.beingWritten(file))
}

const stampsOf = (file: string): string =>
  parts
    .map((part) => statSync(`${file}${part}`, { bigint: true, throwIfNoEntry: false }))
    .map((stat) => `${stat?.mtimeNs} ${stat?.size}`)
    .join()
