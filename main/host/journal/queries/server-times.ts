import type { Database } from 'better-sqlite3'
import type { CallCount, CallTimes, Result } from '../../../../shared/contract/commands.ts'

/** How many of the latest records are searched, for times and for counts, and how many calls per server are timed. */
const recordsRead = 20_000
const recordsCounted = 200_000
const callsCounted = 500

/**
 * By server, the duration of its last calls. Only successful calls count: denied, cancelled or cut-off ones say nothing
 * about the server.
 */
export function readTimes(db: Database): Record<string, CallTimes> {
  const rows = db
    .prepare<[number], { server: string; took: number }>(
      `SELECT server, took FROM events
       WHERE seq > (SELECT coalesce(max(seq), 0) FROM events) - ?
         AND type = 'call.finished' AND outcome = 'succeeded' AND server IS NOT NULL AND took IS NOT NULL
       ORDER BY seq DESC`,
    )
    .all(recordsRead)
  const taken = new Map<string, number[]>()
  for (const { server, took } of rows) {
    const times = taken.get(server) ?? []
    if (times.length < callsCounted) times.push(took)
    taken.set(server, times)
  }
  return Object.fromEntries([...taken].map(([server, times]) => [server, timesOf(times)]))
}

/** By server, the calls that it answered since a moment. */
export function readCounts(db: Database, since: number): Record<string, CallCount> {
  const rows = db
    .prepare<[number, number], CallCount & { server: string }>(
      `SELECT server, count(*) AS calls, sum(outcome = 'failed') AS failed FROM events
       WHERE seq > (SELECT coalesce(max(seq), 0) FROM events) - ? AND at >= ?
         AND type = 'call.finished' AND outcome IN ('succeeded', 'failed') AND server IS NOT NULL
       GROUP BY server`,
    )
    .all(recordsCounted, since)
  return Object.fromEntries(rows.map(({ server, ...count }) => [server, count]))
}

/** The smallest time that this share of the calls didn't exceed (nearest rank). */
export function timesOf(taken: number[]): CallTimes {
  const sorted = taken.toSorted((a, b) => a - b)
  const rank = (share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
  return { calls: sorted.length, p50: rank(0.5), p95: rank(0.95) }
}

export type ServerHistory = Result<'serverHistory'>

/** The last time a server became ready, the last time the user trusted its command, and who pinned what of it when. */
export function readHistory(db: Database, server: string): ServerHistory {
  const last = (where: string) =>
    db
      .prepare<[string], { at: number; actor: string | null }>(
        `SELECT at, actor FROM events WHERE server = ? AND ${where} ORDER BY seq DESC LIMIT 1`,
      )
      .get(server)
  const trusted = last("type = 'command.trusted'")
  return {
    readySince: last("type = 'server.changed' AND outcome = 'ready'")?.at ?? null,
    trusted: trusted ? { at: trusted.at, actor: trusted.actor ?? '' } : null,
    pinned: readPins(db, server),
  }
}

/** By item, when it was last pinned and by whom. */
function readPins(db: Database, server: string): ServerHistory['pinned'] {
  const rows = db
    .prepare<[string], { at: number; actor: string | null; item: string; passport: string | null }>(
      `SELECT events.at, events.actor, items.key AS item, body ->> '$.passport' AS passport
       FROM events JOIN bodies USING (seq), json_each(body, '$.items') AS items
       WHERE events.server = ? AND events.type = 'definitions.pinned' ORDER BY seq`,
    )
    .all(server)
  return Object.fromEntries(
    rows.map(({ at, actor, item, passport }) => [item, { at, actor: actor ?? '', ...(passport && { passport }) }]),
  )
}
