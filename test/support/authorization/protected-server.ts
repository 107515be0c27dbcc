import { createMcpHandler, type CallToolResult, McpServer } from '@modelcontextprotocol/server'
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import type { AuthorizationServer } from './authorization-server.ts'
import type { Grant } from './grants.ts'
import { answer, type Handler, Listener, type Seen } from './listener.ts'

/** The behaviour of a server that requires authorization. A test can change it while the server runs. */
export type ProtectedBehaviour = {
  era: 'both' | 'legacy' | 'modern'
  path: string
  /** The accepted issuer of tokens. */
  authorization: AuthorizationServer[]
  /** How its metadata (RFC 9728) is found: named in the challenge, or at the well-known paths. */
  metadata: 'named' | 'path' | 'root' | 'none'
  /** The scope in its challenge. */
  scope: string
  /** `scopes_supported` in its metadata. */
  supported: string[]
  /** Scopes required by tools; unlisted tools need none. */
  needs: Record<string, string[]>
  /** Changes its metadata after it is complete. */
  edit: (sound: JsonObject) => JsonObject
  /** Takes over any request by returning true. */
  instead: Handler
}

const usual: Omit<ProtectedBehaviour, 'authorization'> = {
  era: 'both',
  path: '/mcp',
  metadata: 'named',
  scope: '',
  supported: [],
  needs: { write: ['write'], erase: ['erase'] },
  edit: (sound) => sound,
  instead: () => false,
}

const words = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] })

function build(): McpServer {
  const server = new McpServer({ name: 'protected', version: '1.0.0' })
  server.registerTool('echo', { inputSchema: z.object({ text: z.string() }) }, ({ text }) => words(text))
  for (const name of ['write', 'erase']) server.registerTool(name, {}, () => words(`done: ${name}`))
  return server
}

/** An MCP server over Streamable HTTP that answers only bearers of tokens meant for it. */
export class ProtectedServer {
  readonly listener: Listener
  readonly behaviour: ProtectedBehaviour
  readonly #mcp: ReturnType<typeof createMcpHandler>

  static async start(
    behaviour: Partial<ProtectedBehaviour> & Pick<ProtectedBehaviour, 'authorization'>,
    listener?: Listener,
  ): Promise<ProtectedServer> {
    return new ProtectedServer({ ...usual, ...behaviour }, listener ?? (await Listener.start()))
  }

  private constructor(behaviour: ProtectedBehaviour, listener: Listener) {
    this.behaviour = behaviour
    this.listener = listener
    this.#mcp = createMcpHandler(build, behaviour.era === 'modern' ? { legacy: 'reject' } : {})
    listener.handlers.push((seen, response) => this.behaviour.instead(seen, response))
    listener.handlers.push((seen, response) => this.#take(seen, response))
  }

  get url(): string {
    return `${this.listener.origin}${this.behaviour.path}`
  }

  /** The tokens it received, in order, including repetitions. */
  get tokens(): string[] {
    return this.listener
      .requests(this.behaviour.path)
      .flatMap(({ headers }) => (headers.authorization === undefined ? [] : [headers.authorization]))
  }

  stop(): Promise<void> {
    return this.listener.stop()
  }

  async #take(seen: Seen, response: ServerResponse): Promise<boolean> {
    const { path, era } = this.behaviour
    const { pathname } = seen.url
    if (seen.method === 'GET' && pathname === this.#metadataPath()) return answer(response, 200, this.#metadata())
    if (pathname !== path) return false
    const grant = this.#bearer(seen.headers.authorization)
    if (!grant) return this.refuse(response, 401, this.#challenge(seen))
    const missing = this.#missing(seen, grant)
    if (missing) return this.refuse(response, 403, { error: 'insufficient_scope', scope: missing })
    if (era === 'legacy' && seen.headers['mcp-protocol-version'] === '2026-07-28')
      return answer(response, 400, { error: 'an unknown revision' })
    await this.#serve(seen, response)
    return true
  }

  #metadataPath(): string | undefined {
    const { metadata, path } = this.behaviour
    const wellKnown = '/.well-known/oauth-protected-resource'
    if (metadata === 'none') return undefined
    // Metadata named in the challenge need not be at a well-known path.
    if (metadata === 'named') return '/metadata'
    return metadata === 'path' ? `${wellKnown}${path}` : wellKnown
  }

  #metadata(): JsonObject {
    const { authorization, supported, edit } = this.behaviour
    return edit({
      resource: this.url,
      authorization_servers: authorization.map(({ issuer }) => issuer),
      bearer_methods_supported: ['header'],
      ...(supported.length > 0 && { scopes_supported: supported }),
    })
  }

  /** The grant of a valid token for this server. */
  #bearer(authorization: string | undefined): Grant | undefined {
    const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1] ?? ''
    const grants = this.behaviour.authorization.map((it) => it.grants.of(token))
    return grants.find((grant) => grant?.resource === this.url)
  }

  #challenge({ headers }: Seen): Record<string, string> {
    const { scope } = this.behaviour
    return { ...(headers.authorization !== undefined && { error: 'invalid_token' }), ...(scope !== '' && { scope }) }
  }

  /** All scopes that a call needs, if one isn't granted. */
  #missing({ body }: Seen, { scopes }: Grant): string | undefined {
    const message = body === '' ? {} : (JSON.parse(body) as JsonValue)
    if (!isObject(message) || message['method'] !== 'tools/call' || !isObject(message['params'])) return undefined
    const { name } = message['params']
    const needed = (typeof name === 'string' ? this.behaviour.needs[name] : undefined) ?? []
    return needed.every((it) => scopes.includes(it)) ? undefined : needed.join(' ')
  }

  /** Rejects with a challenge that names its metadata. */
  refuse(response: ServerResponse, status: number, parameters: Record<string, string>): true {
    const named = this.behaviour.metadata === 'named' && { resource_metadata: `${this.listener.origin}/metadata` }
    const said = Object.entries({ ...parameters, ...named }).map(([name, value]) => `${name}="${value}"`)
    return answer(response, status, { error: 'refused' }, { 'www-authenticate': `Bearer ${said.join(', ')}`.trim() })
  }

  async #serve({ method, url, headers, body }: Seen, response: ServerResponse): Promise<void> {
    const left = new AbortController()
    response.once('close', () => left.abort())
    const given = new Headers()
    for (const [name, value] of Object.entries(headers)) if (typeof value === 'string') given.set(name, value)
    const init = { method, headers: given, signal: left.signal, ...(method === 'POST' && { body }) }
    const answered = await this.#mcp.fetch(new Request(url, init))
    response.writeHead(answered.status, Object.fromEntries(answered.headers))
    const pieces: AsyncIterable<Uint8Array> = answered.body ?? Readable.from([])
    try {
      for await (const piece of pieces) response.write(piece)
    } catch {
      // The client disconnected.
    }
    response.end()
  }
}
