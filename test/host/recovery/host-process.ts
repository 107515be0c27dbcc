import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { FeedMessage, HostLink } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { isObject } from '../../../shared/schema/json.ts'
import { bundle } from '../../support/bundle.ts'
import { Person } from '../../support/person.ts'
import type { Reply } from './driver.ts'

type Waiting = { resolve: (value: never) => void; reject: (error: Error) => void }

// One for each of the processes that run side by side: a new bundle replaces what is in its folder.
const driver = bundle(`crash/${process.env['VITEST_POOL_ID'] ?? 'alone'}`, path.join(import.meta.dirname, 'driver.ts'))

/** The host was killed before it answered: the request may have been executed. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered'
}

/** A whole host in its own process, with a user at its link. The caller kills it. */
export class HostProcess {
  readonly person: Person
  /** Its stderr. */
  errors = ''
  readonly #child: ChildProcess
  readonly #exited: Promise<unknown>
  readonly #waiting = new Map<number, Waiting>()
  readonly #listeners = new Set<(message: FeedMessage) => void>()
  #lastId = 0

  /** Resolves with the first snapshot; rejects with the sentence of a host that doesn't open. */
  static async start(directory: string): Promise<HostProcess> {
    const child = fork(await driver, [directory], { execArgv: [], stdio: ['ignore', 'inherit', 'pipe', 'ipc'] })
    const process = new HostProcess(child)
    await process.#opened()
    return process
  }

  private constructor(child: ChildProcess) {
    this.#child = child
    this.#exited = once(child, 'exit')
    child.stderr?.on('data', (chunk) => (this.errors += String(chunk)))
    child.on('message', (reply: Reply) => {
      if ('feed' in reply) for (const listener of this.#listeners) listener(reply.feed)
      else if ('id' in reply) this.#settle(reply)
    })
    void this.#exited.then(() => {
      for (const { reject } of this.#waiting.values()) reject(new Unanswered('The host was killed.'))
      this.#waiting.clear()
    })
    const call: HostLink['call'] = (name, input) => {
      const { promise, resolve, reject } = Promise.withResolvers<never>()
      if (!child.connected) return Promise.reject(new Unanswered('The host was killed.'))
      const id = ++this.#lastId
      this.#waiting.set(id, { resolve, reject })
      // If the channel breaks, the exit rejects it.
      child.send({ id, name, input }, () => undefined)
      return promise
    }
    const subscribe: HostLink['subscribe'] = (listener) => {
      this.#listeners.add((message) => void listener(message))
      return () => this.#listeners.clear()
    }
    this.person = new Person({ call, subscribe })
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** Waits like the user, for as long as the host lives. */
  until<T>(what: string, condition: () => T | undefined | false): Promise<T> {
    const ofTheLiving = () => {
      if (!this.#child.connected) throw new Unanswered('The host was killed.')
      return condition()
    }
    return this.person.until(what, ofTheLiving)
  }

  /** Kills it like the system would, including what it leaves behind. */
  async kill(): Promise<void> {
    const left = Object.values(this.person.state.servers).flatMap(({ status }) =>
      status.state === 'ready' && status.pid !== undefined ? [status.pid] : [],
    )
    this.#child.kill('SIGKILL')
    await this.#exited
    for (const pid of left) killGroup(pid)
  }

  async #opened(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#child.on('message', (reply: Reply) => {
      if ('unopened' in reply) reject(new HostError('conflict', reply.unopened.message))
      if ('feed' in reply) resolve()
    })
    void this.#exited.then(() => reject(new Error(`The host ended: ${this.errors}`)))
    await promise
  }

  #settle({ id, value, refused }: Extract<Reply, { id: number }>): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (refused) waiting?.reject(Object.assign(new Error(refused.message), { code: refused.code }))
    else waiting?.resolve(value as never)
  }
}

/** A group that ended on its own is as good. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if (!isObject(error) || error['code'] !== 'ESRCH') throw error
  }
}
