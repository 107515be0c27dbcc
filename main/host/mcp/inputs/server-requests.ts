import type { Operation } from '../../../../shared/asks/asks.ts'
import type { Era } from '../../../../shared/events/server-events.ts'
import { isObject, withoutNulls, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import type { Journal } from '../../journal/journal.ts'
import type { PushedRequest } from '../protocol/asked.ts'
import { networkPlaceOf } from '../../network/host-kinds.ts'
import type { ViolationCounter } from '../reports/violation-counter.ts'
import type { ServerCalls } from '../requests/running-calls.ts'
import { taskOf } from '../results/task.ts'
import type { RequestAnswer } from '../protocol/types.ts'
import type { Violation } from '../wire/violation.ts'
import type { InputProvider } from '../requests/rounds.ts'
import { peerWords } from './peer-words.ts'
import { inputWords as words } from './words.ts'

/** A server's request to Atrium, pushed or inside one of its results (2026-07-28, patterns/mrtr). */
export type ServerRequest = {
  server: string
  method: string
  params: JsonObject
  /** Its call, if certain. */
  operation?: Operation | undefined
  /** If uncertain: that server's running calls. */
  running: string[]
  /** Aborts if the answer is no longer needed. */
  signal: AbortSignal
  /** The server continues only once the agreed action is done. */
  waits: boolean
  /** The server is on this computer by its configuration: a program, or a URL that leads nowhere else. */
  isHere: boolean
  /** The server's pages that the user has open. */
  visits: Visits
  violation(violation: Violation): void
}

type Wanted = Pick<ServerRequest, 'method' | 'params' | 'operation' | 'signal'>

/** Answers one kind of request. Rejects only with the signal's reason; a refusal by the user is an answer too. */
export type InputHandler = (input: ServerRequest) => Promise<RequestAnswer>
/** By method. Methods without a handler weren't offered. */
export type InputHandlers = Readonly<Record<string, InputHandler>>

type Deps = { journal: Journal; violations: ViolationCounter; handlers: InputHandlers; running: ServerCalls }

/** Max requests of one server that wait for the user at a time (docs/decisions.md 11). */
const mostOpen = 5

/** The one place where servers' requests are answered. */
export class ServerRequests implements InputProvider {
  readonly #server: string
  readonly #deps: Deps
  readonly #visits = new Visits()
  #open = 0

  constructor(server: string, deps: Deps) {
    this.#server = server
    this.#deps = deps
  }

  /** Undefined if the revision has no server requests, so no answer can be written (2026-07-28, stdio#sending). */
  answer(
    { method, params, signal }: PushedRequest,
    era: Era,
    isEarly: boolean,
  ): RequestAnswer | undefined | Promise<RequestAnswer> {
    if (era === 'modern') {
      this.#refused(method, words.notAllowedHere)
      return undefined
    }
    if (method === 'ping') return { result: {} }
    if (isEarly) {
      this.#refused(method, words.beforeHandshake)
      return { error: { code: -32600, message: peerWords.beforeHandshake } }
    }
    const { running } = this.#deps
    const owner = running.ownerOf(taskOf(params))
    const over = owner?.over ?? running.commonSignal()
    const of = { operation: owner?.operation, running: owner ? [] : running.calls(), waits: false }
    return running.paused(owner, async () => {
      try {
        return await this.#handle({ method, params, signal: over ? AbortSignal.any([signal, over]) : signal, ...of })
      } catch (error) {
        if (!over?.aborted || signal.aborted) throw error
        return { error: { code: -32000, message: peerWords.callOver } }
      }
    })
  }

  /** Answers what a server wants to know before it continues with this operation. */
  input(wanted: Wanted): Promise<RequestAnswer> {
    return this.#handle({ ...wanted, running: [], waits: true })
  }

  /**
   * Asks the user to visit pages before a call is sent again (2025-11-25, client/elicitation); false if they decline.
   */
  async visit({
    pages,
    ...of
  }: Pick<ServerRequest, 'operation' | 'signal'> & { pages: JsonValue[] }): Promise<boolean> {
    for (const page of pages.slice(0, mostOpen)) {
      const params = { ...(isObject(page) ? page : {}), mode: 'url' }
      const answer = await this.input({ method: 'elicitation/create', params, ...of })
      if (!('result' in answer) || answer.result['action'] !== 'accept') return false
    }
    return true
  }

  /** The server says that the user is done on a page. */
  visited({ elicitationId: id }: JsonObject): void {
    if (typeof id === 'string') this.#visits.done(id)
  }

  async #handle(asked: Wanted & Pick<ServerRequest, 'running' | 'waits'>): Promise<RequestAnswer> {
    const { method } = asked
    const { handlers, violations } = this.#deps
    const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined
    if (!handler) {
      this.#refused(method, words.notOffered)
      return { error: { code: -32601, message: peerWords.methodNotFound } }
    }
    if (this.#open >= mostOpen) {
      this.#refused(method, words.manyOpen(mostOpen))
      return { error: { code: -32000, message: peerWords.tooManyOpen } }
    }
    this.#open++
    try {
      const own = { server: this.#server, isHere: this.#isHere, visits: this.#visits, violation: violations.count }
      const answer = await handler({ ...asked, params: withoutNulls(asked.params), ...own })
      this.#record(
        method,
        'error' in answer ? 'refused' : 'answered',
        'error' in answer ? answer.error.message : undefined,
      )
      return answer
    } finally {
      this.#open--
    }
  }

  get #isHere(): boolean {
    const config = this.#deps.journal.state.configured.servers[this.#server]
    return config?.type !== 'http' || networkPlaceOf(new URL(config.url)) === 'here'
  }

  #refused(method: string, detail: string): void {
    this.#record(method, 'refused', detail)
  }

  #record(method: string, answer: 'answered' | 'refused', detail: string | undefined): void {
    if (!this.#deps.violations.mayRecord()) return
    const asked = { server: this.#server, method: method.slice(0, 200) }
    this.#deps.journal.append({ type: 'request.received', ...asked, answer, detail })
  }
}

/** A page the user has open, by the server's ID for it. */
type Visit = {
  /** Aborts when the server says that the user is done there. */
  done: AbortSignal
  close(): void
}

/** One server's pages whose completion is awaited (2025-11-25, client/elicitation#completion-notifications). */
class Visits {
  readonly #open = new Map<string, AbortController>()

  open(id: string | undefined): Visit {
    const done = new AbortController()
    if (id !== undefined) this.#open.set(id, done)
    const close = () => {
      if (id !== undefined && this.#open.get(id) === done) this.#open.delete(id)
    }
    return { done: done.signal, close }
  }

  /** The server reports completion; ignores unknown IDs. */
  done(id: string): void {
    this.#open.get(id)?.abort(new Error(words.doneThere))
  }
}
