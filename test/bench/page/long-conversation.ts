import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { Journal } from '../../../main/host/journal/journal.ts'
import { Atrium } from '../../support/atrium.ts'
import { turnOf, writeConversation } from '../../support/long/conversation.ts'
import { openPage } from './browser.ts'
import { budgets } from '../budgets.ts'
import { at, compare, inFull, type Row, withTarget } from '../measure.ts'

const [long, short] = ['Long', 'Short']
const screens = 10

/** Opening and reading a conversation of 5,000 messages next to one of 50, in the built page. */
export async function longConversationRows(browser: Browser): Promise<Row[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'atrium-bench-'))
  await writeConversation(directory, long, inFull(5000, 100))
  await writeConversation(directory, short, 50)
  const journal = Journal.open(directory)
  const atrium = await Atrium.start({ directory, journal })
  const { page, close } = await openPage(browser, atrium)
  try {
    return [
      await withTarget(
        compare(
          'opening 5,000 messages beside 50',
          'ms',
          () => open(page, long),
          () => open(page, short),
        ),
        { beside: '50 messages', limit: 150 },
      ),
      await withTarget(
        compare(
          'a screen further in 5,000 beside 50',
          'ms',
          () => readUp(page, long),
          () => readUp(page, short),
        ),
        { beside: '50 messages' },
      ),
      await withTarget(
        compare(
          'heap of the page with 5,000 messages open',
          'MB',
          () => heapWith(page, long),
          () => heapWith(page, short),
        ),
        { beside: '50 messages', limit: budgets.conversationMemory },
      ),
      await withTarget(
        compare(
          'appending an answer to 5,000 messages, p95',
          'ms',
          () => append(page, journal, long),
          () => append(page, journal, short),
        ),
        { beside: '50 messages', limit: 2 },
      ),
    ]
  } finally {
    close()
    await atrium.close()
    rmSync(directory, { recursive: true })
  }
}

/** Milliseconds from pressing its name until its end is drawn. */
async function open(page: Page, title: string): Promise<number> {
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('log').waitFor({ state: 'detached' })
  const link = page.getByRole('navigation').getByRole('link').filter({ hasText: title })
  return link.evaluate(
    (element: HTMLElement, end) =>
      new Promise<number>((resolve) => {
        const since = performance.now()
        const look = (): void => {
          const isThere = document.querySelector('[role="log"]')?.textContent.includes(end)
          requestAnimationFrame(() => (isThere ? resolve(performance.now() - since) : look()))
        }
        element.click()
        look()
      }),
    lastOf.get(title) ?? `The end of ${title}`,
  )
}

/** MB of JavaScript objects after a collection. */
async function heapWith(page: Page, title: string): Promise<number> {
  await open(page, title)
  const session = await page.context().newCDPSession(page)
  try {
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    return usedSize / 1024 / 1024
  } finally {
    await session.detach()
  }
}

let appended = 1_000_000
/** The last appended text of a conversation. */
const lastOf = new Map<string, string>()

/** Milliseconds of the page's main thread per appended question and answer, of one line each: the 95th percentile. */
async function append(page: Page, journal: Journal, title: string): Promise<number> {
  await open(page, title)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const busy = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
  const took: number[] = []
  try {
    for (let n = 0; n < inFull(30, 2); n++) {
      const text = `Answer ${++appended}.`
      const before = await busy()
      journal.append(...turnOf(title, appended, text))
      lastOf.set(title, text)
      await page.evaluate(drawn, text)
      took.push((await busy()) - before)
    }
  } finally {
    await session.detach()
  }
  return at(took, 0.95)
}

/** Runs in the page: resolves when the conversation's end with this text is drawn. */
const drawn = (text: string): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      const isThere = document.querySelector('[role="log"]')?.textContent.includes(text)
      requestAnimationFrame(() => (isThere ? resolve() : look()))
    }
    look()
  })

/** Milliseconds per screen, over ten screens upwards, until drawn. */
async function readUp(page: Page, title: string): Promise<number> {
  await open(page, title)
  return page.getByRole('log').evaluate(async (log, count) => {
    const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve))
    await frame()
    const since = performance.now()
    for (let screen = 0; screen < count; screen++) {
      log.scrollTop -= log.clientHeight
      await frame()
      await frame()
    }
    return (performance.now() - since) / count
  }, screens)
}
