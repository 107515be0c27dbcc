import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { peer } from '../support/atrium.ts'
import { budgets } from './budgets.ts'
import { openTrusting } from './headless.ts'
import { compare, inFull, rowOf, type Row, withTarget } from './measure.ts'

const root = path.resolve(import.meta.dirname, '../..')
const quietMs = inFull(5000, 100)

type Running = { child: ChildProcess; took: number; close(): Promise<void> }

/** A built host in a browser's shell: until its page answers, and what it costs when nothing happens. */
export async function launchRows(): Promise<Row[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'atrium-bench-'))
  try {
    const start = async (): Promise<number> => {
      const running = await openHost(directory)
      await running.close()
      return running.took
    }
    return [
      await withTarget(compare('start until the page answers', 'ms', start, startEmpty), {
        beside: 'a Node program that serves one page',
        limit: budgets.start,
      }),
      ...(await idleRows(directory, 0, budgets.idleMemory.none)),
      ...(await idleRows(directory, inFull(25, 2), budgets.idleMemory.many)),
    ]
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** Without `/proc`, nothing tells what a process costs. */
async function idleRows(directory: string, servers: number, limit: number): Promise<Row[]> {
  await addServers(directory, servers)
  const { child, close } = await openHost(directory)
  try {
    await sleep(quietMs)
    const before = costOf(child.pid)
    await sleep(quietMs)
    const after = costOf(child.pid)
    const processor = ((after.processorMs - before.processorMs) / quietMs) * 100
    return [
      rowOf(`memory of the idle host, ${servers} servers`, 'MB', { ours: [after.memory], bare: [] }, { limit }),
      rowOf(
        `processor of the idle host, ${servers} servers`,
        '%',
        { ours: [processor], bare: [] },
        { limit: budgets.idleProcessor },
      ),
    ]
  } finally {
    await close()
  }
}

async function addServers(directory: string, count: number): Promise<void> {
  if (count === 0) return
  const headless = await openTrusting(directory)
  const ids = Array.from({ length: count }, (_, n) => `s${n}`)
  for (const id of ids) await headless.link.call('addServer', { id, config: peer('good.mjs') })
  await Promise.all(ids.map((id) => headless.tools(id)))
  await headless.close()
}

function costOf(pid: number | undefined): { processorMs: number; memory: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = Number(fields[11]) + Number(fields[12])
  return { processorMs: ticks * 10, memory: (Number(fields[21]) * 4096) / 1024 / 1024 }
}

/** Rejects if the program ends without one. */
const firstLine = (child: ChildProcessByStdio<null, Readable, null>): Promise<unknown[]> =>
  Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'close').then(([code]) => Promise.reject(new Error(`The program ended with ${String(code)}.`))),
  ])

const printed = z.object({ address: z.string() })

async function openHost(directory: string): Promise<Running> {
  const since = performance.now()
  const child = spawn(process.execPath, [path.join(root, 'out/main/web.js'), '--json', '--data-dir', directory], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [line] = await firstLine(child)
  const { address } = printed.parse(JSON.parse(String(line)))
  await fetch(address).then((response) => response.text())
  const took = performance.now() - since
  const close = async (): Promise<void> => {
    const ended = once(child, 'close')
    child.kill()
    await ended
  }
  return { child, took, close }
}

const emptyPage = `require('node:http').createServer((_, r) => r.end('<title>x</title>')).listen(0, '127.0.0.1', function () {
  console.log(this.address().port)
})`

async function startEmpty(): Promise<number> {
  const since = performance.now()
  const child = spawn(process.execPath, ['-e', emptyPage], { stdio: ['ignore', 'pipe', 'ignore'] })
  const [port] = await firstLine(child)
  await fetch(`http://127.0.0.1:${String(port)}/`).then((response) => response.text())
  const took = performance.now() - since
  child.kill()
  await once(child, 'close')
  return took
}
