import net, { isIP, type Socket } from 'node:net'
import tls, { type TLSSocket } from 'node:tls'
import { defined } from '../../../shared/schema/json.ts'
import { quoted } from '../base/text.ts'
import { forbidden, foundInTime, type HostAddress, isIn, type Lookup, unmapped } from './host-kinds.ts'
import { bracketed, type NamedProxy, proxyPlace, proxyUrl } from './proxy-address.ts'
import { chainFaultIn } from './issuer.ts'
import type { ProxyPasswords } from './proxy-passwords.ts'
import { ProxyProblem } from './proxy-problem.ts'
import { networkWords as words } from './words.ts'

/** Milliseconds to reach a proxy, for its answer, and for encryption; bytes of its answer's head. */
export type TunnelLimits = { connectMs: number; answerMs: number; tlsMs: number; headBytes: number }

/** The application's limits. */
export const usualTunnelLimits: TunnelLimits = {
  connectMs: 10_000,
  answerMs: 10_000,
  tlsMs: 10_000,
  headBytes: 16 * 1024,
}

/** Bytes of a refusing proxy's page that are read for its title. */
const pageBytes = 4096

/** A proxy to go through; `source`: who names it, for sentences. */
export type Through = {
  named: NamedProxy
  source: string
  lookup: Lookup
  passwords: ProxyPasswords
  limits: TunnelLimits
  signal?: AbortSignal | undefined
}

/** A host, without brackets, and its port. */
export type TunnelTarget = { host: string; port: number }

/**
 * Connects to the proxy itself. Its name is resolved here, and only the checked addresses are used: this computer and
 * private networks are usual places for a proxy, forbidden ones never. Rejects with `ProxyProblem`.
 */
export async function connectToProxy({ named, source, lookup, limits, signal }: Through): Promise<Socket> {
  const { proxy } = named
  const addresses = await proxyAddresses({ named, source, lookup, limits })
  const socket = net.connect({
    host: proxy.host,
    port: proxy.port,
    lookup: (_host, { all }, callback) => {
      if (all) callback(null, addresses)
      else callback(null, addresses[0]?.address ?? '', addresses[0]?.family)
    },
    ...defined({ signal }),
  })
  const dead = (): ProxyProblem => new ProxyProblem([words.noResponse(proxyPlace(proxy)), words.joinNetwork], true)
  await opened(socket, 'connect', limits.connectMs, dead)
  if (proxy.scheme === 'http') return socket
  const odd = (error: Error): ProxyProblem => {
    const code = chainFaultIn(error)
    const clause = code === undefined ? words.notAProxy(proxyUrl(proxy)) : words.untrustedProxy(proxyPlace(proxy), code)
    return new ProxyProblem([clause, words.checkProxy(source)])
  }
  const secure = tls.connect({ socket, host: proxy.host, ...(isIP(proxy.host) === 0 && { servername: proxy.host }) })
  await opened(secure, 'secureConnect', limits.tlsMs, odd)
  return secure
}

/**
 * Opens a way through the proxy to a target, by a 2xx without content; no other answer is read as the target's. The
 * proxy gets the target and, after it asked, its password. Rejects with `ProxyProblem`.
 */
export async function openTunnel(target: TunnelTarget, through: Through): Promise<Socket> {
  const { named, passwords, source } = through
  const refused = ({ status, challenges, socket }: Answer): string | undefined => {
    if (status !== 407) return undefined
    socket.destroy()
    return challenges
  }
  const attempt = (password: string | undefined): Promise<Answer> => ask(target, password, through)
  return tunnelIn(await passwords.ask(named, { attempt, refused }, source), target, through)
}

/** Encryption to a host over a tunnel; its certificate is checked as everywhere. Rejects with TLS's own error. */
export async function encrypted(socket: Socket, { host }: TunnelTarget, limits: TunnelLimits): Promise<TLSSocket> {
  const secure = tls.connect({ socket, host, ...(isIP(host) === 0 && { servername: host }) })
  await opened(secure, 'secureConnect', limits.tlsMs, (error) => error)
  return secure
}

/** The meaning of a proxy's refusal; `page` is the beginning of its content. */
export function refusalProblem(
  { status, page }: { status: number; page: string },
  { host, port }: TunnelTarget,
  { named: { proxy }, source }: Pick<Through, 'named' | 'source'>,
): ProxyProblem {
  const at = proxyPlace(proxy)
  const said = titleIn(page)
  if (status >= 200 && status < 300) return new ProxyProblem([words.webPage(host, said), words.openBrowser])
  if (status >= 500 && status <= 504)
    return new ProxyProblem([words.notFound(at, host, status), words.checkHost], status === 503)
  if ((status >= 300 && status < 400) || status === 403 || status === 451)
    return new ProxyProblem([words.blocked(at, host, said), words.askToAllow(`${bracketed(host)}:${port}`)])
  return new ProxyProblem([words.notAProxy(proxyUrl(proxy)), words.checkProxy(source)])
}

/** The title of a page, as third-party text for a sentence. */
const titleIn = (page: string): string => {
  const [, title = ''] = /<title[^>]{0,200}>([^<]{1,200})/i.exec(page) ?? []
  const text = quoted(title)
  return text === '' ? '' : `“${text}”`
}

/** The addresses of a proxy, checked. Rejects with `ProxyProblem`. */
export async function proxyAddresses({
  named: { proxy },
  source,
  lookup,
  limits,
}: Pick<Through, 'named' | 'source' | 'lookup' | 'limits'>): Promise<HostAddress[]> {
  const family = isIP(proxy.host)
  const found =
    family === 0 ? await foundInTime(lookup(proxy.host), limits.connectMs) : [{ address: proxy.host, family }]
  const addresses = found.map(unmapped)
  if (addresses.length === 0)
    throw new ProxyProblem([words.unknownProxy(proxyPlace(proxy), source), words.joinNetwork], true)
  if (addresses.some((it) => isIn(forbidden, it)))
    throw new ProxyProblem([words.forbiddenProxy(proxyPlace(proxy)), words.checkProxy(source)])
  return addresses
}

