import type { Database } from 'better-sqlite3'
import type { PassportBody } from '../../../../shared/config/passport.ts'
import { launchOf, type ServerConfig } from '../../../../shared/config/server-config.ts'
import { idsOfServer, ofServer, type SqlCondition } from '../search/renames.ts'
import { canonical } from '../../../../shared/schema/canonical.ts'
import { parseJson } from '../../../../shared/schema/json.ts'
import { clip } from '../../../../shared/text/clip.ts'
import { mostNames } from '../../../../shared/config/passport.ts'

type Line = PassportBody['history'][number]
type Use = PassportBody['use']
type Calls = Use['calls']
type Forms = PassportBody['secretForms']

/** A server's past since it was added, from the journal. */
export type PassportFacts = {
  history: Line[]
  earlier: number
  starts: number
  failedStarts: number
  calls: Calls
  tools: Use['tools']
  secretForms: Forms
}

/** Max lines of the history, and of other lists. */
const mostLines = 50
const mostForms = 20

/** Everything a passport says about a server's past. */
export function readPassportFacts(db: Database, server: string): PassportFacts {
  const changes = readChanges(db, server)
  const since = changes[0]?.seq ?? 0
  const own = ofServer(db, server)
  const { lines, count } = readLines(db, own, since)
  const history = [...changes, ...lines].toSorted((a, b) => a.seq - b.seq)
  const shown = history.slice(-mostLines).map(({ seq: _seq, ...line }) => line)
  return {
    history: shown,
    earlier: changes.length + count - shown.length,
    ...readStarts(db, own, since),
    ...readCalls(db, own, since),
    secretForms: readForms(db, own, since),
  }
}

type Numbered = Line & { seq: number }
type Configured = { seq: number; at: number; actor: string | null; before: string | null; after: string | null }

const nothing = { count: 0, names: [] }

