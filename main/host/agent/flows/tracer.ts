import type { HostEvent } from '../../../../shared/events/events.ts'
import { isTurnOfView } from '../../../../shared/events/app-events.ts'
import type { JsonObject, JsonValue } from '../../../../shared/schema/json.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Traced } from './find-flows.ts'
import { SingleSources } from './single-source.ts'
import { startWorker, WorkerThread } from '../../base/thread.ts'

export type { Traced } from './find-flows.ts'

/** Messages to the thread: a conversation has grown, must be forgotten, or wants a call's arguments traced. */
export type Told =
  | { arrived: string }
  | { forget: string }
  | { trace: number; conversation: string; server: string; definition: string; arguments: JsonValue }
/** `began` is posted once everything is read, the answer after it. */
export type TracerReport = { began: number } | ({ traced: number } & Traced)

/** The parts of a call that decide where its arguments can come from. */
type Call = { conversation: string; server: string; definition: string; arguments: JsonObject }

/** Milliseconds after a record is written before it is read, together with later ones. */
const gatherMs = 50
/** Milliseconds to wait for pending reads before a call is examined. */
const patienceMs = 10_000
/** Milliseconds after which a thread that exceeds its own time limit is ended. */
const overdueMs = 2000
const unknown: Traced = { flows: [], complete: false }
const nothing: Traced = { flows: [], complete: true }

type Waiting = { resolve: (traced: Traced) => void; timer?: NodeJS.Timeout }

/**
 * Indexes the texts given to conversations' models, in a killable thread that reads the journal itself, and finds them
 * in a call's arguments.
 */
export class Tracer {
  readonly #journal: Journal
  readonly #leave: () => void
  readonly #thread: WorkerThread<Told, TracerReport, Waiting>
  /** Conversations with news the thread doesn't know. */
  readonly #arrived = new Set<string>()
  readonly #single = new SingleSources()
  /** By conversation, the last record that gave its model something, until it is on disk. */
  readonly #unwritten = new Map<string, number>()
  #soon: NodeJS.Timeout | undefined

  constructor(journal: Journal) {
    this.#journal = journal
    this.#thread = new WorkerThread({
      start: () => startWorker(import.meta.url, 'trace', { data: journal.file, heap: 512 }),
      heard: (report) => this.#heard(report),
      lost: (waiting) => settle(waiting, unknown),
    })
    this.#leave = journal.subscribe(({ event, seq }) => this.#take(event, seq))
  }

  /** Finds parts of the arguments that came from another server or an attachment. Never rejects. */
  async trace({ conversation, server, definition, arguments: input }: Call): Promise<Traced> {
    if (this.#single.isOwn(conversation, server)) return this.#thread.isClosed ? unknown : nothing
    if (!(await this.#isOnDisk(conversation)) || this.#thread.isClosed) return unknown
    const { promise, resolve } = Promise.withResolvers<Traced>()
    const waiting: Waiting = { resolve }
    const asked = { conversation, server, definition, arguments: input }
    const id = this.#thread.ask(waiting, (trace) => ({ trace, ...asked }))
    waiting.timer = setTimeout(() => settle(this.#thread.take(id), unknown), patienceMs)
    return promise
  }

  /**
   * The thread reads from disk. A model can only repeat what its request contained, and no request leaves before its
   * records are durable, so in a turn there is nothing to wait for.
   */
  async #isOnDisk(conversation: string): Promise<boolean> {
    const last = this.#unwritten.get(conversation) ?? 0
    try {
      if (last > this.#journal.head.seq) await this.#journal.durable()
      this.#unwritten.delete(conversation)
      return true
    } catch {
      // While the log can't be written, the flows are unknown, and nothing is sent.
      return false
    }
  }

  /** Pending requests are answered as unknown. */
  async close(): Promise<void> {
    this.#leave()
    clearTimeout(this.#soon)
    await this.#thread.close()
  }

  #take(event: HostEvent, seq: number | null): void {
    this.#single.take(event)
    if (event.type === 'conversation.deleted' || event.type === 'conversation.erased') this.#forget(event.conversation)
    // No call waits for it then, and a new thread reads every text's server by its new ID.
    if (event.type === 'server.renamed') void this.#thread.end()
    if (event.type !== 'turn.started' && event.type !== 'call.finished') return
    if (isTurnOfView(event.turn)) return
    this.#unwritten.set(event.conversation, seq ?? 0)
    if (!this.#single.has(event.conversation)) this.#arrive(event.conversation)
  }

  #forget(conversation: string): void {
    this.#unwritten.delete(conversation)
    this.#arrived.delete(conversation)
    if (this.#thread.isStarted) this.#thread.tell({ forget: conversation })
  }

  #arrive(conversation: string): void {
    this.#arrived.add(conversation)
    this.#soon ??= setTimeout(() => this.#tellArrived(), gatherMs)
  }

  #tellArrived(): void {
    this.#soon = undefined
    for (const conversation of this.#arrived) this.#thread.tell({ arrived: conversation })
    this.#arrived.clear()
  }

  #heard(report: TracerReport): void {
    if ('traced' in report)
      return settle(this.#thread.take(report.traced), { flows: report.flows, complete: report.complete })
    const waiting = this.#thread.find(report.began)
    if (!waiting) return
    clearTimeout(waiting.timer)
    waiting.timer = setTimeout(() => this.#overdue(report.began), overdueMs)
  }

  /**
   * An answer may have arrived while this thread was busy: it is handled before anything is ended. A new thread reads
   * again what it needs.
   */
  #overdue(id: number): void {
    setImmediate(() => {
      if (this.#thread.find(id)) void this.#thread.end()
    })
  }
}

function settle(waiting: Waiting | undefined, traced: Traced): void {
  clearTimeout(waiting?.timer)
  waiting?.resolve(traced)
}
