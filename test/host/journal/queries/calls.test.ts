import type Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import type { Journal } from '../../../../main/host/journal/journal.ts'
import type { QueryConnection } from '../../../../main/host/journal/queries/connection.ts'
import { queries } from '../../../../main/host/journal/queries/queries.ts'
import { callPage, type CallFilter } from '../../../../main/host/journal/search/call-page.ts'
import type { CallRow } from '../../../../shared/contract/log.ts'
import type { HostEvent } from '../../../../shared/events/events.ts'
import type { CallOutcome } from '../../../../shared/events/turn-events.ts'
import { samples } from '../samples.ts'
import { connectToViews, openJournal, queryable, viewsAnew, viewsOf } from '../support.ts'
import { erasing } from '../following.ts'

type Made = {
  id: string
  tool?: string
  server?: string
  definition?: string
  decided?: 'allow' | 'deny' | 'rule' | 'none'
  outcome?: CallOutcome
  text?: string
}

const done: CallOutcome = { status: 'succeeded', result: { json: { content: [] } } }
const hour = 3_600_000

/** The events of one call in its own conversation. */
function eventsOf({ id, decided = 'allow', outcome = done, text = 'a.txt', ...made }: Made): HostEvent[] {
  const { tool = 'read', server = 'files', definition = '' } = made
  const of = { conversation: `c-${id}`, turn: `t-${id}`, call: id }
  const { rule } = samples['rule.added']
  const ask = { ...samples['ask.opened'].ask, id: `q-${id}`, operation: of }
  const answer = { decision: decided === 'deny' ? 'deny' : 'allow' }
  return [
    {
      ...samples['call.requested'],
      ...of,
      tool,
      server,
      definition,
      title: 'A title',
      arguments: { json: { path: text } },
    },
    ...(decided === 'allow' || decided === 'deny'
      ? ([
          { type: 'ask.opened', ask: { ...ask, question: { ...ask.question, server, tool } } as typeof ask },
          { ...samples['ask.closed'], ask: `q-${id}`, answer, operation: of },
        ] satisfies HostEvent[])
      : []),
    ...(decided === 'allow' ? [{ ...samples['call.cleared'], ...of }] : []),
    ...(decided === 'rule' ? [{ ...samples['call.cleared'], ...of, by: { rule: rule.id, said: rule } }] : []),
    ...(decided === 'allow' || decided === 'rule' ? [{ ...samples['call.started'], ...of, server, tool }] : []),
    { ...samples['call.finished'], ...of, outcome },
  ]
}

const starting = (server: string, to: { url: string; headers: [] } | { era: 'modern' }): HostEvent => ({
  type: 'server.changed',
  server,
  to: { state: 'starting', ...to },
})

/** A journal in which each event takes a second, with a definition that claims to only read and one that doesn't. */
function journalOf(): { journal: Journal; reads: string; writes: string; say(...made: Made[]): void } {
  let at = 0
  const journal = openJournal({ now: () => (at += 1000) })
  const definition = (hint: unknown): string =>
    journal.keepBlob(JSON.stringify({ name: 'x', annotations: { readOnlyHint: hint } }))
  const say = (...made: Made[]): void => {
    for (const one of made) for (const event of eventsOf(one)) journal.append(event)
    journal.flush()
  }
  const [reads, writes] = [definition(true), definition('true')]
  journal.append(starting('files', { era: 'modern' }), starting('here', { url: 'http://127.0.0.1:9/mcp', headers: [] }))
  journal.append(starting('away', { url: 'https://example.com/mcp', headers: [] }))
  return { journal, reads, writes, say }
}

const list = (db: QueryConnection, filter: CallFilter = {}): CallRow[] =>
  queries.listCalls(db, { ...filter, limit: 100 }).rows

