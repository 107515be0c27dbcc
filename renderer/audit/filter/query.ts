import type { Input } from '../../../shared/contract/commands.ts'
import { kinds, outcomes, startOf, times, type AuditFilter } from '../../state/audit-filter.ts'
import { defined } from '../../../shared/schema/json.ts'

/** The first and the last moment of a filter's days; days begin at the reader's midnight. */
export function daysOf({ time, from, to }: AuditFilter, now: number): { since?: number; until?: number } {
  const midnight = (back: number): number => {
    const today = new Date(now)
    return new Date(today.getFullYear(), today.getMonth(), today.getDate() - back).getTime()
  }
  const begins = [time && midnight(times[time].first), startOf(from)].filter((at) => at !== undefined)
  const isPast = time !== undefined && times[time].last > 0
  const ends = [isPast ? midnight(times[time].last - 1) : undefined, startOf(to, 1)].filter((at) => at !== undefined)
  return {
    ...(begins.length > 0 && { since: Math.max(...begins) }),
    ...(ends.length > 0 && { until: Math.min(...ends) - 1 }),
  }
}

/** The conditions that records and calls share. */
function commonQuery(filter: AuditFilter, now: number) {
  const { of, conversation, outcome, text, first, last } = filter
  return {
    ...daysOf(filter, now),
    ...(of && { of: of.map(({ server, tool }) => ({ server, ...defined({ tool }) })) }),
    ...(outcome && { outcomes: outcomes[outcome].values }),
    ...defined({ conversation, text, seq: first }),
    ...(last !== undefined && { before: last + 1 }),
  }
}

/** The host query for the records of a filter. */
export const recordQuery = (filter: AuditFilter, now = Date.now()): Omit<Input<'listAudit'>, 'limit'> => ({
  ...commonQuery(filter, now),
  ...(filter.kind && { types: kinds[filter.kind].types }),
  ...(filter.by && { by: filter.by }),
})

/** The host query for the calls of a filter. */
export const callQuery = (filter: AuditFilter, now = Date.now()): Omit<Input<'listCalls'>, 'limit'> => ({
  ...commonQuery(filter, now),
  ...(filter.by && filter.by !== 'file' && { by: filter.by }),
  ...(filter.changed && { changed: true as const }),
  ...(filter.left && { left: true as const }),
  ...(filter.ofApp && { ofApp: true as const }),
})
