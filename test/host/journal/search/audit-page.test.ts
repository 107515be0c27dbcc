import type Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import type { AuditRow } from '../../../../shared/contract/commands.ts'
import { auditPage, type AuditQuery } from '../../../../main/host/journal/search/audit-page.ts'
import { allSamples, story } from '../samples.ts'
import { connectToViews, note, openJournal, viewsOf } from '../support.ts'

type Filter = Omit<AuditQuery, 'limit'>

/** All matches, page by page, and how many pages that took. */
function everything(
  db: Database.Database,
  filter: Filter,
  limit = 7,
  now = () => 0,
): { rows: AuditRow[]; pages: number } {
  const rows: AuditRow[] = []
  let pages = 0
  let before = filter.before
  for (;;) {
    const page = auditPage(db, { ...filter, before, limit }, now)
    pages++
    expect(page.rows.length).toBeLessThanOrEqual(limit)
    rows.push(...page.rows)
    if (!page.more) return { rows, pages }
    before = page.next
  }
}

/** A journal with every event type, with the same servers and users repeatedly. */
function filled(): Database.Database {
  let at = 1000
  const journal = openJournal({ now: () => ++at })
  journal.append(...allSamples, ...story('a'), note('between'), ...story('b'), ...allSamples.slice(0, 9))
  journal.append({ type: 'conversation.renamed', conversation: 'a', title: 'By hand', actor: 'file' })
  journal.append({ type: 'secret.changed', name: 'x', change: 'set', actor: 'host' })
  journal.flush()
  return viewsOf(journal)
}

describe('a page of the audit log', () => {
  const filters: [Filter, (row: AuditRow) => boolean][] = [
    [{}, () => true],
    [{ types: ['call.finished', 'ask.closed'] }, ({ type }) => type === 'call.finished' || type === 'ask.closed'],
    [{ outcomes: ['succeeded', 'done'] }, ({ outcome }) => outcome === 'succeeded' || outcome === 'done'],
    // Its ID changed here, which belongs to both names.
    [{ server: 'files' }, ({ server, type }) => server === 'files' || type === 'server.renamed'],
    [{ tool: 'read' }, ({ tool }) => tool === 'read'],
    [{ conversation: 'a' }, ({ conversation }) => conversation === 'a'],
    [{ by: 'person' }, ({ actor }) => actor !== null && actor !== 'host' && actor !== 'file'],
    [{ by: 'rule' }, ({ decision }) => decision === 'rule'],
    [{ by: 'host' }, ({ actor }) => actor === 'host'],
    [{ by: 'file' }, ({ actor }) => actor === 'file'],
    [{ since: 1020 }, ({ at }) => at >= 1020],
    [{ seq: 5, before: 30 }, ({ seq }) => seq >= 5 && seq < 30],
    [
      { server: 'files', types: ['call.finished'], conversation: 'a', since: 1010, by: 'person' },
      ({ server, type, conversation, at, actor }) =>
        server === 'files' && type === 'call.finished' && conversation === 'a' && at >= 1010 && actor !== null,
    ],
    [{ server: 'nobody' }, () => false],
  ]

  test.each(filters)('[FRA-10] contains exactly the records that match %o, newest first', (filter, fits) => {
    const db = filled()
    const all = everything(db, {}).rows
    expect(all.map(({ seq }) => seq)).toEqual(Array.from({ length: all.length }, (_, index) => all.length - index))
    expect(everything(db, filter).rows).toEqual(all.filter(fits))
  })

  test('[FRA-10] says how to continue, and if there is no more', () => {
    const db = filled()
    const first = auditPage(db, { limit: 3 })
    expect([first.more, first.next]).toEqual([true, first.rows.at(-1)?.seq])
    expect(auditPage(db, { limit: 3, before: 1 })).toEqual({ rows: [], more: false, next: 1 })
    expect(auditPage(db, { limit: 1000 }, () => 0)).toMatchObject({ more: false, next: 1 })
  })

  test('[FRA-10] treats quotes in a filter as text', () => {
    const quoted = "x' OR 1 --"
    expect(auditPage(filled(), { limit: 5, server: quoted, tool: quoted, types: [quoted] }).rows).toEqual([])
  })
})

/** Many months of records, without true hashes. */
function withMany(count: number): Database.Database {
  const journal = openJournal()
  const db = connectToViews(journal)
  db.prepare(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO events (seq, at, version, type, actor, conversation, server, tool, outcome, hash)
     SELECT i, i * 1000, 1, CASE i % 4 WHEN 0 THEN 'call.finished' ELSE 'request.sent' END, 'web:' || (i % 5),
       'c' || (i / 1000), 's' || (i % 10), 't' || (i % 40), CASE i % 4 WHEN 0 THEN 'succeeded' END, ''
     FROM n`,
  ).run(count)
  return db
}

test('[FRA-11] reads a limited number of records with any filter', () => {
  const db = withMany(60_000)
  const worst: Filter = { server: 's3', tool: 't4', types: ['request.sent'], by: 'person', since: 1 }
  let now = 0
  const took = (each: number) => () => (now += each)
  // If reading is quick, a page continues in ever longer steps; if slow, one step is a page.
  const quick = everything(db, worst, 100, took(0.01))
  expect([quick.rows, quick.pages]).toEqual([[], 1])
  const slow = everything(db, worst, 100, took(2))
  expect([slow.rows, slow.pages]).toEqual([[], 240])
})

test('[FRA-11] finds rare values among many records with an index', () => {
  const db = withMany(60_000)
  for (const [column, filter] of [
    ['server', "server = 'x'"],
    ['tool', "tool = 'x'"],
    ['type', "type IN ('rule.added', 'rule.removed')"],
    ['outcome', "outcome IN ('denied')"],
    ['conversation', "conversation = 'x'"],
  ] as const) {
    const plan = db
      .prepare<[], { detail: string }>(
        `EXPLAIN QUERY PLAN SELECT seq FROM events WHERE seq >= 1 AND seq < 1000 AND ${filter} ORDER BY seq DESC LIMIT 9`,
      )
      .all()
    expect(plan[0]?.detail).toContain(`events_of_${column}`)
  }
})
