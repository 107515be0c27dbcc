import path from 'node:path'
import Database from 'better-sqlite3'
import { expect } from '@playwright/test'

/**
 * Changes the time of the first record of a type by a millisecond, as someone with the file could; returns its number.
 */
export function changeRecord(directory: string, type: string): number {
  const db = new Database(path.join(directory, 'journal.db'))
  for (const name of db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'trigger'").pluck().all())
    db.exec(`DROP TRIGGER ${name}`)
  const seq = db.prepare<[string], number>('SELECT min(seq) FROM events WHERE type = ?').pluck().get(type) ?? 0
  expect(db.prepare('UPDATE events SET at = at + 1 WHERE seq = ?').run(seq).changes).toBe(1)
  db.close()
  return seq
}
