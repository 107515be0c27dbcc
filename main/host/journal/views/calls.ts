import type { Database } from 'better-sqlite3'
import type { AuditColumns } from '../../../../shared/events/columns.ts'
import type { EventOf, HostEvent } from '../../../../shared/events/events.ts'
import { isLoopbackHost } from '../../../../shared/config/server-config.ts'
import { upcast } from '../../../../shared/events/upcast.ts'
import { mayHaveRun } from '../../../../shared/state/state.ts'

/** A record on its way into the list of calls; `event` is null if its content was erased. */
type CallRecord = { seq: number; at: number; type: string; columns: Columns; event: HostEvent | null }
type Columns = Pick<
  AuditColumns,
  'actor' | 'conversation' | 'turn' | 'call' | 'server' | 'tool' | 'definition' | 'decision' | 'outcome'
>

/** How many definitions' claims are remembered. */
const mostKnown = 500

/**
 * Creates the function that writes one record into the list of calls. The list contains columns only, no text of a
 * conversation. A `server.changed` says where the server's calls go from then on.
 */
export function callProjection(db: Database, log: Database): (record: CallRecord) => void {
  const claims = claimsIn(log)
  const isRemote = whereabouts(db, log)
  const write = statements(db)
  return ({ seq, at, columns, event, type }) => {
    const { call, server, tool } = columns
    if (event?.type === 'server.changed') isRemote.changed(event)
    if (call === null) return
    switch (type) {
      case 'call.requested': {
        const own = event?.type === 'call.requested' ? makerOf(event) : 0
        const { conversation, turn, definition } = columns
        const reads = claims(definition) ? 1 : 0
        write.request.run({ seq, call, conversation, turn, at, server, tool, definition, own, reads })
        break
      }
      case 'ask.opened':
        // Only an approval names a tool.
        if (tool !== null) write.ask.run({ call, at })
        break
      case 'ask.closed':
        if (tool !== null && columns.decision === 'deny')
          write.decide.run({ call, at, decider: columns.actor, cleared: null })
        break
      case 'call.cleared':
        write.decide.run({ call, at, decider: columns.decision === 'rule' ? 'rule' : columns.actor, cleared: seq })
        break
      case 'call.started':
        write.start.run({ call, at, remote: server !== null && isRemote.before(server, seq) ? 1 : 0 })
        break
      case 'call.finished': {
        const rule = columns.decision === 'rule' ? 'rule' : null
        const ran = event?.type === 'call.finished' && !reached(event.outcome) ? 0 : 1
        write.finish.run({ call, seq, at, outcome: columns.outcome, rule, ran })
        break
      }
      default:
    }
  }
}

/** The column `own` for a call's maker: a model, the user, or a page. */
const makerOf = ({ message, origin }: Extract<HostEvent, { type: 'call.requested' }>): 0 | 1 | 2 =>
  origin ? 2 : message === undefined ? 1 : 0

/** Whether the server may have acted on a call that ended like this. */
const reached = (outcome: Extract<HostEvent, { type: 'call.finished' }>['outcome']): boolean =>
  outcome.status === 'succeeded' || mayHaveRun(outcome) || ('result' in outcome && outcome.result !== undefined)

/** Whether a server's URL is on another computer. */
function leavesFor(url: string): boolean {
  const hostname = URL.parse(url)?.hostname
  return hostname !== undefined && !isLoopbackHost(hostname)
}

/** Tells whether calls to a server leave this computer, as its last start before a record says. */
function whereabouts(db: Database, log: Database) {
  const known = new Map<string, boolean>()
  const changed = ({ server, to }: EventOf<'server.changed'>): void => {
    if (to.state === 'starting') known.set(server, 'url' in to && leavesFor(to.url))
  }
  const start = db
    .prepare<[string, number], number>(
      `SELECT seq FROM events WHERE server = ? AND type = 'server.changed' AND outcome = 'starting' AND seq < ?
       ORDER BY seq DESC LIMIT 1`,
    )
    .pluck()
  const stored = log.prepare<[number], { version: number; body: string }>(
    'SELECT version, body FROM events JOIN bodies USING (seq) WHERE seq = ?',
  )
  return {
    changed,
    before(server: string, seq: number): boolean {
      const at = known.has(server) ? undefined : start.get(server, seq)
      const row = at === undefined ? undefined : stored.get(at)
      const event = row && upcast(row.version, JSON.parse(row.body))
      if (event?.type === 'server.changed') changed(event)
      return known.get(server) === true
    },
  }
}

/** Tells whether a stored definition claims that its tool only reads. */
function claimsIn(log: Database): (definition: string | null) => boolean {
  const known = new Map<string, boolean>()
  const hint = log
    .prepare<[string], number>(
      `SELECT json_valid(text) AND coalesce(json_type(text, '$.annotations.readOnlyHint') = 'true', 0)
       FROM (SELECT CAST(bytes AS TEXT) AS text FROM blobs WHERE hash = ?)`,
    )
    .pluck()
  return (definition) => {
    if (definition === null) return false
    const before = known.get(definition)
    if (before !== undefined) return before
    const found = hint.get(definition)
    if (known.size >= mostKnown) known.clear()
    if (found !== undefined) known.set(definition, found === 1)
    return found === 1
  }
}

type Value = string | number | null

const statements = (db: Database) => ({
  request: db.prepare<{ [name: string]: Value }>(
    `INSERT INTO calls (seq, call, conversation, turn, at, server, tool, definition, own, reads)
     VALUES (@seq, @call, @conversation, @turn, @at, @server, @tool, @definition, @own, @reads)`,
  ),
  ask: db.prepare<{ [name: string]: Value }>('UPDATE calls SET asked_at = coalesce(asked_at, @at) WHERE call = @call'),
  decide: db.prepare<{ [name: string]: Value }>(
    `UPDATE calls SET decider = @decider, decided_at = @at, cleared = coalesce(@cleared, cleared) WHERE call = @call`,
  ),
  start: db.prepare<{ [name: string]: Value }>(
    `UPDATE calls SET started_at = @at, changed = NOT reads, remote = @remote
     WHERE call = @call AND started_at IS NULL`,
  ),
  finish: db.prepare<{ [name: string]: Value }>(
    `UPDATE calls SET finished = @seq, finished_at = @at, outcome = @outcome,
       decider = coalesce(@rule, decider), decided_at = CASE WHEN @rule IS NULL THEN decided_at ELSE @at END,
       changed = changed AND @ran, remote = remote AND @ran
     WHERE call = @call`,
  ),
})
