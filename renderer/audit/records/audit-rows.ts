import type { AuditRow } from '../../../shared/contract/commands.ts'
import type { ListQuery, Follow, LoadedRows } from '../list/live-list.ts'

/** Records as far as they are loaded, newest first. */
export type AuditList = LoadedRows<AuditRow>

/** The query behind an `AuditList`, with the filter applied. */
export type ListAudit = ListQuery<AuditRow>

const largestPage = 200
/** If more new records than this arrive at once, the list restarts at the top. */
const largestStep = 10 * largestPage

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

/** Records don't change, so only newer ones are fetched. */
export const followRecords: Follow<AuditRow> = async (ask, { asOf }) => {
  const newer = await fetchNewer(ask, asOf)
  return (now) => addNewer(now, newer)
}
