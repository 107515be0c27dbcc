import type { Page } from '@playwright/test'
import { words } from '../support/words.ts'
import { App, expect, test } from './support/app.ts'
import { runTool } from './support/prepare.ts'
import { settled } from './support/settled.ts'
import { withEverything } from './support/steps.ts'

/** Most words of a page that isn't a table before anything is pressed or scrolled, at 1280 × 800. */
const most = 120

const { parts } = words.settings

/** Pages that are a table, or that list what servers wrote: counted, not judged. */
const tables = ['/servers/everything/tools', '/audit', '/settings/keyboard']

test('[SET-23] keeps the words in the first view of each page few, and prints how many there are @all', async ({
  app,
}) => {
  const { page } = app
  const person = await withEverything(app)
  await person.prepare({ servers: { filesystem: [App.script('filesystem'), app.directory] } })
  for (const message of ['one', 'two', 'three']) await runTool(app, 'everything', 'echo', { message })
  const ofServers = ['everything', 'filesystem'].flatMap((id) => [`/servers/${id}/access`, `/servers/${id}/setup`])
  const judged = ['/', '/servers', ...ofServers, ...Object.keys(parts).map((part) => `/settings/${part}`)]
  const counts: Record<string, number> = {}
  for (const route of new Set([...judged, ...tables])) {
    await page.goto(app.address(route))
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    if (route.startsWith('/settings'))
      await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toBeVisible()
    await settled(page)
    counts[route] = await wordsInView(page)
  }
  process.stdout.write(
    Object.entries(counts)
      .map(([route, count]) => `${String(count).padStart(5)} words in the first view of ${route}\n`)
      .join(''),
  )
  const long = Object.entries(counts).filter(([route, count]) => !tables.includes(route) && count > most)
  expect(long).toEqual([])
  // Each page was there.
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(10)
})

/** The words of the main region that are in view: a run of characters with a letter or a figure is one. */
const wordsInView = (page: Page): Promise<number> =>
  page.getByRole('main').evaluate((main) => {
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    let count = 0
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const { parentElement } = node
      if (!parentElement?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/\S*[\p{L}\p{N}]\S*/gu)) {
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const { top, bottom, left, right } = range.getBoundingClientRect()
        // Words for screen readers alone are drawn in one pixel.
        const isSeen = parentElement.closest('.sr, option') === null && bottom > top && right > left
        if (isSeen && top < innerHeight && bottom > 0 && left < innerWidth && right > 0) count += 1
      }
    }
    return count
  })
