import type { Operation } from '../../../../shared/asks/asks.ts'
import type { Era } from '../../../../shared/events/events.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import type { Journal } from '../../journal/journal.ts'
import type { PushedRequest } from '../protocol/asked.ts'
import { placeOf } from '../http/addresses.ts'
import type { Misconduct } from '../reports/misconduct.ts'
import type { RunningCalls } from '../requests/running-calls.ts'
import { taskOf } from '../results/task.ts'
import type { Violation, RequestAnswer } from '../protocol/types.ts'
import type { Inputs } from '../requests/rounds.ts'
import type { ServerConfig } from '../../../../shared/config/server-config.ts'

/** What this server may ask of us (schema, ClientCapabilities); each has its handler in `handlers.ts`. */
export const capabilitiesFor = ({ sampling }: ServerConfig): JsonObject => ({
  elicitation: { form: {}, url: {} },
  roots: { listChanged: true },
  ...(sampling && { sampling: { tools: {} } }),
})

/** What a server asks of us, pushed or within a result of its own (2026-07-28, patterns/mrtr). */
export type Input = {
  server: string
  method: string
  params: JsonObject
  /** The call it belongs to, where that is certain. */
  operation?: Operation | undefined
  /** Where it is not: the calls of that server that run. */
  running: string[]
  /** Aborts when the answer is not wanted any more. */
  signal: AbortSignal
  /** The server goes on only with what was agreed to already done. */
  waits: boolean
  /** The server is on this computer by what was configured: a program, or an address that leads nowhere else. */
  isHere: boolean
  /** The server's pages that the person has open. */
  visits: Visits
  violation(violation: Violation): void
}

type Wanted = Pick<Input, 'method' | 'params' | 'operation' | 'signal'>

/** Answers one kind of request. Rejects with the signal's reason only; what a person does not want is an answer too. */
export type InputHandler = (input: Input) => Promise<RequestAnswer>
/** By method. What has no handler was not offered. */
export type InputHandlers = Readonly<Record<string, InputHandler>>

type Deps = { journal: Journal; misconduct: Misconduct; handlers: InputHandlers; running: RunningCalls }

/** How many requests of one server may wait for a person at a time (docs/decisions.md 11). */
const mostOpen = 5

/** The one place where a server's requests are answered. */
export class ServerRequests implements Inputs {
  readonly #server: string
  readonly #deps: Deps
  readonly #visits = new Visits()
  #open = 0

  constructor(server: string, deps: Deps) {
    this.#server = server
    this.#deps = deps
  }

  /** Nothing where the revision has no requests of servers, and no answer may be written (2026-07-28, stdio#sending). */
  answer(
    { method, params, signal }: PushedRequest,
    era: Era,
    isEarly: boolean,
  ): RequestAnswer | undefined | Promise<RequestAnswer> {
    if (era === 'modern') {
      this.#refused(method, 'Servers of this revision may not send requests; it was not answered.')
      return undefined
    }
    if (method === 'ping') return { result: {} }
    if (isEarly) {
      this.#refused(method, 'It asked before the handshake was over; the answer was "invalid request".')
      return { error: { code: -32600, message: 'Invalid request: the handshake is not over' } }
    }
    const { running } = this.#deps
    const owner = running.whose(taskOf(params))
    const over = owner?.over ?? running.allOver()
    const of = { operation: owner?.operation, running: owner ? [] : running.calls(), waits: false }
    return running.paused(owner, async () => {
      try {
        return await this.#handle({ method, params, signal: over ? AbortSignal.any([signal, over]) : signal, ...of })
      } catch (error) {
        if (!over?.aborted || signal.aborted) throw error
        return { error: { code: -32000, message: 'The call that this belonged to is over' } }
      }
    })
  }

  /** Answers what a server wants to know before it goes on with this very operation. */
  input(wanted: Wanted): Promise<RequestAnswer> {
    return this.#handle({ ...wanted, running: [], waits: true })
  }

  /** Has the person visit pages before a call is sent again (2025-11-25, client/elicitation); false where she does not. */
  async visit({ pages, ...of }: Pick<Input, 'operation' | 'signal'> & { pages: JsonValue[] }): Promise<boolean> {
    for (const page of pages.slice(0, mostOpen)) {
      const params = { ...(isObject(page) ? page : {}), mode: 'url' }
      const answer = await this.input({ method: 'elicitation/create', params, ...of })
      if (!('result' in answer) || answer.result['action'] !== 'accept') return false
    }
    return true
  }

  /** The server says that what had to be done on a page is done. */
  visited({ elicitationId: id }: JsonObject): void {
    if (typeof id === 'string') this.#visits.done(id)
  }

  async #handle(asked: Wanted & Pick<Input, 'running' | 'waits'>): Promise<RequestAnswer> {
    const { method } = asked
    const { handlers, misconduct } = this.#deps
    const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined
    if (!handler) {
      this.#refused(method, 'Atrium did not offer this; the answer was "method not found".')
      return { error: { code: -32601, message: 'Method not found' } }
    }
    if (this.#open >= mostOpen) {
      this.#refused(method, `${mostOpen} of its questions were open already.`)
      return { error: { code: -32000, message: 'Too many questions are open' } }
    }
    this.#open++
    try {
      const own = { server: this.#server, isHere: this.#isHere, visits: this.#visits, violation: misconduct.count }
      const answer = await handler({ ...asked, ...own })
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
    return config?.type !== 'http' || placeOf(new URL(config.url)) === 'here'
  }

  #refused(method: string, detail: string): void {
    this.#record(method, 'refused', detail)
  }

  #record(method: string, answer: 'answered' | 'refused', detail: string | undefined): void {
    if (!this.#deps.misconduct.mayRecord()) return
    const asked = { server: this.#server, method: method.slice(0, 200) }
    this.#deps.journal.append({ type: 'request.received', ...asked, answer, detail })
  }
}

/** A page that a person has open, by the server's id for it. */
type Visit = {
  /** Aborts when the server says that what had to be done there is done. */
  done: AbortSignal
  close(): void
}

/** The pages of one server whose end somebody waits for (2025-11-25, client/elicitation#completion-notifications). */
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

  /** The server says so; an id that nobody waits for is not heeded. */
  done(id: string): void {
    this.#open.get(id)?.abort(new Error('The server says that it is done.'))
  }
}
