import { z } from 'zod'
import { command, id, page, type AsOf } from './command.ts'
import type { AuditRow, CallRow, Ledger, LogCheck, LogCheckStopped, LogChecking } from './log.ts'
import type { JsonObject } from '../schema/json.ts'
import type { Call } from '../state/conversation.ts'

const nothing = z.strictObject({})
const somewhere = z.array(z.string().min(1).max(64)).min(1).max(60)
const toolName = z.string().min(1).max(200)

/** Conditions on records and on calls alike; each member narrows the others. `since`, `until` and `seq` are inclusive. */
const common = {
  outcomes: somewhere.optional(),
  /** Tools, each by its server; without `tool`, all of a server's tools. A record or call must match one of them. */
  of: z
    .array(z.strictObject({ server: id, tool: toolName.optional() }))
    .min(1)
    .max(50)
    .optional(),
  conversation: id.optional(),
  since: z.int().min(0).optional(),
  until: z.int().min(0).optional(),
  /**
   * Words that must all occur in what a record says or is about, or begin a word there; words in quotes occur whole and
   * in this order.
   */
  text: z.string().trim().max(200).optional(),
  seq: z.int().positive().optional(),
}

/** The records to return. */
const auditFilter = {
  ...common,
  types: somewhere.optional(),
  server: id.optional(),
  tool: toolName.optional(),
  /** The kind of actor: a user, a standing rule, Atrium itself, or an edited file. */
  by: z.enum(['person', 'rule', 'host', 'file']).optional(),
}

/** The calls to return. Words are looked for in all records of a call. */
const callFilter = {
  ...common,
  /** By a user, by a rule, or by Atrium, which ended it without a decision. */
  by: z.enum(['person', 'rule', 'host']).optional(),
  /** See `CallRow`. */
  changed: z.literal(true).optional(),
  left: z.literal(true).optional(),
  ofApp: z.literal(true).optional(),
}

/** Records up to `before`; or with `calls`, the records of these calls, or with `csv`, one row for each of them. */
const exported = z.strictObject({
  ...auditFilter,
  before: page.before,
  calls: z.strictObject({ ...callFilter, before: page.before }).optional(),
  csv: z.literal(true).optional(),
})

/** Commands about the audit log. */
export const logCommands = {
  /**
   * Newest first. A page can be shorter than its limit, or empty, while there is `more`: `next` is the next `before`.
   */
  listAudit: command('read', z.strictObject({ ...page, ...auditFilter })).returns<
    AsOf<{ rows: AuditRow[]; more: boolean; next: number }>
  >(),
  getRecord: command('read', z.strictObject({ seq: z.int().positive() })).returns<{
    row: AuditRow
    body: JsonObject | null
    previous: string
    /** Milliseconds since the writing process started, by a monotonic clock; null in records of earlier releases. */
    mono: number | null
  }>(),
  /** Newest first, by their first record; pages as in `listAudit`. */
  listCalls: command('read', z.strictObject({ ...page, ...callFilter })).returns<
    AsOf<{ rows: CallRow[]; more: boolean; next: number }>
  >(),
  /** How many calls match, counted up to `limit`. */
  countCalls: command(
    'read',
    z.strictObject({ ...callFilter, limit: z.int().min(1).max(10_000).default(1000) }),
  ).returns<{ calls: number }>(),
  /**
   * The files that calls changed, as far as Atrium read them, and the denied calls: since a moment, or if there was no
   * call since, on the day of the newest call. Null if there never was one. No model writes any of it.
   */
  getLedger: command('read', z.strictObject({ since: z.int().min(0), limit: z.int().min(1).max(50) })).returns<
    AsOf<{ ledger: Ledger | null }>
  >(),
  /**
   * A call by its first record, with its content and its records; `call` is null if its content was erased. Up to 500
   * records.
   */
  getCall: command('read', z.strictObject({ seq: z.int().positive() })).returns<{
    row: CallRow
    call: Call | null
    records: AuditRow[]
  }>(),
  /**
   * Checks the whole log, record by record, against the signatures. Answers after a second at most: `checking` tells
   * the progress, and repeating the command waits on.
   */
  verifyLog: command('read', nothing).returns<LogCheck | LogCheckStopped | LogChecking>(),
  /** Ends a running check; everyone waiting for it gets `stopped`. The next check starts from the beginning. */
  stopCheck: command('read', nothing).returns<void>(),
  /**
   * Writes matching records, with their proof, to a new file in the data folder; `records` counts them. A CSV file has
   * calls, which `records` counts, and no proof.
   */
  exportLog: command('read', exported).returns<{ file: string; records: number }>(),
  /** The records in an export and its size, without writing it; null if another measurement began before this one ended. */
  measureExport: command('read', exported).returns<{ records: number; bytes: number } | null>(),
}
