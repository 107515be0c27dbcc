import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { JsonValue } from '../../../shared/schema/json.ts'

/** One request as received. `form` has the fields of a form in its body. */
export type Seen = {
  method: string
  url: URL
  headers: IncomingHttpHeaders
  body: string
  form: Record<string, string>
}
/** Answers a request and returns true, or leaves it to the next. */
export type Handler = (seen: Seen, response: ServerResponse) => boolean | Promise<boolean>

type ListenerOptions = {
  tls?: { key: string; cert: string }
  /** The host in its URL; it always listens on this computer. */
  host?: string
}

/** A local server that remembers every request, and answers those that its handlers take. */
export class Listener {
  readonly log: Seen[] = []
  /** Called in this order; a request that none takes isn't found. */
  readonly handlers: Handler[] = []
  /** Connections made, with or without a request. */
  connections = 0
  readonly #server: Server
  readonly #scheme: string
  readonly #host: string

  static async start({ tls, host = '127.0.0.1' }: ListenerOptions = {}): Promise<Listener> {
    const listener = new Listener(tls, host)
    listener.#server.listen(0, '127.0.0.1')
    await once(listener.#server, 'listening')
    return listener
  }

  private constructor(tls: ListenerOptions['tls'], host: string) {
    const take: RequestListener = (request, response) => {
      response.on('error', () => undefined)
      void text(request)
        .catch(() => '')
        .then((body) => this.#take(request, body, response))
    }
    this.#server = tls ? createSecureServer(tls, take) : createServer(take)
    this.#server.on('connection', () => this.connections++)
    this.#scheme = tls ? 'https' : 'http'
    this.#host = host
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get origin(): string {
    return `${this.#scheme}://${this.#host}:${this.port}`
  }

  /** The requests for one path, or for all. */
  requests(path?: string): Seen[] {
    return this.log.filter(({ url }) => path === undefined || url.pathname === path)
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #take(
    { method = '', url = '/', headers }: IncomingMessage,
    body: string,
    response: ServerResponse,
  ): Promise<void> {
    const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
    const form = isForm ? Object.fromEntries(new URLSearchParams(body)) : {}
    const seen = { method, url: new URL(url, this.origin), headers, body, form }
    this.log.push(seen)
    for (const handler of this.handlers) if (await handler(seen, response)) return
    answer(response, 404, { error: 'not_found' })
  }
}

export const answer = (
  response: ServerResponse,
  status: number,
  value: JsonValue,
  headers: Record<string, string> = {},
): true => {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers })
  response.end(JSON.stringify(value))
  return true
}
