import { readdirSync, readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Fleet, peer } from '../support/fleet.ts'
import { inFull, rowOf, type Row } from './measure.ts'

const rounds = inFull(3, 1)
const counts = inFull(1, 0) === 1 ? [1, 10, 30] : [1, 2]

/** Milliseconds until the first server is usable, and until all are; then how many processes run, and their memory in MB. */
type Started = { first: number; all: number } & Running
type Running = { processes: number; memory: number }

/** Servers over stdio from none to usable, next to a bare client per server, all at once. */
export async function serverRows(): Promise<Row[]> {
  const rows: Row[] = []
  for (const count of counts) {
    const figures: { ours: Started[]; bare: Started[] } = { ours: [], bare: [] }
    for (let round = 0; round <= rounds; round++) {
      const both = [await startOurs(count), await startBare(count)] as const
      // The first round reads programs from disk.
      if (round === 0) continue
      figures.ours.push(both[0])
      figures.bare.push(both[1])
    }
    const of = (which: keyof Started) => ({
      ours: figures.ours.map((it) => it[which]),
      bare: figures.bare.map((it) => it[which]),
    })
    const what = count === 1 ? '1 server' : `${count} servers`
    const beside = 'bare clients, all at once'
    rows.push(
      rowOf(`${what}: first usable`, 'ms', of('first'), { beside, most: 1.1 }),
      rowOf(`${what}: all usable`, 'ms', of('all'), { beside, most: 1.2 }),
      rowOf(`${what}: processes`, '', of('processes'), { beside }),
      rowOf(`${what}: memory of the processes`, 'MB', of('memory'), { beside }),
    )
  }
  return rows
}

async function startOurs(count: number): Promise<Started> {
  const fleet = new Fleet()
  const ids = Array.from({ length: count }, (_, n) => `s${n}`)
  try {
    const since = performance.now()
    let first: number | undefined
    let starts = 0
    fleet.journal.subscribe(({ event }) => {
      if (event.type !== 'server.changed') return
      if (event.to.state === 'starting') starts += 1
      if (event.to.state === 'ready') first ??= performance.now() - since
    })
    await fleet.add(Object.fromEntries(ids.map((id) => [id, peer('good.mjs')])))
    const all = performance.now() - since
    if (starts !== count) throw new Error(`${count} servers were started ${starts} times.`)
    return { first: first ?? all, all, ...below(process.pid) }
  } finally {
    await fleet.close()
  }
}

async function startBare(count: number): Promise<Started> {
  const { command, args } = peer('good.mjs')
  const clients = Array.from({ length: count }, () => new Client({ name: 'bench', version: '0' }, { capabilities: {} }))
  const since = performance.now()
  let first: number | undefined
  try {
    await Promise.all(
      clients.map(async (client) => {
        await client.connect(new StdioClientTransport({ command, args, stderr: 'ignore' }))
        await client.listTools()
        first ??= performance.now() - since
      }),
    )
    const all = performance.now() - since
    return { first: first ?? all, all, ...below(process.pid) }
  } finally {
    await Promise.all(clients.map((client) => client.close()))
  }
}

/** The processes below one, however deep, and the memory they have in use; unknown without `/proc`. */
function below(ancestor: number): Running {
  const children = new Map<number, { pid: number; memory: number }[]>()
  for (const { pid, parent, memory } of processes())
    children.set(parent, [...(children.get(parent) ?? []), { pid, memory }])
  const found = [...(children.get(ancestor) ?? [])]
  for (const { pid } of found) found.push(...(children.get(pid) ?? []))
  if (found.length === 0) return { processes: Number.NaN, memory: Number.NaN }
  return { processes: found.length, memory: found.reduce((sum, { memory }) => sum + memory, 0) }
}

function processes(): { pid: number; parent: number; memory: number }[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => processAt(Number(name)))
  } catch {
    return []
  }
}

/** The process with this number; empty if it has ended. */
function processAt(pid: number): { pid: number; parent: number; memory: number }[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return [{ pid, parent: Number(fields[1]), memory: (Number(fields[21]) * 4096) / 1024 / 1024 }]
  } catch {
    return []
  }
}
