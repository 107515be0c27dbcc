import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import type { FeedMessage } from '../../shared/contract/commands.ts'
import { peer } from '../support/atrium.ts'
import { indexAll, writeConversations } from '../support/long/conversation.ts'
import { openBrowser } from './page/browser.ts'
import { budgets } from './budgets.ts'
import { inFull, inRounds, rowOf, type Row } from './measure.ts'
import { addServers, firstLine, openHost, type Shell } from './shell.ts'

/** Rounds of the measurements that take seconds. */
const few = inFull(3, 1)
const quietMs = inFull(3000, 100)

/** A built host in a browser's shell: until its page answers and can be used, and what it costs when nothing happens. */
export async function launchRows(): Promise<Row[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'atrium-bench-'))
  const crowded = mkdtempSync(path.join(tmpdir(), 'atrium-bench-'))
  const browser = await openBrowser()
  try {
    const start = async (): Promise<number> => {
      const running = await openHost(directory)
      await running.close()
      return running.took
    }
    const warm = await browser.newContext()
    return [
      rowOf('start until the page answers', 'ms', await inRounds(few, start, startEmpty), {
        beside: 'a Node program that serves one page',
        limit: budgets.start,
      }),
      rowOf(
        'start until one can type, again in the same browser',
        'ms',
        await inRounds(
          few,
          () => untilUsable(directory, warm),
          () => untilUsable(mkdtempSync(path.join(crowded, 'new-')), browser),
        ),
        { beside: 'the first start, with a new data folder and an empty cache', limit: budgets.usable },
      ),
      ...(await idleRows({ directory, servers: 0 }, '0 servers', budgets.idleMemory.none)),
      ...(await idleRows(await withServers(directory), '25 servers', budgets.idleMemory.many)),
      ...(await idleRows(
        await withMuch(crowded),
        '25 servers with 1,000 tools, 200 conversations of 200 messages',
        budgets.idleMemory.much,
      )),
    ]
  } finally {
    await browser.close()
    rmSync(directory, { recursive: true })
    rmSync(crowded, { recursive: true })
  }
}

/** Milliseconds from the start of the process until the sidebar and the field for a message, or the welcome, are there. */
async function untilUsable(directory: string, browser: Pick<Browser, 'newPage'>): Promise<number> {
  const since = performance.now()
  const host = await openHost(directory)
  const page = await browser.newPage()
  try {
    await page.goto(host.url)
    await page.getByRole('main').getByRole('heading').first().waitFor()
    await page.getByRole('navigation').first().waitFor()
    return performance.now() - since
  } finally {
    await page.close()
    await host.close()
  }
}

/** A data folder, and how many servers its host starts. */
type Filled = { directory: string; servers: number }

const servers = inFull(25, 2)

async function withServers(directory: string): Promise<Filled> {
  await addServers(directory, servers)
  return { directory, servers }
}

async function withMuch(directory: string): Promise<Filled> {
  const titles = Array.from({ length: inFull(200, 2) }, (_, n) => `Conversation ${n}`)
  await writeConversations(directory, titles, inFull(200, 4))
  await indexAll(directory)
  await addServers(directory, servers, peer('many-tools.mjs', { TOOLS: '40', WORDS: '20' }))
  return { directory, servers }
}

/** Once all servers are ready: their starts aren't idle. Without `/proc`, nothing tells what a process costs. */
async function idleRows(filled: Filled, what: string, limit: number): Promise<Row[]> {
  const host = await openHost(filled.directory)
  const { child, close } = host
  try {
    await untilReady(host, filled.servers)
    await sleep(quietMs)
    const before = costOf(child.pid)
    await sleep(quietMs)
    const after = costOf(child.pid)
    const processor = ((after.processorMs - before.processorMs) / quietMs) * 100
    return [
      rowOf(`memory of the idle host, ${what}`, 'MB', { ours: [after.memory], bare: [] }, { limit }),
      rowOf(
        `processor of the idle host, ${what}`,
        '%',
        { ours: [processor], bare: [] },
        { limit: budgets.idleProcessor },
      ),
    ]
  } finally {
    await close()
  }
}

async function untilReady(host: Shell, count: number): Promise<void> {
  const ready = new Set<string>()
  const feed = await host.feed()
  await feed.until((line) => {
    for (const id of readyIn(line)) ready.add(id)
    return ready.size >= count
  })
}

/** The servers that a line of the feed calls ready. */
function readyIn(line: string): string[] {
  const message: FeedMessage = JSON.parse(line)
  return 'snapshot' in message
    ? Object.entries(message.snapshot.servers).flatMap(([id, { status }]) => (status.state === 'ready' ? [id] : []))
    : message.events.flatMap(({ event }) =>
        event.type === 'server.changed' && event.to.state === 'ready' ? [event.server] : [],
      )
}

function costOf(pid: number | undefined): { processorMs: number; memory: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = Number(fields[11]) + Number(fields[12])
  return { processorMs: ticks * 10, memory: (Number(fields[21]) * 4096) / 1024 / 1024 }
}

const emptyPage = `require('node:http').createServer((_, r) => r.end('<title>x</title>')).listen(0, '127.0.0.1', function () {
  console.log(this.address().port)
})`

async function startEmpty(): Promise<number> {
  const since = performance.now()
  const child = spawn(process.execPath, ['-e', emptyPage], { stdio: ['ignore', 'pipe', 'ignore'] })
  const port = await firstLine(child)
  await fetch(`http://127.0.0.1:${port}/`).then((response) => response.text())
  const took = performance.now() - since
  child.kill()
  await once(child, 'close')
  return took
}
