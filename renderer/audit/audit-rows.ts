import type { AuditRow, Input } from '../../shared/commands.ts'

/** A run of records, the newest first, without a gap; `more` when older ones were not fetched. */
export type AuditList = { rows: AuditRow[]; more: boolean }

/** The query behind it. */
export type ListAudit = (page: Input<'listAudit'>) => Promise<AuditList>

const pageSize = 100
const largestPage = 200
/** When more records than this came at once, the list begins anew at the top. */
const largestStep = 10 * largestPage

export const fetchFirst = (ask: ListAudit): Promise<AuditList> => ask({ limit: pageSize })

/** The page behind the oldest record that is held. */
export const fetchOlder = (ask: ListAudit, { rows }: AuditList): Promise<AuditList> =>
  ask({ limit: pageSize, before: rows.at(-1)?.seq })

/** Adds a page that `fetchOlder` brought. */
export function addOlder(list: AuditList, page: AuditList): AuditList {
  const oldest = list.rows.at(-1)?.seq ?? Infinity
  return { rows: [...list.rows, ...page.rows.filter(({ seq }) => seq < oldest)], more: page.more }
}

/** What came after the newest record that is held: everything since, or a new beginning when that is very much. */
export async function fetchNewer(ask: ListAudit, newest: number): Promise<AuditList> {
  const rows: AuditRow[] = []
  let more = true
  while (more && (rows.at(-1)?.seq ?? Infinity) > newest + 1 && rows.length < largestStep) {
    const page = await ask({ limit: largestPage, before: rows.at(-1)?.seq })
    rows.push(...page.rows)
    more = page.more
  }
  return { rows, more }
}

/** Puts newer records on top. When they do not reach what is held, they replace it. */
export function addNewer(list: AuditList, newer: AuditList): AuditList {
  const newest = list.rows[0]?.seq ?? 0
  const reaches = (newer.rows.at(-1)?.seq ?? 0) <= newest + 1
  if (!reaches) return newer
  const fresh = newer.rows.filter(({ seq }) => seq > newest)
  return fresh.length === 0 ? list : { rows: [...fresh, ...list.rows], more: list.more }
}
