import type { Database } from 'better-sqlite3'
import type { AuditRow, Parsed } from '../../../shared/commands.ts'

/** `before` is the `next` of the page before; without it a list begins with the newest record. */
export type AuditPage = Parsed<'listAudit'>

export const auditColumns =
  'seq, at, type, actor, conversation, turn, call, server, tool, decision, outcome, took, hash'

/** Records that are looked through at once, and for how long a page goes on doing that, in milliseconds. */
const step = 1000
const patienceMs = 2

/**
 * One page of the audit, newest first. No mix of conditions has an index of its own: the one that SQLite takes helps
 * where a part of them is rare, and steps of a fixed length bound the rest.
 */
export function auditPage(
  db: Database,
  { before = Number.MAX_SAFE_INTEGER, limit, ...filter }: AuditPage,
): { rows: AuditRow[]; more: boolean; next: number } {
  const { where, values } = conditions(filter)
  const read = db.prepare<(string | number)[], AuditRow>(
    `SELECT ${auditColumns} FROM events WHERE seq >= ? AND seq < ? AND ${where} ORDER BY seq DESC LIMIT ?`,
  )
  const newest = db.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM events').pluck().get() ?? 0
  const first = filter.seq ?? 1
  const end = performance.now() + patienceMs
  const rows: AuditRow[] = []
  let next = Math.min(before, newest + 1)
  while (next > first && rows.length < limit) {
    const from = Math.max(first, next - step)
    const wanted = limit - rows.length
    const found = read.all(from, next, ...values, wanted)
    rows.push(...found)
    next = found.length === wanted ? (found.at(-1)?.seq ?? from) : from
    if (performance.now() > end) break
  }
  return { rows, more: next > first, next: Math.max(next, 1) }
}

type Filter = Omit<AuditPage, 'before' | 'limit'>

function conditions({ types, outcomes, server, tool, conversation, by, since }: Filter) {
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
