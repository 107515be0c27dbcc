import { setImmediate } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import type { LogCheck, LogCheckStopped, LogChecking } from '../../../../shared/contract/log.ts'
import { verifyChain } from '../chain/chain.ts'
import { headsOf, type Head } from '../chain/heads.ts'
import { LineFile } from '../export/line-file.ts'
import type { ExportLine } from '../export/lines.ts'
import { SignedLines, type WholeFacts } from '../export/whole-signature.ts'
import { exportLines, type ExportFilter } from '../export/write.ts'
import { callTable } from './call-table.ts'
import type { QueryConnection } from './connection.ts'

/** SQLite's version, the number of the last migration, the journal mode, and the first damage if there is any. */
export type DatabaseCondition = { sqlite: string; version: number; mode: string; damage?: string }

/** How many lines of an export are measured before other queries get their turn. */
const linesMeasured = 200

/** The newest record's number; 0 without any. */
export const newestRecord = (db: Database): number =>
  db.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM events').pluck().get() ?? 0

/**
 * Walks the whole chain and lets other queries through between two steps, including the end of this check and the start
 * of another. `key` is this installation's signing key, `anchor` what it last signed.
 */
export async function checkLog(
  at: QueryConnection,
  { key, anchor }: { key?: string | undefined; anchor?: Head | undefined } = {},
): Promise<LogCheck | LogCheckStopped> {
  const walk = verifyChain(at.log, { ...headsOf(at.log.name), key, anchor })
  const isRunning = at.check.begin()
  at.checked = 0
  while (isRunning()) {
    const step = walk.next()
    if (step.done) return step.value
    at.checked = step.value
    await setImmediate()
  }
  return { state: 'stopped' }
}

/** The progress of `checkLog`. */
export const checkProgress = ({ log, checked }: QueryConnection): LogChecking => ({
  state: 'checking',
  checked,
  records: newestRecord(log),
})

/**
 * Writes an export to a new file readable only by its owner, and lets other queries through; returns the number of
 * records with content, and the facts to sign, if it isn't a table.
 */
export async function exportLog(
  { views }: QueryConnection,
  { file, filter, at }: { file: string; filter: ExportFilter; at: number },
): Promise<{ records: number; facts?: WholeFacts }> {
  const out = new LineFile(file)
  const signed = new SignedLines()
  try {
    let records = 0
    for (const { line, isRecord, content } of linesOf(views.current(looksForWords(filter)), filter, at)) {
      if (isRecord) records += 1
      if (content) signed.take(content, line)
      if (out.write(line)) await setImmediate()
    }
    out.keep()
    const { facts } = signed
    return { records, ...(facts && { facts }) }
  } finally {
    out.close()
  }
}

/** Counts the records and bytes of an `exportLog`; null if another measurement began before this one ended. */
export async function measureExport(
  { views, measurement }: QueryConnection,
  filter: ExportFilter,
): Promise<{ records: number; bytes: number } | null> {
  const isRunning = measurement.begin()
  let [records, bytes, lines] = [0, 0, 0]
  for (const { line, isRecord } of linesOf(views.current(looksForWords(filter)), filter, Date.now())) {
    if (isRecord) records += 1
    bytes += Buffer.byteLength(line) + 1
    if (++lines % linesMeasured === 0) await setImmediate()
    if (!isRunning()) return null
  }
  return { records, bytes }
}

const looksForWords = ({ text, calls }: ExportFilter): boolean => (text ?? calls?.text) !== undefined

type WrittenLine = { line: string; isRecord: boolean; content?: ExportLine }

const linesOf = (db: Database, filter: ExportFilter, at: number): Iterable<WrittenLine> =>
  filter.csv && filter.calls ? callTable(db, filter.calls) : exportLines(db, filter, at)

/** Reads the whole file once: other queries wait. */
export function databaseCondition({ log: db }: QueryConnection): DatabaseCondition {
  const text = (source: string): string => String(db.prepare(source).pluck().get())
  const said = text('PRAGMA integrity_check(1)')
  return {
    sqlite: text('SELECT sqlite_version()'),
    version: Number(text('PRAGMA user_version')),
    mode: text('PRAGMA journal_mode'),
    ...(said !== 'ok' && { damage: said }),
  }
}
