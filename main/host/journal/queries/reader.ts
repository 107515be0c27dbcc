import { HostError, type HostErrorCode } from '../../../../shared/contract/errors.ts'
import type { LogReading } from '../../../../shared/events/events.ts'
import { startWorker, WorkerThread } from '../../base/thread.ts'
import type { Journal } from '../journal.ts'
import type { queries } from './queries.ts'
import type { QueryConnection } from './connection.ts'
import { queryWords } from './words.ts'

type Name = keyof typeof queries
type Found<N extends Name> = Awaited<ReturnType<(typeof queries)[N]>>
type Asked<N extends Name> = (typeof queries)[N] extends (at: QueryConnection, ...input: infer I) => unknown ? I : never

/** A query's name and what it asks with, under an ID that its reply has too. */
export type QueryMessage = { id: number; name: Name; input: unknown[] }
/** A query's result, or the `HostError` that it threw. */
export type QueryReply<Value> = { id: number } & (
  | { value: Value }
  | { refused: { code: HostErrorCode; message: string } }
)

/** The progress of the views, while they have much to read. */
export type ReadingMessage = { reading: LogReading | undefined }

type Waiting = { resolve: (value: never) => void; reject: (error: Error) => void }

/** A database, and what commits pending events to it; without a writer there are none. */
export type ReadJournal = Pick<Journal, 'file' | 'flush'> & {
  reports: Pick<Journal['reports'], 'flush'>
  reading?: Journal['reading']
}

/**
 * Queries alongside the writer, in a thread with its own read-only connection. Each query first commits pending events,
 * so it sees everything appended before; while the journal fails, it answers from disk.
 */
export class Reader {
  readonly #journal: ReadJournal
  readonly #thread: WorkerThread<QueryMessage, QueryReply<never> | ReadingMessage, Waiting>

  constructor(journal: ReadJournal) {
    this.#journal = journal
    this.#thread = new WorkerThread({
      start: () => startWorker(import.meta.url, 'read', { data: journal.file }),
      heard: (said) => ('reading' in said ? journal.reading?.(said.reading) : this.#settle(said)),
      lost: ({ reject }, fault) => reject(this.#thread.isClosed ? closing() : unread(fault)),
    })
  }

  /** Returns what this query finds, or rejects with its `HostError`. */
  async ask<N extends Name>(name: N, ...input: Asked<N>): Promise<Found<N>> {
    if (this.#thread.isClosed) throw closing()
    this.#journal.flush()
    this.#journal.reports.flush()
    const { promise, resolve, reject } = Promise.withResolvers<Found<N>>()
    this.#thread.ask({ resolve, reject }, (id) => ({ id, name, input }))
    return promise
  }

  /** Ends the thread; rejects open requests. */
  close(): Promise<void> {
    return this.#thread.close()
  }

  #settle(answered: QueryReply<never>): void {
    const waiting = this.#thread.take(answered.id)
    if ('value' in answered) waiting?.resolve(answered.value)
    else waiting?.reject(new HostError(answered.refused.code, answered.refused.message))
  }
}

const closing = (): HostError => new HostError('unavailable', queryWords.closing)
const unread = (fault?: Error): HostError =>
  new HostError('unavailable', queryWords.unreadable(fault?.message ?? queryWords.threadEnded))
