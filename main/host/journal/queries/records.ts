import type { Database } from 'better-sqlite3'
import type { AuditRow } from '../../../../shared/contract/commands.ts'
import { HostError } from '../../../../shared/contract/errors.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import { columnsIn } from '../chain/chain.ts'
import { auditColumns } from '../search/audit-page.ts'
import { logSchemaOf } from '../database/database.ts'
import { queryWords } from './words.ts'

type StoredRecord = { row: AuditRow; body: JsonObject | null; previous: string; mono: number | null }

/** One record with its content as written; `body` is null if it was erased. */
export function readLogRecord(db: Database, { seq }: { seq: number }): StoredRecord {
  const mono = columnsIn(db).includes('mono') ? 'mono' : 'NULL AS mono'
  const found = db
    .prepare<[number], AuditRow & { body: string | null; previous: string; mono: number | null }>(
      `SELECT ${auditColumns}, ${mono}, body, prev AS previous FROM ${logSchemaOf(db)}.events LEFT JOIN bodies USING (seq) WHERE seq = ?`,
    )
    .get(seq)
  if (!found) throw new HostError('not-found', queryWords.noRecord(seq))
  const { body, previous, mono: reading, ...row } = found
  return { row, body: body === null ? null : JSON.parse(body), previous, mono: reading }
}

/** The first `limit` characters of a stored text, and its total bytes. */
export function readBlob(
  db: Database,
  { hash, limit }: { hash: string; limit: number },
): { text: string; bytes: number } {
  const found = db
    .prepare<[number, string], { text: string; bytes: number }>(
      'SELECT substr(CAST(bytes AS TEXT), 1, ?) AS text, length(bytes) AS bytes FROM blobs WHERE hash = ?',
    )
    .get(limit, hash)
  if (!found) throw new HostError('not-found', queryWords.valueGone)
  return found
}
