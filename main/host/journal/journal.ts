import { join } from 'node:path'
import { reduce } from '../../../shared/state/reduce.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import type { HostEvent, JournalHealth, LogReading, Recorded } from '../../../shared/events/events.ts'
import { defined, type JsonValue, type StoredValue } from '../../../shared/schema/json.ts'
import type { HostState } from '../../../shared/state/state.ts'
import { worksIn } from '../../../shared/state/compactions.ts'
import { type HashedText, sha256 } from '../base/hash.ts'
import { type Clock, startTimer } from '../base/wake.ts'
import { columnsOf, isTransient } from '../../../shared/events/table.ts'
import { diskQuota } from './database-file.ts'
import { reasonOf } from '../base/failure.ts'
import { Durations } from './durations.ts'
import { lockDirectory } from './lock.ts'
import { closeToOthers } from './private-files.ts'
import { Publisher } from './publisher.ts'
import { Reports } from './reports/reports.ts'
import { JournalStore, type JournalEntry, type KnownKey } from './store.ts'
import type { ErasurePlan } from './erasure.ts'
import { journalWords as words } from './words.ts'

/** The journal's clocks, delays and limits; absent ones are those of the application. */
export type JournalOptions = {
  /** The wall clock, in epoch milliseconds. */
  now?: () => number
  /** A monotonic clock, in milliseconds since this process began. */
  mono?: () => number
  /** The timer after which records that no one waits for are committed. */
  after?: NonNullable<Clock['after']>
  /** The first delay before a failed commit is retried; it doubles up to five times this. */
  retryMs?: number
  /** The disk quota: max 4 KiB pages of the database; by free space, if absent. Evaluated before each commit. */
  maxPages?: () => number
}

/** A value whose JSON text exceeds this many bytes is stored outside its event. */
const inlineLimit = 64 * 1024

/** How many characters of a blob its event shows. */
const previewLength = 2000

/** Milliseconds to collect events before a commit, if no caller waits for them. */
const gatherMs = 10

/** Milliseconds until remains of erased content are looked at again. */
const scrubMs = 10_000

/** Max events after a checkpoint. */
const checkpointEvery = 1000

/** Everything that happened, in order. State is folded from it, and nothing acts before its event is durable. */
export class Journal {
  /** The database; readers open it alongside the journal. */
  readonly file: string
  /** Outside the log: what servers report. */
  readonly reports: Reports
  readonly #store: JournalStore
  readonly #unlock: () => void
  readonly #options: JournalOptions & { now: () => number; mono: () => number; retryMs: number }
  readonly #publisher = new Publisher()
  readonly #durations = new Durations()
  readonly #blobs = new Map<string, string | Uint8Array>()
  #pending: JournalEntry[] = []
  #state: HostState
  #seq: number
  #checkpoint: number
  #waiting: PromiseWithResolvers<void> | undefined
  #soon: NodeJS.Immediate | undefined
  #later: { cancel: () => void } | undefined
  #retry: { timer: NodeJS.Timeout; delay: number } | undefined
  #closed = false

  /** Throws `conflict` if another process has the directory, `unavailable` if its journal can't be opened. */
  static open(directory: string, options: JournalOptions = {}): Journal {
    const unlock = lockDirectory(directory)
    try {
      closeToOthers(directory)
      return new Journal(join(directory, 'journal.db'), unlock, { maxPages: diskQuota(directory), ...options })
    } catch (error) {
      unlock()
      if (error instanceof HostError) throw error
      throw new HostError('unavailable', words.cannotOpen(directory, reasonOf(error)))
    }
  }

