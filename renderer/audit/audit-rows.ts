import type { Input, Result } from '../../shared/contract/commands.ts'

/**
 * One filter's records, newest first, complete down to `next`; `more` says whether older ones exist. `asOf` is the
 * newest record examined, matching or not.
 */
export type AuditList = Result<'listAudit'>

/** The query behind it, with the filter applied. */
export type ListAudit = (page: Pick<Input<'listAudit'>, 'before' | 'seq' | 'limit'>) => Promise<AuditList>

const pageSize = 100
const largestPage = 200
/** If more new records than this arrive at once, the list restarts at the top. */
const largestStep = 10 * largestPage

export const fetchFirst = (ask: ListAudit): Promise<AuditList> => ask({ limit: pageSize })

/** The page after the oldest record examined. */
export const fetchOlder = (ask: ListAudit, { next }: AuditList): Promise<AuditList> =>
  ask({ limit: pageSize, before: next })

/** Appends a page from `fetchOlder`. */
export function addOlder(list: AuditList, page: AuditList): AuditList {
  const rows = page.rows.filter(({ seq }) => seq < list.next)
  return { ...list, rows: [...list.rows, ...rows], more: page.more, next: Math.min(list.next, page.next) }
}

/** Records after `asOf`: all of them, or a fresh first page if there are too many. */
export async function fetchNewer(ask: ListAudit, asOf: number): Promise<AuditList> {
  const first = await ask({ limit: largestPage, seq: asOf + 1 })
  let page = first
  const rows = [...first.rows]
  while (page.more && rows.length < largestStep) {
    page = await ask({ limit: largestPage, seq: asOf + 1, before: page.next })
    rows.push(...page.rows)
  }
  return { rows, more: page.more, next: page.next, asOf: first.asOf }
}

/** Prepends newer records. If they don't reach the existing ones, they replace them. */
export function addNewer(list: AuditList, newer: AuditList): AuditList {
  if (newer.more) return newer
  const rows = newer.rows.filter(({ seq }) => seq > list.asOf)
  return { ...list, rows: rows.length === 0 ? list.rows : [...rows, ...list.rows], asOf: newer.asOf }
}
