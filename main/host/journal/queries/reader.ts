import type { Claims, Question } from '../../../../shared/asks/asks.ts'
import type { Parsed } from '../../../../shared/contract/commands.ts'
import { HostError, type HostErrorCode } from '../../../../shared/contract/errors.ts'
import type { ResultReader } from '../../../../shared/content/result-part.ts'
import type { RuleDraft } from '../../../../shared/rules/rules.ts'
import type { Head } from '../chain/heads.ts'
import type { Journal } from '../journal.ts'
import type { Queries } from './queries.ts'
import { SqliteThread } from '../../base/thread.ts'

type Name = keyof Queries

/** What goes to the worker and what comes back: under the same id, what `Queries` returns under that name. */
export type Asked = { id: number; name: Name; input: unknown[] }
export type Answered<Value> = { id: number } & (
  { value: Value } | { refused: { code: HostErrorCode; message: string } }
)

type Waiting = { resolve: (value: never) => void; reject: (error: Error) => void }

const entry = new URL(import.meta.url.endsWith('.ts') ? './read.ts' : './read.js', import.meta.url)

/**
 * Queries beside the writer, in a thread with its own read-only connection. Each first commits what is pending, so
 * that it sees everything that was appended before; while the journal fails it answers what is on disk.
 */
export class Reader {
  readonly #journal: Journal
  readonly #waiting = new Map<number, Waiting>()
  #thread: SqliteThread<Answered<never>> | undefined
  #lastId = 0
  #closed = false

  constructor(journal: Journal) {
    this.#journal = journal
  }

  conversations(page: Parsed<'listConversations'>) {
    return this.#ask('conversations', page)
  }

  conversation(id: string) {
    return this.#ask('conversation', id)
  }

  audit(page: Parsed<'listAudit'>) {
    return this.#ask('audit', page)
  }

  record(seq: number) {
    return this.#ask('record', seq)
  }

  blob(hash: string, limit: number) {
    return this.#ask('blob', hash, limit)
  }

  /** What of a stored result its reader is given at first. */
  resultPart(hash: string, reader: ResultReader) {
    return this.#ask('resultPart', hash, reader)
  }

  resultText(hash: string, reader: ResultReader, range: { from: number; limit: number }) {
    return this.#ask('resultText', hash, reader, range)
  }

  searchResult(search: Parsed<'searchResult'>) {
    return this.#ask('searchResult', search)
  }

  saveResult(hash: string, stem: string) {
    return this.#ask('saveResult', hash, stem)
  }

  serverTimes() {
    return this.#ask('serverTimes')
  }

  serverHistory(server: string) {
    return this.#ask('serverHistory', server)
  }

  serverLog(page: Parsed<'listLog'>) {
    return this.#ask('serverLog', page)
  }

  frames(page: Parsed<'listFrames'>) {
    return this.#ask('frames', page)
  }

  frame(id: number) {
    return this.#ask('frame', id)
  }

  tryRule(rule: RuleDraft, claims: Record<string, Claims>) {
    return this.#ask('tryRule', rule, claims)
  }

  suggestRules(question: Question<'approval'>) {
    return this.#ask('suggestRules', question)
  }

  /** Checks every record and its content. Other queries are answered meanwhile. */
  verify(key?: string, anchor?: Head) {
    return this.#ask('verify', key, anchor)
  }

  /** Ends the check that runs, if one does; it answers that it was stopped. */
  stopCheck() {
    return this.#ask('stopCheck')
  }

  export(file: string, filter: Parsed<'exportLog'>, at: number) {
    return this.#ask('export', file, filter, at)
  }

  checking() {
    return this.#ask('checking')
  }

  /** Ends the thread; what is still being asked is refused. */
  async close(): Promise<void> {
    this.#closed = true
    // The thread may still answer while it loads; nobody hears that.
    this.#refuse(new HostError('unavailable', 'Atrium is closing.'))
    await this.#thread?.end()
  }

  #refuse(why: HostError): void {
    for (const { reject } of this.#waiting.values()) reject(why)
    this.#waiting.clear()
  }

  async #ask<N extends Name>(name: N, ...input: Parameters<Queries[N]>): Promise<Awaited<ReturnType<Queries[N]>>> {
    if (this.#closed) throw new HostError('unavailable', 'Atrium is closing.')
    this.#journal.flush()
    this.#journal.reports.flush()
    this.#thread ??= this.#start()
    const id = ++this.#lastId
    const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<Queries[N]>>>()
    this.#waiting.set(id, { resolve, reject })
    this.#thread.post({ id, name, input } satisfies Asked)
    return promise
  }

  #start(): SqliteThread<Answered<never>> {
    const thread: SqliteThread<Answered<never>> = new SqliteThread(
      entry,
      { workerData: this.#journal.file },
      {
        heard: (answered) => this.#settle(answered),
        ended: (fault) => {
          if (this.#thread === thread) this.#thread = undefined
          const why = fault?.message ?? 'its thread ended'
          this.#refuse(new HostError('unavailable', `The journal could not be read: ${why}.`))
        },
      },
    )
    return thread
  }

  #settle(answered: Answered<never>): void {
    const waiting = this.#waiting.get(answered.id)
    this.#waiting.delete(answered.id)
    if ('value' in answered) waiting?.resolve(answered.value)
    else waiting?.reject(new HostError(answered.refused.code, answered.refused.message))
  }
}
