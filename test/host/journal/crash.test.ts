import { expect, test } from 'vitest'
import type Database from 'better-sqlite3'
import type { Journal } from '../../../main/host/journal/journal.ts'
import { recover } from '../../../main/host/journal/recovery.ts'
import { auditPage } from '../../../main/host/journal/search/audit-page.ts'
import { startAppender } from './processes.ts'
import { connect, openJournal, storedSeqs, temporaryDirectory, verify, viewsAnew, viewsOf } from './support.ts'
import { leaveTime } from '../../support/waiting.ts'
import { readOn } from './following.ts'

const rounds = 10

/** The records that a search for a kind of event finds, oldest first. */
function found(db: Database.Database, text: string): number[] {
  const seqs: number[] = []
  for (let before: number | undefined, more = true; more;) {
    const page = auditPage(db, { text, before, limit: 500 })
    seqs.push(...page.rows.map(({ seq }) => seq))
    before = page.next
    more = page.more
  }
  return seqs.toReversed()
}

/** Checks that a search finds every record, before the index has read on and after. */
function findsAll(journal: Journal, db: Database.Database): void {
  const started = db
    .prepare<[], number>("SELECT seq FROM events WHERE type = 'turn.started' ORDER BY seq")
    .pluck()
    .all()
  expect(found(db, 'turn.started')).toEqual(started)
  readOn(journal)
  expect(found(db, 'turn.started')).toEqual(started)
  expect(db.prepare('SELECT seq FROM search_upto').pluck().get()).toBe(journal.seq)
}

/** Everything in the views except the indexes. */
const rows = (db: Database.Database): unknown =>
  ['events', 'blob_refs', 'conversations', 'calls', 'tool_figures', 'server_figures'].map((table) =>
    db.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all(),
  )

test('[JRN-5] [PRF-2] loses nothing reported as durable when the process is killed at any moment, and finds all of it by its words', async () => {
  const directory = temporaryDirectory()
  let acknowledged = 0
  for (let round = 0; round < rounds; round++) {
    const appender = startAppender(directory, 'append')
    await appender.printed(2)
    await leaveTime(5 + ((round * 37) % 90))
    await appender.kill()
    const last = Number(appender.lines.at(-1))
    expect(last).toBeGreaterThan(acknowledged)
    acknowledged = last

    const journal = openJournal({}, directory)
    const db = connect(journal.file)
    expect(journal.seq).toBeGreaterThanOrEqual(acknowledged)
    expect(storedSeqs(db)).toEqual(Array.from({ length: journal.seq }, (_, i) => i + 1))
    expect(verify(db)).toMatchObject({ state: 'intact', records: journal.seq })
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    if (round % 5 === 4) {
      findsAll(journal, viewsOf(journal))
      const left = rows(viewsOf(journal))
      expect(rows(viewsAnew(journal))).toEqual(left)
    }
    recover(journal)
    await journal.close()
    db.close()
  }
})
