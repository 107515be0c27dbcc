import { Worker } from 'node:worker_threads'
import type { JsonValue } from '../../../shared/json.ts'
import type { Verdict } from './schema-check.ts'
import type { Job, Report, Subject } from './validate.ts'

export type { Verdict } from './schema-check.ts'

/** `hash` names the schema: the same hash is never compiled twice. */
type NamedSchema = { hash: string; schema: JsonValue }

/** What one check may have of the processor, in milliseconds; of the clock, where the processor's time cannot be read. */
const budgetMs = 250
/** How long a check may take by the clock, however little of the processor it had meanwhile. */
const patienceMs = 10 * budgetMs
/** What is left of a budget is not looked at more often. */
const leastMs = 10
const blockedKept = 1000
const program = new URL(import.meta.url.endsWith('.ts') ? './validate.ts' : './validate.js', import.meta.url)

type Waiting = { job: NamedSchema & Subject; settle: (verdict: Verdict) => void }
type Running = Waiting & { id: number; timer?: NodeJS.Timeout; end?: NodeJS.Timeout }

/**
 * Checks values against schemas that servers wrote, in a thread that can be killed: one job at a time, the servers
 * in turn. A job has 250 ms of the processor from the moment the thread begins it; a schema that burned them is not
 * tried again. That other work keeps the machine busy is not held against it, for ten times as long.
 */
export class Validator {
  /** Jobs by server; the order of the servers is the order of their turns. */
  readonly #waiting = new Map<string, Waiting[]>()
  readonly #blocked = new Set<string>()
  #worker: Worker | undefined
  #running: Running | undefined
  #nextId = 1
  #closed = false

  /** Has the thread there before it is needed. */
  warm(): void {
    if (!this.#closed) this.#worker ??= this.#start()
  }

  /** Never rejects. */
  check(schema: NamedSchema, value: JsonValue, options: { server?: string } = {}): Promise<Verdict> {
    return this.#enqueue({ ...schema, value }, options)
  }

  /** The same for the structured content of a result whose JSON text this is. */
  checkStored(schema: NamedSchema, result: Uint8Array, options: { server?: string } = {}): Promise<Verdict> {
    return this.#enqueue({ ...schema, result }, options)
  }

  #enqueue(job: NamedSchema & Subject, options: { server?: string }): Promise<Verdict> {
    const { promise, resolve } = Promise.withResolvers<Verdict>()
    const server = options.server ?? ''
    const queue = this.#waiting.get(server) ?? []
    queue.push({ job, settle: resolve })
    this.#waiting.set(server, queue)
    this.#next()
    return promise
  }

  /** What waits is answered as unchecked. */
  async close(): Promise<void> {
    this.#closed = true
    this.#end({ unchecked: 'Atrium was closing' })
    this.#next()
    await this.#replaceWorker()
  }

  #next(): void {
    while (!this.#running) {
      const next = this.#take()
      if (!next) return
      if (this.#closed) next.settle({ unchecked: 'Atrium was closing' })
      else if (this.#blocked.has(next.job.hash)) next.settle(tooSlow)
      else this.#run(next)
    }
  }

  /** The first job of the server whose turn it is; that server goes to the end of the line. */
  #take(): Waiting | undefined {
    for (const [server, queue] of this.#waiting) {
      this.#waiting.delete(server)
      const next = queue.shift()
      if (queue.length > 0) this.#waiting.set(server, queue)
      if (next) return next
    }
    return undefined
  }

  #run(next: Waiting): void {
    const id = this.#nextId++
    this.#running = { ...next, id }
    this.#worker ??= this.#start()
    this.#worker.postMessage({ id, ...next.job } satisfies Job)
  }

  #start(): Worker {
    // No environment, and none of the host's flags but the one that older releases need to read TypeScript.
    const execArgv = program.pathname.endsWith('.ts') ? ['--experimental-strip-types'] : []
    const worker = new Worker(program, { env: {}, execArgv, resourceLimits: { maxOldGenerationSizeMb: 512 } })
    worker.unref()
    worker.on('message', (report: Report) => worker === this.#worker && this.#heard(report))
    worker.on(
      'error',
      (error: unknown) =>
        worker === this.#worker &&
        this.#kill(`checking stopped (${error instanceof Error ? error.message : String(error)})`),
    )
    return worker
  }

  #heard(report: Report): void {
    if ('began' in report) {
      if (this.#running?.id === report.began) this.#began(this.#running, report.spentMs)
    } else if (this.#running?.id === report.done) {
      this.#end(report.verdict)
      this.#next()
    }
  }

  /** `before` is what the thread had had of the processor until then, in milliseconds. */
  #began(running: Running, before: number | undefined): void {
    const { id } = running
    const look = async (): Promise<void> => {
      const spent = before === undefined ? undefined : await spentMs(this.#worker)
      if (this.#running !== running) return
      const left = before === undefined || spent === undefined ? 0 : budgetMs - (spent - before)
      if (left <= 0) this.#overdue(id)
      else running.timer = setTimeout(() => void look(), Math.max(left, leastMs))
    }
    running.timer = setTimeout(() => void look(), budgetMs)
    running.end = setTimeout(() => this.#overdue(id), patienceMs)
  }

  /** A verdict may have come while this thread was busy elsewhere: it is heard before anything is killed. */
  #overdue(id: number): void {
    setImmediate(() => {
      if (this.#running?.id === id) this.#kill(tooSlow.unchecked)
    })
  }

  #kill(reason: string): void {
    if (this.#running) this.#block(this.#running.job.hash)
    this.#end({ unchecked: reason })
    void this.#replaceWorker()
    this.#next()
  }

  #block(hash: string): void {
    this.#blocked.add(hash)
    const [oldest] = this.#blocked
    if (this.#blocked.size > blockedKept && oldest !== undefined) this.#blocked.delete(oldest)
  }

  #end(verdict: Verdict): void {
    clearTimeout(this.#running?.timer)
    clearTimeout(this.#running?.end)
    this.#running?.settle(verdict)
    this.#running = undefined
  }

  async #replaceWorker(): Promise<void> {
    const old = this.#worker
    this.#worker = undefined
    await old?.terminate()
  }
}

/** What a thread has had of the processor; older releases cannot tell (Node 24.6), and one that has ended does not. */
async function spentMs(worker: Partial<Pick<Worker, 'cpuUsage'>> = {}): Promise<number | undefined> {
  try {
    const used = await worker.cpuUsage?.()
    return used && (used.user + used.system) / 1000
  } catch {
    return undefined
  }
}

const tooSlow = { unchecked: 'checking takes longer than a quarter of a second' }
