import type { JsonObject } from '../../../../shared/schema/json.ts'
import type { RequestId } from '../wire/request-ids.ts'
import type { RequestAnswer } from './types.ts'
import type { Violation } from '../wire/violation.ts'

/** A server's request; `signal` aborts if the server no longer wants the answer, or is gone. */
export type PushedRequest = { method: string; params: JsonObject; signal: AbortSignal }

type Deps = {
  /** Undefined if no answer can be written. */
  answer(request: PushedRequest): RequestAnswer | undefined | Promise<RequestAnswer | undefined>
  send(message: JsonObject): Promise<void>
  violation(violation: Violation): void
}

/** A server's open requests to Atrium; each is answered at most once, and not after it was cancelled. */
export class AskedRequests {
  readonly #open = new Map<RequestId, AbortController>()
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async take(id: RequestId, method: string, params: JsonObject): Promise<void> {
    if (this.#open.has(id)) return this.#deps.violation('bad-id')
    const cancelled = new AbortController()
    const { signal } = cancelled
    this.#open.set(id, cancelled)
    try {
      const answer = await this.#deps.answer({ method, params, signal })
      if (!answer || signal.aborted) return
      await this.#deps.send({ jsonrpc: '2.0', id, ...answer })
    } catch {
      if (!signal.aborted) this.#deps.violation('unread-answer')
    } finally {
      this.#open.delete(id)
    }
  }

  /** False if there is nothing with this ID to cancel (basic/utilities/cancellation). */
  cancel(id: RequestId): boolean {
    const open = this.#open.get(id) ?? this.#open.get(inOtherType(id))
    open?.abort(new Error('The server does not want the answer any more.'))
    return open !== undefined
  }

  end(): void {
    for (const open of this.#open.values()) open.abort(new Error('The server is gone.'))
  }
}

/** Some servers cancel by a text what they asked with a number, or the reverse. */
const inOtherType = (id: RequestId): RequestId => (typeof id === 'number' ? String(id) : Number(id))
