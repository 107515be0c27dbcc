import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { windowsTool } from '../../base/windows.ts'
import { inheritedEnvironment } from '../process/environment.ts'
import { familyOf, type ProcessRow, readProcesses } from '../process/process-table.ts'
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

/** A port that a process listens on. */
type Listener = { port: number; pid: number; name?: string }

/**
 * Listeners in what Windows' netstat prints. The name of their state depends on the language; they alone have no port at
 * the other end.
 */
export const fromNetstat = (text: string): Listener[] =>
  [...text.matchAll(/^\s*TCP\s+\S+:(\d+)\s+(?:0\.0\.0\.0|\[::\]):0\s+\S.*?\s(\d+)\s*$/gm)].map(([, port, pid]) => ({
    port: Number(port),
    pid: Number(pid),
  }))

/** Listeners in the lines of macOS's lsof: `p` and a process, `c` and its name, `n` and an address. */
export function fromLsof(text: string): Listener[] {
  const found: Listener[] = []
  let [pid, name] = [0, '']
  for (const line of text.split('\n')) {
    const value = line.slice(1)
    if (line.startsWith('p')) pid = Number(value)
    else if (line.startsWith('c')) name = value.replaceAll(/\\x([\da-f]{2})/gi, (_, code: string) => fromHex(code))
    const port = line.startsWith('n') ? Number(/:(\d+)$/.exec(value)?.[1]) : 0
    if (pid > 0 && port > 0) found.push({ port, pid, name })
  }
  return found
}

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

/** By the kernel's number of a listening socket, its port, on Linux. */
function listeningSockets(): Map<string, number> {
  const found = new Map<string, number>()
  for (const file of ['/proc/net/tcp', '/proc/net/tcp6']) {
    const rows = read(file)?.trim().split('\n').slice(1) ?? []
    for (const row of rows) {
      const [, local = '', , state, , , , , , inode = ''] = row.trim().split(/\s+/)
      if (state === listening) found.set(inode, Number.parseInt(local.split(':').at(-1) ?? '', 16))
    }
  }
  return found
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
  const inodes = [...listeningSockets()].filter(([, its]) => its === port).map(([inode]) => inode)
  if (inodes.length === 0) return undefined
  const pid = pids().find((one) => socketsOf(one).some((inode) => inodes.includes(inode)))
  return pid === undefined ? undefined : named(read(`/proc/${pid}/comm`)?.trim() ?? '', pid)
}

/** The ports that a process and its descendants listen on. */
export async function portsOf(pid: number, system: PortSystem = thisSystem): Promise<number[]> {
  if (system.platform === 'linux') return portsOnLinux(pid)
  const [all, rows = []] = await Promise.all([listeners(system), system.processes()])
  const family = new Set(familyOf(rows, pid).map((row) => row.pid))
  return [...new Set(all.filter((it) => family.has(it.pid)).map(({ port }) => port))].slice(0, mostPorts)
}

const mostPorts = 8

function portsOnLinux(pid: number): number[] {
  const sockets = listeningSockets()
  const ports = treeOf(pid).flatMap((one) => socketsOf(one).map((inode) => sockets.get(inode)))
  return [...new Set(ports.filter((port) => port !== undefined))].slice(0, mostPorts)
}

function treeOf(pid: number): number[] {
  const parents = new Map(pids().map((one) => [one, parentOf(one)] as const))
  const tree = new Set([pid])
  for (let size = 0; size < tree.size;) {
    size = tree.size
    for (const [one, parent] of parents) if (parent !== undefined && tree.has(parent)) tree.add(one)
  }
  return [...tree]
}

function parentOf(pid: number): number | undefined {
  const stat = read(`/proc/${pid}/stat`)
  return stat === undefined ? undefined : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

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

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return undefined
  }
}
