import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { type App, expect, test } from './support/app.ts'
import { look } from './support/look.ts'
import { root } from './support/root.ts'
import { Steps } from './support/steps.ts'

const offers = path.join(root, 'test/support/servers/offers.mjs')

const picker = (page: Page): Locator => page.getByRole('dialog', { name: 'Attach resources' })
const rows = (page: Page): Locator => picker(page).getByRole('treeitem')
const marked = (page: Page): Locator => picker(page).getByRole('treeitem', { selected: true })

/** The most rows that are built at once, whatever the list. */
const mostBuilt = 60

/** One server that lists so many, and no other. */
async function listing(app: App, person: Steps, server: string, env: Record<string, string>): Promise<void> {
  const mcpServers = { [server]: { command: process.execPath, args: [offers], env } }
  writeFileSync(path.join(app.directory, 'servers.json'), JSON.stringify({ mcpServers }))
  await person.open('Servers')
  await person.row(server).getByRole('button', { name: 'Review' }).click()
  await person.trust(server)
  await person.ready(server)
  await person.newConversation()
}

/** From now on the page measures how long it is from a press to the picture on the screen after the next. */
const measurePresses = (page: Page): Promise<void> =>
  page.evaluate(() =>
    addEventListener(
      'keydown',
      ({ key, timeStamp: start }) =>
        requestAnimationFrame(() => requestAnimationFrame(() => performance.measure(`press ${key}`, { start }))),
      true,
    ),
  )

const presses = (page: Page, key: string): Promise<number[]> =>
  page.evaluate((name) => performance.getEntriesByName(name).map(({ duration }) => duration), `press ${key}`)

/** Milliseconds that a press takes until what it does is seen, the middle one of several. */
async function measured(page: Page, key: string, times: number): Promise<number> {
  const before = (await presses(page, key)).length
  for (let i = 1; i <= times; i++) {
    await page.keyboard.press(key)
    await expect.poll(async () => (await presses(page, key)).length).toBeGreaterThanOrEqual(before + i)
  }
  return (await presses(page, key)).slice(before).toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? 0
}

/** Opens the picker, moves about in it and searches; how long a press takes. */
async function walk(app: App, person: Steps, count: number): Promise<{ move: number; type: number }> {
  const { page } = app
  await person.composer.focus()
  await page.keyboard.press('@')
  await expect(picker(page).getByText(new RegExp(`${count.toLocaleString('en')} resources`))).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(picker(page).getByRole('tree')).toBeFocused()
  const move = await measured(page, 'ArrowDown', 15)
  await page.keyboard.press('End')
  await expect(marked(page)).toBeInViewport()
  await page.keyboard.press('Home')
  await expect(rows(page).first()).toBeInViewport()
  expect(await rows(page).count()).toBeLessThan(mostBuilt)
  await picker(page).getByRole('searchbox').focus()
  const type = await measured(page, '9', 4)
  await page.keyboard.press('Escape')
  await expect(picker(page)).toBeHidden()
  await page.keyboard.press('Backspace')
  return { move, type }
}

test('[WLK-3] ten thousand resources open, scroll by keyboard and are searched as a hundred are', async ({ app }) => {
  test.setTimeout(120_000)
  const person = new Steps(app)
  const { page } = app
  await person.connectModel()
  await person.chooseModel()
  await measurePresses(page)
  await listing(app, person, 'few', { RESOURCES: '100' })
  await walk(app, person, 100)
  const few = await walk(app, person, 100)
  await listing(app, person, 'many', { RESOURCES: '10000', PAGE: '1000' })
  await walk(app, person, 10_000)
  const many = await walk(app, person, 10_000)
  // Two pictures on the screen are 33 ms; what else the machine does is in both.
  expect(many.move).toBeLessThan(few.move * 3 + 20)
  expect(many.type).toBeLessThan(few.type * 3 + 50)

  await test.step('every one of them is reached, found, and attached', async () => {
    await person.composer.focus()
    await page.keyboard.press('@')
    await expect(picker(page).getByText('10,000 resources')).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await expect(marked(page)).toContainText('Resource 9999')
    await page.keyboard.press('PageUp')
    await expect(marked(page)).toBeInViewport()
    await picker(page).getByRole('searchbox').fill('Resource 7777')
    await expect(picker(page).getByText('1 match', { exact: true })).toBeVisible()
    await look(page, 'many')
    await page.keyboard.press('Enter')
    await page.keyboard.press(' ')
    await expect(picker(page).getByText(/^1 selected/)).toBeVisible()
    await picker(page).getByRole('searchbox').fill('')
    await expect(picker(page).getByRole('status').filter({ hasText: 'match' })).toHaveCount(0)
    expect(await rows(page).count()).toBeLessThan(mostBuilt)
  })
})

test('[REU-10] a list that came in part says so, and a press loads the rest', async ({ app }) => {
  const person = new Steps(app)
  const { page } = app
  await person.connectModel()
  await listing(app, person, 'part', { RESOURCES: '15', PAGE: '10', LATE: '1' })
  await page.goto(app.address('/servers/part/resources'))
  const tab = page.getByRole('tabpanel')
  await expect(tab.getByText('page 2 of the list did not come')).toBeVisible()
  await expect(tab.getByRole('tab', { name: 'Listed 10' })).toBeVisible()
  await look(page, 'part')
  await tab.getByRole('button', { name: 'Load the rest' }).press('Enter')
  await expect(tab.getByRole('tab', { name: 'Listed 15' })).toBeVisible()
  await expect(tab.getByText('page 2 of the list did not come')).toBeHidden()
})
