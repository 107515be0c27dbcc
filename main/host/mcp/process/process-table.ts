import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { windowsTool } from '../../base/windows.ts'
import { setImmediate as othersTurn } from 'node:timers/promises'

/**
 * A running process. `cpuMs` includes children that have ended, on Linux. `memory` is in bytes, resident; on Linux it
 * is read later, for few. `isBusy`: it runs, or waits for the processor or the disk; only Linux says so. Windows has no
 * groups; there, `started` is the creation time, in 100 nanoseconds since 1601.
 */
export type ProcessRow = {
  pid: number
  parent: number
  group?: number
  name: string
  cpuMs: number
  memory?: number
  isBusy?: boolean
  started?: string
}

/** The kernel's clock tick in user space, 100 Hz on every system that has /proc. */
const tickMs = 10
const slice = 64
const run = promisify(execFile)
const limits = { timeout: 5000, maxBuffer: 4 * 1024 * 1024 }

/** All processes of this computer; undefined if the system doesn't say. */
export function readProcesses(platform = process.platform): Promise<ProcessRow[] | undefined> {
  if (platform === 'linux') return readProc()
  if (platform === 'win32') return output(powershell(), ['-NoProfile', '-NonInteractive', '-Command', query], fromCim)
  return output('/bin/ps', ['-axo', 'pid=,ppid=,pgid=,rss=,time=,comm='], fromPs)
}

/**
 * A process and everything below it. Processes in a namespace have their numbers here too; those whose parent is gone
 * are known by the group that `root` leads. On Windows a process can have the number of another's parent that has ended:
 * it is younger than that other one.
 */
export function familyOf(rows: ProcessRow[], root: number): ProcessRow[] {
  const tree = new Set([root])
  const started = new Map(rows.map((row) => [row.pid, row.started]))
  const isBelow = (row: ProcessRow): boolean =>
    tree.has(row.parent) && BigInt(row.started ?? 0) >= BigInt((row.started && started.get(row.parent)) ?? 0)
  for (let size = 0; size < tree.size;) {
    size = tree.size
    for (const row of rows) if (row.group === root || isBelow(row)) tree.add(row.pid)
  }
  return rows.filter((row) => tree.has(row.pid))
}

/** A process's resident memory, in bytes; 0 if the system doesn't reveal it. */
export const memoryOf = ({ pid, memory }: ProcessRow): number =>
  memory ?? 1024 * Number(/^VmRSS:\s*(\d+) kB$/m.exec(readText(`/proc/${pid}/status`) ?? '')?.[1] ?? 0)

/**
 * The program's name. On Linux a process can rename itself, as Node does. Arguments can be secret, so they aren't read.
 */
export function programOf({ pid, name, memory }: ProcessRow): string {
  const [command = ''] = memory === undefined ? (readText(`/proc/${pid}/cmdline`) ?? '').split('\0', 1) : []
  return path.posix.basename(command) || name
}

async function readProc(): Promise<ProcessRow[]> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const rows: ProcessRow[] = []
  for (const [index, pid] of pids.entries()) {
    if (index % slice === slice - 1) await othersTurn()
    const row = fromStat(Number(pid), readText(`/proc/${pid}/stat`) ?? '')
    if (row) rows.push(row)
  }
  return rows
}

/**
 * The process of a stat file; undefined if it has ended since. A name can contain blanks and brackets; the last bracket
 * ends it.
 */
function fromStat(pid: number, stat: string): ProcessRow | undefined {
  const end = stat.lastIndexOf(')')
  if (end === -1) return undefined
  const fields = stat.slice(end + 2).split(' ')
  const ticks = fields.slice(11, 15).reduce((sum, it) => sum + Number(it), 0)
  const [state = '', parent, group] = fields
  const name = stat.slice(stat.indexOf('(') + 1, end)
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    name,
    cpuMs: ticks * tickMs,
    isBusy: 'RD'.includes(state),
  }
}

/** Lines of ps: number, parent, group, KiB of memory, time as [days-][hours:]minutes:seconds, program. */
export const fromPs = (text: string): ProcessRow[] =>
  text.split('\n').flatMap((line) => {
    const [, pid, parent, group, memory, time = '', command = ''] =
      /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
    if (pid === undefined) return []
    const row = { pid: Number(pid), parent: Number(parent), group: Number(group), memory: Number(memory) * 1024 }
    return [{ ...row, cpuMs: msOf(time), name: path.posix.basename(command.trim()) }]
  })

function msOf(time: string): number {
  const [rest = '', days = '0'] = time.split('-').toReversed()
  const seconds = rest.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  return Math.round((Number(days) * 86_400 + seconds) * 1000)
}

/** The creation time is a text, because it has more digits than a number keeps. */
const query =
  "Get-CimInstance Win32_Process | Select-Object ProcessId,ParentProcessId,Name,WorkingSetSize,KernelModeTime,UserModeTime,@{n='Started';e={$_.CreationDate.ToFileTimeUtc().ToString()}} | ConvertTo-Json -Compress"

const powershell = (): string => windowsTool('WindowsPowerShell\\v1.0\\powershell.exe', process.env)

/** Windows counts processor time in units of 100 nanoseconds. */
const cpuUnitsPerMs = 10_000

type CimRow = { [member: string]: unknown }

/** PowerShell's JSON: a list, or one object. */
export function fromCim(text: string): ProcessRow[] {
  const found: CimRow | CimRow[] = JSON.parse(text)
  const numberOf = (value: unknown): number => (Number.isFinite(Number(value)) ? Number(value) : 0)
  return [found].flat().map((row) => ({
    ...(typeof row['Started'] === 'string' && /^\d{1,19}$/.test(row['Started']) && { started: row['Started'] }),
    pid: numberOf(row['ProcessId']),
    parent: numberOf(row['ParentProcessId']),
    name: typeof row['Name'] === 'string' ? row['Name'] : '',
    memory: numberOf(row['WorkingSetSize']),
    cpuMs: Math.round((numberOf(row['KernelModeTime']) + numberOf(row['UserModeTime'])) / cpuUnitsPerMs),
  }))
}

/** A program's output as read; undefined if the program fails, or writes something else than usual. */
async function output<T>(file: string, args: string[], read: (text: string) => T): Promise<T | undefined> {
  try {
    const { stdout } = await run(file, args, { ...limits, windowsHide: true, killSignal: 'SIGKILL' })
    return read(stdout)
  } catch {
    return undefined
  }
}

/** A file's text, byte by byte; undefined if it can't be read. */
export function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return undefined
  }
}
