import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import type { HostEvent, Recorded } from '../../../shared/events/events.ts'
import { verifyChain } from '../../../main/host/journal/chain/chain.ts'
import type { Vouching } from '../../../main/host/journal/chain/chain-check.ts'
import type { LogCheck } from '../../../shared/contract/log.ts'
import { Journal, type JournalOptions } from '../../../main/host/journal/journal.ts'
import type { QueryConnection } from '../../../main/host/journal/queries/connection.ts'
import { viewsFileOf } from '../../../main/host/journal/database/database.ts'
import { closeViews, connectionOf } from './following.ts'
import { prepareJournal } from './prepared.ts'

/** An empty folder that is removed when the test ends. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'atrium-journal-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** A journal in its own folder, or in the given one, closed when the test ends. */
export function openJournal(options?: JournalOptions, directory = prepareJournal(temporaryDirectory())): Journal {
  const journal = Journal.open(directory, options)
  onTestFinished(() => journal.close())
  return journal
}

/** A second connection to a journal's database, as any program on the machine could open one. */
export function connect(file: string): Database.Database {
  const db = new Database(file)
  onTestFinished(() => void db.close())
  return db
}

/** A journal's log and views for queries, with everything appended so far, closed when the test ends. */
export function queryable(journal: Journal): QueryConnection {
  onTestFinished(() => closeViews(journal))
  return connectionOf(journal)
}

/** A journal's views with everything appended so far, closed when the test ends. */
export const viewsOf = (journal: Journal): Database.Database => queryable(journal).views.current()

/** A journal's views after they were thrown away and read again. */
export function viewsAnew(journal: Journal): Database.Database {
  queryable(journal).views.beginAnew()
  return viewsOf(journal)
}

/** A connection that can change a journal's views, as damage would. */
export function connectToViews(journal: Journal): Database.Database {
  viewsOf(journal)
  const db = connect(viewsFileOf(journal.file))
  db.prepare('ATTACH ? AS log').run(journal.file)
  return db
}

export function verify(db: Database.Database, vouching: Vouching = { heads: [] }): LogCheck {
  const walk = verifyChain(db, vouching)
  for (;;) {
    const step = walk.next()
    if (step.done) return step.value
  }
}

/** Collects what a journal publishes. */
export function recorder(journal: Journal): Recorded[] {
  const heard: Recorded[] = []
  journal.subscribe((recorded) => void heard.push(recorded))
  return heard
}

export const note = (text: string): HostEvent => ({
  type: 'request.sent',
  server: 'files',
  method: 'notifications/note',
  detail: text,
})

/** An event too large for the free space in an existing page. */
export const bulk = (text = ''): HostEvent => note(text.padEnd(20_000, 'x'))

export const storedSeqs = (db: Database.Database): number[] =>
  db.prepare<[], number>('SELECT seq FROM events ORDER BY seq').pluck().all()
