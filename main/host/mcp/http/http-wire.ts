import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import { longLine, readLine, type ReadLong } from '../wire/frame.ts'
import { isId } from '../wire/request-ids.ts'
import { StderrRing } from '../wire/stderr-ring.ts'
import type { Authorization } from './authorization.ts'
import { challengeIn } from './challenge.ts'
import { type Rate, TokenBucket } from '../../base/token-bucket.ts'
import type { SendOptions, Wire, WireSink, Ending } from '../wire/wire.ts'
import { askedIn, bufferOf, copyOf, protocolErrorIn, readErrorBody, readWhole, type RequestHead } from './bodies.ts'
import { EventStream, placeholder, type EventOutcome } from './event-stream.ts'
import { HttpProblem } from './http-problem.ts'
import { httpProblems, statusProblem } from './problems.ts'
import { isEventStream, SafeFetch, type SafeFetchOptions } from './safe-fetch.ts'
import { McpSession } from './session.ts'
import { carrier, type HttpKind, problemIn } from './transport.ts'
import type { Violation } from '../protocol/types.ts'

/** A server at a URL, as its configuration and its sign-in say. */
export type HttpWireOptions = SafeFetchOptions & {
  url: string
  headers: Record<string, string>
  /** Removes secrets' values from quoted text. */
  redact(text: string): string
  count(violation: Violation): void
  readLong: ReadLong
  /** Absent if the user configured an Authorization header. */
  authorization?: Authorization | undefined
  /** Something happened that could mean the server's end; only a ping tells. */
  disturbed(): void
  /** Milliseconds the older transport can take to name its endpoint. */
  endpointMs: number
  /** Milliseconds before a broken stream is reopened. */
  reopenMs: number
}

/** The ID and method of one of Atrium's requests, and its abort signal. */
type Asked = Partial<RequestHead> & { signal?: AbortSignal | null | undefined }

const goodbyeMs = 1000
/** How often one connection's streams can be cut off before none is reopened. */
const cutStreams: Rate = { burst: 3, perSecond: 1 / 600 }

/**
 * One server over HTTP. The library's transport writes requests and follows streams; what a server sends is read here,
 * before the library sees it, by the same rules as a line of stdio.
 */
export class HttpWire implements Wire {
  /** Resolves when the server is permanently gone while in use; anything less shows with the next request. */
  readonly ended: Promise<Ending>
  /** A server at a URL has no stderr that Atrium could read. */
  readonly stderr = new StderrRing()
  readonly pid = undefined
  readonly streamsPerRequest: boolean
  readonly #kind: HttpKind
  readonly #options: HttpWireOptions
  readonly #safe: SafeFetch
  readonly #session: McpSession
  readonly #transport: Transport
  readonly #terminate: () => Promise<void>
  readonly #end: (ending: Ending) => void
  #problem: HttpProblem | undefined
  #sink: WireSink | undefined
  #closed: Promise<void> | undefined
  readonly #cuts = new TokenBucket(cutStreams)
  #loss: HttpProblem | undefined
  #fail: ((problem: HttpProblem) => void) | undefined
  /** Why streams that the library would reopen stay closed. */
  #unread: HttpProblem | undefined
  readonly #over = new AbortController()

  constructor(kind: HttpKind, options: HttpWireOptions) {
    this.#kind = kind
    this.#options = options
    this.streamsPerRequest = kind === 'streamable'
    const { promise, resolve } = Promise.withResolvers<Ending>()
    this.ended = promise
    this.#end = resolve
    this.#safe = new SafeFetch(options.url, options)
    this.#session = new McpSession(this.#authorized, () => this.#sink?.changed())
    const { transport, terminate } = carrier(kind, options, this.#fetch)
    this.#transport = transport
    this.#terminate = terminate
    this.#transport.onerror = () => undefined
    // It gets only stand-ins to read.
    this.#transport.onmessage = () => undefined
  }

  /** Rejects with `HttpProblem` if the server can't be reached. */
  async listen(sink: WireSink): Promise<void> {
    this.#sink = sink
    const { endpointMs } = this.#options
    const { promise: failed, reject } = Promise.withResolvers<never>()
    this.#fail = reject
    const timer = setTimeout(() => reject(httpProblems.noEndpoint(endpointMs)), endpointMs)
    try {
      await Promise.race([this.#transport.start(), failed])
    } catch (error) {
      void this.close()
      throw this.#problem ?? error
    } finally {
      clearTimeout(timer)
    }
  }

  /** Rejects with `HttpProblem` if it wasn't accepted. */
  async send(message: JsonObject, { requestSignal, headers }: SendOptions = {}): Promise<void> {
    const { id, method } = message
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the peer writes messages, and the library sends them as they are
      await this.#transport.send(message as JSONRPCMessage, {
        onRequestStreamEnd: () => method !== undefined && isId(id) && this.#sink?.brokeOff(id),
        ...(requestSignal && { requestSignal }),
        ...(headers && { headers }),
      })
    } catch (error) {
      throw problemIn(error) ?? error
    }
  }

  /** The reason why the older transport's only stream ended. */
  get loss(): HttpProblem | undefined {
    return this.#loss
  }

  setProtocolVersion(version: string): void {
    this.#transport.setProtocolVersion?.(version)
  }

