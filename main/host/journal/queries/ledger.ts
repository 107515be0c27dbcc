import type { Database } from 'better-sqlite3'
import type { FileEnd, NamedFile } from '../../../../shared/changes/named-file.ts'
import { moveIn } from '../../../../shared/changes/undo.ts'
import { mostCounted, type Ledger, type LedgerFile, type LedgerDenial } from '../../../../shared/contract/log.ts'
import { callPage, countCalls, type StoredCall } from '../search/call-page.ts'
import { readCalls, recordReader } from './calls.ts'

/** Max calls whose files are looked up: the newest that may have changed something. */
const mostRead = 200

/** The effects of calls since a moment, or else on the day of the newest one; null without any. */
export function readLedger(db: Database, { since: wanted, limit }: { since: number; limit: number }) {
  const since = countCalls(db, { since: wanted }, 1) > 0 ? wanted : startOfLastDay(db)
  if (since === undefined) return { ledger: null }
  const files = filesSince(db, since)
  const ledger: Ledger = {
    since,
    calls: countCalls(db, { since }, mostCounted),
    changed: files.length,
    denied: countCalls(db, { since, outcomes: ['denied'] }, mostCounted),
    deniedByRule: countCalls(db, { since, outcomes: ['denied'], by: 'rule' }, mostCounted),
    files: files.slice(0, limit),
    denials: denialsSince(db, since, limit),
  }
  return { ledger }
}

function startOfLastDay(db: Database): number | undefined {
  const [last] = callPage(db, { limit: 1 }).rows
  return last && new Date(last.requestedAt).setHours(0, 0, 0, 0)
}

/** Each changed file once, by its latest change. */
function filesSince(db: Database, since: number): LedgerFile[] {
  const filesOf = callFiles(db)
  const byPath = new Map<string, LedgerFile>()
  for (const row of callPage(db, { since, changed: true, limit: mostRead }).rows)
    for (const file of changesOf(row, filesOf(row))) if (!byPath.has(file.path)) byPath.set(file.path, file)
  return [...byPath.values()]
}

type Files = { files: NamedFile[]; fileEnds: FileEnd[] }

/** Reads the files of calls before and after; most calls have none, which their last record says. */
function callFiles(db: Database): (row: StoredCall) => Files | undefined {
  const read = recordReader(db)
  const first = db
    .prepare<(string | number)[], number>(
      `SELECT seq FROM events INDEXED BY events_of_conversation
       WHERE conversation = ? AND seq >= ? AND seq <= ? AND call = ? AND type = 'call.started' ORDER BY seq LIMIT 1`,
    )
    .pluck()
  return ({ seq, last, conversation, call }) => {
    const ended = last === null ? null : read(last)
    if (last === null || ended?.type !== 'call.finished' || !ended.files?.length) return undefined
    const started = read(first.get(conversation, seq, last, call) ?? 0)
    return { files: (started?.type === 'call.started' && started.files) || [], fileEnds: ended.files }
  }
}

function changesOf(row: StoredCall, found: Files | undefined): LedgerFile[] {
  if (!found) return []
  const of = { ...placeOf(row), own: row.own === 1, by: byOf(row) }
  const move = moveIn(found)
  if (move) return [{ ...of, path: move.from.path, became: 'moved', to: move.to.path }]
  return found.fileEnds.flatMap(({ path, end, now }): LedgerFile[] => {
    if (end === 'not-changed' || end === 'unknown') return []
    const before = found.files.find((file) => file.path === path)?.found.state
    const became = now?.state === 'absent' ? 'gone' : before === 'absent' ? 'new' : 'changed'
    return [{ ...of, path, became }]
  })
}

function denialsSince(db: Database, since: number, limit: number): LedgerDenial[] {
  const read = recordReader(db)
  return readCalls(db, { since, outcomes: ['denied'], limit }).rows.map((row) => {
    const { server, tool, title, about, last } = row
    const ended = last === null ? null : read(last)
    const outcome = ended?.type === 'call.finished' ? ended.outcome : undefined
    const reason = outcome?.status === 'denied' && outcome.rule === undefined ? outcome.reason : undefined
    return { ...placeOf(row), server, tool, title, about, by: byOf(row), reason }
  })
}

type Placed = Pick<StoredCall, 'seq' | 'conversation' | 'turn' | 'requestedAt' | 'finishedAt'>

const placeOf = ({ seq, conversation, turn, requestedAt, finishedAt }: Placed) => ({
  seq,
  conversation,
  turn,
  at: finishedAt ?? requestedAt,
})

const byOf = ({ decider }: Pick<StoredCall, 'decider'>): LedgerFile['by'] => (decider === 'rule' ? 'rule' : 'person')
