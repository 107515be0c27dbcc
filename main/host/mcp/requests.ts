import type { Era } from '../../../shared/events.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { Journal } from '../journal/journal.ts'
import type { Misconduct } from './misconduct.ts'

/** What goes back to a server that asked. */
export type RequestAnswer = { result: JsonObject } | { error: { code: number; message: string } }

/** What a server asks of us. We declare no capability, so everything but `ping` is refused. */
export class ServerRequests {
  readonly #server: string
  readonly #journal: Journal
  readonly #misconduct: Misconduct

  constructor(server: string, journal: Journal, misconduct: Misconduct) {
    this.#server = server
    this.#journal = journal
    this.#misconduct = misconduct
  }

  /** Nothing where the revision has no requests of servers, and no answer may be written (2026-07-28, stdio#sending). */
  answer(method: string, era: Era, isEarly: boolean): RequestAnswer | undefined {
    if (era === 'modern') {
      this.#record(method, 'Servers of this revision may not send requests; it was not answered.')
      return undefined
    }
    if (method === 'ping') return { result: {} }
    if (isEarly) {
      this.#record(method, 'It asked before the handshake was over; the answer was "invalid request".')
      return { error: { code: -32600, message: 'Invalid request: the handshake is not over' } }
    }
    this.#record(method, 'Atrium did not offer this; the answer was "method not found".')
    return { error: { code: -32601, message: 'Method not found' } }
  }

  #record(method: string, detail: string): void {
    if (!this.#misconduct.mayRecord()) return
    const asked = { server: this.#server, method: method.slice(0, 200) }
    this.#journal.append({ type: 'request.received', ...asked, answer: 'refused', detail })
  }
}
