import { readdirSync, readFileSync } from 'node:fs'
import { setImmediate as othersTurn } from 'node:timers/promises'

/** A process tree's usage so far: CPU milliseconds, bytes read and written, and the number of processes. */
export type Activity = { cpuMs: number; bytes: number; processes: number }

/** One line of /proc/<pid>/stat. `cpuMs` includes children that have ended. */
type Row = { pid: number; parent: number; cpuMs: number }

/** The kernel's clock tick in user space, 100 Hz on every system that has /proc. */
const tickMs = 10
const kept = { ms: 500, slice: 64 }

let table: { at: number; rows: Promise<Row[]> } | undefined

/** The usage of the tree below `pid`; undefined if the system doesn't report it, as outside Linux. */
export async function activityOf(pid: number): Promise<Activity | undefined> {
  if (process.platform !== 'linux') return undefined
  const now = performance.now()
  // Many simultaneously starting servers share one scan of all processes.
  if (!table || now - table.at > kept.ms) table = { at: now, rows: readTable() }
  const rows = await table.rows
  const tree = new Set([pid])
  for (let size = 0; size < tree.size;) {
    size = tree.size
    for (const row of rows) if (tree.has(row.parent)) tree.add(row.pid)
  }
  const found = rows.filter((row) => tree.has(row.pid))
  if (found.length === 0) return undefined
  const cpuMs = found.reduce((sum, row) => sum + row.cpuMs, 0)
  return { cpuMs, bytes: found.reduce((sum, row) => sum + bytesOf(row.pid), 0), processes: found.length }
}

async function readTable(): Promise<Row[]> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const rows: Row[] = []
  for (const [index, pid] of pids.entries()) {
    if (index % kept.slice === kept.slice - 1) await othersTurn()
    const row = readRow(pid)
    if (row) rows.push(row)
  }
  return rows
}

/** Undefined if it has ended since. A name can contain blanks and brackets; the last bracket ends it. */
function readRow(pid: string): Row | undefined {
  const stat = read(`/proc/${pid}/stat`)
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (!fields) return undefined
  const ticks = fields.slice(11, 15).reduce((sum, it) => sum + Number(it), 0)
  return { pid: Number(pid), parent: Number(fields[1]), cpuMs: ticks * tickMs }
}

/** 0 if the system doesn't reveal it. */
function bytesOf(pid: number): number {
  const io = read(`/proc/${pid}/io`) ?? ''
  return ['rchar', 'wchar'].reduce(
    (sum, name) => sum + Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(io)?.[1] ?? 0),
    0,
  )
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return undefined
  }
}
