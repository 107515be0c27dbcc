import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { harden, isOurs, reportsFileOf, viewsFileOf } from '../database/database.ts'
import { viewsVersion } from './schema.ts'

/**
 * A read-only connection for queries: the views, `log` for the log's database, and `reports` if there are any. A name
 * without a schema means the view, if there is one: `events` has indexes, and `log.events` the chain.
 */
export function connectViews(file: string, log: string): Database.Database {
  const db = new Database(file, { readonly: true, fileMustExist: true, timeout: 5000 })
  try {
    harden(db)
    db.prepare('ATTACH ? AS log').run(log)
    const reports = reportsFileOf(log)
    if (existsSync(reports) && isOurs(reports)) db.prepare('ATTACH ? AS reports').run(reports)
    db.function('lower_text', { deterministic: true }, (text) => String(text).toLowerCase())
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Whether views have this release's shape, and their newest record is the log's. Records never change. */
export function areOf(views: Database.Database, log: Database.Database): boolean {
  if (views.pragma('user_version', { simple: true }) !== viewsVersion) return false
  const newest = views
    .prepare<[], { seq: number; hash: string }>('SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1')
    .get()
  if (!newest) return true
  return log.prepare<[number], string>('SELECT hash FROM events WHERE seq = ?').pluck().get(newest.seq) === newest.hash
}

/** A read-only connection to the views of a log, if there are any that can be read. */
export function openViews(log: Database.Database): Database.Database | undefined {
  const file = viewsFileOf(log.name)
  if (!existsSync(file)) return undefined
  let db: Database.Database | undefined
  try {
    db = connectViews(file, log.name)
    if (areOf(db, log)) return db
  } catch {
    // Nothing depends on them: they're being made again.
  }
  db?.close()
  return undefined
}
