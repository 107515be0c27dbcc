import { setImmediate } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import { foldConversation } from '../../../../shared/state/conversation-fold.ts'
import type { Question } from '../../../../shared/asks/asks.ts'
import type { AsOf, AuditRow, ConversationRow, Parsed, Result } from '../../../../shared/contract/commands.ts'
import { emptyConversation, type Conversation } from '../../../../shared/state/conversation.ts'
import { HostError } from '../../../../shared/contract/errors.ts'
import type { RuleTrial, RuleUses, SuggestedRule } from '../../../../shared/contract/rule-commands.ts'
import type { Rule, RuleDraft } from '../../../../shared/rules/rules.ts'
import type { LogCheck, LogCheckStopped, LogChecking } from '../../../../shared/contract/log.ts'
import { upcast } from '../../../../shared/events/upcast.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import type { ResultPart, ResultReader } from '../../../../shared/content/result-part.ts'
import { type PassportFacts, readPassportFacts } from './passport-facts.ts'
import { type ConversationPage, readConversationList } from './conversation-list.ts'
import { importedBefore, type ImportedBefore, type ImportedQuery } from './imported.ts'
import { type ChangePage, readConfigurations } from './configurations.ts'
import { StoredResults } from './stored-results.ts'
import { readCounts, readFigures, readHistory, type ServerHistory } from './server-times.ts'
import { getFrame, listFrames, listLog } from '../reports/report-queries.ts'
import { auditColumns, auditPage, type AuditQuery } from '../search/audit-page.ts'
import { countCalls, type CallFilter, type CallPage } from '../search/call-page.ts'
import { readCall, readCalls } from './calls.ts'
import { readRuleUses } from './rule-uses.ts'
import { suggestRules } from '../../agent/rules/suggestions.ts'
import { tryRules, type ClaimsOfServers } from '../../agent/rules/trial.ts'
import { searchSpoken, type SpokenQuery } from '../search/spoken/search-spoken.ts'
import { findPlaces } from '../search/spoken/spoken-places.ts'
import { columnsIn, verifyChain } from '../chain/chain.ts'
import { headsOf, type Head } from '../chain/heads.ts'
import { LineFile } from '../export/line-file.ts'
import type { ExportLine } from '../export/lines.ts'
import { SignedLines, type WholeFacts } from '../export/whole-signature.ts'
import { callTable } from './call-table.ts'
import { exportLines, type ExportFilter } from '../export/write.ts'
import { queryWords } from './words.ts'

/** A page of rows, newest first, as of an event; `more`: older rows exist. */
export type ListedRows<Row> = AsOf<{ rows: Row[]; more: boolean }>

/** SQLite's version, the number of the last migration, the journal mode, and the first damage if there is any. */
export type DatabaseCondition = { sqlite: string; version: number; mode: string; damage?: string }

/** How many lines of an export are measured before other queries get their turn. */
const linesMeasured = 200

/** Reads the database, each query as of one moment; `asOf` is the last event at that moment. */
export class Queries {
  readonly #db: Database
  readonly #results: StoredResults
  #checked = 0
  /** Identifies the running check. */
  #check: symbol | undefined
  /** Identifies the latest measurement of an export. */
  #measure: symbol | undefined

  constructor(db: Database) {
    this.#db = db
    this.#results = new StoredResults(db)
    db.function('lower_text', { deterministic: true }, (text) => String(text).toLowerCase())
  }

  /** Conversations, newest activity first. */
  conversations(page: ConversationPage): ListedRows<ConversationRow> {
    return this.#snapshot(() => readConversationList(this.#db, page))
  }

