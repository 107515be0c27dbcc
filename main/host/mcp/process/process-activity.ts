import { readdirSync, readFileSync } from 'node:fs'
import { setImmediate as othersTurn } from 'node:timers/promises'

/** What a process and everything below it have used so far: milliseconds of CPU, bytes read and written, and how many they are. */
export type Activity = { cpuMs: number; bytes: number; processes: number }

/** One line of /proc/<pid>/stat. `cpuMs` includes the children that have ended. */
type Row = { pid: number; parent: number; cpuMs: number }

/** Of the kernel's clock in user space, which is 100 Hz on every system that has /proc. */
const tickMs = 10
const kept = { ms: 500, slice: 64 }

let table: { at: number; rows: Promise<Row[]> } | undefined

/** What the tree below `pid` has done; undefined if the system does not say, as outside of Linux. */
export async function activityOf(pid: number): Promise<Activity | undefined> {
  if (process.platform !== 'linux') return undefined
  const now = performance.now()
  // Many servers that start at once share one look at all processes.
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

/** Undefined for one that has ended since. A name may hold blanks and brackets; the last bracket ends it. */
function readRow(pid: string): Row | undefined {
  const stat = read(`/proc/${pid}/stat`)
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (!fields) return undefined
  const ticks = fields.slice(11, 15).reduce((sum, it) => sum + Number(it), 0)
  return { pid: Number(pid), parent: Number(fields[1]), cpuMs: ticks * tickMs }
}

/** Nothing if the system keeps it to itself. */
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
