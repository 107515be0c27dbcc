import http, { type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { defined } from '../../../shared/schema/json.ts'
import type { Lookup } from './host-kinds.ts'
import { type NamedProxy, proxyUrl } from './proxy-address.ts'
import { ProxyPasswords } from './proxy-passwords.ts'
import { ProxyProblem } from './proxy-problem.ts'
import type { NetworkRoute } from './route.ts'
import { connectToProxy, encrypted, openTunnel, type TunnelTarget, type Through, type TunnelLimits } from './tunnel.ts'
import { networkWords as words } from './words.ts'

/** A route that leads through proxies. */
export type ProxyRoute = Extract<NetworkRoute, { way: 'proxy' }>

/** A request to send; the body is sent again if a proxy wants its password first. */
export type Sent = {
  method: string
  headers: Record<string, string>
  body?: string | Uint8Array | undefined
  signal?: AbortSignal | undefined
  maxHeaderSize?: number
  /** Called once the target may begin to read the request. */
  onSent?: () => void
}

/** Milliseconds for which a proxy that didn't respond is tried last. */
const deadMs = 300_000

type Parts = { lookup: Lookup; limits: TunnelLimits; now: () => number }

/** Speaks to proxies: what they asked for and which of them don't respond is known here. */
export class ProxyClient {
  readonly #parts: Parts
  readonly #passwords = new ProxyPasswords()
  readonly #died = new Map<string, number>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** A connection through the first proxy that responds. Rejects with `ProxyProblem`. */
  tunnel(route: ProxyRoute, target: TunnelTarget, signal?: AbortSignal): Promise<Socket> {
    return this.#first(route, signal, (through) => openTunnel(target, through))
  }

  /**
   * Sends a request through the first proxy that responds, and resolves with the head of the target's answer: over a
   * tunnel if it is encrypted, else in absolute form (RFC 9112, 3.2.2). Rejects with `ProxyProblem`, or with the
   * connection's own error.
   */
  async send(route: ProxyRoute, url: URL, sent: Sent): Promise<IncomingMessage> {
    if (url.protocol === 'https:') {
      const target = tunnelTarget(url)
      const socket = await this.tunnel(route, target, sent.signal)
      const secure = await encrypted(socket, target, this.#parts.limits)
      sent.onSent?.()
      return exchange(secure, `${url.pathname}${url.search}`, { host: url.host, ...sent.headers }, sent)
    }
    const target = new URL(url)
    target.hash = ''
    const refused = (answer: IncomingMessage): string | undefined => {
      if (answer.statusCode !== 407) return undefined
      answer.destroy()
      return String(answer.headers['proxy-authenticate'] ?? '')
    }
    return this.#first(route, sent.signal, (through) => {
      const attempt = async (password: string | undefined): Promise<IncomingMessage> => {
        const headers = { host: url.host, ...sent.headers, ...defined({ 'proxy-authorization': password }) }
        const socket = await connectToProxy(through)
        sent.onSent?.()
        return exchange(socket, target.href, headers, sent)
      }
      return this.#passwords.ask(through.named, { attempt, refused }, through.source)
    })
  }

  /** A route's proxy as a request would use it. */
  through(route: ProxyRoute, named: NamedProxy, signal?: AbortSignal): Through {
    const { lookup, limits } = this.#parts
    return { named, source: sourceOf(route), lookup, limits, passwords: this.#passwords, signal }
  }

  async #first<Result>(
    route: ProxyRoute,
    signal: AbortSignal | undefined,
    attempt: (through: Through) => Promise<Result>,
  ): Promise<Result> {
    const { now } = this.#parts
    const isDead = ({ proxy }: NamedProxy): boolean => now() - (this.#died.get(proxyUrl(proxy)) ?? -Infinity) < deadMs
    const proxies = [...route.proxies.filter((each) => !isDead(each)), ...route.proxies.filter(isDead)]
    let last: unknown
    for (const named of proxies) {
      try {
        const result = await attempt(this.through(route, named, signal))
        this.#died.delete(proxyUrl(named.proxy))
        return result
      } catch (error) {
        if (!(error instanceof ProxyProblem && error.passing)) throw error
        this.#died.set(proxyUrl(named.proxy), now())
        last = error
      }
    }
    throw last
  }
}

/** The source of a route's proxies, for sentences. */
export const sourceOf = ({ because, from }: NetworkRoute): string =>
  from ?? (because === 'system' ? words.sources.system : words.sources.setting)

/** A URL's host, without brackets, and port. */
export function tunnelTarget({ hostname, port, protocol }: URL): TunnelTarget {
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
  }
}

/** One request on an open connection, which ends with it. */
function exchange(
  socket: Socket,
  path: string,
  headers: Record<string, string>,
  { method, body, signal, maxHeaderSize }: Sent,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = http.request({
      createConnection: () => socket,
      method,
      path,
      headers: { ...headers, connection: 'close' },
      ...defined({ signal, maxHeaderSize }),
    })
    request.once('response', resolve)
    request.on('error', reject)
    request.end(body)
  })
}
