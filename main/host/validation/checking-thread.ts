import { Worker } from 'node:worker_threads'
import type { JsonValue } from '../../../shared/schema/json.ts'
import type { Verdict } from './schema-check.ts'
import type { Job, Report, Subject } from './validate.ts'

/** `hash` names the schema: the same hash is never compiled twice. */
export type NamedSchema = { hash: string; schema: JsonValue }
export type Check = { server: string; job: NamedSchema & Subject; settle: (verdict: Verdict) => void }

type Options = {
  /** What one check may have of the processor, in milliseconds; of the clock, if processor time can't be read. */
  budgetMs: number
  /** Asked before each check: true if it was settled, or moved to another thread. */
  isDone: (check: Check) => boolean
  /** The check that ended the thread, because it burned its budget or, with a reason, because checking failed. */
  ended: (check: Check, reason?: string) => void
  start: () => Worker
}

type Running = Check & { id: number; timer?: NodeJS.Timeout; end?: NodeJS.Timeout }

/** A budget isn't looked at more often than this, in milliseconds. */
const leastMs = 10
/** How long a check may take by the clock, however little of the processor it had, in budgets. */
const patience = 10
const program = new URL(import.meta.url.endsWith('.ts') ? './validate.ts' : './validate.js', import.meta.url)

/** No environment, and none of the host's flags but the one that older releases need to read TypeScript. */
export function startChecking(): Worker {
  const execArgv = program.pathname.endsWith('.ts') ? ['--experimental-strip-types'] : []
  return new Worker(program, { env: {}, execArgv, resourceLimits: { maxOldGenerationSizeMb: 512 } })
}

/** A thread that can be killed, with its queue: one check at a time, the servers in turn. */
export class CheckingThread {
  readonly #options: Options
  /** Checks by server; the order of the servers is the order of their turns. */
  readonly #waiting = new Map<string, Check[]>()
  #worker: Worker | undefined
  #running: Running | undefined
  #nextId = 1

  constructor(options: Options) {
    this.#options = options
  }

  /** Starts the thread before it is needed. */
  warm(): void {
    this.#worker ??= this.#start()
  }

  add(check: Check): void {
    const queue = this.#waiting.get(check.server) ?? []
    queue.push(check)
    this.#waiting.set(check.server, queue)
    this.#next()
  }

  /** Settles the running check like this; those that wait are asked about by `isDone`. */
  async close(verdict: Verdict): Promise<void> {
    this.#take()?.settle(verdict)
    this.#next()
    await this.#endThread()
  }

  #next(): void {
    while (!this.#running) {
      const next = this.#first()
      if (!next) return
      if (!this.#options.isDone(next)) this.#run(next)
    }
  }

  /** The first check of the server whose turn it is; that server goes to the end of the line. */
  #first(): Check | undefined {
    for (const [server, queue] of this.#waiting) {
      this.#waiting.delete(server)
      const next = queue.shift()
      if (queue.length > 0) this.#waiting.set(server, queue)
      if (next) return next
    }
    return undefined
  }

  #run(next: Check): void {
    const id = this.#nextId++
    this.#running = { ...next, id }
    this.#worker ??= this.#start()
    this.#worker.postMessage({ id, ...next.job } satisfies Job)
  }

  #start(): Worker {
    const worker = this.#options.start()
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
      this.#take()?.settle(report.verdict)
      this.#next()
    }
  }

  /** `before` is what the thread had had of the processor until then, in milliseconds. */
  #began(running: Running, before: number | undefined): void {
    const { id } = running
    const { budgetMs } = this.#options
    const look = async (): Promise<void> => {
      const spent = before === undefined ? undefined : await spentMs(this.#worker)
      if (this.#running !== running) return
      const left = before === undefined || spent === undefined ? 0 : budgetMs - (spent - before)
      if (left <= 0) this.#overdue(id)
      else running.timer = setTimeout(() => void look(), Math.max(left, leastMs))
    }
    running.timer = setTimeout(() => void look(), budgetMs)
    running.end = setTimeout(() => this.#overdue(id), patience * budgetMs)
  }

  /** A verdict may have come while this thread was busy elsewhere: it is heard before anything is killed. */
  #overdue(id: number): void {
    setImmediate(() => {
      if (this.#running?.id === id) this.#kill()
    })
  }

  #kill(reason?: string): void {
    const check = this.#take()
    void this.#endThread()
    if (check) this.#options.ended(check, reason)
    this.#next()
  }

  /** The running check, which is none from now on. */
  #take(): Check | undefined {
    const running = this.#running
    clearTimeout(running?.timer)
    clearTimeout(running?.end)
    this.#running = undefined
    return running
  }

  async #endThread(): Promise<void> {
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
