import { setTimeout as delay } from 'node:timers/promises'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import { longLine, readLine, type ReadLong } from '../wire/frame.ts'
import { isId } from '../wire/request-ids.ts'
import { StderrRing } from '../wire/stderr-ring.ts'
import type { Authorization } from './authorization.ts'
import { challengeIn } from './challenge.ts'
import { type Rate, TokenBucket } from '../../base/token-bucket.ts'
import type { SendOptions, Wire, WireSink, Ending } from '../wire/wire.ts'
import {
  askedIn,
  bufferOf,
  copyOf,
  errorIn,
  isSessionLoss,
  protocolErrorIn,
  readErrorBody,
  readWhole,
  type RequestHead,
} from './bodies.ts'
import { EventStream, placeholder, type EventOutcome } from './event-stream.ts'
import { HttpProblem } from './http-problem.ts'
import { httpProblems, statusProblem } from './problems.ts'
import { isEventStream, SafeFetch, type SafeFetchOptions } from './safe-fetch.ts'
import { ReopenPace } from './reopen-pace.ts'
import { McpSession } from './session.ts'
import { carrier, type HttpKind, problemIn } from './transport.ts'
import type { Violation } from '../wire/violation.ts'

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
type Asked = Partial<RequestHead> & {
  signal?: AbortSignal | null | undefined
  /** The last event of the stream that this one resumes. */
  resumes?: string | undefined
  /** Opens another session, and sends the request again if that can't do anything twice. */
  again?: (() => Promise<Response | undefined>) | undefined
}

/** Requests that change nothing, so they can be sent twice. */
const onlyReads: ReadonlySet<string> = new Set([
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'ping',
  'prompts/get',
  'resources/read',
  'completion/complete',
  'skills/list',
  'skills/get',
])

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
  readonly #reopening: Record<'own' | 'resumed', ReopenPace>
  readonly #over = new AbortController()

  constructor(kind: HttpKind, options: HttpWireOptions) {
    this.#kind = kind
    this.#options = options
    this.streamsPerRequest = kind === 'streamable'
    const { promise, resolve } = Promise.withResolvers<Ending>()
    this.ended = promise
    this.#end = resolve
    this.#reopening = { own: new ReopenPace(options.reopenMs), resumed: new ReopenPace(options.reopenMs) }
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
    const resumes = new Headers(init.headers).get('last-event-id') ?? undefined
    const head = init.method === 'POST' && typeof init.body === 'string' ? askedIn(init.body) : {}
    const asked: Asked = { ...head, signal, resumes, again: this.#again(url, init, head) }
    if (init.method === 'GET') await this.#mayReopen(asked)
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

  /** Waits until another stream is due. Rejects if none is. */
  async #mayReopen({ resumes, signal }: Asked): Promise<void> {
    if (this.#kind !== 'streamable') return
    const pace = this.#paceOf(resumes)
    if (resumes === undefined && pace.isOver) throw httpProblems.streamEnded()
    if (pace.waitMs > 0) await delay(pace.waitMs, undefined, { ref: false, ...(signal && { signal }) })
  }

  #paceOf(resumes: string | undefined): ReopenPace {
    return resumes === undefined ? this.#reopening.own : this.#reopening.resumed
  }

  /** Only what waits for an answer is sent again, once; of a call only the next one is in the new session. */
  #again(url: string | URL, init: RequestInit, head: RequestHead): Asked['again'] {
    const { id, method } = head
    if (!isId(id) || method === undefined || method === 'initialize' || !this.#session.isOpen) return undefined
    return async () => {
      await this.#session.reopen(url)
      if (!onlyReads.has(method)) return undefined
      const asked = { ...head, signal: init.signal }
      return this.#read(await this.#letIn(url, init, asked), init.method ?? 'POST', asked)
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
    const whole = await readWhole(response)
    const { error } = errorIn(whole) ?? {}
    if (error) return this.#instead(error, asked)
    await this.#deliver(whole, asked)
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
    if (error && isId(asked.id) && (isProbe || [asked.id, String(asked.id)].some((own) => own === error['id'])))
      this.#sink?.message({ ...error, id: asked.id })
    throw statusProblem(status, text, headers)
  }

  /** Another response than the one that said that the request failed: in a new session, or the error as its answer. */
  async #instead(error: JsonObject, { id, again }: Asked): Promise<Response> {
    try {
      const other = again && isSessionLoss(error) ? await again() : undefined
      if (other) return other
    } catch (problem) {
      if (!(problem instanceof HttpProblem)) throw problem
    }
    this.#options.count('not-a-message')
    if (isId(id)) this.#sink?.refused(id, error)
    return new Response(placeholder, { headers: { 'content-type': 'application/json' } })
  }

  async *#events(body: AsyncIterable<Uint8Array>, method: string, asked: Asked): AsyncGenerator<Uint8Array> {
    const lasts = method === 'GET' || asked.method === 'subscriptions/listen'
    let loss = httpProblems.streamEnded()
    let said: JsonObject | undefined
    /** An error for no request, which counts if the stream ends without an answer. */
    let spoken: JsonObject | undefined
    let isAnswered = false
    let isResumable = false
    let brought = false
    let messages = 0
    const ended = method === 'GET' ? this.#paceOf(asked.resumes).begin() : undefined
    const events = new EventStream({
      message: async (data) => {
        brought = true
        const isFirst = messages++ === 0
        const found = method === 'POST' ? errorIn(data) : undefined
        const isLoss = isFirst && found !== undefined && isSessionLoss(found.error)
        if (found && (!found.isRpc || isLoss)) said ??= found.error
        if (said) return { isAnswer: true, isMessage: true }
        if (found) spoken ??= found.error
        const outcome = await this.#deliver(data, asked)
        isAnswered ||= outcome.isAnswer && found === undefined
        // The answer may follow.
        return found ? { ...outcome, isAnswer: false } : outcome
      },
    })
    try {
      // Until it brings another event, a resumed stream continues from the same one.
      if (asked.resumes !== undefined) yield Buffer.from(idOf(asked.resumes))
      for await (const piece of body) {
        const out = await events.push(bufferOf(piece))
        if (said) break
        brought ||= /^id: ./m.test(out) && !out.includes(idOf(asked.resumes))
        isResumable ||= /^id: ./m.test(out)
        if (out !== '') yield Buffer.from(out)
      }
      if (!isAnswered && !isResumable) said ??= spoken
      if (said) yield* eventsOf(await this.#instead(said, messages > 1 ? { ...asked, again: undefined } : asked))
      else if (lasts) this.#reconsider(loss, asked)
    } catch (error) {
      if (error instanceof HttpProblem) this.#lost((loss = error), asked)
      if (this.#kind === 'streamable') throw error
    } finally {
      ended?.(brought)
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

/** An event that only says where its stream is, as the library reads it. */
const idOf = (id = ''): string => `id: ${id}\ndata:\n\n`

/** A response as its events: one that isn't a stream was an answer. */
async function* eventsOf({ body, headers }: Response): AsyncGenerator<Uint8Array> {
  const pieces: AsyncIterable<Uint8Array> | null = isEventStream(headers.get('content-type')) ? body : null
  yield* pieces ?? [Buffer.from(`data: ${placeholder}\n\n`)]
}