/** Resolves once the socket is open; else rejects with what `failure` makes of the error, and destroys it. */
function opened(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  ms: number,
  failure: (error: Error) => Error,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = Object.assign(new Error('late'), { code: 'ETIMEDOUT' })
    const timer = setTimeout(() => socket.destroy(late), ms)
    const end = (act: () => void): void => {
      clearTimeout(timer)
      socket.off('error', fail).off('close', close)
      act()
    }
    const fail = (error: Error): void => end(() => reject(isAborted(error) ? error : failure(error)))
    const close = (): void => fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' }))
    socket.once('error', fail).once('close', close)
    // An error between two readers would have no listener and end the process.
    socket.on('error', () => undefined)
    socket.once(event, () => end(resolve))
  })
}

const isAborted = (error: Error): boolean => error.name === 'AbortError'

/** The answer to CONNECT: what follows its head is in `rest`, and still to come. */
type Answer = { status: number; challenges: string; length: number; isPage: boolean; rest: Buffer; socket: Socket }

async function ask({ host, port }: TunnelTarget, password: string | undefined, through: Through): Promise<Answer> {
  const socket = await connectToProxy(through)
  const place = `${bracketed(host)}:${port}`
  const lines = [`CONNECT ${place} HTTP/1.1`, `Host: ${place}`]
  if (password !== undefined) lines.push(`Proxy-Authorization: ${password}`)
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  return headOf(socket, through)
}

/** Reads an answer's head, within its limits; the socket waits for its next reader then. */
function headOf(socket: Socket, { named: { proxy }, source, limits, signal }: Through): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let read = Buffer.alloc(0)
    const end = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      // Without this listener the socket is as before the first read; pausing it would last.
      socket.off('readable', take).off('error', silent).off('close', silent)
    }
    const fail = (problem: unknown): void => {
      end()
      socket.destroy()
      reject(problem instanceof Error ? problem : new Error('aborted'))
    }
    const abort = (): void => fail(signal?.reason)
    const odd = (): void => fail(new ProxyProblem([words.notAProxy(proxyUrl(proxy)), words.checkProxy(source)]))
    const silent = (): void => fail(new ProxyProblem([words.noResponse(proxyPlace(proxy)), words.joinNetwork], true))
    const timer = setTimeout(silent, limits.answerMs)
    const take = (): void => {
      const chunk: Buffer | null = socket.read()
      if (chunk === null) return
      read = Buffer.concat([read, chunk])
      const at = read.indexOf('\r\n\r\n')
      if (at < 0 || at > limits.headBytes) {
        if (read.length > limits.headBytes || !'HTTP/1.'.startsWith(read.toString('latin1', 0, 7))) odd()
        return
      }
      const answer = readHead(read.toString('latin1', 0, at))
      if (!answer) return odd()
      end()
      resolve({ ...answer, rest: read.subarray(at + 4), socket })
    }
    socket.on('readable', take).once('error', silent).once('close', silent)
    signal?.addEventListener('abort', abort)
  })
}

/** The parts of a head that matter here (RFC 9112); undefined if it isn't one. */
function readHead(text: string): Pick<Answer, 'status' | 'challenges' | 'length' | 'isPage'> | undefined {
  const [first = '', ...lines] = text.split('\r\n')
  const [, status] = /^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(first) ?? []
  if (status === undefined) return undefined
  const valuesOf = (name: string): string[] =>
    lines.flatMap((line) => {
      const colon = line.indexOf(':')
      return line.slice(0, colon).toLowerCase() === name ? [line.slice(colon + 1).trim()] : []
    })
  const [length] = valuesOf('content-length')
  const isChunked = valuesOf('transfer-encoding').length > 0
  return {
    status: Number(status),
    challenges: valuesOf('proxy-authenticate').join(', '),
    isPage: valuesOf('content-type').some((type) => /^text\/html\b/i.test(type)),
    length: isChunked ? Number.POSITIVE_INFINITY : /^\d{1,15}$/.test(length ?? '') ? Number(length) : 0,
  }
}

/** The socket, if this answer opens a tunnel. */
async function tunnelIn(answer: Answer, target: TunnelTarget, through: Through): Promise<Socket> {
  const { socket, status, rest, length } = answer
  // A page that has no length ends with the connection.
  if (status >= 200 && status < 300 && length === 0 && !answer.isPage) {
    // Anything after it is the target's.
    if (rest.length > 0) socket.unshift(rest)
    return socket
  }
  const page = await pageOf(answer, through.limits.answerMs)
  socket.destroy()
  throw refusalProblem({ status, page }, target, through)
}

/** The beginning of the page that came with a refusal. */
function pageOf({ socket, rest, length, isPage }: Answer, ms: number): Promise<string> {
  return new Promise((resolve) => {
    let read = rest
    const wanted = Math.min(length === 0 && isPage ? pageBytes : length, pageBytes)
    const done = (): void => {
      clearTimeout(timer)
      socket.off('data', take)
      resolve(read.toString('utf8', 0, pageBytes))
    }
    const take = (chunk: Buffer): void => {
      read = Buffer.concat([read, chunk])
      if (read.length >= wanted) done()
    }
    const timer = setTimeout(done, ms)
    if (read.length >= wanted) done()
    else socket.once('error', done).once('close', done).on('data', take).resume()
  })
}
