import type { CallRow } from '../../../shared/contract/log.ts'
import { fetchFirst, type ListQuery, type Follow, type LoadedRows } from '../list/live-list.ts'

/** Max calls that are fetched again because they hadn't ended. */
const mostOpen = 200

/**
 * Calls change until they end: the newest page is fetched again, and older calls that hadn't ended. A call that no
 * longer matches disappears.
 */
export const followCalls: Follow<CallRow> = async (ask, list) => {
  const newest = await fetchFirst(ask)
  const older = await endedSince(ask, list, newest.next)
  return (now) => merged(now, newest, older)
}

type Again = { from: number; upTo: number; rows: CallRow[] }

async function endedSince(
  ask: ListQuery<CallRow>,
  { rows }: LoadedRows<CallRow>,
  below: number,
): Promise<Again | undefined> {
  const open = rows.filter(({ seq, outcome }) => seq < below && outcome === null).map(({ seq }) => seq)
  const [newest, oldest] = [open[0], open.at(-1)]
  if (newest === undefined || oldest === undefined) return undefined
  const page = await ask({ seq: oldest, before: newest + 1, limit: mostOpen })
  return { from: page.more ? page.next : oldest, upTo: newest, rows: page.rows }
}

/** Replaces the part of a list that was fetched again. */
export function merged(now: LoadedRows<CallRow>, newest: LoadedRows<CallRow>, again?: Again): LoadedRows<CallRow> {
  const isApart = newest.more && newest.next > (now.rows[0]?.seq ?? 0)
  if (isApart) return newest
  const below = now.rows.filter(({ seq }) => seq < newest.next)
  const rows = again
    ? [...below.filter(({ seq }) => seq > again.upTo), ...again.rows, ...below.filter(({ seq }) => seq < again.from)]
    : below
  const isWhole = now.next <= newest.next
  return {
    rows: [...newest.rows, ...rows],
    more: isWhole ? now.more : newest.more,
    next: Math.min(now.next, newest.next),
    asOf: newest.asOf,
  }
}
