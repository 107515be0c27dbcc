import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { auditPage, type AuditQuery } from '../../main/host/journal/search/audit-page.ts'
import { readLedger } from '../../main/host/journal/queries/ledger.ts'
import { Journal } from '../../main/host/journal/journal.ts'
import { viewsFileOf } from '../../main/host/journal/database/database.ts'
import { Views } from '../../main/host/journal/views/views.ts'
import { compare, inFull, type Row } from './measure.ts'

const records = inFull(200_000, 2000)
const perRound = inFull(200, 10)

/** The 99th percentile of an audit page among 200,000 records, next to reading the first hundred by number alone. */
export async function auditRows(): Promise<Row[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'atrium-bench-'))
  const journal = Journal.open(directory)
  await journal.close()
  const log = new Database(journal.file)
  new Views(viewsFileOf(journal.file), log).close()
  const db = new Database(viewsFileOf(journal.file))
  db.prepare('ATTACH ? AS log').run(journal.file)
  try {
    fill(db)
    const newest = db.prepare<[], unknown>('SELECT * FROM events ORDER BY seq DESC LIMIT 100')
    const bare = async (): Promise<number> => p99(() => newest.all())
    const rows: Row[] = []
    for (const [name, filter] of Object.entries(filters))
      rows.push(
        await compare(
          `an audit page: ${name}`,
          'µs',
          async () => p99(() => auditPage(db, { ...filter, limit: 100 })),
          bare,
        ),
      )
    const since = (records - 4000) * 1000
    rows.push(
      await compare(
        'the ledger of a day with a thousand calls',
        'µs',
        async () => p99(() => readLedger(db, { since, limit: 6 })),
        bare,
      ),
    )
    return rows
  } finally {
    db.close()
    log.close()
    rmSync(directory, { recursive: true })
  }
}

const filters: Record<string, Omit<AuditQuery, 'limit'>> = {
  everything: {},
  'one server': { server: 's3' },
  'denied calls of a server': { server: 's3', types: ['call.finished'], outcomes: ['denied'] },
  'a rare kind': { types: ['rule.added', 'rule.removed'] },
  'what is not there, by five conditions': {
    server: 's3',
    tool: 't4',
    types: ['call.started'],
    by: 'person',
    since: 1,
  },
}

/** Many months of records, without true hashes: nothing here reads those. */
function fill(db: Database.Database): void {
  const hash = 'a'.repeat(64)
  db.prepare(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO events (seq, at, version, type, actor, conversation, turn, call, server, tool, outcome, hash)
     SELECT i, i * 1000, 1,
       CASE WHEN i % 20000 = 0 THEN 'rule.added' WHEN i % 4 = 3 THEN 'call.finished' ELSE 'call.started' END,
       'web:' || (i % 5), 'c' || (i / 1000), 't' || (i / 20), 'k' || (i / 4), 's' || (i % 10), 't' || (i % 40),
       CASE WHEN i % 4 = 3 THEN CASE WHEN i % 70 = 3 THEN 'denied' ELSE 'succeeded' END END, ?
     FROM n`,
  ).run(records, hash)
  db.exec(
    `INSERT INTO calls (seq, call, conversation, turn, at, server, tool, own, reads, changed, decider, finished, finished_at, outcome)
     SELECT seq, call, conversation, turn, at, server, tool, 0, 0, seq % 20 = 4, 'web:1', seq + 3, at + 3000,
       CASE WHEN seq % 400 = 4 THEN 'denied' ELSE 'succeeded' END
     FROM events WHERE seq % 4 = 0 AND type <> 'rule.added'`,
  )
}

function p99(read: () => unknown): number {
  const times: number[] = []
  for (let i = 0; i < perRound; i++) {
    const since = performance.now()
    read()
    times.push((performance.now() - since) * 1000)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(perRound * 0.99)] ?? Number.NaN
}
