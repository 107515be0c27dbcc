import type { Database } from 'better-sqlite3'
import type { CallCount, Result } from '../../../../shared/contract/commands.ts'
import {
  countedOutcomes,
  type CallTimes,
  type ServerFigures,
  type TrafficTotal,
  type ToolFigures,
} from '../../../../shared/contract/figure-commands.ts'
import { ofServer, type SqlCondition } from '../search/renames.ts'

/** How many of the latest records are searched for counts. */
const recordsCounted = 200_000

/** How a server's calls and starts went, and how much it exchanged with Atrium, with one row per tool. */
export function readFigures(db: Database, server: string): ServerFigures {
  const rows = db
    .prepare<[string], Omit<ToolFigures, 'times'> & { taken: string }>(
      'SELECT tool, calls, failed, at, taken FROM tool_figures WHERE server = ? ORDER BY tool',
    )
    .all(server)
  const taken = rows.map((row): number[] => JSON.parse(row.taken))
  const runs = db
    .prepare<[string], NonNullable<ServerFigures['runs']>>(
      'SELECT since, starts, failures, restarts, failed_at AS failedAt FROM server_figures WHERE server = ?',
    )
    .get(server)
  const traffic = db
    .prepare<[string], TrafficTotal & { direction: 'in' | 'out' }>(
      'SELECT direction, since, messages, bytes FROM traffic WHERE server = ?',
    )
    .all(server)
  const went = (wanted: 'in' | 'out'): TrafficTotal | null => {
    const { direction: _direction, ...found } = traffic.find(({ direction }) => direction === wanted) ?? {}
    return 'since' in found ? found : null
  }
  return {
    times: timesOf(taken.flat()),
    tools: rows.map(({ taken: _taken, ...row }, index) => ({ ...row, times: timesOf(taken[index] ?? []) })),
    runs: runs ?? null,
    sent: went('out'),
    received: went('in'),
  }
}

/** By server, the calls that ended since a moment; see `countedOutcomes`. */
export function readCounts(db: Database, since: number): Record<string, CallCount> {
  const rows = db
    .prepare<[number, number, string], CallCount & { server: string }>(
      `SELECT server, count(*) AS calls, sum(outcome <> 'succeeded') AS failed FROM events
       WHERE seq > (SELECT coalesce(max(seq), 0) FROM events) - ? AND at >= ?
         AND type = 'call.finished' AND outcome IN (SELECT value FROM json_each(?)) AND server IS NOT NULL
       GROUP BY server`,
    )
    .all(recordsCounted, since, JSON.stringify(countedOutcomes))
  return Object.fromEntries(rows.map(({ server, ...count }) => [server, count]))
}

/** The smallest times that half and 95% of the calls didn't exceed (nearest rank); null without any. */
export function timesOf(taken: number[]): CallTimes | null {
  if (taken.length === 0) return null
  const sorted = taken.toSorted((a, b) => a - b)
  const rank = (share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
  return { calls: sorted.length, p50: rank(0.5), p95: rank(0.95) }
}

/** A server's past, from all of the journal. */
export type ServerHistory = Result<'serverHistory'>

/** The last time a server became ready, the last time the user trusted its command, and who pinned what of it when. */
export function readHistory(db: Database, server: string): ServerHistory {
  const own = ofServer(db, server)
  const last = (where: string) =>
    db
      .prepare<(string | number)[], { at: number; actor: string | null }>(
        `SELECT at, actor FROM events WHERE ${own.where} AND ${where} ORDER BY seq DESC LIMIT 1`,
      )
      .get(...own.values)
  const trusted = last("type = 'command.trusted'")
  return {
    readySince: last("type = 'server.changed' AND outcome = 'ready'")?.at ?? null,
    trusted: trusted ? { at: trusted.at, actor: trusted.actor ?? '' } : null,
    pinned: readPins(db, own),
  }
}

/** By item, when it was last pinned and by whom. */
function readPins(db: Database, { where, values }: SqlCondition): ServerHistory['pinned'] {
  const rows = db
    .prepare<(string | number)[], { at: number; actor: string | null; item: string; passport: string | null }>(
      `SELECT events.at, events.actor, items.key AS item, body ->> '$.passport' AS passport
       FROM events JOIN bodies USING (seq), json_each(body, '$.items') AS items
       WHERE ${where} AND events.type = 'definitions.pinned' ORDER BY seq`,
    )
    .all(...values)
  return Object.fromEntries(
    rows.map(({ at, actor, item, passport }) => [item, { at, actor: actor ?? '', ...(passport && { passport }) }]),
  )
}
