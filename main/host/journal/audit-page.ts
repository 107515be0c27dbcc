import type { Database } from 'better-sqlite3'
import type { AuditRow, Parsed } from '../../../shared/commands.ts'
import { bound, matchOf } from './search.ts'

/** `before` is the `next` of the page before; without it a list begins with the newest record. */
export type AuditPage = Parsed<'listAudit'>

export const auditColumns =
  'seq, at, type, actor, conversation, turn, call, server, tool, decision, outcome, took, hash'

/** Records that are looked through at once, at first and at most, and for how long a page goes on, in milliseconds. */
const firstStep = 500
const longestStep = 256_000
const patienceMs = 2

/**
 * One page of the audit, newest first. No mix of conditions has an index of its own: the one that SQLite takes helps
 * where a part of them is rare, and steps of a bounded length do the rest. Words are found by theirs.
 */
export function auditPage(
  db: Database,
  { before = Number.MAX_SAFE_INTEGER, limit, ...filter }: AuditPage,
): { rows: AuditRow[]; more: boolean; next: number } {
  const { where, values } = conditions(filter)
  const match = matchOf(filter.text ?? '')
  const read = db.prepare<(string | number)[], AuditRow>(
    match === undefined
      ? `SELECT ${auditColumns} FROM events WHERE seq >= ? AND seq < ? AND ${where} ORDER BY seq DESC LIMIT ?`
      : `SELECT ${auditColumns} FROM search CROSS JOIN events ON seq = search.rowid
         WHERE search.rowid >= ${bound} AND search.rowid < ${bound} AND search MATCH ? AND ${where}
         ORDER BY search.rowid DESC LIMIT ?`,
  )
  const wanted = match === undefined ? values : [match, ...values]
  const newest = db.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM events').pluck().get() ?? 0
  const first = filter.seq ?? 1
  const begun = performance.now()
  let step = firstStep
  const rows: AuditRow[] = []
  let next = Math.min(before, newest + 1)
  while (next > first && rows.length < limit) {
    const from = Math.max(first, next - step)
    const room = limit - rows.length
    const since = performance.now()
    const found = read.all(from, next, ...wanted, room)
    rows.push(...found)
    next = found.length === room ? (found.at(-1)?.seq ?? from) : from
    const now = performance.now()
    if (now > begun + patienceMs) break
    // Where little fits, the next step is longer; the time that this one took bounds the next.
    if (now - since < patienceMs / 8) step = Math.min(longestStep, 2 * step)
  }
  return { rows, more: next > first, next: Math.max(next, 1) }
}

type Filter = Omit<AuditPage, 'before' | 'limit'>

/** What a filter asks of a record's columns, as SQL. Its words and its first record are not among it. */
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