  close(): Promise<void> {
    return (this.#closed ??= this.#leave())
  }

  async #leave(): Promise<void> {
    this.#over.abort(httpProblems.streamEnded())
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, goodbyeMs)
    // A server that can't be told about a session's end finds out by itself.
    await Promise.race([this.#terminate().catch(() => undefined), late])
    clearTimeout(timer)
    await this.#transport.close()
    this.#safe.close()
    this.#sink?.closed()
  }

  readonly #fetch = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const { signal } = init
    if (init.method === 'GET' && this.#unread) throw this.#unread
    const asked = { ...(init.method === 'POST' && typeof init.body === 'string' && askedIn(init.body)), signal }
    try {
      const response = await this.#letIn(url, init, asked)
      return await this.#read(response, init.method ?? 'GET', asked)
    } catch (error) {
      if (!(error instanceof HttpProblem)) throw error
      this.#problem = error.redacted((text) => this.#options.redact(text))
      this.#reconsider(this.#problem, asked)
      throw this.#problem
    }
  }

  readonly #authorized = async (url: string | URL, init: RequestInit): Promise<Response> => {
    const header = await this.#options.authorization?.header()
    if (header === undefined) return this.#safe.fetch(url, init)
    const headers = new Headers(init.headers)
    headers.set('authorization', header)
    return this.#safe.fetch(url, { ...init, headers })
  }

  /** Sends a request until it is accepted. One rejected for its authorization hasn't been processed. */
  async #letIn(url: string | URL, init: RequestInit, { method, signal }: Asked): Promise<Response> {
    const { authorization } = this.#options
    for (let attempt = 1; ; attempt++) {
      const header = await authorization?.header()
      const response = await this.#session.send(url, init, method)
      const challenge = init.method === 'DELETE' ? undefined : challengeIn(response)
      if (!authorization || !challenge) {
        if (response.ok) authorization?.took(header)
        return response
      }
      const words = this.#options.redact(await readErrorBody(response))
      await authorization.refused(
        { ...challenge, words },
        { header, method, attempt, signal: signal ?? this.#over.signal },
      )
    }
  }

  async #read(response: Response, method: string, asked: Asked): Promise<Response> {
    if (!response.ok) return this.#refused(response, method, asked)
    if (response.body === null || method === 'DELETE') return response
    const type = response.headers.get('content-type')
    const isStream = isEventStream(type)
    if (method === 'GET' && !isStream) {
      await response.body.cancel()
      throw httpProblems.noMcp(type ?? '')
    }
    if (method === 'POST' && (asked.id === undefined || response.status === 202)) {
      await response.body.cancel()
      return copyOf(response, '')
    }
    if (isStream) return new Response(this.#events(response.body, method, asked), response)
    if (!/^\s*application\/json\s*(;|$)/i.test(type ?? '')) {
      await response.body.cancel()
      throw httpProblems.noMcp(type ?? '')
    }
    await this.#deliver(await readWhole(response), asked)
    // Valid or not, it was the only message of this response.
    if (isId(asked.id)) this.#sink?.dropped('no-answer', { id: asked.id })
    return copyOf(response, placeholder)
  }

  /**
   * The error in a rejection's body is the answer to a modern request (2026-07-28, streamable-http#sending-messages).
   */
  async #refused(response: Response, method: string, asked: Asked): Promise<Response> {
    const { status, headers } = response
    const text = this.#options.redact(await readErrorBody(response))
    if (method === 'DELETE' || (method === 'GET' && this.#kind === 'streamable')) return copyOf(response, text)
    const isProbe = asked.method === 'server/discover' && status < 500 && ![401, 403, 429].includes(status)
    const error = asked.isModern && (isProbe || status === 400) ? protocolErrorIn(text) : undefined
    if (error && isId(asked.id) && (isProbe || error['id'] === asked.id))
      this.#sink?.message({ ...error, id: asked.id })
    throw statusProblem(status, text, headers)
  }

  async *#events(body: AsyncIterable<Uint8Array>, method: string, asked: Asked): AsyncGenerator<Uint8Array> {
    const lasts = method === 'GET' || asked.method === 'subscriptions/listen'
    let loss = httpProblems.streamEnded()
    const events = new EventStream({ message: (data) => this.#deliver(data, asked) })
    try {
      for await (const piece of body) {
        const out = await events.push(bufferOf(piece))
        if (out !== '') yield Buffer.from(out)
      }
      if (lasts) this.#reconsider(loss, asked)
    } catch (error) {
      if (error instanceof HttpProblem) this.#lost((loss = error), asked)
      if (this.#kind === 'streamable') throw error
    }
    if (this.#kind === 'sse' && method === 'GET' && !this.#closed) {
      this.#loss = loss
      this.#fail?.(loss)
      this.#end({ how: 'lost', clause: loss.clause })
      void this.close()
    }
  }

  #lost(problem: HttpProblem, asked: Asked): void {
    const { cut } = problem
    this.#reconsider(problem, asked)
    if (cut === undefined) return
    this.#options.count(cut === 'flood' ? 'flood' : 'line-too-long')
    if (isId(asked.id)) this.#sink?.brokeOff(asked.id, cut)
    if (!this.#cuts.take()) this.#unread = problem
  }

  /** A request that Atrium cancelled says nothing about the server. */
  #reconsider(problem: HttpProblem, { signal }: Asked): void {
    if (problem.castsDoubt && !signal?.aborted) this.#options.disturbed()
  }

  async #deliver(data: Buffer, asked: Asked): Promise<EventOutcome> {
    const frame =
      data.length > longLine ? await this.#options.readLong(data, (id) => this.#sink?.wanted(id)) : readLine(data)
    if (frame === undefined) return { isAnswer: false, isMessage: false }
    if ('message' in frame) {
      this.#sink?.message(frame.message, frame.digest)
      return { isAnswer: frame.message['method'] === undefined, isMessage: true }
    }
    const { violation, ...remains } = frame
    const id = frame.id ?? asked.id
    this.#options.count(violation)
    this.#sink?.dropped(violation, isId(id) ? { ...remains, id } : {})
    return { isAnswer: id !== undefined, isMessage: false }
  }
}
