import type { Worker } from 'node:worker_threads'
import type { JsonValue } from '../../../shared/schema/json.ts'
import { startWorker, WorkerThread } from '../base/thread.ts'
import type { SchemaVerdict } from './schema-check.ts'
import type { Job, ValidatorReport, Subject } from './validate.ts'

/** `hash` identifies the schema: the same hash is never compiled twice. */
export type NamedSchema = { hash: string; schema: JsonValue }
/** A server's check, and the function that receives its verdict. */
export type CheckJob = { server: string; job: NamedSchema & Subject; settle: (verdict: SchemaVerdict) => void }

type Options = {
  /** Max processor milliseconds per check; wall-clock milliseconds if processor time can't be read. */
  budgetMs: number
  /** Called before each check: true if it was settled, or moved to another thread. */
  isDone: (check: CheckJob) => boolean
  /** The check that ended the thread, because it used up its budget or, with a reason, because checking failed. */
  ended: (check: CheckJob, reason?: string) => void
  start: () => Worker
}

type Running = CheckJob & { id?: number; timer?: NodeJS.Timeout; end?: NodeJS.Timeout }

/** Min milliseconds between two looks at a budget. */
const leastMs = 10
/** Max wall-clock time of a check, however little processor time it had, in budgets. */
const patience = 10

/** Starts the thread for checks, with up to 512 MB of memory. */
export const startChecking = (): Worker => startWorker(import.meta.url, 'validate', { heap: 512 })

/** A killable thread with its queue: one check at a time, taking turns between servers. */
export class CheckingThread {
  readonly #options: Options
  /** Checks by server; the order of the servers is the order of their turns. */
  readonly #waiting = new Map<string, CheckJob[]>()
  readonly #thread: WorkerThread<Job, ValidatorReport, Running>
  #running: Running | undefined

  constructor(options: Options) {
    this.#options = options
    this.#thread = new WorkerThread({
      start: options.start,
      heard: (report) => this.#heard(report),
      lost: (running, fault) => this.#lost(running, fault),
    })
  }

  /** Starts the thread before it is needed. */
  warm(): void {
    this.#thread.start()
  }

  add(check: CheckJob): void {
    const queue = this.#waiting.get(check.server) ?? []
    queue.push(check)
    this.#waiting.set(check.server, queue)
    this.#next()
  }

  /** Settles the running check with this verdict; `isDone` decides about the waiting ones. */
  async close(verdict: SchemaVerdict): Promise<void> {
    this.#take()?.settle(verdict)
    this.#next()
    await this.#thread.end()
  }

  #next(): void {
    while (!this.#running) {
      const next = this.#first()
      if (!next) return
      if (!this.#options.isDone(next)) this.#run(next)
    }
  }

  /** The first check of the server whose turn it is; that server moves to the end of the queue. */
  #first(): CheckJob | undefined {
    for (const [server, queue] of this.#waiting) {
      this.#waiting.delete(server)
      const next = queue.shift()
      if (queue.length > 0) this.#waiting.set(server, queue)
      if (next) return next
    }
    return undefined
  }

  #run(next: CheckJob): void {
    const running: Running = { ...next }
    this.#running = running
    running.id = this.#thread.ask(running, (id) => ({ id, ...next.job }))
  }

  #heard(report: ValidatorReport): void {
    const id = 'began' in report ? report.began : report.done
    const running = this.#running
    if (running?.id !== id) return
    if ('began' in report) return this.#began(running, report.spentMs)
    this.#take()?.settle(report.verdict)
    this.#next()
  }

  /** `before` is the processor time the thread had used until then, in milliseconds. */
  #began(running: Running, before: number | undefined): void {
    const { budgetMs } = this.#options
    const look = async (): Promise<void> => {
      const spent = before === undefined ? undefined : await this.#thread.spentMs()
      if (this.#running !== running) return
      const left = before === undefined || spent === undefined ? 0 : budgetMs - (spent - before)
      if (left <= 0) this.#overdue(running)
      else running.timer = setTimeout(() => void look(), Math.max(left, leastMs))
    }
    running.timer = setTimeout(() => void look(), budgetMs)
    running.end = setTimeout(() => this.#overdue(running), patience * budgetMs)
  }

  /** A verdict may have arrived while this thread was busy: it is handled before anything is killed. */
  #overdue(running: Running): void {
    setImmediate(() => {
      if (this.#running === running) void this.#thread.end()
    })
  }

  /** It ended the thread, or the thread ended during it. */
  #lost(check: Running, fault?: Error): void {
    this.#take()
    this.#options.ended(check, fault && `checking stopped (${fault.message})`)
    this.#next()
  }

  /** Removes and returns the running check. */
  #take(): CheckJob | undefined {
    const running = this.#running
    clearTimeout(running?.timer)
    clearTimeout(running?.end)
    this.#running = undefined
    if (running?.id !== undefined) this.#thread.take(running.id)
    return running
  }
}
