import type { Database } from 'better-sqlite3'
import type { AuditRow, Parsed } from '../../../../shared/contract/commands.ts'
import { bound, matchOf } from './search.ts'

/** `before` is the previous page's `next`; without it a list begins with the newest record. */
export type AuditPage = Parsed<'listAudit'>

export const auditColumns =
  'seq, at, type, actor, conversation, turn, call, server, tool, decision, outcome, took, hash'

/** Records searched per step, at first and at most, and milliseconds that a page takes at most. */
const firstStep = 250
const longestStep = 256_000
const patienceMs = 1

/**
 * One page of the audit, newest first. No combination of conditions has its own index: SQLite's choice helps if part of
 * them is rare, and steps of limited length do the rest. Words have their own index. `now` is a monotonic clock in
 * milliseconds.
 */
export function auditPage(
  db: Database,
  { before = Number.MAX_SAFE_INTEGER, limit, ...filter }: AuditPage,
  now = () => performance.now(),
): { rows: AuditRow[]; more: boolean; next: number } {
  const reading = readingOf(db, filter)
  const newest = db.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM events').pluck().get() ?? 0
  const first = filter.seq ?? 1
  const begun = now()
  let step = firstStep
  const rows: AuditRow[] = []
  let next = Math.min(before, newest + 1)
  while (next > first && rows.length < limit) {
    const from = Math.max(first, next - step)
    const room = limit - rows.length
    const since = now()
    const found = reading(from, next, room)
    rows.push(...found)
    next = found.length === room ? (found.at(-1)?.seq ?? from) : from
    const at = now()
    if (at > begun + patienceMs) break
    // With few matches, the next step is longer; this one's duration limits the next.
    step = Math.min(longestStep, growth(at - since) * step)
  }
  return { rows, more: next > first, next: Math.max(next, 1) }
}

/** How much longer the next step can be, given this one's milliseconds. */
function growth(took: number): number {
  if (took < patienceMs / 20) return 8
  return took < patienceMs / 8 ? 2 : 1
}

/** Reads matches among the records from one number up to, not including, another: the newest, up to a limit. */
type Reading = (from: number, to: number, room: number) => AuditRow[]

function readingOf(db: Database, filter: Filter): Reading {
  const { where, values } = conditions(filter)
  const match = matchOf(filter.text ?? '')
  if (match === undefined) {
    const range = db.prepare<(string | number)[], AuditRow>(
      `SELECT ${auditColumns} FROM events WHERE seq >= ? AND seq < ? AND ${where} ORDER BY seq DESC LIMIT ?`,
    )
    return (from, to, room) => range.all(from, to, ...values, room)
  }
  // Only in this direction does the index find a range's start at once; from the newest, it would walk there.
  const hits = db
    .prepare<[number, number, string], number>(
      `SELECT rowid FROM search WHERE rowid >= ${bound} AND rowid < ${bound} AND search MATCH ? ORDER BY rowid`,
    )
    .pluck()
  const named = db.prepare<(string | number)[], AuditRow>(
    `SELECT ${auditColumns} FROM events NOT INDEXED
     WHERE seq IN (SELECT value FROM json_each(?)) AND ${where} ORDER BY seq DESC LIMIT ?`,
  )
  return (from, to, room) => {
    const found = hits.all(from, to, match)
    return found.length === 0 ? [] : named.all(JSON.stringify(found), ...values, room)
  }
}

type Filter = Omit<AuditPage, 'before' | 'limit'>

/** A filter's conditions on a record's columns, as SQL. Excludes its words and its first record. */
export function conditions({ types, outcomes, server, tool, conversation, by, since }: Filter) {
  const parts: { where: string; values: (string | number)[] }[] = [
    ...(types ? [oneOf('type', types)] : []),
    ...(outcomes ? [oneOf('outcome', outcomes)] : []),
    ...(server === undefined ? [] : [{ where: 'server = ?', values: [server] }]),
    ...(tool === undefined ? [] : [{ where: 'tool = ?', values: [tool] }]),
    ...(conversation === undefined ? [] : [{ where: 'conversation = ?', values: [conversation] }]),
    ...(by === undefined ? [] : [{ where: deciders[by], values: [] }]),
    ...(since === undefined ? [] : [{ where: 'at >= ?', values: [since] }]),
  ]
  return {
    where: [...parts.map(({ where }) => where), 'TRUE'].join(' AND '),
    values: parts.flatMap(({ values }) => values),
  }
}

const oneOf = (column: 'type' | 'outcome', values: string[]) => ({
  where: `${column} IN (${values.map(() => '?').join()})`,
  values,
})

const deciders: Record<NonNullable<Filter['by']>, string> = {
  person: "actor IS NOT NULL AND actor NOT IN ('host', 'file')",
  rule: "decision = 'rule'",
  host: "actor = 'host'",
  file: "actor = 'file'",
}
