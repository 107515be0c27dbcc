import type { Input, Result } from '../../shared/contract/commands.ts'

/**
 * Records of one filter, the newest first and none left out down to `next`: what is older was not fetched, and `more`
 * says whether there is any. `asOf` is the newest record that was looked at, whether or not it fits.
 */
export type AuditList = Result<'listAudit'>

/** The query behind it, already narrowed. */
export type ListAudit = (page: Pick<Input<'listAudit'>, 'before' | 'seq' | 'limit'>) => Promise<AuditList>

const pageSize = 100
const largestPage = 200
/** When more records than this came at once, the list begins anew at the top. */
const largestStep = 10 * largestPage

export const fetchFirst = (ask: ListAudit): Promise<AuditList> => ask({ limit: pageSize })

/** The page behind the oldest record that was looked at. */
export const fetchOlder = (ask: ListAudit, { next }: AuditList): Promise<AuditList> =>
  ask({ limit: pageSize, before: next })

/** Adds a page that `fetchOlder` brought. */
export function addOlder(list: AuditList, page: AuditList): AuditList {
  const rows = page.rows.filter(({ seq }) => seq < list.next)
  return { ...list, rows: [...list.rows, ...rows], more: page.more, next: Math.min(list.next, page.next) }
}

/** What came after `asOf`: everything since, or a new beginning when that is very much. */
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

/** Puts newer records on top. When they do not reach what is held, they replace it. */
export function addNewer(list: AuditList, newer: AuditList): AuditList {
  if (newer.more) return newer
  const rows = newer.rows.filter(({ seq }) => seq > list.asOf)
  return { ...list, rows: rows.length === 0 ? list.rows : [...rows, ...list.rows], asOf: newer.asOf }
}
