import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { connect } from 'node:net'

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

/** By the kernel's number of a listening socket, its port. Linux only; empty on other systems. */
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

/** The program that listens on a port, by name and process ID, if the system tells. */
export function holderOf(port: number): string | undefined {
  const inodes = [...listeningSockets()].filter(([, its]) => its === port).map(([inode]) => inode)
  if (inodes.length === 0) return undefined
  const pid = pids().find((one) => socketsOf(one).some((inode) => inodes.includes(inode)))
  return pid === undefined ? undefined : `${read(`/proc/${pid}/comm`)?.trim() ?? ''} (process ${pid})`
}

/** The ports that a process and its descendants listen on. */
export function portsOf(pid: number): number[] {
  const sockets = listeningSockets()
  const ports = treeOf(pid).flatMap((one) => socketsOf(one).map((inode) => sockets.get(inode)))
  return [...new Set(ports.filter((port) => port !== undefined))].slice(0, 8)
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
