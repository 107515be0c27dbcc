import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { Journal } from '../../../main/host/journal/journal.ts'
import type { HostEvent } from '../../../shared/events/events.ts'
import { Atrium } from '../../support/atrium.ts'
import { words } from '../../support/words.ts'
import { openBrowser, openPage } from './browser.ts'
import { compare, inFull, type Row, withTarget } from '../measure.ts'
import { closeViews, readOn } from '../../host/journal/following.ts'

/** Messages per conversation, the same in both stores. */
const each = inFull(100, 20)
const many = inFull(100_000, 200)
const few = inFull(1000, 40)

/** Max milliseconds from a click or a key until its answer is drawn. */
const limit = 150

/** The page's search waits this long without typing, in milliseconds; both sides include it. */
const pause = 150

/** A user's searches and openings in a store of 100,000 messages, next to the same in one of 1,000, in the built page. */
export async function largeStoreRows(): Promise<Row[]> {
  const browser = await openBrowser()
  const stores: Store[] = []
  try {
    for (const messages of [many, few]) stores.push(await openStore(browser, messages))
    const [large, small] = stores
    if (!large || !small) return []
    const beside = `${few} messages`
    const row = (name: string, run: (store: Store) => Promise<number>, most = limit): Promise<Row> =>
      withTarget(
        compare(
          `${name} in ${many} messages`,
          'ms',
          () => run(large),
          () => run(small),
        ),
        { beside, limit: most },
      )
    return [
      await row('opening a conversation', openConversation),
      await row('a page of matches', (store) => search(store, 'wanted phrase'), limit + pause),
      await row('a match that only one message has', (store) => search(store, store.rare), limit + pause),
      await row('finding in a conversation', findHere, limit + pause),
    ]
  } finally {
    for (const { close } of stores) await close()
    await browser.close()
  }
}

/** A host over a store, in a tab. `rare` is in one message, in the middle of the store. */
type Store = { page: Page; rare: string; close(): Promise<void> }

async function openStore(browser: Browser, messages: number): Promise<Store> {
  const directory = mkdtempSync(path.join(tmpdir(), 'atrium-bench-'))
  await fill(directory, messages)
  const atrium = await Atrium.start({ directory })
  const { page, close } = await openPage(browser, atrium)
  return {
    page,
    rare: rareIn(Math.floor(messages / 2)),
    close: async () => {
      close()
      await atrium.close()
      rmSync(directory, { recursive: true })
    },
  }
}

/** Conversations of 100 messages, half of them the user's, through the journal; the index of texts is complete. */
async function fill(directory: string, messages: number): Promise<void> {
  const journal = Journal.open(directory)
  for (let number = 0; number < messages; number += 2) {
    const conversation = `c${Math.floor(number / each)}`
    if (number % each === 0)
      journal.append({ type: 'conversation.created', conversation, title: `Talk ${conversation}`, actor: 'bench' })
    journal.append(...turnOf(conversation, number))
    if (number % 1000 === 0) journal.flush()
  }
  journal.flush()
  readOn(journal)
  closeViews(journal)
  await journal.close()
}

const rareIn = (number: number): string => `rare${number - (number % 2)}end`

const filler = 'Words as in most messages, of about the same length. '.repeat(4)

function turnOf(conversation: string, number: number): HostEvent[] {
  const of = { conversation, turn: `t${number}` }
  const [message, model] = [`m${number}`, 'claude-sonnet-5-5']
  const text = `${rareIn(number)} ${number % 20 === 0 ? 'the wanted phrase' : ''} ${filler}`
  const question = { id: `q${number}`, parts: [{ type: 'text', text: `Question ${number}` } as const] }
  const usage = { input: 100, cacheWrite: 0, cacheRead: 0, output: 200 }
  return [
    { type: 'turn.started', ...of, message: question, endpoint: 'anthropic', model, actor: 'bench' },
    { type: 'model.requested', ...of, model, message, tools: 0 },
    {
      type: 'message.finished',
      ...of,
      message,
      model,
      blocks: { json: [{ type: 'text', text }] },
      stop: 'end-turn',
      usage,
    },
    { type: 'turn.finished', ...of, end: 'done' },
  ]
}

/** Milliseconds from the press on the newest conversation until its end is drawn. */
async function openConversation({ page }: Store): Promise<number> {
  await leave(page)
  const link = page.getByRole('navigation').getByRole('link').filter({ hasText: /^Talk/ }).first()
  return link.evaluate(
    (element: HTMLElement) =>
      new Promise<number>((resolve) => {
        const since = performance.now()
        const look = (): void => {
          const isThere = document.querySelector('[role="log"]')?.textContent.includes('Question') === true
          requestAnimationFrame(() => (isThere ? resolve(performance.now() - since) : look()))
        }
        element.click()
        look()
      }),
  )
}

/** Goes to a page with neither a conversation nor a search. */
async function leave(page: Page): Promise<void> {
  await page.getByRole('link', { name: words.frame.pages.settings }).click()
  await page.getByRole('heading', { name: words.settings.parts.models, exact: true }).waitFor()
}

/** Milliseconds from the last key until a match is drawn, in a new search. */
async function search({ page }: Store, text: string): Promise<number> {
  await leave(page)
  await page.keyboard.press('Control+Shift+F')
  const field = page.getByRole('textbox', { name: words.searchPage.field })
  await page.getByText(words.searchPage.begin).waitFor()
  return typed(page, field, text, `[aria-label="${words.searchPage.list}"] a`)
}

/** Milliseconds from the last key until the number of matches is drawn. */
async function findHere(store: Store): Promise<number> {
  const { page } = store
  await openConversation(store)
  await page.keyboard.press('Control+F')
  const bar = page.getByRole('search', { name: words.chat.find.title })
  const took = await typed(
    page,
    bar.getByRole('textbox'),
    'wanted phrase',
    `[role=search][aria-label="${words.chat.find.title}"]`,
  )
  await page.keyboard.press('Escape')
  return took
}

/** Enters a text at once, and returns the milliseconds until the page has an element for it with a number. */
async function typed(page: Page, field: ReturnType<Page['getByRole']>, text: string, shown: string): Promise<number> {
  await field.waitFor()
  await page.evaluate((selector) => {
    const watched = globalThis as unknown as { shownAfter: Promise<number> }
    watched.shownAfter = new Promise((resolve) => {
      let since = 0
      addEventListener('input', () => (since = performance.now()), { once: true, capture: true })
      const look = (): void => {
        const there = document.querySelector(selector)?.textContent ?? ''
        requestAnimationFrame(() => (since > 0 && /\d/.test(there) ? resolve(performance.now() - since) : look()))
      }
      look()
    })
  }, shown)
  await field.fill(text)
  return page.evaluate(() => (globalThis as unknown as { shownAfter: Promise<number> }).shownAfter)
}
