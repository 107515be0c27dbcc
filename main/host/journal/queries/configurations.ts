import type { Database } from 'better-sqlite3'
import { upcast } from '../../../../shared/events/upcast.ts'
import type { ServerConfig } from '../../../../shared/config/server-config.ts'

/** One server's part in a change of servers.json. */
export type RecordedChange = {
  seq: number
  at: number
  actor: string
  server: string
  before: ServerConfig | undefined
  after: ServerConfig | undefined
}

/** `before` is the previous page's `next`. */
export type ChangePage = { server?: string | undefined; before?: number | undefined; limit: number }

/** How many records a page searches at most. */
const recordsRead = 200

type Row = { seq: number; at: number; version: number; body: string }

/** Changes of servers.json, newest first, one row per server. */
export function readConfigurations(
  db: Database,
  { server, before = Number.MAX_SAFE_INTEGER, limit }: ChangePage,
): { rows: RecordedChange[]; more: boolean; next: number } {
  const records = db.prepare<[number, number], Row>(
    `SELECT seq, at, version, body FROM events JOIN bodies USING (seq)
     WHERE type = 'configured' AND outcome = 'servers' AND seq < ? ORDER BY seq DESC LIMIT ?`,
  )
  const rows: RecordedChange[] = []
  let [read, next] = [0, before]
  for (const record of records.iterate(before, recordsRead)) {
    if (rows.length >= limit) return { rows, more: true, next }
    read += 1
    next = record.seq
    rows.push(...changesIn(record).filter((change) => server === undefined || change.server === server))
  }
  return { rows, more: read === recordsRead, next }
}

function changesIn({ seq, at, version, body }: Row): RecordedChange[] {
  const event = upcast(version, JSON.parse(body))
  if (event?.type !== 'configured' || event.file !== 'servers') return []
  const { before, after, actor } = event
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((id) => JSON.stringify(before[id]) !== JSON.stringify(after[id]))
    .map((id) => ({ seq, at, actor, server: id, before: before[id], after: after[id] }))
}
