import type { Database } from 'better-sqlite3'
import type { Parsed } from '../../../../shared/contract/commands.ts'
import type { CallRow } from '../../../../shared/contract/log.ts'
import type { SqlCondition } from './renames.ts'
import { allOf, common } from './audit-page.ts'
import { bound, indexedMatchOf, matchOf, unreadHits } from './search.ts'
import { pageInSteps, type RowPage, type RowReader } from './steps.ts'

/** `before` is the previous page's `next`; without it a list begins with the newest call. */
export type CallPage = Parsed<'listCalls'>
export type CallFilter = Omit<CallPage, 'limit'>

/** A call as its table has it: booleans are numbers, and the content is only in its records. */
export type StoredCall = Omit<CallRow, 'title' | 'about' | 'rule' | 'own' | 'ofApp' | 'reads' | 'changed' | 'left'> &
  Record<'reads' | 'changed' | 'left', 0 | 1> & { own: 0 | 1 | 2; cleared: number | null }

const columns = `seq, finished AS last, call, conversation, turn, server, tool, definition, own, reads, changed,
  remote AS left, decider, cleared, outcome, at AS requestedAt, asked_at AS askedAt, decided_at AS decidedAt,
  started_at AS startedAt, finished_at AS finishedAt`

/** One page of calls, newest first. A range of days is found by its index, so days outside it cost nothing. */
export function callPage(db: Database, { limit, ...filter }: CallPage, now?: () => number): RowPage<StoredCall> {
  const { first, before } = boundsOf(db, filter)
  return pageInSteps(readingOf(db, filter), { first, before, limit }, now)
}

/** How many calls match, counted up to a limit. */
export function countCalls(db: Database, filter: CallFilter, limit: number): number {
  let [calls, before] = [0, filter.before]
  while (calls < limit) {
    const page = callPage(db, { ...filter, before, limit: limit - calls })
    calls += page.rows.length
    if (!page.more) break
    before = page.next
  }
  return calls
}

/** A call by the number of its first record. */
export const storedCall = (db: Database, seq: number): StoredCall | undefined =>
  db.prepare<[number], StoredCall>(`SELECT ${columns} FROM calls WHERE seq = ?`).get(seq)

/** The numbers of the first and last call that a filter's days and range leave. */
function boundsOf(db: Database, { since, until, seq = 1, before = Number.MAX_SAFE_INTEGER }: CallFilter) {
  const newest = db.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM calls').pluck().get() ?? 0
  const inRange = { first: seq, before: Math.min(before, newest + 1) }
  if (since === undefined && until === undefined) return inRange
  const days = db
    .prepare<[number, number], { first: number | null; last: number | null }>(
      'SELECT min(seq) AS first, max(seq) AS last FROM calls INDEXED BY calls_of_time WHERE at >= ? AND at <= ?',
    )
    .get(since ?? 0, until ?? Number.MAX_SAFE_INTEGER)
  return { first: Math.max(seq, days?.first ?? newest + 1), before: Math.min(inRange.before, (days?.last ?? 0) + 1) }
}

function readingOf(db: Database, filter: CallFilter): RowReader<StoredCall> {
  const { where, values } = callConditions(db, filter)
  const match = matchOf(filter.text ?? '')
  const range = (also: string) =>
    db.prepare<(string | number)[], StoredCall>(
      `SELECT ${columns} FROM calls WHERE seq >= ? AND seq < ? AND ${where} ${also} ORDER BY seq DESC LIMIT ?`,
    )
  if (match === undefined) {
    const plain = range('')
    return (from, to, room) => plain.all(from, to, ...values, room)
  }
  const unread = unreadHits(db, match)
  const indexed = indexedMatchOf(db, filter.text ?? '') ?? match
  // A call's records are after its first one; a running call's are up to the newest.
  const end = db
    .prepare<[number, number], number | null>(
      `SELECT max(coalesce(finished, (SELECT max(seq) FROM events))) FROM calls WHERE seq >= ? AND seq < ?`,
    )
    .pluck()
  const hits = db
    .prepare<[string, number, number, string], string>(
      `SELECT DISTINCT call FROM events WHERE call IS NOT NULL AND seq IN
         (SELECT rowid FROM search WHERE search MATCH ? AND rowid >= ${bound} AND rowid <= ${bound}
          UNION ALL SELECT value FROM json_each(?))`,
    )
    .pluck()
  const unreadIn = (from: number, last: number) => JSON.stringify(unread.filter((seq) => seq >= from && seq <= last))
  const named = range('AND +call IN (SELECT value FROM json_each(?))')
  return (from, to, room) => {
    const last = end.get(from, to) ?? null
    const found = last === null ? [] : hits.all(indexed, from, last, unreadIn(from, last))
    return found.length === 0 ? [] : named.all(from, to, ...values, JSON.stringify(found), room)
  }
}

/** A filter's conditions on a call, as SQL. Excludes its words and its first record. */
const callConditions = (
  db: Database,
  { by, changed, left, ofApp, since, until, ...filter }: CallFilter,
): SqlCondition =>
  allOf([
    ...common(db, filter),
    ...(by === undefined ? [] : [{ where: deciders[by], values: [] }]),
    ...(changed ? [{ where: 'changed = 1', values: [] }] : []),
    ...(left ? [{ where: 'remote = 1', values: [] }] : []),
    ...(ofApp ? [{ where: 'own = 2', values: [] }] : []),
    ...(since === undefined ? [] : [{ where: '+at >= ?', values: [since] }]),
    ...(until === undefined ? [] : [{ where: '+at <= ?', values: [until] }]),
  ])

const deciders: Record<NonNullable<CallFilter['by']>, string> = {
  person: "decider > '' AND decider <> 'rule'",
  rule: "decider = 'rule'",
  host: 'decider IS NULL AND finished IS NOT NULL',
}
