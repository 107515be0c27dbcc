import http, { type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import net, { isIP, type LookupFunction, type Socket } from 'node:net'
import { lineLimits } from '../wire/frame.ts'
import { foundInTime, type HostAddress, type Lookup } from '../../network/host-kinds.ts'
import { lookupAll, resolveHost } from './addresses.ts'
import { HttpProblem } from './http-problem.ts'
import { type Network, noWay } from '../../network/network.ts'
import { isChainFault, issuerShownTo } from '../../network/issuer.ts'
import { tunnelTarget } from '../../network/proxy-client.ts'
import { ProxyProblem } from '../../network/proxy-problem.ts'
import { connectionProblem, httpProblems, proxyProblem, withIssuer } from './problems.ts'
import { httpWords } from './words.ts'
import { defined } from '../../../../shared/schema/json.ts'

/** Limits of one HTTP request. */
export type HttpLimits = {
  /** Milliseconds to reach the server, including encryption. */
  connectMs: number
  /** Milliseconds for a response that isn't a stream, from headers to end. */
  bodyMs: number
  bodyBytes: number
}

/** The application's limits; a body is as long as a line on stdio at most. */
export const usualHttpLimits: HttpLimits = { connectMs: 10_000, bodyMs: 60_000, bodyBytes: lineLimits.bytes }

/** The parts of a fetch that tests replace; absent ones are the system's. */
export type SafeFetchOptions = {
  limits?: Partial<HttpLimits>
  lookup?: Lookup
  /** The addresses at which to reach a host. Throws `HttpProblem`. */
  resolve?: (url: URL, lookup: Lookup) => Promise<HostAddress[]>
  /** Certificates to trust instead of the system's. */
  ca?: string
  /** The way out; absent, every connection is direct. */
  network?: Network
  /**
   * Whether the user didn't name the host: behind a proxy, which resolves it, Atrium looks it up too, and refuses an
   * address that it wouldn't contact.
   */
  isNamedByOthers?: boolean
  /** Whether a response can be an endless event stream. If absent, the limits apply to every response. */
  streams?: boolean
}

const mostRedirects = 5
/** Milliseconds of silence before the system checks whether the other end is still there. */
const aliveMs = 30_000
const headerBytes = 32 * 1024
/** Milliseconds to look up a host that a proxy resolves. */
const secondLookMs = 1000

type Sent = { method: string; headers: Headers; body: string | undefined; signal: AbortSignal | undefined }

/**
 * `fetch` for one server, which is never trusted: responses must be unencoded; redirects stay at the server's own
 * origin; its host is resolved once and checked, and connections go only to those addresses; what it sends is limited
 * in bytes and time. Rejects with `HttpProblem`.
 */
export class SafeFetch {
  readonly #home: URL
  readonly #limits: HttpLimits
  readonly #lookup: Lookup
  readonly #resolve: (url: URL, lookup: Lookup) => Promise<HostAddress[]>
  readonly #ca: string | undefined
  readonly #streams: boolean
  readonly #network: Network | undefined
  readonly #isNamedByOthers: boolean
  readonly #agent: http.Agent
  #addresses: Promise<HostAddress[]> | undefined

  constructor(
    home: string,
    {
      limits,
      lookup = lookupAll,
      resolve = resolveHost,
      ca,
      network,
      isNamedByOthers = false,
      streams = true,
    }: SafeFetchOptions = {},
  ) {
    this.#home = new URL(home)
    this.#limits = { ...usualHttpLimits, ...limits }
    this.#lookup = lookup
    this.#resolve = resolve
    this.#ca = ca
    this.#network = network
    this.#isNamedByOthers = isNamedByOthers
    this.#streams = streams
    // A new connection for each request: none can fail because the server just closed an idle one.
    this.#agent = this.#home.protocol === 'https:' ? new https.Agent() : new http.Agent()
  }

  readonly fetch = async (input: string | URL, init: RequestInit = {}): Promise<Response> => {
    const sent: Sent = {
      method: init.method ?? 'GET',
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? init.body : undefined,
      signal: init.signal ?? undefined,
    }
    sent.headers.set('accept-encoding', 'identity')
    let target = new URL(input)
    for (let hops = 0; hops <= mostRedirects; hops++) {
      if (target.origin !== this.#home.origin) throw httpProblems.elsewhere()
      const answer = await this.#exchange(target, sent)
      const next = redirectOf(answer, target, sent.method)
      if (next === undefined) return this.#response(answer)
      answer.destroy()
      if (next.origin !== this.#home.origin) throw httpProblems.redirectElsewhere(this.#home.origin, next)
      target = next
    }
    throw httpProblems.badRedirect()
  }

  /** Ends every connection. */
  close(): void {
    this.#agent.destroy()
  }

  async #exchange(target: URL, sent: Sent): Promise<IncomingMessage> {
    const network = this.#network
    const route = await network?.route(this.#home)
    if (route?.way === 'none') throw proxyProblem(noWay(route))
    if (!network || route?.way !== 'proxy') return this.#exchangeDirectly(target, sent)
    await this.#checkName()
    let isSent = false
    const { method, headers, body, signal } = sent
    const onSent = (): void => void (isSent = true)
    const onward = { method, headers: Object.fromEntries(headers), body, signal, maxHeaderSize: headerBytes, onSent }
    try {
      return await network.send(route, target, onward)
    } catch (error) {
      if (signal?.aborted) throw error
      if (!(error instanceof ProxyProblem)) {
        const open = (): Promise<Socket> => network.tunnel(route, tunnelTarget(this.#home), signal)
        throw await explained(connectionProblem(error, target.host, isSent), this.#home, open)
      }
      if (error.passing && route.mayGoDirect && !this.#isNamedByOthers) return this.#exchangeDirectly(target, sent)
      throw proxyProblem(error)
    }
  }

  /** Checks a host that the proxy will resolve, as far as its address can be known. A written-out address is known. */
  async #checkName(): Promise<void> {
    const isWritten = isIP(this.#home.hostname.replace(/^\[|\]$/g, '')) !== 0
    if (!isWritten && !this.#isNamedByOthers) return
    try {
      await this.#resolve(this.#home, (host) => foundInTime(this.#lookup(host), secondLookMs))
    } catch (error) {
      const isUnknown = error instanceof HttpProblem && error.seen?.error?.code === 'ENOTFOUND'
      if (!isUnknown) throw error
    }
  }

  async #exchangeDirectly(target: URL, sent: Sent): Promise<IncomingMessage> {
    this.#addresses ??= this.#resolve(this.#home, this.#lookup)
    const addresses = this.#addresses
    try {
      return await this.#request(target, sent, await addresses)
    } catch (error) {
      // It may have moved: the next request resolves and checks it again.
      if (this.#addresses === addresses) this.#addresses = undefined
      if (!(error instanceof HttpProblem)) throw error
      const { port } = tunnelTarget(this.#home)
      throw await explained(error, this.#home, async () => {
        const [address] = await addresses
        return net.connect({ host: address?.address, port, timeout: this.#limits.connectMs })
      })
    }
  }

  #request(target: URL, { method, headers, body, signal }: Sent, addresses: HostAddress[]): Promise<IncomingMessage> {
    const options: RequestOptions & https.RequestOptions = {
      method,
      headers: Object.fromEntries(headers),
      agent: this.#agent,
      lookup: pinned(addresses),
      maxHeaderSize: headerBytes,
      ...defined({ ca: this.#ca }),
      ...(signal && { signal }),
    }
    return new Promise((resolve, reject) => {
      let connected = false
      const isEncrypted = target.protocol === 'https:'
      const request = (isEncrypted ? https : http).request(target, options)
      const late = Object.assign(new Error(httpWords.noConnection), { code: 'ETIMEDOUT' })
      const timer = setTimeout(() => request.destroy(late), this.#limits.connectMs)
      // Detects a connection lost during the machine's sleep, however silent its stream.
      request.setSocketKeepAlive(true, aliveMs)
      request.once('socket', (socket) =>
        socket.once(isEncrypted ? 'secureConnect' : 'connect', () => {
          connected = true
          clearTimeout(timer)
        }),
      )
      request.once('response', resolve)
      request.once('close', () => clearTimeout(timer))
      request.on('error', (error) => {
        clearTimeout(timer)
        reject(signal?.aborted ? error : connectionProblem(error, target.host, connected))
      })
      request.end(body)
    })
  }

  #response(answer: IncomingMessage): Response {
    const coding = answer.headers['content-encoding']
    if (coding !== undefined && coding.trim().toLowerCase() !== 'identity') {
      answer.destroy()
      throw httpProblems.compressed(coding)
    }
    if (Number(answer.headers['content-length'] ?? 0) > this.#limits.bodyBytes) {
      answer.destroy()
      throw httpProblems.tooLong(this.#limits.bodyBytes)
    }
    const isStream = isEventStream(answer.headers['content-type'])
    if (isStream && !this.#streams) {
      answer.destroy()
      throw httpProblems.streamForJson()
    }
    const headers = new Headers()
    for (const [name, values] of Object.entries(answer.headersDistinct))
      for (const value of values ?? []) headers.append(name, value)
    const status = answer.statusCode ?? 0
    if (status < 200 || status > 599) throw httpProblems.badRedirect()
    const isEmpty = status === 204 || status === 205 || status === 304
    if (isEmpty) answer.resume()
    return new Response(isEmpty ? null : this.#body(answer, isStream && status < 300), { status, headers })
  }

  /** Event streams can last; all other content is limited here, including every rejection. */
  async *#body(answer: IncomingMessage, lasts: boolean): AsyncGenerator<Uint8Array> {
    const { bodyMs, bodyBytes } = this.#limits
    const timer = lasts ? undefined : setTimeout(() => answer.destroy(httpProblems.tooSlow(bodyMs)), bodyMs)
    let size = 0
    try {
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        size += chunk.length
        if (!lasts && size > bodyBytes) throw httpProblems.tooLong(bodyBytes)
        yield chunk
      }
    } catch (error) {
      throw error instanceof HttpProblem ? error : httpProblems.brokeOff()
    } finally {
      clearTimeout(timer)
      answer.destroy()
    }
  }
}

/** Whether a content type is that of server-sent events. */
export const isEventStream = (type: string | null | undefined): boolean =>
  /^\s*text\/event-stream\s*(;|$)/i.test(type ?? '')

/** A redirect's target; undefined if the response isn't one. A body is never sent again unless the status says so. */
function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL, method: string): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode)) return undefined
  const { location } = headers
  const keepsMethod = statusCode === 307 || statusCode === 308
  if (location === undefined || !URL.canParse(location, from.href) || !(keepsMethod || method === 'GET'))
    throw httpProblems.badRedirect()
  return new URL(location, from)
}

/** Gives the socket only the checked addresses. */
const pinned =
  (addresses: HostAddress[]): LookupFunction =>
  (_host, { all }, callback) => {
    const [first] = addresses
    if (all) callback(null, addresses)
    else callback(null, first?.address ?? '', first?.family)
  }

/** With the issuer, if a certificate isn't trusted: the error of a chain doesn't have it. */
async function explained(problem: HttpProblem, home: URL, open: () => Promise<Socket>): Promise<HttpProblem> {
  const { code = '', issuer } = problem.seen?.error ?? {}
  if (!isChainFault(code) || issuer !== undefined) return problem
  const found = await open().then(
    (socket) => issuerShownTo(socket, tunnelTarget(home).host),
    () => '',
  )
  return found === '' ? problem : withIssuer(problem, found)
}
