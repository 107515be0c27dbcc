import type { Database } from 'better-sqlite3'
import type { AuditRow, Parsed } from '../../../../shared/contract/commands.ts'
import { withName, type SqlCondition } from './renames.ts'
import { bound, indexedMatchOf, matchOf, unreadHits } from './search.ts'
import { pageInSteps, type RowPage, type RowReader } from './steps.ts'

/** `before` is the previous page's `next`; without it a list begins with the newest record. */
export type AuditQuery = Parsed<'listAudit'>

/** The columns of a row in the audit log, as SQL; without content. */
export const auditColumns =
  'seq, at, type, actor, conversation, turn, call, server, tool, decision, outcome, took, hash'

/** One page of the audit, newest first. Words have their own index. */
export function auditPage(
  db: Database,
  { before = Number.MAX_SAFE_INTEGER, limit, ...filter }: AuditQuery,
  now?: () => number,
): RowPage<AuditRow> {
  const newest = db.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM events').pluck().get() ?? 0
  const bounds = { first: filter.seq ?? 1, before: Math.min(before, newest + 1), limit }
  return pageInSteps(readingOf(db, filter), bounds, now)
}

function readingOf(db: Database, filter: Filter): RowReader<AuditRow> {
  const { where, values } = conditions(db, filter)
  const match = matchOf(filter.text ?? '')
  if (match === undefined) {
    const range = db.prepare<(string | number)[], AuditRow>(
      `SELECT ${auditColumns} FROM ${eventsFor(db, filter)}
       WHERE seq >= ? AND seq < ? AND ${where} ORDER BY seq DESC LIMIT ?`,
    )
    return (from, to, room) => range.all(from, to, ...values, room)
  }
  const unread = unreadHits(db, match)
  const indexed = indexedMatchOf(db, filter.text ?? '') ?? match
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
    const found = [...hits.all(from, to, indexed), ...unread.filter((seq) => seq >= from && seq < to)]
    return found.length === 0 ? [] : named.all(JSON.stringify(found), ...values, room)
  }
}

/** Without knowing the records, SQLite would choose the index of tools alone, however rarely one server calls this one. */
function eventsFor(db: Database, { server, tool }: Filter): string {
  const isPair = server !== undefined && tool !== undefined && withName(db, server).where === 'server = ?'
  return isPair ? 'events INDEXED BY events_of_server_tool' : 'events'
}

type Filter = Omit<AuditQuery, 'before' | 'limit'>

/** A filter's conditions on a record's columns, as SQL. Excludes its words and its first record. */
export const conditions = (db: Database, { types, server, tool, by, since, until, ...filter }: Filter): SqlCondition =>
  allOf([
    ...(types ? [oneOf('type', types)] : []),
    ...common(db, filter),
    ...(server === undefined ? [] : [withName(db, server)]),
    ...(tool === undefined ? [] : [{ where: 'tool = ?', values: [tool] }]),
    ...(by === undefined ? [] : [{ where: deciders[by], values: [] }]),
    ...(since === undefined ? [] : [{ where: 'at >= ?', values: [since] }]),
    ...(until === undefined ? [] : [{ where: 'at <= ?', values: [until] }]),
  ])

/** Conditions on the columns that records and calls share. */
export const common = (
  db: Database,
  { outcomes, of, conversation }: Pick<Filter, 'outcomes' | 'of' | 'conversation'>,
): SqlCondition[] => [
  ...(outcomes ? [oneOf('outcome', outcomes)] : []),
  ...(of ? [anyTool(db, of)] : []),
  ...(conversation === undefined ? [] : [{ where: 'conversation = ?', values: [conversation] }]),
]

/** A condition that is true if all of these are; true without any. */
export const allOf = (parts: SqlCondition[]): SqlCondition => ({
  where: [...parts.map(({ where }) => where), 'TRUE'].join(' AND '),
  values: parts.flatMap(({ values }) => values),
})

const oneOf = (column: 'type' | 'outcome', values: string[]): SqlCondition => ({
  where: `${column} IN (${values.map(() => '?').join()})`,
  values,
})

function anyTool(db: Database, of: NonNullable<Filter['of']>): SqlCondition {
  const each = of.map(({ server, tool }): SqlCondition => {
    const { where, values } = withName(db, server)
    return tool === undefined ? { where, values } : { where: `(${where} AND tool = ?)`, values: [...values, tool] }
  })
  return { where: `(${each.map(({ where }) => where).join(' OR ')})`, values: each.flatMap(({ values }) => values) }
}

const deciders: Record<NonNullable<Filter['by']>, string> = {
  person: "actor IS NOT NULL AND actor NOT IN ('host', 'file')",
  rule: "decision = 'rule'",
  host: "actor = 'host'",
  file: "actor = 'file'",
}