  /** A whole conversation, including a deleted one while it can be restored; `not-found` after that. */
  conversation(id: string): AsOf<{ conversation: Conversation }> {
    return this.#snapshot(() => {
      this.assertConversation(id)
      const conversation = emptyConversation(id)
      const read = <Value extends string[]>(where: string) =>
        this.#db.prepare<Value, { seq: number; at: number; version: number; body: string }>(
          `SELECT seq, at, version, body FROM events JOIN bodies USING (seq) WHERE ${where} ORDER BY seq`,
        )
      const renames = read<[]>("type = 'server.renamed'").all()
      const fold = ({ seq, at, version, body }: (typeof renames)[number]): void => {
        const event = upcast(version, JSON.parse(body))
        if (event) foldConversation(conversation, { seq, at, event })
      }
      for (const row of read<[string]>('conversation = ?').iterate(id)) {
        while (renames[0] && renames[0].seq < row.seq) renames.splice(0, 1).forEach(fold)
        fold(row)
      }
      renames.forEach(fold)
      return { conversation }
    })
  }

  /** The same as JSON: one text crosses to another thread, not a copy of every object. */
  conversationJson(id: string): string {
    return JSON.stringify(this.conversation(id))
  }

  /** Throws `not-found` unless there is such a conversation. */
  assertConversation(id: string): void {
    if (!this.#db.prepare<[string]>('SELECT 1 FROM conversations WHERE id = ?').get(id))
      throw new HostError('not-found', queryWords.noConversation)
  }

  /** Those of these conversations that are here, by what they were imported from or by their own ID. */
  imported(wanted: ImportedQuery): ImportedBefore[] {
    return this.#db.transaction(() => importedBefore(this.#db, wanted))()
  }

  /** Messages, calls and results with these words, newest first, keyed by `seq`; the index lacks `unread` records. */
  find(page: SpokenQuery): Result<'findText'> {
    return this.#snapshot(() => {
      const upto = this.#db.prepare<[], number>('SELECT seq FROM said_upto').pluck().get() ?? 0
      const { rows, more, next } = searchSpoken(this.#db, page)
      return { rows, more, next, unread: this.#newest() - upto }
    })
  }

  findPlaces(wanted: Parsed<'findInConversation'>): Result<'findInConversation'> {
    return this.#snapshot(() => findPlaces(this.#db, wanted))
  }

  /** Newest first, keyed by `seq`. Searches records for a limited time; `next` is where to continue. */
  audit(page: AuditQuery): ListedRows<AuditRow> & { next: number } {
    return this.#snapshot(() => auditPage(this.#db, page))
  }

  /** Calls, newest first, keyed by their first record; pages as in `audit`. */
  calls(page: CallPage) {
    return this.#snapshot(() => readCalls(this.#db, page))
  }

  call(seq: number) {
    return this.#db.transaction(() => readCall(this.#db, seq))()
  }

  countCalls({ limit, ...filter }: CallFilter & { limit: number }): { calls: number } {
    return { calls: this.#db.transaction(() => countCalls(this.#db, filter, limit))() }
  }

  /** One record with its content as written; `body` is null if it was erased. */
  record(seq: number): { row: AuditRow; body: JsonObject | null; previous: string; mono: number | null } {
    const mono = columnsIn(this.#db).includes('mono') ? 'mono' : 'NULL AS mono'
    const found = this.#db
      .prepare<[number], AuditRow & { body: string | null; previous: string; mono: number | null }>(
        `SELECT ${auditColumns}, ${mono}, body, prev AS previous FROM events LEFT JOIN bodies USING (seq) WHERE seq = ?`,
      )
      .get(seq)
    if (!found) throw new HostError('not-found', queryWords.noRecord(seq))
    const { body, previous, mono: reading, ...row } = found
    return { row, body: body === null ? null : JSON.parse(body), previous, mono: reading }
  }

  /** The first `limit` characters of a stored text, and its total bytes. */
  blob(hash: string, limit: number): { text: string; bytes: number } {
    const found = this.#db
      .prepare<[number, string], { text: string; bytes: number }>(
        'SELECT substr(CAST(bytes AS TEXT), 1, ?) AS text, length(bytes) AS bytes FROM blobs WHERE hash = ?',
      )
      .get(limit, hash)
    if (!found) throw new HostError('not-found', queryWords.valueGone)
    return found
  }

  resultPart(hash: string, reader: ResultReader): ResultPart & { bytes: number } {
    return this.#results.part(hash, reader)
  }

  resultText(hash: string, reader: ResultReader, range: { from: number; limit: number }) {
    return this.#results.text(hash, reader, range)
  }

  searchResult({ hash, ...search }: Parsed<'searchResult'>) {
    return this.#results.search(hash, search)
  }

  saveResult(hash: string, stem: string) {
    return this.#results.save(hash, stem)
  }

  callCounts(since: number): Result<'countServerCalls'> {
    return { counts: readCounts(this.#db, since) }
  }

  serverFigures(server: string): Result<'getServerFigures'> {
    return this.#db.transaction(() => readFigures(this.#db, server))()
  }

  serverHistory(server: string): ServerHistory {
    return readHistory(this.#db, server)
  }

  configurations(page: ChangePage) {
    return this.#db.transaction(() => readConfigurations(this.#db, page))()
  }

  passportFacts(server: string): PassportFacts {
    return this.#db.transaction(() => readPassportFacts(this.#db, server))()
  }

  serverLog(page: Parsed<'listLog'>) {
    return listLog(this.#db, page)
  }

  frames(page: Parsed<'listFrames'>) {
    return listFrames(this.#db, page)
  }

  frame(id: number) {
    return this.#db.transaction(() => getFrame(this.#db, id))()
  }

  /** Tries rules on past calls. */
  tryRules(rules: RuleDraft[], claims: ClaimsOfServers): RuleTrial {
    return this.#db.transaction(() => tryRules(this.#db, rules, claims))()
  }

  /** When each of these rules last decided a call. */
  ruleUses(rules: Rule[]): RuleUses {
    return this.#db.transaction(() => readRuleUses(this.#db, rules))()
  }

  /** Rules that match the user's answers to questions like this one. */
  suggestRules(question: Question<'approval'>): SuggestedRule[] {
    return this.#db.transaction(() => suggestRules(this.#db, question))()
  }

  /**
   * Walks the whole chain and lets other queries through between two steps, including `stopCheck` or another check,
   * which end it. `key` is this installation's signing key, `anchor` what it last signed.
   */
  async verify(key?: string, anchor?: Head): Promise<LogCheck | LogCheckStopped> {
    const walk = verifyChain(this.#db, { ...headsOf(this.#db.name), key, anchor })
    const self = Symbol()
    this.#check = self
    this.#checked = 0
    while (this.#check === self) {
      const step = walk.next()
      if (step.done) return step.value
      this.#checked = step.value
      await setImmediate()
    }
    return { state: 'stopped' }
  }

  stopCheck(): void {
    this.#check = undefined
  }

  /**
   * Writes an export to a new file readable only by its owner, and lets other queries through; returns the number of
   * records with content, and the facts to sign, if it isn't a table.
   */
  async export(file: string, filter: ExportFilter, at: number): Promise<{ records: number; facts?: WholeFacts }> {
    const out = new LineFile(file)
    const signed = new SignedLines()
    try {
      let records = 0
      for (const { line, isRecord, content } of linesOf(this.#db, filter, at)) {
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

  /** Counts the records and bytes of an `export`; null if another measurement began before this one ended. */
  async measureExport(filter: ExportFilter): Promise<{ records: number; bytes: number } | null> {
    const self = Symbol()
    this.#measure = self
    let [records, bytes, lines] = [0, 0, 0]
    for (const { line, isRecord } of linesOf(this.#db, filter, Date.now())) {
      if (isRecord) records += 1
      bytes += Buffer.byteLength(line) + 1
      if (++lines % linesMeasured === 0) await setImmediate()
      if (this.#measure !== self) return null
    }
    return { records, bytes }
  }

  /** Reads the whole file once: other queries wait. */
  condition(): DatabaseCondition {
    const text = (source: string): string => String(this.#db.prepare(source).pluck().get())
    const said = text('PRAGMA integrity_check(1)')
    return {
      sqlite: text('SELECT sqlite_version()'),
      version: Number(text('PRAGMA user_version')),
      mode: text('PRAGMA journal_mode'),
      ...(said !== 'ok' && { damage: said }),
    }
  }

  /** The progress of `verify`. */
  checking(): LogChecking {
    return { state: 'checking', checked: this.#checked, records: this.#newest() }
  }

  #snapshot<T extends object>(read: () => T): AsOf<T> {
    return this.#db.transaction(() => {
      const asOf = this.#newest()
      return { ...read(), asOf }
    })()
  }

  #newest(): number {
    return this.#db.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM events').pluck().get() ?? 0
  }
}

type WrittenLine = { line: string; isRecord: boolean; content?: ExportLine }

const linesOf = (db: Database, filter: ExportFilter, at: number): Iterable<WrittenLine> =>
  filter.csv && filter.calls ? callTable(db, filter.calls) : exportLines(db, filter, at)
