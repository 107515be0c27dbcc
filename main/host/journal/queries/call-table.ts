import type { Database } from 'better-sqlite3'
import type { CallRow } from '../../../../shared/contract/log.ts'
import type { CallFilter } from '../search/call-page.ts'
import { readCalls } from './calls.ts'

const columns = [
  'record',
  'requested',
  'server',
  'tool',
  'arguments',
  'decided by',
  'decided',
  'outcome',
  'sent',
  'ended',
  'changed something',
  'left this computer',
  'conversation',
  'call',
]

/** The lines of a CSV file (RFC 4180) with one row per call, newest first; its first line names the columns. */
export function* callTable(db: Database, filter: CallFilter): Generator<{ line: string; isRecord: boolean }> {
  yield { line: lineOf(columns), isRecord: false }
  for (let { before } = filter, more = true; more;) {
    const page = readCalls(db, { ...filter, before, limit: 200 })
    for (const row of page.rows) yield { line: lineOf(cellsOf(row)), isRecord: true }
    before = page.next
    more = page.more
  }
}

/** The arguments are those of the list of calls: long values are cut short. */
const cellsOf = (row: CallRow): string[] => [
  String(row.seq),
  moment(row.requestedAt),
  row.server ?? '',
  row.tool,
  argumentsOf(row.about),
  row.decider ?? '',
  moment(row.decidedAt),
  row.outcome ?? '',
  moment(row.startedAt),
  moment(row.finishedAt),
  yes(row.changed),
  yes(row.left),
  row.conversation,
  row.call,
]

const moment = (at: number | null): string => (at === null ? '' : new Date(at).toISOString())
const yes = (is: boolean): string => (is ? 'yes' : 'no')

function argumentsOf(about: CallRow['about']): string {
  if (about === null) return ''
  return 'json' in about ? JSON.stringify(about.json) : `${about.bytes} bytes`
}

/** A spreadsheet runs a cell that begins so as a formula. An apostrophe before it makes it text. */
const isFormula = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u

const cellOf = (text: string): string => `"${(isFormula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

const lineOf = (cells: string[]): string => `${cells.map(cellOf).join(',')}\r`
