import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'

export { everythingOver, freePort, modernPeer, type RemotePeer } from '../../../support/remote-peers.ts'

/** One request as a hostile server sees it. */
export type Seen = { method: string; headers: IncomingMessage['headers']; message: JsonObject; url: string }
export type Reaction = (seen: Seen, response: ServerResponse) => unknown

/** A server on a loopback port that behaves as `react` says and remembers its requests. */
export class HostileServer {
  readonly seen: Seen[] = []
  readonly #server: Server

  static async start(react: Reaction, port = 0): Promise<HostileServer> {
    const seen: Seen[] = []
    const take = async (request: IncomingMessage, response: ServerResponse) => {
      response.on('error', () => undefined)
      const body = await text(request).catch(() => '')
      const parsed = body === '' ? {} : (JSON.parse(body) as JsonValue)
      const one = {
        method: request.method ?? '',
        headers: request.headers,
        message: isObject(parsed) ? parsed : {},
        url: request.url ?? '',
      }
      seen.push(one)
      await react(one, response)
    }
    const server = createServer((request, response) => void take(request, response)).listen(port, '127.0.0.1')
    await once(server, 'listening')
    return new HostileServer(server, seen)
  }

  private constructor(server: Server, seen: Seen[]) {
    this.#server = server
    this.seen = seen
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  get url(): string {
    return `${this.origin}/mcp`
  }

  methods(): string[] {
    return this.seen.map(({ method, message }) => (typeof message['method'] === 'string' ? message['method'] : method))
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}

export const answerJson = (response: ServerResponse, value: JsonValue, headers: Record<string, string> = {}): void => {
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
}

export const refuse = (response: ServerResponse, status: number, words = ''): void => {
  response.writeHead(status, { 'content-type': 'text/plain' }).end(words)
}

const initialized = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: { listChanged: true } },
  serverInfo: { name: 'hostile', version: '1' },
}
const tool = { name: 'act', inputSchema: { type: 'object' } }

/** A correct legacy server, except for requests that `special` handles by returning true. */
export const legacyExcept =
  (special: (seen: Seen, response: ServerResponse) => boolean | Promise<boolean>): Reaction =>
  async (seen, response) => {
    if (await special(seen, response)) return
    const { id = null, method } = seen.message
    const answer = (result: JsonObject) => answerJson(response, { jsonrpc: '2.0', id, result })
    if (seen.method !== 'POST') refuse(response, 405)
    else if (id === null) response.writeHead(202).end()
    else if (method === 'initialize') answer(initialized)
    else if (method === 'tools/list') answer({ tools: [tool] })
    else if (method === 'tools/call') answer({ content: [{ type: 'text', text: 'acted' }] })
    else refuse(response, 400, 'no such method')
  }

export const initializeResult = initialized
