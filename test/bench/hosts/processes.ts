import { readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'

/** A process of Linux: its parent, the seconds of processor it has used, and its first arguments. */
type Process = { pid: number; parent: number; seconds: number; args: string[] }

const ticksPerSecond = 100

/** All processes, except those that end during the walk. */
function allProcesses(): Process[] {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  return pids.flatMap((pid) => {
    const stat = read(pid, 'stat')
    // The name before it is in brackets, and can hold anything.
    const [state, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === undefined || stat === '' || state === 'Z') return []
    const seconds = (Number(rest[9]) + Number(rest[10])) / ticksPerSecond
    return [{ pid, parent: Number(parent), seconds, args: read(pid, 'cmdline').split('\0') }]
  })
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** A process and all it has started, directly or not; without servers and what those have started. */
function hostProcesses(root: number, isServer: (args: string[]) => boolean): Process[] {
  const all = allProcesses()
  const childrenOf = (parent: number): Process[] =>
    all.filter((it) => it.parent === parent && !isServer(it.args)).flatMap((it) => [it, ...childrenOf(it.pid)])
  return [...all.filter(({ pid }) => pid === root), ...childrenOf(root)]
}

const pss = z.coerce.number().catch(0)

/** Looks at a host’s processes until it is stopped: the processor’s seconds and the largest memory, in MB. */
export function watch(root: number, isServer: (args: string[]) => boolean): () => { seconds: number; memory: number } {
  const used = new Map<number, number>()
  let memory = 0
  const timer = setInterval(() => {
    let sum = 0
    for (const { pid, seconds } of hostProcesses(root, isServer)) {
      used.set(pid, seconds)
      sum += pss.parse(/^Pss:\s+(\d+)/m.exec(read(pid, 'smaps_rollup'))?.[1])
    }
    memory = Math.max(memory, sum / 1024)
  }, 100)
  return () => {
    clearInterval(timer)
    return { seconds: Array.from(used.values()).reduce((sum, it) => sum + it, 0), memory }
  }
}

/** Kills a host at once, and nothing that its servers have started. */
export function killHost(root: number, isServer: (args: string[]) => boolean): void {
  for (const { pid } of hostProcesses(root, isServer)) kill(pid)
}

/** All processes with this variable in their environment. */
export const marked = (variable: string): number[] =>
  allProcesses().flatMap(({ pid }) => (read(pid, 'environ').split('\0').includes(variable) ? [pid] : []))

export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
