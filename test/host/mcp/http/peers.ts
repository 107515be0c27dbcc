import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { isObject, type JsonObject, type JsonValue } from '../../../../shared/json.ts'
import { moduleFile, peerFile } from '../fleet.ts'

export type RemotePeer = { url: string; stderr(): string; stop(): Promise<void> }

/** A peer in a process of its own; resolves when its output or error output matches. */
async function launch(
  args: string[],
  env: Record<string, string>,
  ready: RegExp,
): Promise<RemotePeer & { line: string }> {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  let err = ''
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const gone = once(child, 'exit')
  const line = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const [found] = ready.exec(out + err) ?? []
      if (found !== undefined) resolve(found)
    }
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString()
      look()
    })
    child.stderr.on('data', look)
    child.once('exit', () => reject(new Error(`The peer ended: ${err}`)))
  })
  const stop = async () => {
    child.kill('SIGKILL')
    await gone
  }
  return { url: line.trim(), line, stderr: () => err, stop }
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const everythingScript = moduleFile('@modelcontextprotocol/server-everything/dist/index.js')

/** The official reference server over one of its transports. */
export async function everythingOver(transport: 'streamableHttp' | 'sse', port?: number): Promise<RemotePeer> {
  const chosen = port ?? (await freePort())
  const peer = await launch([everythingScript, transport], { PORT: String(chosen) }, /(listening|running) on port \d+/)
  return { ...peer, url: `http://localhost:${chosen}/${transport === 'sse' ? 'sse' : 'mcp'}` }
}

/** Our own peer of both eras. */
export const modernPeer = (env: Record<string, string> = {}): Promise<RemotePeer> =>
  launch([peerFile('http-modern-peer.mjs')], env, /^http:\S+/m)

/** One request as a hostile server sees it. */
export type Seen = { method: string; headers: IncomingMessage['headers']; message: JsonObject; url: string }
export type Reaction = (seen: Seen, response: ServerResponse) => unknown

/** A server of our own on a loopback port, which behaves as `react` says and remembers what it saw. */
export class HostileServer {
  readonly seen: Seen[] = []
  readonly #server: Server

  static async start(react: Reaction): Promise<HostileServer> {
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
    const server = createServer((request, response) => void take(request, response)).listen(0, '127.0.0.1')
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

/** A sound legacy server, except where `special` takes a request over by returning true. */
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
