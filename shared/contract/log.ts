import type { JsonValue } from '../schema/json.ts'
import type { Rule } from '../rules/rules.ts'

/** One line of the audit table: the columns of an event, which stay when its body is erased. */
export type AuditRow = {
  seq: number
  at: number
  type: string
  actor: string | null
  conversation: string | null
  turn: string | null
  call: string | null
  server: string | null
  tool: string | null
  decision: string | null
  outcome: string | null
  /** Milliseconds, if the event ends something. */
  took: number | null
  hash: string
}

/**
 * One call, from its request to its outcome. Times are epoch milliseconds, null for what hasn't happened. `title`,
 * `about` and `rule` come from the records' content and are null once that is erased; the rest stays.
 */
export type CallRow = {
  /** The number of its first record, and of its last one once it ended. */
  seq: number
  last: number | null
  call: string
  conversation: string
  turn: string
  server: string | null
  tool: string
  title: string | null
  /** Hash of the tool's definition at that time. */
  definition: string | null
  /** The arguments as sent, or as requested if nothing was sent; long values are cut short. */
  about: { json: JsonValue } | { bytes: number } | null
  /** The user made the call, without a model. */
  own: boolean
  /** An app of the server made the call. */
  ofApp: boolean
  /** Its definition claimed that the tool only reads. */
  reads: boolean
  /** It reached its server, and its definition didn't claim that it only reads. */
  changed: boolean
  /** It was sent to a URL on another computer. */
  left: boolean
  /** The actor who decided, or `rule`; null without a decision. */
  decider: string | null
  rule: Rule | null
  outcome: string | null
  requestedAt: number
  askedAt: number | null
  decidedAt: number | null
  startedAt: number | null
  finishedAt: number | null
}

/** The findings of a log check. `seq` and `records` count records from 1. */
export type LogCheck =
  /**
   * Every record is as written, as far as the check can tell. `erased` records lost their content on the user's order.
   * `signed` is the last record covered by a signed head, and when it was signed; `unsigned` records came after it.
   * `newKeys` are the records that introduce a key no earlier key signed: the old key was lost, or someone else wrote
   * from there on. `replaced` are the records at which Atrium, when it started, found that the files lacked what it had
   * signed last: nothing proves the records before them. `setBack` counts how often the system clock went back by more
   * than a second while one process was writing.
   */
  | {
      state: 'intact'
      records: number
      erased: number
      head: string
      signed: { seq: number; at: number } | null
      unsigned: number
      newKeys: number[]
      replaced: number[]
      setBack: { times: number; first: number } | null
    }
  /** `seq` is the first record that differs from the written or signed one. */
  | { state: 'broken'; seq: number; reason: string }
  /** A head covers more records than exist. */
  | { state: 'cut'; records: number; signedUpTo: number }
  /** The records exist, but the file of heads lacks the head of a record that the secret store remembers as signed. */
  | { state: 'stripped'; records: number; signedUpTo: number }

/** A check that was stopped early has no findings. */
export type LogCheckStopped = { state: 'stopped' }

/** A check's progress. */
export type LogChecking = { state: 'checking'; checked: number; records: number }

/** A call of the ledger: the number of its first record, its place, and when it ended, in epoch milliseconds. */
type LedgerCall = { seq: number; conversation: string; turn: string; at: number }

/**
 * A file's latest change as Atrium saw it; `to`: its new path. Its call is the last one that changed it; `own`: the
 * user made that, as for an undo.
 */
export type LedgerFile = LedgerCall & {
  path: string
  became: 'new' | 'changed' | 'gone' | 'moved'
  to?: string | undefined
  own: boolean
  /** The user or a rule let the call run. */
  by: 'person' | 'rule'
}

/** A call that the user denied, with their reason if they gave one, or a rule; `about` as in a `CallRow`. */
export type LedgerDenial = LedgerCall & {
  server: string | null
  tool: string
  title: string | null
  about: CallRow['about']
  by: 'person' | 'rule'
  reason?: string | undefined
}

/** A day's calls, newest first. The numbers count all of them, up to `mostCounted`. */
export type Ledger = {
  /** The moment from which it counts, in epoch milliseconds. */
  since: number
  calls: number
  changed: number
  /** Calls that were denied, and those of them that a rule denied. */
  denied: number
  deniedByRule: number
  files: LedgerFile[]
  denials: LedgerDenial[]
}

/** A count this high can be higher. */
export const mostCounted = 1000