describe('the list of calls', () => {
  test('[LOG-19] has one row per call, with who decided when, the outcome, and what it was about', () => {
    const { journal, reads, say } = journalOf()
    say({ id: 'one', definition: reads }, { id: 'two', decided: 'rule' })
    say({ id: 'three', decided: 'deny', outcome: { status: 'denied' } })
    say({ id: 'four', decided: 'none', outcome: { status: 'invalid', problem: 'No.' } })
    const [four, three, two, one] = list(queryable(journal))
    expect(one).toEqual({
      seq: 4,
      last: 9,
      call: 'one',
      conversation: 'c-one',
      turn: 't-one',
      server: 'files',
      tool: 'read',
      title: 'A title',
      definition: reads,
      about: { json: { path: 'a.txt' } },
      own: false,
      ofApp: false,
      reads: true,
      changed: false,
      left: false,
      decider: 'web:a1',
      rule: null,
      outcome: 'succeeded',
      requestedAt: 3000,
      askedAt: 4000,
      decidedAt: 6000,
      startedAt: 7000,
      finishedAt: 8000,
    })
    expect(two).toMatchObject({ decider: 'rule', rule: { id: 'r1' }, askedAt: null })
    expect(three).toMatchObject({ decider: 'web:a1', outcome: 'denied', startedAt: null })
    expect(four).toMatchObject({ decider: null, decidedAt: null, outcome: 'invalid' })
  })

  test('[LOG-19] counts a call as a change if it ran and its definition did not claim to only read', () => {
    const { journal, reads, writes, say } = journalOf()
    const failed = (mayHaveRun: boolean): CallOutcome => ({ status: 'failed', problem: 'It failed.', mayHaveRun })
    say(
      { id: 'read', definition: reads },
      { id: 'unclaimed' },
      { id: 'claims a text', definition: writes },
      { id: 'denied', definition: writes, decided: 'deny', outcome: { status: 'denied' } },
      { id: 'not reached', definition: writes, outcome: failed(false) },
      { id: 'may have run', definition: writes, outcome: failed(true) },
    )
    const changed = list(queryable(journal), { changed: true }).map(({ call }) => call)
    expect(changed).toEqual(['may have run', 'claims a text', 'unclaimed'])
  })

  test('[LOG-19] says that a call left this computer only if its server is at a URL elsewhere and it was sent', () => {
    const { journal, say } = journalOf()
    say({ id: 'program' }, { id: 'loopback', server: 'here' }, { id: 'elsewhere', server: 'away' })
    say({ id: 'unsent', server: 'away', decided: 'deny', outcome: { status: 'denied' } })
    expect(list(queryable(journal), { left: true }).map(({ call }) => call)).toEqual(['elsewhere'])
  })

  const filters: [CallFilter, (row: CallRow) => boolean][] = [
    [{}, () => true],
    [{ of: [{ server: 'files', tool: 'write' }, { server: 'away' }] }, (row) => row.tool === 'write'],
    [{ outcomes: ['denied'] }, ({ outcome }) => outcome === 'denied'],
    [{ by: 'rule' }, ({ decider }) => decider === 'rule'],
    [{ by: 'person' }, ({ decider }) => decider === 'web:a1'],
    [{ by: 'host' }, ({ decider }) => decider === null],
    [{ since: 100_000, until: 200_000 }, ({ requestedAt }) => requestedAt >= 100_000 && requestedAt <= 200_000],
    [{ text: 'summ' }, ({ about }) => JSON.stringify(about).includes('summary')],
    [{ text: 'summ', changed: true, by: 'rule' }, () => false],
    [{ conversation: 'c-7' }, ({ call }) => call === '7'],
    [{ seq: 50, before: 90 }, ({ seq }) => seq >= 50 && seq < 90],
  ]

  test.each(filters)('[FRA-10] contains exactly the calls that match %o, newest first', (filter, fits) => {
    const { journal, reads, say } = journalOf()
    for (let i = 0; i < 60; i++)
      say({
        id: `${i}`,
        tool: i % 3 === 0 ? 'write' : 'read',
        definition: reads,
        decided: (['allow', 'rule', 'none', 'deny'] as const)[i % 4] ?? 'allow',
        outcome: i % 4 === 3 ? { status: 'denied' } : done,
        text: i % 7 === 0 ? '/notes/summary.md' : 'a.txt',
      })
    const db = queryable(journal)
    const all = list(db)
    expect(all.map(({ call }) => Number(call))).toEqual(Array.from({ length: 60 }, (_, i) => 59 - i))
    const found: CallRow[] = []
    for (let { before } = filter, more = true; more;) {
      const page = queries.listCalls(db, { ...filter, before, limit: 7 })
      found.push(...page.rows)
      before = page.next
      more = page.more
    }
    expect(found).toEqual(all.filter(fits))
    expect(queries.countCalls(db, { ...filter, limit: 1000 })).toEqual({ calls: found.length })
  })

  test('[LOG-19] gives a call with its content and its records', () => {
    const { journal, say } = journalOf()
    say({ id: 'one' })
    const { row, call, records } = queries.getCall(queryable(journal), { seq: 4 })
    expect(row.call).toBe('one')
    expect(call).toMatchObject({ id: 'one', outcome: done, clearedBy: { person: 'web:a1' } })
    expect(records.map(({ seq }) => seq)).toEqual([4, 5, 6, 7, 8, 9])
    expect(() => queries.getCall(queryable(journal), { seq: 5 })).toThrow('No call begins at record 5.')
  })

  test('[LOG-9] keeps the row of an erased call, without its content', async () => {
    const { journal, say } = journalOf()
    journal.append({ ...samples['conversation.created'], conversation: 'c-one' })
    say({ id: 'one', text: 'secret plans' })
    journal.append({ ...samples['conversation.deleted'], conversation: 'c-one' })
    await erasing(journal).erase('c-one')
    const db = queryable(journal)
    expect(list(db)).toMatchObject([{ call: 'one', tool: 'read', title: null, about: null, outcome: 'succeeded' }])
    expect(queries.getCall(db, { seq: 5 })).toMatchObject({ call: null })
    expect(list(db, { text: 'secret' })).toEqual([])
  })

  test('[JRN-14] is the same when it is rebuilt from the records', () => {
    const { journal, reads, writes, say } = journalOf()
    say({ id: 'one', definition: reads }, { id: 'two', definition: writes, server: 'away' })
    say({ id: 'three', decided: 'deny', outcome: { status: 'denied' } }, { id: 'four', decided: 'rule' })
    const all = (db: Database.Database) => db.prepare('SELECT * FROM calls').all()
    const before = all(viewsOf(journal))
    expect(all(viewsAnew(journal))).toEqual(before)
    expect(before).toHaveLength(4)
  })
})

