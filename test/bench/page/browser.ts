import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type Page } from '@playwright/test'
import { readPages } from '../../../main/shells/common/pages.ts'
import { serve } from '../../../main/shells/web/server.ts'
import { Sessions } from '../../../main/shells/web/sessions.ts'
import { findAnyChromium, findHeadlessShell } from '../../../tools/chromium.mjs'
import type { Atrium } from '../../support/atrium.ts'

/**
 * A page's main thread over a period: its share of the time, its longest task, both in processor time, and its lost
 * frames.
 */
export type Watched = { busy: number; longest: number; lost: number }

export async function openBrowser(): Promise<Browser> {
  const executablePath = findHeadlessShell() ?? (await findAnyChromium())
  if (!executablePath) throw new Error('No Chromium was found. Install one, or name one in ATRIUM_CHROMIUM.')
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })
}

/** A host's built page in a tab. `close` ends the server, not the browser. */
export async function openPage(browser: Browser, atrium: Atrium): Promise<{ page: Page; close(): void }> {
  const sessions = new Sessions('bench', 'admin')
  const pages = readPages(fileURLToPath(new URL('../../../out/renderer', import.meta.url)))
  const server = await serve(
    { link: (session) => atrium.host.link(session), sessions, pages, proxies: "'none'", onSignIn: () => undefined },
    0,
  )
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(`http://127.0.0.1:${server.port}/#launch=${sessions.newCode()}`)
  await page.getByRole('navigation').first().waitFor()
  return { page, close: () => server.close() }
}

/** Watches the main thread while something runs. The trace costs both sides the same. */
export async function watch(browser: Browser, page: Page, run: () => Promise<void>): Promise<Watched> {
  await browser.startTracing(page, { categories: ['-*', 'toplevel', '__metadata'] })
  const since = performance.now()
  await page.evaluate(countFrames)
  await run()
  const took = performance.now() - since
  const frames = await page.evaluate(() => (window as unknown as Counted).drawnFrames)
  const tasks = mainTasks(await browser.stopTracing())
  return {
    busy: (tasks.reduce((sum, task) => sum + task, 0) / took) * 100,
    longest: Math.max(0, ...tasks),
    lost: Math.max(0, (1 - frames / (took / (1000 / 60))) * 100),
  }
}

type Counted = { drawnFrames: number }

/** Runs in the page. */
function countFrames(): void {
  const counter = window as unknown as Counted
  const isRunning = counter.drawnFrames !== undefined
  counter.drawnFrames = 0
  const next = (): void => {
    counter.drawnFrames += 1
    requestAnimationFrame(next)
  }
  if (!isRunning) requestAnimationFrame(next)
}

type TraceEvent = { name: string; ph: string; pid: number; tid: number; tdur?: number; args?: { name?: string } }

/** The main thread's longest tasks, in milliseconds: the watched tab is the one that works. */
function mainTasks(trace: Buffer): number[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const threads = new Map<string, number[]>()
  for (const { name, args, pid, tid } of traceEvents)
    if (name === 'thread_name' && args?.name === 'CrRendererMain') threads.set(`${pid} ${tid}`, [])
  for (const { name, tdur, pid, tid } of traceEvents)
    if (name.endsWith('RunTask') && tdur !== undefined) threads.get(`${pid} ${tid}`)?.push(tdur / 1000)
  const sum = (tasks: number[]): number => tasks.reduce((total, task) => total + task, 0)
  return [...threads.values()].toSorted((a, b) => sum(b) - sum(a))[0] ?? []
}
