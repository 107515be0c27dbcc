import type { Database } from 'better-sqlite3'
import type { Parsed } from '../../../../shared/contract/commands.ts'
import { HostError } from '../../../../shared/contract/errors.ts'
import type { TrafficFrame, FrameOutcome, FrameRow, LogLine } from '../../../../shared/content/reports.ts'
import { reportWords } from './words.ts'

type LogPage = Parsed<'listLog'>
type FramePage = Parsed<'listFrames'>
type Values = (string | number)[]
type Condition = { where: string; values: Values }

/** A message, with the one that answers or cancels it. */
type Joined = Omit<FrameRow, 'outcome'> & { answer: string | null; isCancelled: 0 | 1 }

/**
 * Milliseconds around a call's answer to search for its record; the two records' clocks differ by one event-loop turn.
 */
const around = { before: 1000, after: 60_000 }

/** Matches words as written, ignoring case; `lower_text` is a function of the connection. */
const holds = (columns: string[], text: string | undefined): Condition => {
  if (text === undefined || text === '') return { where: 'true', values: [] }
  const parts = columns.map((column) => `instr(lower_text(coalesce(${column}, '')), ?) > 0`)
  return { where: `(${parts.join(' OR ')})`, values: columns.map(() => text.toLowerCase()) }
}

const among = (column: string, values: string[] | undefined): Condition =>
  values
    ? { where: `${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(values)] }
    : { where: 'true', values: [] }

/** A page of a server's log, newest first, keyed by `id`. */
export function listLog(
  db: Database,
  { server, before = Number.MAX_SAFE_INTEGER, limit, levels, sources, text }: LogPage,
): { rows: LogLine[]; more: boolean } {
  // Atrium's own note about a gap belongs to every view of the lines around it.
  const level = among("coalesce(level, 'none')", levels)
  const source = among('source', sources && [...sources, 'atrium'])
  const said = holds(['text', 'logger'], text)
  const rows = db
    .prepare<Values, LogLine>(
      `SELECT id, at, source, level, logger, text FROM server_log
       WHERE server = ? AND id < ? AND (${level.where} OR source = 'atrium') AND ${source.where} AND ${said.where}
       ORDER BY id DESC LIMIT ?`,
    )
    .all(server, before, ...level.values, ...source.values, ...said.values, limit + 1)
  return { rows: rows.slice(0, limit), more: rows.length > limit }
}

const joined = `
  SELECT f.id, f.at, f.direction, f.kind, f.rpc, f.method, f.detail, f.bytes,
    answer.took AS took, answer.bytes AS answerBytes, answer.detail AS answerDetail, answer.kind AS answer,
    EXISTS (SELECT 1 FROM frames taken WHERE taken.about = f.id AND taken.kind = 'notification') AS isCancelled
  FROM frames f LEFT JOIN frames answer ON answer.about = f.id AND answer.kind IN ('response', 'error')`

const kinds: Record<NonNullable<FramePage['kinds']>[number], string> = {
  calls: "f.kind = 'request' AND f.direction = 'out'",
  notifications: "f.kind = 'notification'",
  asks: "(f.kind = 'request' AND f.direction = 'in') OR answer.detail = 'input_required'",
  // A server of an older revision always answers `server/discover` with an error.
  errors:
    "(answer.kind = 'error' AND f.method != 'server/discover') OR answer.detail GLOB 'isError*' OR f.kind = 'error'",
}

/** Leaves out pings, except those that failed. */
const unlessPing = "coalesce(f.method, '') != 'ping' OR answer.kind = 'error' OR f.kind = 'error'"

/** A page of the messages to and from a server, newest first, keyed by `id`. */
export function listFrames(
  db: Database,
  { server, before = Number.MAX_SAFE_INTEGER, limit, kinds: wanted, method, text, pings = true }: FramePage,
): { rows: FrameRow[]; more: boolean } {
  const kind = wanted ? wanted.map((it) => `(${kinds[it]})`).join(' OR ') : 'true'
  const said = holds(['f.method', 'f.detail', 'f.rpc', 'f.text', 'answer.text'], text)
  const rows = db
    .prepare<Values, Joined>(
      `${joined}
       WHERE f.server = ? AND f.id < ? AND NOT (f.kind IN ('response', 'error') AND f.about IS NOT NULL
         AND EXISTS (SELECT 1 FROM frames asked WHERE asked.id = f.about))
         AND (${kind}) AND (${pings ? 'true' : unlessPing}) AND ${method === undefined ? 'true' : 'f.method = ?'} AND ${said.where}
       ORDER BY f.id DESC LIMIT ?`,
    )
    .all(server, before, ...(method === undefined ? [] : [method]), ...said.values, limit + 1)
  return { rows: rows.slice(0, limit).map(rowOf), more: rows.length > limit }
}

/** One message, its answer, and the record of the call they belong to. */
export function getFrame(
  db: Database,
  id: number,
): { row: FrameRow; request: TrafficFrame; response: TrafficFrame | null; record: number | null } {
  const found = db.prepare<[number], Joined & { server: string }>(`${joined} WHERE f.id = ?`).get(id)
  const request = frame(db, 'id = ?', id)
  if (!found || !request) throw new HostError('not-found', reportWords.messageGone)
  const response = frame(db, "about = ? AND kind IN ('response', 'error')", id) ?? null
  return { row: rowOf(found), request, response, record: recordOf(db, request, response) }
}

function frame(db: Database, where: string, id: number): (TrafficFrame & { server: string }) | undefined {
  const stored = db
    .prepare<[number], Omit<TrafficFrame, 'isCut'> & { server: string; cut: number }>(
      `SELECT id, server, at, direction, kind, rpc, method, bytes, text, cut FROM frames WHERE ${where}`,
    )
    .get(id)
  if (!stored) return undefined
  const { cut, ...rest } = stored
  return { ...rest, isCut: cut === 1 }
}

/** A call's end has its answer's ID; one server's IDs are unique within a connection. */
function recordOf(
  db: Database,
  { server, method, rpc }: TrafficFrame & { server: string },
  response: TrafficFrame | null,
): number | null {
  if (method !== 'tools/call' || !response) return null
  const { at } = response
  const found = db
    .prepare<[string, number, number, string | null], number>(
      `SELECT seq FROM events JOIN bodies USING (seq)
       WHERE type = 'call.finished' AND server = ? AND at BETWEEN ? AND ? AND body ->> 'answerId' = ?
       ORDER BY seq LIMIT 1`,
    )
    .pluck()
    .get(server, at - around.before, at + around.after, rpc)
  return found ?? null
}

const rowOf = ({ answer, isCancelled, ...row }: Joined & { server?: string }): FrameRow => {
  const { id, at, direction, kind, rpc, method, detail, bytes, took, answerBytes, answerDetail } = row
  const outcome = outcomeOf({ ...row, answer, isCancelled })
  return { id, at, direction, kind, rpc, method, detail, bytes, outcome, took, answerBytes, answerDetail }
}

function outcomeOf({ kind, direction, answer, answerDetail, isCancelled }: Joined): FrameOutcome {
  if (kind === 'error') return 'error'
  if (kind !== 'request') return direction === 'out' ? 'sent' : 'received'
  if (isCancelled === 1) return 'cancelled'
  if (answer === null) return 'waiting'
  if (answer === 'error') return 'error'
  if (answerDetail?.startsWith('isError')) return 'failed'
  return answerDetail === 'input_required' ? 'input-wanted' : 'answered'
}
