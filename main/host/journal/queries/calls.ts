import type { Database } from 'better-sqlite3'
import type { AuditRow } from '../../../../shared/contract/commands.ts'
import { HostError } from '../../../../shared/contract/errors.ts'
import type { CallRow } from '../../../../shared/contract/log.ts'
import type { HostEvent } from '../../../../shared/events/events.ts'
import { upcast } from '../../../../shared/events/upcast.ts'
import type { Rule } from '../../../../shared/rules/rules.ts'
import { isObject, type JsonValue, type StoredValue } from '../../../../shared/schema/json.ts'
import { callOf } from '../../../../shared/state/call-fold.ts'
import { sentArguments, type Call } from '../../../../shared/state/conversation.ts'
import { head } from '../../../../shared/text/clip.ts'
import { auditColumns } from '../search/audit-page.ts'
import { callPage, storedCall, type CallPage, type StoredCall } from '../search/call-page.ts'
import type { RowPage } from '../search/steps.ts'
import { queryWords } from './words.ts'

/** Max records of a call: a task can have many. */
const mostRecords = 500

/** A page of calls with what a row says of their content. */
export function readCalls(db: Database, page: CallPage): RowPage<CallRow> {
  const { rows, ...place } = callPage(db, page)
  const read = recordReader(db)
  return { rows: rows.map((row) => rowOf(row, read)), ...place }
}

/** One call, its content, and its records. */
export function readCall(db: Database, seq: number): { row: CallRow; call: Call | null; records: AuditRow[] } {
  const stored = storedCall(db, seq)
  if (!stored) throw new HostError('not-found', queryWords.noCall(seq))
  const records = db
    .prepare<(string | number)[], AuditRow>(
      `SELECT ${auditColumns} FROM events INDEXED BY events_of_conversation
       WHERE conversation = ? AND seq >= ? AND seq <= ? AND call = ? ORDER BY seq LIMIT ?`,
    )
    .all(stored.conversation, seq, stored.last ?? Number.MAX_SAFE_INTEGER, stored.call, mostRecords)
  const read = recordReader(db)
  const events = records.flatMap((record) => {
    const event = read(record.seq)
    return event ? [{ seq: record.seq, at: record.at, event }] : []
  })
  return { row: rowOf(stored, read), call: callOf(events) ?? null, records }
}

/** An event by its number; null if its content was erased. */
type Read = (seq: number) => HostEvent | null

/** Reads events by their number. */
export function recordReader(db: Database): Read {
  const stored = db.prepare<[number], { version: number; body: string }>(
    'SELECT version, body FROM events JOIN bodies USING (seq) WHERE seq = ?',
  )
  return (seq) => {
    const found = stored.get(seq)
    return found ? upcast(found.version, JSON.parse(found.body)) : null
  }
}

function rowOf({ own, reads, changed, left, cleared, ...row }: StoredCall, read: Read): CallRow {
  const requested = read(row.seq)
  const clearance = cleared === null ? null : read(cleared)
  const asked = requested?.type === 'call.requested' ? requested : undefined
  const allowed = clearance?.type === 'call.cleared' ? clearance : undefined
  const about = asked && sentArguments({ ...asked, edited: allowed?.edited, filled: allowed?.filled })
  return {
    ...row,
    title: asked?.title ?? null,
    about: about ? briefly(about) : null,
    own: own === 1,
    ofApp: own === 2,
    reads: reads === 1,
    changed: changed === 1,
    left: left === 1,
    rule: row.decider === 'rule' ? (ruleOf(allowed ?? (row.last === null ? null : read(row.last))) ?? null) : null,
  }
}

/** The rule that decided a call, from the record of its decision; records of earlier releases have none. */
export function ruleOf(event: HostEvent | null): Rule | undefined {
  if (event?.type === 'call.cleared') return 'rule' in event.by ? event.by.said : undefined
  if (event?.type !== 'call.finished' || event.outcome.status !== 'denied') return undefined
  return event.outcome.rule
}

/** Max characters of a text, and max members of an object, in a row. */
const longestText = 1000
const mostMembers = 20

const briefly = (kept: StoredValue): NonNullable<CallRow['about']> =>
  'blob' in kept ? { bytes: kept.bytes } : { json: shortened(kept.json) }

/** A row shows top-level arguments only. */
function shortened(value: JsonValue): JsonValue {
  if (!isObject(value)) return null
  const members = Object.entries(value).filter(([, member]) => typeof member !== 'object')
  return Object.fromEntries(
    members
      .slice(0, mostMembers)
      .map(([name, member]) => [
        head(name, longestText),
        typeof member === 'string' ? head(member, longestText) : member,
      ]),
  )
}