/** A journal's database with this many days of calls, a hundred a day, without their records. */
function daysOfCalls(days: number): Database.Database {
  const db = connectToViews(openJournal())
  db.prepare(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO calls (seq, call, conversation, turn, at, server, tool, own, reads, changed, decider, outcome, finished)
     SELECT 8 * i, 'k' || i, 'c' || (i / 50), 't', i * ?, 's' || (i % 5), 't' || (i % 20), 0, i % 10 <> 0, i % 10 = 0,
       CASE i % 3 WHEN 0 THEN 'rule' ELSE 'desktop' END, CASE i % 50 WHEN 0 THEN 'denied' ELSE 'succeeded' END, 8 * i + 5
     FROM n`,
  ).run(days * 100, (24 * hour) / 100)
  return db
}

/** A page's cost: its queries, the rows they return, and the ways SQLite takes. Time plays no part. */
function workOf(db: Database.Database, filter: CallFilter) {
  const work = { queries: 0, rows: 0, ways: new Set<string>() }
  const prepare = db.prepare.bind(db)
  const counted = (sql: string) => {
    const statement = prepare(sql)
    const count = (found: unknown[], values: unknown[]): void => {
      work.queries += 1
      work.rows += found.length
      for (const { detail } of prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...values))
        work.ways.add(detail)
    }
    return new Proxy(statement, {
      get: (target, name) => {
        if (name === 'pluck') return () => (target.pluck(), counted.wrap(target, count))
        return name === 'all' || name === 'get' ? counted.wrap(target, count)[name] : Reflect.get(target, name)
      },
    })
  }
  counted.wrap = (target: Database.Statement, count: (found: unknown[], values: unknown[]) => void) => ({
    all: (...values: unknown[]) => {
      const found = target.all(...values)
      count(found, values)
      return found
    },
    get: (...values: unknown[]) => {
      const found = target.get(...values)
      count([found], values)
      return found
    },
  })
  const watched = new Proxy(db, { get: (target, name) => (name === 'prepare' ? counted : Reflect.get(target, name)) })
  const { rows } = callPage(watched, { ...filter, limit: 50 }, () => 0)
  return { ...work, found: rows.length }
}

test('[LOG-20] costs as much for a page of calls with ten times the history', () => {
  const [short, long] = [daysOfCalls(30), daysOfCalls(300)]
  const lastDays = (days: number): CallFilter => ({ since: (days - 2) * 24 * hour, until: (days - 1) * 24 * hour - 1 })
  const filters: ((days: number) => CallFilter)[] = [
    () => ({}),
    () => ({ changed: true }),
    () => ({ outcomes: ['denied'] }),
    () => ({ by: 'rule' }),
    () => ({ of: [{ server: 's3' }] }),
    lastDays,
    (days) => ({ ...lastDays(days), changed: true }),
    (days) => ({ ...lastDays(days), outcomes: ['failed'] }),
  ]
  for (const filter of filters) {
    const [few, many] = [workOf(short, filter(30)), workOf(long, filter(300))]
    expect(many).toEqual(few)
    expect([...many.ways].filter((way) => way.startsWith('SCAN calls'))).toEqual([])
  }
  expect(workOf(long, { ...lastDays(300), changed: true }).found).toBe(10)
})
