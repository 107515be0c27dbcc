import { copyOf, readErrorBody, refusesSession } from './bodies.ts'
import { httpProblems } from './problems.ts'

type Fetch = (url: string | URL, init: RequestInit) => Promise<Response>

const header = 'mcp-session-id'

/**
 * A legacy server's session (2025-11-25, transports#session-management). If the server has forgotten it, a new one is
 * opened with the same handshake, and the rejected request, which can't have run, is sent again.
 */
export class McpSession {
  readonly #fetch: Fetch
  readonly #renewed: () => void
  #id: string | undefined
  #initialize: RequestInit | undefined
  #initialized: RequestInit | undefined
  #renewal: Promise<void> | undefined

  /** `renewed` is called for a new server, known only by its handshake. */
  constructor(fetch: Fetch, renewed: () => void) {
    this.#fetch = fetch
    this.#renewed = renewed
  }

  /** Whether the server knows this connection by a session. */
  get isOpen(): boolean {
    return this.#id !== undefined
  }

  /** Opens another session: the server has forgotten this one. Rejects with `HttpProblem`. */
  reopen(url: string | URL): Promise<void> {
    return (this.#renewal ??= this.#renew(url).finally(() => (this.#renewal = undefined)))
  }

  /** Sends a request in the session. Rejects with `HttpProblem`. */
  async send(url: string | URL, init: RequestInit, method: string | undefined): Promise<Response> {
    const id = this.#id
    const response = await this.#fetch(url, method === 'initialize' ? init : this.#within(init))
    if (method === 'initialize' && response.ok) this.#open(init, response)
    if (method === 'notifications/initialized') this.#initialized = init
    if (id === undefined || init.method !== 'POST' || !(response.status === 404 || response.status === 400))
      return response
    const text = await readErrorBody(response)
    if (response.status === 400 && !refusesSession(text, method)) return copyOf(response, text)
    if (this.#id === id) await this.reopen(url)
    return this.#fetch(url, this.#within(init))
  }

  #open(init: RequestInit, response: Response): void {
    const id = response.headers.get(header) ?? undefined
    if (id !== undefined && !/^[\x21-\x7e]{1,1024}$/.test(id)) throw httpProblems.badSession()
    this.#initialize = init
    this.#id = id
  }

  async #renew(url: string | URL): Promise<void> {
    if (!this.#initialize || !this.#initialized) throw httpProblems.sessionLost()
    const opened = await this.#fetch(url, this.#initialize)
    await opened.body?.cancel()
    if (!opened.ok) throw httpProblems.sessionLost()
    this.#open(this.#initialize, opened)
    const told = await this.#fetch(url, this.#within(this.#initialized))
    await told.body?.cancel()
    if (!told.ok) throw httpProblems.sessionLost()
    this.#renewed()
  }

  /** The library knows only the first session, and only after reading the whole response. */
  #within(init: RequestInit): RequestInit {
    if (this.#id === undefined) return init
    const headers = new Headers(init.headers)
    headers.set(header, this.#id)
    return { ...init, headers }
  }
}
