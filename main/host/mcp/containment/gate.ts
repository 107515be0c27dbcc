import { mkdtempSync, rmSync } from 'node:fs'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Duplex, pipeline } from 'node:stream'
import { realPath } from '../../base/real-path.ts'
import { lookupAll, resolveHost } from '../http/addresses.ts'
import { isForbidden, type Lookup } from '../../network/host-kinds.ts'
import { type Network, noWay } from '../../network/network.ts'
import { realOf } from './disk.ts'
import { containmentWords as words } from './words.ts'

/** The one way out of a sealed server: a proxy on a socket that exists in its view of the file system. */
export type Gate = { socket: string; close(): void }

/** The hosts that a contained server reaches. Any other connection is refused. */
export type GateOptions = {
  hosts: string[]
  /** Called with each host that was wanted and isn't named; with its port if it's an unusual one. */
  refused(host: string): void
  lookup?: Lookup
  /** The way out; absent, every connection is direct. */
  network?: Network | undefined
  limits?: typeof usualLimits
}

/** Milliseconds for a request's headers, so a connection without one ends, and connections of one server at once. */
const usualLimits = { headersTimeout: 10_000, connectionsCheckingInterval: 2000, maxConnections: 256 }

const usualPorts = new Set([443, 80])
const connectMs = 15_000
/** Names reported for one run; a program can ask for any number of them. */
const mostReported = 50

type Target = { host: string; port: number }

const longestSocket = 100

/** A new private folder, in which a socket's path isn't too long for the system, wherever temporary files are. */
export function socketFolder(): string {
  const name = 'atrium-gate-'
  const isShort = (folder: string): boolean => Buffer.byteLength(join(folder, `${name}123456`, 'gate')) <= longestSocket
  const folders = [realOf(tmpdir()) ?? '/tmp', '/var/tmp']
  return realPath(mkdtempSync(join(folders.find(isShort) ?? '/tmp', name)))
}

/** Opens it for one run of a server. Other hosts are refused before their names are resolved. */
export async function openGate({
  hosts,
  refused,
  lookup = lookupAll,
  network,
  limits = usualLimits,
}: GateOptions): Promise<Gate> {
  const folder = socketFolder()
  const open = new Set<Socket | Duplex>()
  const reported = new Set<string>()
  const report = (target: Target): void => {
    const name = usualPorts.has(target.port) ? target.host : `${target.host}:${target.port}`
    if (reported.has(name) || reported.size >= mostReported) return
    reported.add(name)
    refused(name)
  }
  const reach = async (target: Target | undefined): Promise<Socket | undefined> => {
    if (!target || open.size >= 2 * limits.maxConnections) return undefined
    if (!isNamed(target, hosts)) {
      report(target)
      return undefined
    }
    const socket = await connected(target, { lookup, network })
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    return socket
  }
  const server = http.createServer(limits, (request, response) => void forward(request, response, reach))
  server.maxConnections = limits.maxConnections
  server.on('connect', (request, client, head) => {
    open.add(client)
    client.once('close', () => open.delete(client))
    void tunnel({ request, client, head }, reach)
  })
  server.on('clientError', (_, client) => client.destroy())
  const socket = join(folder, 'gate')
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(socket, resolve))
  const close = (): void => {
    server.close()
    server.closeAllConnections()
    for (const each of open) each.destroy()
    rmSync(folder, { recursive: true, force: true })
  }
  return { socket, close }
}

type Reach = (target: Target | undefined) => Promise<Socket | undefined>
type Asked = { request: IncomingMessage; client: Duplex; head: Buffer }

async function tunnel({ request, client, head }: Asked, reach: Reach): Promise<void> {
  client.on('error', () => client.destroy())
  const target = targetIn(`http://${request.url ?? ''}`, 443)
  const socket = await reach(target).catch(() => 'unreachable' as const)
  if (socket === undefined)
    return client.end(`HTTP/1.1 403 Forbidden\r\n\r\n${words.refused(target?.host ?? '')}\n`) && undefined
  if (socket === 'unreachable') return client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n') && undefined
  socket.on('error', () => client.destroy())
  client.once('close', () => socket.destroy())
  socket.once('close', () => client.destroy())
  client.write('HTTP/1.1 200 Connection established\r\n\r\n')
  if (head.length > 0) socket.write(head)
  client.pipe(socket).pipe(client)
}

