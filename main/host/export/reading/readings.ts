import { randomUUID } from 'node:crypto'
import { HostError } from '../../../../shared/contract/errors.ts'
import { longestImport } from '../../../../shared/contract/conversation-import-commands.ts'
import { startWorker, WorkerThread } from '../../base/thread.ts'
import { exportWords as words } from '../words.ts'
import type { FromParser, ReadOverview, ToParser } from './parse.ts'
import type { ReadConversation } from './shape.ts'

/** Files that are read at the same time; the oldest goes first. */
const mostAtOnce = 2

/** Milliseconds without a command after which a file is forgotten. */
const patience = 15 * 60_000

/** Max megabytes of a file and its conversations in memory. */
const heap = 2048

type Reading = { length: number; isWhole?: true; timer?: NodeJS.Timeout }
type Waiting = { resolve: (answered: FromParser) => void; reject: (error: Error) => void }

/**
 * Files that users chose, in a thread's memory only, until they are imported. The host itself passes pieces on, and
 * gets an overview, and single conversations as they are imported.
 */
export class ImportReadings {
  readonly #readings = new Map<string, Reading>()
  readonly #thread = new WorkerThread<ToParser, FromParser, Waiting>({
    start: () => startWorker(import.meta.url, 'parse', { heap }),
    heard: (answered) => this.#thread.take(answered.id)?.resolve(answered),
    lost: ({ reject }, fault) => reject(this.#thread.isClosed ? closing() : lostTo(fault)),
  })

  /** Adds a piece to a file, or begins one. A ZIP archive's pieces are in base64. */
  add(piece: string, known: string | undefined, zip: boolean): string {
    const id = known ?? this.#begin()
    const reading = this.#find(id)
    reading.length += piece.length
    if (reading.length > longestImport || reading.isWhole) {
      this.end(id)
      throw tooLarge()
    }
    this.#thread.tell({ file: id, piece, zip })
    return id
  }

  /** The file's content without the conversations'. */
  async overview(id: string): Promise<ReadOverview> {
    this.#find(id).isWhole = true
    const answered = await this.#ask(id, 'overview')
    if (!('overview' in answered)) throw new HostError('not-found', words.forgotten)
    return answered.overview
  }

  /** One conversation; undefined if the file has none with this number. */
  async conversation(id: string, index: number): Promise<ReadConversation | undefined> {
    this.#find(id).isWhole = true
    const answered = await this.#ask(id, index)
    return 'one' in answered ? answered.one : undefined
  }

  end(id: string): void {
    clearTimeout(this.#readings.get(id)?.timer)
    if (this.#readings.delete(id)) this.#thread.tell({ file: id, forget: true })
  }

  close(): Promise<void> {
    for (const { timer } of this.#readings.values()) clearTimeout(timer)
    return this.#thread.close()
  }

  async #ask(file: string, wanted: 'overview' | number): Promise<FromParser> {
    if (this.#thread.isClosed) throw closing()
    const { promise, resolve, reject } = Promise.withResolvers<FromParser>()
    this.#thread.ask({ resolve, reject }, (id) => ({ id, file, wanted }))
    const answered = await promise
    if ('refused' in answered) throw new HostError(answered.refused.code, answered.refused.message)
    return answered
  }

  #begin(): string {
    if (this.#thread.isClosed) throw closing()
    for (const oldest of [...this.#readings.keys()].slice(0, 1 + this.#readings.size - mostAtOnce)) this.end(oldest)
    const id = randomUUID()
    this.#readings.set(id, { length: 0 })
    return id
  }

  #find(id: string): Reading {
    const reading = this.#readings.get(id)
    if (!reading) throw new HostError('not-found', words.forgotten)
    clearTimeout(reading.timer)
    reading.timer = setTimeout(() => this.end(id), patience).unref()
    return reading
  }
}

const closing = (): HostError => new HostError('unavailable', words.closing)
/** The error when the parser ends: it ran out of memory, or failed for a reason other than the file. */
const lostTo = (fault?: Error): HostError =>
  fault && 'code' in fault && fault.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new HostError('bad-input', words.outOfMemory)
    : new HostError('internal', words.notRead)
const tooLarge = (): HostError => new HostError('bad-input', words.tooLarge(longestImport / 1024 / 1024))
