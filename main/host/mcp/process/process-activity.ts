import type { ProcessSample } from '../../../../shared/contract/figure-commands.ts'
import { clip } from '../../../../shared/text/clip.ts'
import { familyOf, memoryOf, type ProcessRow, programOf, readProcesses, readText } from './process-table.ts'

/**
 * A process tree's usage so far: CPU milliseconds, bytes read and written, the number of processes, and whether one of
 * them works or waits for its turn.
 */
export type Activity = { cpuMs: number; bytes: number; processes: number; isBusy?: boolean }

const keptMs = 500
/** Max processes listed in a sample; its sums count all of them. */
const mostListed = 50

let table: { at: number; rows: Promise<ProcessRow[] | undefined> } | undefined

/** All processes, at most half a second old: many servers share one scan. */
function recentProcesses(): Promise<ProcessRow[] | undefined> {
  const now = performance.now()
  if (!table || now - table.at > keptMs) table = { at: now, rows: readProcesses() }
  return table.rows
}

/**
 * The usage of the tree below `pid`, and when that was measured, on the monotonic clock; undefined if the system
 * doesn't report it, as outside Linux.
 */
export async function activityOf(pid: number): Promise<(Activity & { at: number }) | undefined> {
  if (process.platform !== 'linux') return undefined
  const rows = (await recentProcesses()) ?? []
  const at = table?.at ?? 0
  const found = familyOf(rows, pid)
  if (found.length === 0) return undefined
  const cpuMs = found.reduce((sum, row) => sum + row.cpuMs, 0)
  const bytes = found.reduce((sum, row) => sum + bytesOf(row.pid), 0)
  return { at, cpuMs, bytes, processes: found.length, isBusy: found.some((row) => row.isBusy === true) }
}

/** The memory and processor time of the tree below `pid`; undefined if it is gone, or the system doesn't say. */
export async function sampleProcesses(pid: number): Promise<ProcessSample | undefined> {
  const rows = await recentProcesses()
  const at = table?.at ?? 0
  const found = familyOf(rows ?? [], pid).map((row) => ({ ...row, program: programOf(row), memory: memoryOf(row) }))
  if (found.length === 0) return undefined
  const listed = found.toSorted((a, b) => b.memory - a.memory).slice(0, mostListed)
  return {
    at,
    cpuMs: found.reduce((sum, row) => sum + row.cpuMs, 0),
    memory: found.reduce((sum, row) => sum + row.memory, 0),
    count: found.length,
    processes: listed.map(({ pid: number, program, cpuMs, memory }) => ({
      pid: number,
      cpuMs,
      memory,
      name: clip(program, 100),
    })),
  }
}

/** 0 if the system doesn't reveal it. */
function bytesOf(pid: number): number {
  const io = readText(`/proc/${pid}/io`) ?? ''
  return ['rchar', 'wchar'].reduce(
    (sum, name) => sum + Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(io)?.[1] ?? 0),
    0,
  )
}