/** When the server was added last, and when its command or URL changed since then. */
function readChanges(db: Database, server: string): Numbered[] {
  const changes = db.prepare<[string, string, number, number], Configured>(
    `SELECT seq, at, actor, json_extract(body, ?) AS before, json_extract(body, ?) AS after
     FROM events JOIN bodies USING (seq)
     WHERE type = 'configured' AND outcome = 'servers' AND seq >= ? AND seq < ? ORDER BY seq`,
  )
  const rows = idsOfServer(db, server).flatMap(({ name, first, end }) =>
    changes.all(`$.before."${name}"`, `$.after."${name}"`, first, end),
  )
  const lines: Numbered[] = []
  for (const { seq, at, actor, before, after } of rows) {
    if (before === after) continue
    if (before === null || after === null) lines.length = 0
    if (after === null || (before !== null && launchIn(before) === launchIn(after))) continue
    lines.push({ seq, at, what: before === null ? 'added' : 'changed', by: byOf(actor), ...nothing })
  }
  return lines
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only valid configurations are recorded
const launchIn = (json: string): string => canonical(launchOf(parseJson(json) as ServerConfig))

function byOf(actor: string | null): Line['by'] {
  if (actor === null || actor === '') return 'server'
  return actor === 'host' || actor === 'file' ? actor : 'user'
}

type Row = { seq: number; at: number; type: string; actor: string | null; names: string; removed: string | null }

const kinds: Record<string, Line['what']> = {
  'command.trusted': 'trusted',
  'server.passport': 'passport',
  'definitions.pinned': 'accepted',
  'definitions.kept-off': 'blocked',
  'catalogue.changed': 'offered',
  'prompts.changed': 'offered',
  'templates.changed': 'offered',
}

/** The latest decisions about the server and changes of its definitions, and how many there are in all. */
function readLines(db: Database, own: SqlCondition, since: number): { lines: Numbered[]; count: number } {
  const these = `${own.where} AND seq >= ? AND type IN (${Object.keys(kinds)
    .map((type) => `'${type}'`)
    .join(', ')})`
  const count = db
    .prepare<(string | number)[], number>(`SELECT count(*) FROM events WHERE ${these}`)
    .pluck()
    .get(...own.values, since)
  const rows = db
    .prepare<(string | number)[], Row>(
      `SELECT seq, at, type, actor, body ->> '$.removed' AS removed,
         CASE WHEN type IN ('definitions.pinned', 'definitions.kept-off') THEN body ->> '$.items'
              ELSE coalesce(body ->> '$.set', '[]') END AS names
       FROM events JOIN bodies USING (seq) WHERE ${these} ORDER BY seq DESC LIMIT ?`,
    )
    .all(...own.values, since, mostLines)
  return { lines: rows.flatMap(linesOf), count: count ?? 0 }
}

function linesOf({ seq, at, type, actor, names, removed }: Row): Numbered[] {
  const what = kinds[type] ?? 'offered'
  const line = (of: Line['what'], list: string[]): Numbered => ({
    seq,
    at,
    what: of,
    by: byOf(actor),
    count: list.length,
    names: list.slice(0, mostNames).map((name) => clip(name, 200)),
  })
  if (what === 'trusted' || what === 'passport') return [line(what, [])]
  const gone = namesIn(removed ?? '[]')
  return [
    ...(gone.length > 0 ? [line('withdrawn', gone)] : []),
    ...(gone.length > 0 && namesIn(names).length === 0 ? [] : [line(what, namesIn(names))]),
  ]
}

/** The names in an event's members: pins by item, entries by name or template, or a list of names. */
function namesIn(json: string): string[] {
  const value: unknown = JSON.parse(json)
  if (!Array.isArray(value)) return Object.keys(value ?? {})
  return value.map((it: string | { name?: string; template?: string }) =>
    typeof it === 'string' ? it : (it.template ?? it.name ?? ''),
  )
}

function readStarts(db: Database, own: SqlCondition, since: number): Pick<PassportFacts, 'starts' | 'failedStarts'> {
  const count = db
    .prepare<(string | number)[], number>(
      `SELECT count(*) FROM events WHERE ${own.where} AND seq >= ? AND type = 'server.changed' AND outcome = ?`,
    )
    .pluck()
  return {
    starts: count.get(...own.values, since, 'ready') ?? 0,
    failedStarts: count.get(...own.values, since, 'failed') ?? 0,
  }
}

type Counted = { tool: string; type: string; decision: string | null; outcome: string | null; n: number }

const noCalls: Calls = {
  allowedByUser: 0,
  allowedByRule: 0,
  deniedByUser: 0,
  deniedByRule: 0,
  succeeded: 0,
  failed: 0,
  unknown: 0,
}

/** The figure a record counts for; undefined for calls that ended without a decision. */
function figureOf({ type, decision, outcome }: Counted): keyof Calls | undefined {
  if (type === 'call.cleared') return decision === 'rule' ? 'allowedByRule' : 'allowedByUser'
  if (outcome === 'denied') return decision === 'rule' ? 'deniedByRule' : 'deniedByUser'
  if (outcome === 'succeeded' || outcome === 'failed') return outcome
  return outcome === 'timed-out' || outcome === 'interrupted' ? 'unknown' : undefined
}

function readCalls(db: Database, own: SqlCondition, since: number): Pick<PassportFacts, 'calls' | 'tools'> {
  const rows = db
    .prepare<(string | number)[], Counted>(
      `SELECT coalesce(tool, '') AS tool, type, decision, outcome, count(*) AS n FROM events
       WHERE ${own.where} AND seq >= ? AND type IN ('call.cleared', 'call.finished') GROUP BY 1, 2, 3, 4`,
    )
    .all(...own.values, since)
  const calls = { ...noCalls }
  const tools = new Map<string, Calls>()
  for (const row of rows) {
    const figure = figureOf(row)
    if (!figure) continue
    const ofTool = tools.get(row.tool) ?? { ...noCalls }
    tools.set(row.tool, ofTool)
    for (const sum of [calls, ofTool]) sum[figure] += row.n
  }
  const lines = [...tools].map(([name, it]) => ({
    name: clip(name, 200),
    ran: it.succeeded + it.failed + it.unknown,
    denied: it.deniedByUser + it.deniedByRule,
    failed: it.failed + it.unknown,
  }))
  return { calls, tools: lines.toSorted((a, b) => b.ran - a.ran || (a.name < b.name ? -1 : 1)).slice(0, mostLines) }
}

type FormRow = { at: number; seq: number; ask: string; fields: string }

/** Forms that seemed to ask for a secret. Permanently deleted conversations take theirs with them. */
function readForms(db: Database, own: SqlCondition, since: number): Forms {
  const these = `${own.where} AND seq >= ? AND type = 'ask.opened' AND body ->> '$.ask.kind' = 'form'
    AND json_array_length(body, '$.ask.question.secrets') > 0`
  const count = db
    .prepare<(string | number)[], number>(`SELECT count(*) FROM events JOIN bodies USING (seq) WHERE ${these}`)
    .pluck()
    .get(...own.values, since)
  const rows = db
    .prepare<(string | number)[], FormRow>(
      `SELECT at, seq, body ->> '$.ask.id' AS ask, body ->> '$.ask.question.secrets' AS fields
       FROM events JOIN bodies USING (seq) WHERE ${these} ORDER BY seq DESC LIMIT ?`,
    )
    .all(...own.values, since, mostForms)
  const answer = db
    .prepare<(string | number)[], string | null>(
      `SELECT decision FROM events JOIN bodies USING (seq)
       WHERE ${own.where} AND seq > ? AND type = 'ask.closed' AND body ->> '$.ask' = ? LIMIT 1`,
    )
    .pluck()
  const latest = rows.map(({ at, seq, ask, fields }) => ({
    at,
    fields: namesIn(fields)
      .filter((name) => name !== '')
      .slice(0, mostNames)
      .map((name) => clip(name, 200)),
    answer: answers[answer.get(...own.values, seq, ask) ?? ''] ?? 'none',
  }))
  return { count: count ?? 0, latest: latest.toReversed() }
}

const answers: Record<string, Forms['latest'][number]['answer']> = {
  accept: 'submitted',
  decline: 'declined',
  cancel: 'left',
}
