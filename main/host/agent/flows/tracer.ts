import type { HostEvent } from '../../../../shared/events/events.ts'
import type { JsonObject, JsonValue } from '../../../../shared/schema/json.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Traced } from './find-flows.ts'
import { SqliteThread } from '../../base/thread.ts'

export type { Traced } from './find-flows.ts'

/** What the thread is told: that a conversation has more, that it is to be forgotten, or what a call would send. */
export type Told =
  | { arrived: string }
  | { forget: string }
  | { trace: number; conversation: string; server: string; definition: string; arguments: JsonValue }
/** `began` is posted once all is read, and the answer after it. */
export type Report = { began: number } | ({ traced: number } & Traced)

/** What of a call decides where its arguments may come from. */
type Call = { conversation: string; server: string; definition: string; arguments: JsonObject }

/** Once a record is written, it is taken in after this many milliseconds; others that come meanwhile, with it. */
const gatherMs = 50
/** How long is waited for what must be read before a call can be looked at, in milliseconds. */
const patienceMs = 10_000
/** When a thread that began and keeps to no time of its own is ended, in milliseconds. */
const overdueMs = 2000
const unknown: Traced = { flows: [], complete: false }
const nothing: Traced = { flows: [], complete: true }
const program = new URL(import.meta.url.endsWith('.ts') ? './trace.ts' : './trace.js', import.meta.url)

type Waiting = { settle: (traced: Traced) => void; timer: NodeJS.Timeout }

/**
 * Follows what the models of conversations are given, in a thread that reads the journal itself and can be killed, and
 * tells what of it the arguments of a call carry.
 */
export class Tracer {
  readonly #journal: Journal
  readonly #leave: () => void
  readonly #waiting = new Map<number, Waiting>()
  /** Conversations with more than the thread has been told of. */
  readonly #arrived = new Set<string>()
  /** New conversations in which nobody gave anything yet: there is nothing to look for. */
  readonly #blank = new Set<string>()
  #soon: NodeJS.Timeout | undefined
  #worker: SqliteThread<Report> | undefined
  #lastId = 0
  #closed = false

  constructor(journal: Journal) {
    this.#journal = journal
    this.#leave = journal.subscribe(({ event }) => this.#heed(event))
  }

  /** What in the arguments came from another server or an attachment. Never rejects. */
  trace({ conversation, server, definition, arguments: input }: Call): Promise<Traced> {
    if (this.#closed) return Promise.resolve(unknown)
    if (this.#blank.has(conversation)) return Promise.resolve(nothing)
    this.#journal.flush()
    const id = ++this.#lastId
    const { promise, resolve } = Promise.withResolvers<Traced>()
    const timer = setTimeout(() => this.#settle(id, unknown), patienceMs)
    this.#waiting.set(id, { settle: resolve, timer })
    this.#tell({ trace: id, conversation, server, definition, arguments: input })
    return promise
  }

  /** What waits is answered as not known. */
  async close(): Promise<void> {
    this.#closed = true
    this.#leave()
    clearTimeout(this.#soon)
    await this.#end()
  }

  #heed(event: HostEvent): void {
    if (event.type === 'conversation.created') this.#blank.add(event.conversation)
    if (event.type === 'conversation.deleted' || event.type === 'conversation.erased') this.#forget(event.conversation)
    if (event.type !== 'turn.started' && event.type !== 'call.finished') return
    const isGiven =
      event.type === 'call.finished' || event.message?.parts.some(({ type }) => type !== 'text' && type !== 'image')
    if (isGiven) this.#blank.delete(event.conversation)
    this.#arrive(event.conversation)
  }

  #forget(conversation: string): void {
    this.#blank.delete(conversation)
    this.#arrived.delete(conversation)
    if (this.#worker) this.#tell({ forget: conversation })
  }

  #arrive(conversation: string): void {
    if (this.#blank.has(conversation)) return
    this.#arrived.add(conversation)
    this.#soon ??= setTimeout(() => this.#tellArrived(), gatherMs)
  }

  #tellArrived(): void {
    this.#soon = undefined
    for (const conversation of this.#arrived) this.#tell({ arrived: conversation })
    this.#arrived.clear()
  }

  #tell(told: Told): void {
    this.#worker ??= this.#start()
    this.#worker.post(told)
  }

  #start(): SqliteThread<Report> {
    // No environment, and none of the host's flags but the one that older releases need to read TypeScript.
    const execArgv = program.pathname.endsWith('.ts') ? ['--experimental-strip-types'] : []
    const thread: SqliteThread<Report> = new SqliteThread(
      program,
      { env: {}, execArgv, workerData: this.#journal.file, resourceLimits: { maxOldGenerationSizeMb: 512 } },
      {
        heard: (report) => thread === this.#worker && this.#heard(report),
        ended: () => thread === this.#worker && void this.#end(),
      },
    )
    thread.unref()
    return thread
  }

  #heard(report: Report): void {
    if ('traced' in report) return this.#settle(report.traced, { flows: report.flows, complete: report.complete })
    const waiting = this.#waiting.get(report.began)
    if (!waiting) return
    clearTimeout(waiting.timer)
    waiting.timer = setTimeout(() => this.#overdue(report.began), overdueMs)
  }

  /** An answer may have come while this thread was busy elsewhere: it is heard before anything is ended. */
  #overdue(id: number): void {
    setImmediate(() => {
      if (this.#waiting.has(id)) void this.#end()
    })
  }

  #settle(id: number, traced: Traced): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    clearTimeout(waiting?.timer)
    waiting?.settle(traced)
  }

  /** Ends the thread, and with it every wait: what it knew is read again when it is needed. */
  async #end(): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    for (const { settle, timer } of this.#waiting.values()) {
      clearTimeout(timer)
      settle(unknown)
    }
    this.#waiting.clear()
    await worker?.end()
  }
}
