import type { Database } from 'better-sqlite3'
import type { HostEvent } from '../../../../shared/events/events.ts'
import { countedOutcomes } from '../../../../shared/contract/figure-commands.ts'

/** How many of a tool's last durations are kept, and how many tools of a server. */
const mostTimes = 200
const mostTools = 500

/** A record on its way into the figures. `took`: the duration of what it ends, in milliseconds. */
type FigureRecord = {
  at: number
  columns: { server: string | null; tool: string | null; outcome: string | null; took: number | null }
  event: HostEvent | null
}

/**
 * Creates the function that counts one record in the figures of its server. Its
 * work and its table don't grow with the history: each tool has one row with its last durations. Without content, so
 * erasure leaves it alone.
 */
export function figureProjection(db: Database): (record: FigureRecord & { type: string }) => void {
  const write = statements(db)
  return ({ type, at, columns: { server, tool, outcome, took }, event }) => {
    switch (type) {
      case 'call.finished':
        return server !== null && tool !== null ? countCall(write, { server, tool, outcome, took, at }) : undefined
      case 'server.changed':
        return event?.type === 'server.changed' ? countChange(write, event, at) : undefined
      case 'host.started':
        return void write.restarted.run()
      case 'configured':
        return event?.type === 'configured' && event.file === 'servers' ? forget(write, event) : undefined
      case 'server.renamed':
        return event?.type === 'server.renamed' ? rename(write, event) : undefined
      default:
        return undefined
    }
  }
}

type Statements = ReturnType<typeof statements>
type Ended = { server: string; tool: string; outcome: string | null; took: number | null; at: number }

/** Only successful calls are timed. */
function countCall(write: Statements, { server, tool, outcome, took, at }: Ended): void {
  if (!countedOutcomes.includes(outcome)) return
  const isTimed = outcome === 'succeeded' && took !== null
  const before = write.times.get(server, tool)
  if (before === undefined) write.makeRoom.run(server, server, mostTools - 1)
  const times: number[] = JSON.parse(before ?? '[]')
  const taken = JSON.stringify(isTimed ? [...times, took].slice(-mostTimes) : times)
  write.call.run({ server, tool, at, taken, failed: outcome === 'succeeded' ? 0 : 1 })
}

/** A start that follows a failure with a next try is a restart, unless Atrium itself was started in between. */
function countChange(
  write: Statements,
  { server, to }: Extract<HostEvent, { type: 'server.changed' }>,
  at: number,
): void {
  const last = to.state === 'failed' && to.retryAt !== undefined ? 'retrying' : to.state
  write.run.run({ server, at, last, start: to.state === 'starting' ? 1 : 0, failed: to.state === 'failed' ? 1 : 0 })
}

function forget(write: Statements, { before, after }: { before: object; after: object }): void {
  for (const server of Object.keys(before)) {
    if (Object.hasOwn(after, server)) continue
    write.forgetTools.run(server)
    write.forgetRuns.run(server)
  }
}

function rename(write: Statements, { from, server }: { from: string; server: string }): void {
  forget(write, { before: { [server]: true }, after: {} })
  write.renameTools.run(server, from)
  write.renameRuns.run(server, from)
}

type Value = string | number

const statements = (db: Database) => ({
  times: db.prepare<[string, string], string>('SELECT taken FROM tool_figures WHERE server = ? AND tool = ?').pluck(),
  makeRoom: db.prepare<[string, string, number]>(
    `DELETE FROM tool_figures WHERE server = ? AND tool IN
       (SELECT tool FROM tool_figures WHERE server = ? ORDER BY at DESC LIMIT -1 OFFSET ?)`,
  ),
  call: db.prepare<{ [name: string]: Value }>(
    `INSERT INTO tool_figures (server, tool, at, calls, failed, taken) VALUES (@server, @tool, @at, 1, @failed, @taken)
     ON CONFLICT (server, tool) DO UPDATE
       SET at = @at, calls = calls + 1, failed = failed + @failed, taken = @taken`,
  ),
  run: db.prepare<{ [name: string]: Value }>(
    `INSERT INTO server_figures (server, since, starts, failures, restarts, failed_at, last)
       VALUES (@server, @at, @start, @failed, 0, iif(@failed, @at, NULL), @last)
     ON CONFLICT (server) DO UPDATE
       SET starts = starts + @start, failures = failures + @failed,
         restarts = restarts + (@start AND last = 'retrying'),
         failed_at = iif(@failed, @at, failed_at), last = @last`,
  ),
  restarted: db.prepare("UPDATE server_figures SET last = 'off'"),
  forgetTools: db.prepare<[string]>('DELETE FROM tool_figures WHERE server = ?'),
  renameTools: db.prepare<[string, string]>('UPDATE tool_figures SET server = ? WHERE server = ?'),
  renameRuns: db.prepare<[string, string]>('UPDATE server_figures SET server = ? WHERE server = ?'),
  forgetRuns: db.prepare<[string]>('DELETE FROM server_figures WHERE server = ?'),
})
