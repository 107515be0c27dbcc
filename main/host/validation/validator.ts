import type { JsonValue } from '../../../shared/schema/json.ts'
import { type CheckJob, CheckingThread, type NamedSchema, startChecking } from './checking-thread.ts'
import type { QuickCheck } from './quick-check.ts'
import type { SchemaVerdict } from './schema-check.ts'
import type { Subject } from './validate.ts'

export type { SchemaVerdict } from './schema-check.ts'

/** Max processor milliseconds per check in the thread that all servers share. */
const sharedMs = 100
/** The limit in the thread for servers whose check took longer than that. */
const slowMs = 250
/** How many checks of one server can use up `slowMs` before its schemas are no longer checked. */
const mostStrikes = 5
const slowForMs = 10 * 60_000
const blockedKept = 1000

/** A server with a slow check: until when it is kept separate, and how many of its checks were abandoned. */
type Slow = { until: number; strikes: number }

type Options = {
  start?: typeof startChecking
  /** Milliseconds of a monotonic clock. */
  now?: () => number
}

/**
 * Checks values against servers' schemas. Small values that fit small schemas of bounded cost are recognized at once;
 * everything else is checked in threads that can be killed. A check that takes longer than 100 ms of processor time
 * moves to a second thread, and its server with it for ten minutes, so servers wait only for quick checks. There it has
 * 250 ms, and a schema that used them up isn't tried again. After five of those, nothing is checked for that server
 * until the ten minutes are over. Other load on the machine doesn't count against a check, up to ten times as long.
 */
export class Validator {
  readonly #shared: CheckingThread
  readonly #slow: CheckingThread
  readonly #slowServers = new Map<string, Slow>()
  readonly #blocked = new Set<string>()
  readonly #now: () => number
  /** Loaded with the first thread: a start that checks nothing doesn't need the compiler. */
  #quick: QuickCheck | undefined
  #closed = false

  constructor({ start = startChecking, now = () => performance.now() }: Options = {}) {
    this.#now = now
    this.#shared = new CheckingThread({
      budgetMs: sharedMs,
      isDone: (check) => this.#refused(check) || this.#moved(check),
      ended: (check, reason) => (reason === undefined ? this.#move(check) : this.#giveUp(check, reason)),
      start,
    })
    this.#slow = new CheckingThread({
      budgetMs: slowMs,
      isDone: (check) => this.#refused(check),
      ended: (check, reason = tooSlow) => this.#giveUp(check, reason),
      start,
    })
  }

  /** Starts the thread before it is needed. */
  warm(): void {
    if (this.#closed) return
    this.#shared.warm()
    void this.#loadQuick()
  }

  /** Checks a value against a schema. Never rejects. */
  async check(schema: NamedSchema, value: JsonValue, options: { server?: string } = {}): Promise<SchemaVerdict> {
    if (!this.#closed && this.#quick?.fits(schema, value)) return { ok: true }
    if (!this.#quick) void this.#loadQuick()
    return this.#enqueue({ ...schema, value }, options)
  }

  /** Checks the structured content of a result with this JSON text. */
  checkStored(schema: NamedSchema, result: Uint8Array, options: { server?: string } = {}): Promise<SchemaVerdict> {
    return this.#enqueue({ ...schema, result }, options)
  }

  /** Waiting checks are answered as unchecked. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([this.#shared.close(closing), this.#slow.close(closing)])
  }

  async #loadQuick(): Promise<void> {
    const { QuickCheck } = await import('./quick-check.ts')
    this.#quick ??= new QuickCheck()
  }

  #enqueue(job: NamedSchema & Subject, { server = '' }: { server?: string }): Promise<SchemaVerdict> {
    const { promise, resolve } = Promise.withResolvers<SchemaVerdict>()
    this.#shared.add({ server, job, settle: resolve })
    return promise
  }

  #refused({ server, job, settle }: CheckJob): boolean {
    if (this.#closed) settle(closing)
    else if (this.#blocked.has(job.hash)) settle({ unchecked: tooSlow })
    else if ((this.#slowly(server)?.strikes ?? 0) >= mostStrikes) settle({ unchecked: leftOut })
    else return false
    return true
  }

  #moved(check: CheckJob): boolean {
    if (!this.#slowly(check.server)) return false
    this.#slow.add(check)
    return true
  }

  /** Starts the running check again in the second thread, where slow checks don't delay other servers. */
  #move(check: CheckJob): void {
    this.#keepApart(check.server, 0)
    this.#slow.add(check)
  }

  #giveUp({ server, job, settle }: CheckJob, reason: string): void {
    this.#keepApart(server, 1)
    this.#blocked.add(job.hash)
    const [oldest] = this.#blocked
    if (this.#blocked.size > blockedKept && oldest !== undefined) this.#blocked.delete(oldest)
    settle({ unchecked: reason })
  }

  #keepApart(server: string, strikes: number): void {
    const { strikes: before = 0 } = this.#slowly(server) ?? {}
    this.#slowServers.set(server, { until: this.#now() + slowForMs, strikes: before + strikes })
  }

  #slowly(server: string): Slow | undefined {
    const slow = this.#slowServers.get(server)
    if (slow && slow.until > this.#now()) return slow
    this.#slowServers.delete(server)
    return undefined
  }
}

const closing = { unchecked: 'Atrium was closing' }
const tooSlow = 'checking takes longer than a quarter of a second'
const leftOut = 'its server’s schemas took too long five times, so none of them is checked for ten minutes'
