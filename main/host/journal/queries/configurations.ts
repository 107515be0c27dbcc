import type { Database } from 'better-sqlite3'
import { renamedConfig, renamedSecret, type Rename } from '../../../../shared/config/secret-prefixes.ts'
import { upcast } from '../../../../shared/events/upcast.ts'
import type { ServerConfig } from '../../../../shared/config/server-config.ts'
import { laterRenames } from '../search/renames.ts'

type Recorded = { seq: number; at: number; actor: string; server: string }

/** One server's part in a change of servers.json, or the name of its secret whose value changed. */
export type RecordedChange = Recorded &
  ({ before: ServerConfig | undefined; after: ServerConfig | undefined; secret?: undefined } | { secret: string })

/** `before` is the previous page's `next`. */
export type ChangePage = { server?: string | undefined; before?: number | undefined; limit: number }

/** How many records a page searches at most. */
const recordsRead = 200

type Row = { seq: number; at: number; version: number; body: string }

/** Changes of servers.json and of secrets' values, newest first, one row per server. */
export function readConfigurations(
  db: Database,
  { server, before = Number.MAX_SAFE_INTEGER, limit }: ChangePage,
): { rows: RecordedChange[]; more: boolean; next: number } {
  const records = db.prepare<[number, number], Row>(
    `SELECT seq, at, version, body FROM events JOIN bodies USING (seq)
     WHERE ((type = 'configured' AND outcome = 'servers') OR (type = 'secret.changed' AND outcome = 'set'))
       AND seq < ? ORDER BY seq DESC LIMIT ?`,
  )
  const earlier = db
    .prepare<[number, string], number>(
      `SELECT 1 FROM events JOIN bodies USING (seq) WHERE type = 'secret.changed' AND outcome = 'set' AND seq < ?
       AND json_extract(body, '$.name') = ? LIMIT 1`,
    )
    .pluck()
  const hadValue = (name: string, seq: number): boolean => earlier.get(seq, name) !== undefined
  const later = laterRenames(db)
  const rows: RecordedChange[] = []
  let [read, next] = [0, before]
  for (const record of records.iterate(before, recordsRead)) {
    if (rows.length >= limit) return { rows, more: true, next }
    read += 1
    next = record.seq
    const changes = changesIn(record, hadValue).map((change) => underNewId(change, later(change.server, change.seq)))
    rows.push(...changes.filter((change) => server === undefined || change.server === server))
  }
  return { rows, more: read === recordsRead, next }
}

/** The first value of a secret is part of the change that refers to it. */
function changesIn(
  { seq, at, version, body }: Row,
  hadValue: (secret: string, seq: number) => boolean,
): RecordedChange[] {
  const event = upcast(version, JSON.parse(body))
  if (event?.type === 'secret.changed') {
    const { name, actor } = event
    const [, server] = /^server\/([^/]+)\//.exec(name) ?? []
    // Without a destination it isn't a value the user entered, such as a token.
    if (server === undefined || event.for === undefined || !hadValue(name, seq)) return []
    return [{ seq, at, actor, server, secret: name }]
  }
  if (event?.type !== 'configured' || event.file !== 'servers') return []
  const { before, after, actor } = event
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((id) => JSON.stringify(before[id]) !== JSON.stringify(after[id]))
    .map((id) => ({ seq, at, actor, server: id, before: before[id], after: after[id] }))
}

/** A change as it would be if its server had always had its current ID. */
const underNewId = (change: RecordedChange, renames: Rename[]): RecordedChange =>
  renames.reduce((it: RecordedChange, rename): RecordedChange => {
    const server = rename.to
    if (it.secret !== undefined) return { ...it, server, secret: renamedSecret(it.secret, rename) }
    const [before, after] = [it.before, it.after].map((config) => config && renamedConfig(config, rename))
    return { ...it, server, before, after }
  }, change)
