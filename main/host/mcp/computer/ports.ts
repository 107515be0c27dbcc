import { readdirSync, readlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { isLoopbackHost } from '../../../../shared/config/server-config.ts'
import { windowsTool } from '../../base/windows.ts'
import { inheritedEnvironment } from '../process/environment.ts'
import type { Listening } from '../process/observation.ts'
import { familyOf, type ProcessRow, readProcesses, readText } from '../process/process-table.ts'
import { runBriefly } from './run-briefly.ts'

/** Milliseconds for a connection on this computer. */
const connectMs = 2000

/** The port of a URL. */
export function portIn(url: string): number {
  const { port, protocol } = new URL(url)
  return Number(port === '' ? (protocol === 'https:' ? 443 : 80) : port)
}

/** Whether something accepts connections on a port. Sends nothing. */
export function probePort(host: string, port: number): Promise<'open' | 'refused'> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: connectMs })
    const end = (is: 'open' | 'refused') => {
      socket.destroy()
      resolve(is)
    }
    socket.once('connect', () => end('open'))
    socket.once('error', () => end('refused'))
    socket.once('timeout', () => end('refused'))
  })
}

const listening = '0A'

/** A place at which a process listens. */
type Listener = Listening & { pid: number; name?: string }

/** Whether other computers can reach it, as far as this computer's firewall lets them. */
export const isOpen = ({ host }: Listening): boolean => !isLoopbackHost(host)

/** A place as in a URL. */
export const urlPlace = ({ host, port }: Listening): string => `${host}:${port}`

/**
 * Listeners in what Windows' netstat prints. The name of their state depends on the language; they alone have no port at
 * the other end.
 */
export const fromNetstat = (text: string): Listener[] =>
  [...text.matchAll(/^\s*TCP\s+(\S+):(\d+)\s+(?:0\.0\.0\.0|\[::\]):0\s+\S.*?\s(\d+)\s*$/gm)].map(
    ([, host = '', port, pid]) => ({ host, port: Number(port), pid: Number(pid) }),
  )

/** Listeners in the lines of macOS's lsof: `p` and a process, `c` and its name, `n` and an address. */
export function fromLsof(text: string): Listener[] {
  const found: Listener[] = []
  let [pid, name] = [0, '']
  for (const line of text.split('\n')) {
    const value = line.slice(1)
    if (line.startsWith('p')) pid = Number(value)
    else if (line.startsWith('c')) name = value.replaceAll(/\\x([\da-f]{2})/gi, (_, code: string) => fromHex(code))
    const [, host = '', port] = (line.startsWith('n') && /^(.+):(\d+)$/.exec(value)) || []
    if (pid > 0 && Number(port) > 0) found.push({ host: host === '*' ? anywhere : host, port: Number(port), pid, name })
  }
  return found
}

/** Every address of this computer. */
const anywhere = '0.0.0.0'

const fromHex = (code: string): string => String.fromCodePoint(Number.parseInt(code, 16))

/** How listeners are found on systems without /proc. */
export type PortSystem = {
  platform: NodeJS.Platform
  /** The listeners, as the system's own tool prints them. */
  told(): Promise<string | undefined>
  processes(): Promise<ProcessRow[] | undefined>
}

const thisSystem: PortSystem = {
  platform: process.platform,
  told: () => {
    const [file, args]: [string, string[]] =
      process.platform === 'win32'
        ? [windowsTool('netstat.exe', process.env), ['-ano']]
        : ['/usr/sbin/lsof', ['-nPw', '+c0', '-iTCP', '-sTCP:LISTEN', '-Fpcn']]
    return runBriefly(file, args, { env: inheritedEnvironment(process.env), limits })
  },
  processes: readProcesses,
}

/** All listeners outside Linux; none if the system's tool doesn't say. */
async function listeners({ platform, told }: PortSystem): Promise<Listener[]> {
  const text = (await told()) ?? ''
  return platform === 'win32' ? fromNetstat(text) : fromLsof(text)
}

const limits = { program: 5000, shell: 0 }

/** The listening sockets' places by the kernel's number of the socket, on Linux. */
function listeningSockets(): Map<string, Listening> {
  const found = new Map<string, Listening>()
  for (const file of ['/proc/net/tcp', '/proc/net/tcp6']) {
    const rows = readText(file)?.trim().split('\n').slice(1) ?? []
    for (const row of rows) {
      const [, local = '', , state, , , , , , inode = ''] = row.trim().split(/\s+/)
      const [address = '', port = ''] = local.split(':')
      if (state === listening) found.set(inode, { host: fromKernel(address), port: Number.parseInt(port, 16) })
    }
  }
  return found
}

/** IPv6's beginning of an address of IPv4, as the kernel prints it. */
const mapped = '0000000000000000FFFF0000'

/** An address in the kernel's notation: words of 32 bits, each with its last byte first. */
export function fromKernel(text: string): string {
  const hex = text.startsWith(mapped) ? text.slice(mapped.length) : text
  const bytes = (hex.match(/.{8}/g) ?? []).flatMap((word) => (word.match(/../g) ?? []).toReversed())
  if (bytes.length === 4) return bytes.map((byte) => Number.parseInt(byte, 16)).join('.')
  const groups = bytes.join('').match(/.{4}/g) ?? []
  return new URL(`http://[${groups.join(':')}]`).hostname
}

const named = (name: string, pid: number): string => `${name} (process ${pid})`.trim()

/** The program that listens on a port, by name and process ID, if the system tells. */
export async function holderOf(port: number, system: PortSystem = thisSystem): Promise<string | undefined> {
  if (system.platform === 'linux') return holderOnLinux(port)
  const found = (await listeners(system)).find((it) => it.port === port)
  if (!found) return undefined
  const rows = found.name === undefined ? await system.processes() : undefined
  return named(found.name ?? rows?.find(({ pid }) => pid === found.pid)?.name ?? '', found.pid)
}

function holderOnLinux(port: number): string | undefined {
  const inodes = [...listeningSockets()].filter(([, its]) => its.port === port).map(([inode]) => inode)
  if (inodes.length === 0) return undefined
  const pid = pids().find((one) => socketsOf(one).some((inode) => inodes.includes(inode)))
  return pid === undefined ? undefined : named(readText(`/proc/${pid}/comm`)?.trim() ?? '', pid)
}

/** The places at which each of these processes and its descendants listen, by its number, if there are any. */
export async function listeningOf(roots: number[], system: PortSystem = thisSystem): Promise<Map<number, Listening[]>> {
  const sockets = system.platform === 'linux' ? listeningSockets() : undefined
  if (sockets?.size === 0) return new Map()
  const [told, rows = []] = await Promise.all([sockets ? undefined : listeners(system), system.processes()])
  const listensAt = (pid: number): Listening[] =>
    told?.filter((it) => it.pid === pid) ?? socketsOf(pid).flatMap((inode) => sockets?.get(inode) ?? [])
  const found = roots.map((root) => {
    const all = familyOf(rows, root).flatMap(({ pid }) => listensAt(pid).map(({ host, port }) => ({ host, port })))
    const places = new Map(all.map((it) => [urlPlace(it), it]))
    return [root, [...places.values()].slice(0, mostPlaces)] as const
  })
  return new Map(found.filter(([, places]) => places.length > 0))
}

/** Of one server. */
const mostPlaces = 8

function socketsOf(pid: number): string[] {
  return list(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? []
    } catch {
      return []
    }
  })
}

const pids = (): number[] =>
  list('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