/** A request without encryption: passed on as it is, except what is meant for a proxy. */
async function forward(request: IncomingMessage, response: ServerResponse, reach: Reach): Promise<void> {
  const url = request.url ?? ''
  const target = targetIn(url, 80)
  const socket = await reach(target).catch(() => 'unreachable' as const)
  if (socket === undefined) return void response.writeHead(403).end(`${words.refused(target?.host ?? '')}\n`)
  if (socket === 'unreachable') return void response.writeHead(502).end()
  const fail = (): void => void (response.headersSent ? response.destroy() : response.writeHead(502).end())
  // Both sides can send anything, and Node throws for what it can't write.
  const attempt = (act: () => void): void => {
    try {
      act()
    } catch {
      socket.destroy()
      fail()
    }
  }
  attempt(() => {
    const { pathname, search, host } = new URL(url)
    const onward = http.request({
      createConnection: () => socket,
      method: request.method,
      path: pathname + search,
      headers: { ...passedOn(request.headers), host, connection: 'close' },
    })
    onward.on('error', fail)
    onward.on('response', (answer) =>
      attempt(() => {
        response.writeHead(answer.statusCode ?? 502, passedOn(answer.headers))
        pipeline(answer, response, (error) => error && response.destroy())
      }),
    )
    response.once('close', () => onward.destroy())
    onward.flushHeaders()
    request.pipe(onward)
  })
}

/** Headers that are meant for the other side. Trailers aren't passed on, and Node can't announce them for each body. */
const passedOn = (headers: http.IncomingHttpHeaders): http.OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !/^(proxy-|trailer$)/i.test(name)))

/**
 * The target of a request to the proxy; undefined without a host, with a user name or password, or if it isn't `http`.
 */
function targetIn(url: string, usualPort: number): Target | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, hostname, port, username, password } = new URL(url)
  if (protocol !== 'http:' || hostname === '' || username !== '' || password !== '') return undefined
  // A URL leaves out its scheme's usual port, and "host:80" with CONNECT means 80.
  const isWritten = /^http:\/\/[^/]*:80(\/|$)/.test(url)
  return { host: hostname.replace(/\.$/, ''), port: port === '' ? (isWritten ? 80 : usualPort) : Number(port) }
}

/** Whether a host is among the named ones: itself, or below a name with `*.` in front. */
export function isNamed({ host, port }: Target, hosts: string[]): boolean {
  return hosts.some((named) => {
    const [, name = '', written] = /^(.*?)(?::(\d+))?$/.exec(named.toLowerCase()) ?? []
    if (written === undefined ? !usualPorts.has(port) : Number(written) !== port) return false
    return name.startsWith('*.') ? host.toLowerCase().endsWith(name.slice(1)) : host.toLowerCase() === name
  })
}

/**
 * Like a server that the user entered: through the proxy if that is the way out, else at its checked address. An
 * unencrypted request uses a tunnel too, so what the program wrote stays as it is.
 */
async function connected(
  { host, port }: Target,
  { lookup, network }: { lookup: Lookup; network: Network | undefined },
): Promise<Socket> {
  const url = new URL(`${port === 80 ? 'http' : 'https'}://${host}:${port}`)
  const route = await network?.route(url)
  if (route?.way === 'none') throw noWay(route)
  if (network && route?.way === 'proxy') {
    if (isForbidden(url.hostname)) throw new Error(words.refused(host))
    return network.tunnel(route, { host, port })
  }
  const [address] = await resolveHost(new URL(`http://${host}`), lookup)
  if (!address) throw new Error(words.refused(host))
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address.address, port, family: address.family })
    const timer = setTimeout(() => socket.destroy(new Error('ETIMEDOUT')), connectMs)
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.off('error', reject)
      resolve(socket)
    })
    socket.once('error', reject)
    socket.once('close', () => clearTimeout(timer))
  })
}