  private constructor(file: string, unlock: () => void, options: JournalOptions) {
    this.file = file
    this.#unlock = unlock
    this.#options = { now: Date.now, mono: () => performance.now(), retryMs: 1000, ...options }
    this.#store = new JournalStore(file)
    this.reports = new Reports(this.#store.reports, { publish: (it) => this.append(it), now: this.#options.now })
    const { state, seq, checkpoint } = this.#store.loaded
    this.#state = state
    this.#seq = seq
    this.#checkpoint = checkpoint
  }

  get state(): HostState {
    return this.#state
  }

  /** The number of the last durable event appended; it might not be on disk yet. */
  get seq(): number {
    return this.#seq
  }

  /** The last event on disk and its row's hash; 0 and zeros if there is none. */
  get head(): { seq: number; hash: string } {
    return this.#store.head
  }

  /** The hash of a record on disk; undefined if no record has this number. */
  hashOf = (seq: number): string | undefined => this.#store.hashOf(seq)

  /** The keys that sign the log, as far as the events that introduce them are on disk. */
  get keys(): KnownKey[] {
    return this.#store.keys()
  }

  /** Stamps, folds and publishes the events. The durable ones of one call are committed together or not at all. */
  append(...events: HostEvent[]): void {
    if (this.#closed) throw new HostError('unavailable', words.closed)
    const at = this.#options.now()
    const mono = Math.floor(this.#options.mono())
    const entries: JournalEntry[] = []
    let state = this.#state
    const recorded = events.map((event) => {
      const before = state
      state = reduce(state, event, at)
      if (isTransient(event)) return { seq: null, at, event }
      const stamped = { seq: this.#seq + entries.length + 1, at, event }
      const columns = { ...columnsOf(event, before), took: this.#durations.took(event, at), mono }
      entries.push({ recorded: stamped, body: JSON.stringify(event), columns })
      return stamped
    })
    this.#state = state
    this.#seq += entries.length
    this.#pending.push(...entries)
    if (entries.length > 0 && this.#healthy)
      this.#later ??= startTimer(this.#options, gatherMs, () => this.#commit(), { isLasting: true })
    this.#publisher.publish(recorded)
  }

  /** Resolves when everything appended so far is on disk; `unavailable` if its commit failed. It stays queued then. */
  async durable(): Promise<void> {
    if (this.#pending.length === 0) return
    this.assertHealthy()
    this.#waiting ??= Promise.withResolvers()
    this.#soon ??= setImmediate(() => this.#commit())
    await this.#waiting.promise
  }

  /** Throws `unavailable` while commits fail: what isn't in the log must not happen. */
  assertHealthy(): void {
    const { health } = this.#state
    if (health.state === 'failing') throw unavailable(health.reason)
  }

  /** The time that the next event would have. */
  now = (): number => this.#options.now()

  /** Says that lists and search wait until they have read the log; undefined says that they have. */
  reading = (reading: LogReading | undefined): void => {
    if (!this.#closed && this.#healthy) this.#setHealth({ state: 'ok', ...defined({ reading }) })
  }

  /** The listener gets everything appended from now on, in order. */
  subscribe = (listener: (recorded: Recorded) => void): (() => void) => this.#publisher.subscribe(listener)

  /** Prepares a value for an event: inline, or above 64 KiB of JSON text as a blob written with the next commit. */
  keep(value: JsonValue): StoredValue {
    const text = JSON.stringify(value)
    const bytes = Buffer.byteLength(text)
    if (bytes <= inlineLimit) return { json: value }
    return { blob: this.keepBlob(text), bytes, preview: text.slice(0, previewLength) }
  }

  /** Like `keep`, for a value whose JSON text exists already, as bytes with their SHA-256. */
  keepBytes({ hash, bytes, preview }: { hash: string; bytes: Uint8Array; preview: string }): StoredValue {
    this.#blobs.set(hash, bytes)
    return { blob: hash, bytes: bytes.length, preview }
  }

  /** Stores a text with the next commit, once even if kept repeatedly, and returns its SHA-256. */
  keepBlob(text: string): string {
    const hash = sha256(text)
    this.keepHashed({ hash, text })
    return hash
  }

  /** Like `keepBlob`, for a text whose SHA-256 is known. */
  keepHashed({ hash, text }: Pick<HashedText, 'hash' | 'text'>): void {
    this.#blobs.set(hash, text)
  }

  /** `not-found` if the value was erased. */
  read(kept: StoredValue): JsonValue {
    if ('json' in kept) return kept.json
    const waiting = this.#blobs.get(kept.blob)
    const text = waiting === undefined ? this.#store.blob(kept.blob) : Buffer.from(waiting).toString()
    if (text === undefined) throw new HostError('not-found', words.valueGone)
    return JSON.parse(text)
  }

  /** Commits pending events. A failure shows in `state.health`. */
  flush(): void {
    if (!this.#closed) this.#commit()
  }

  /**
   * Erases a deleted conversation's content from the log and the reports; false if there is news of it since the plan.
   * `conflict` while it isn't deleted or still runs, `unavailable` if the log can't be written; it follows once it can.
   */
  erase(plan: ErasurePlan): boolean {
    const { conversation, standing, since, records } = plan
    if (standing === 'open') throw new HostError('conflict', words.deleteFirst)
    if (worksIn(this.#state, conversation)) throw new HostError('conflict', words.stillRunning)
    this.flush()
    this.assertHealthy()
    if (!this.#store.erasure.take(plan)) return false
    // Messages exchanged with servers don't say which conversation they belonged to.
    this.reports.eraseSince(since)
    this.#store.dropBackups()
    this.append({ type: 'conversation.erased', conversation, events: records.length })
    this.#commit()
    const { health } = this.#state
    if (health.state === 'failing') throw new HostError('unavailable', words.erasesLater(health.reason))
    return true
  }

  /** Writes pending events and releases the directory; `unavailable` if not everything could be written. */
  async close(): Promise<void> {
    if (this.#closed) return
    this.#commit(true)
    this.reports.close()
    this.#closed = true
    clearTimeout(this.#retry?.timer)
    this.#unschedule()
    const lost = this.#pending.length
    this.#store.close()
    this.#unlock()
    if (lost > 0) throw new HostError('unavailable', words.lost(lost))
  }

  get #healthy(): boolean {
    return this.#state.health.state === 'ok'
  }

  #commit(closing = false): void {
    this.#unschedule()
    const erases = this.#pending.some(({ recorded }) => recorded.event.type === 'conversation.erased')
    const due = this.#seq - this.#checkpoint >= (closing ? 1 : checkpointEvery)
    if (this.#pending.length === 0 && this.#blobs.size === 0 && !due) return
    const checkpoint = due || erases
    const failure = this.#write(checkpoint ? this.#state : undefined)
    if (failure !== undefined) return this.#failed(failure)
    if (checkpoint) this.#checkpoint = this.#seq
    const renames = this.#pending.flatMap(({ recorded: { event } }) => (event.type === 'server.renamed' ? [event] : []))
    this.#pending = []
    this.#blobs.clear()
    for (const { from, server } of renames) this.reports.rename(from, server)
    this.#waiting?.resolve()
    this.#waiting = undefined
    clearTimeout(this.#retry?.timer)
    this.#retry = undefined
    if (!this.#healthy) this.#setHealth({ state: 'ok' })
    if (!erases) return
    this.#store.erasure.done()
    this.#scrub()
  }

  /** A program that reads the log, such as an export, can hold up its end; it is tried again until it comes. */
  #scrub(): void {
    try {
      if (this.#closed || this.#store.scrub()) return
    } catch (error) {
      process.emitWarning(words.copiesLeft(reasonOf(error)))
    }
    setTimeout(() => this.#scrub(), scrubMs).unref()
  }

  #unschedule(): void {
    clearImmediate(this.#soon)
    this.#later?.cancel()
    this.#soon = undefined
    this.#later = undefined
  }

  /** Returns what went wrong, if anything. */
  #write(checkpoint: HostState | undefined): string | undefined {
    try {
      if (this.#options.maxPages) this.#store.limit(this.#options.maxPages())
      this.#store.commit({ entries: this.#pending, blobs: this.#blobs, checkpoint })
      return undefined
    } catch (error) {
      return reasonOf(error)
    }
  }

  #failed(reason: string): void {
    const { retryMs } = this.#options
    clearTimeout(this.#retry?.timer)
    const delay = Math.min(5 * retryMs, this.#retry ? 2 * this.#retry.delay : retryMs)
    this.#retry = { delay, timer: setTimeout(() => this.#commit(), delay) }
    this.#waiting?.reject(unavailable(reason))
    this.#waiting = undefined
    const { health } = this.#state
    if (health.state === 'ok') this.#setHealth({ state: 'failing', reason, since: this.#options.now() })
    else if (health.reason !== reason) this.#setHealth({ ...health, reason })
  }

  #setHealth(health: JournalHealth): void {
    this.append({ type: 'journal.health', health })
  }
}

const unavailable = (reason: string): HostError => new HostError('unavailable', words.paused(reason))
