import path from 'node:path'
import { catalogueWords } from '../../../main/host/mcp/catalogue/words.ts'
import type { Locator, Page } from '@playwright/test'
import { anyNumber, beginsWith, contains, words } from '../../support/words.ts'
import { type App, expect, shareApp, test } from '../support/app.ts'
import { countBuilt } from '../support/built.ts'
import { look } from '../support/look.ts'
import { removeServers } from '../support/prepare.ts'
import { root } from '../support/root.ts'
import { Steps } from '../support/steps.ts'
import { matches, picker } from './picking.ts'

shareApp()

const { picker: picking, tab: tabWords, tree } = words.resources
/** The number of matches, whatever it is. */
const anyMatches = contains(picking.matches(1), picking.matches(anyNumber))

const offers = path.join(root, 'test/support/servers/offers/offers.mjs')

const rows = (page: Page): Locator => picker(page).getByRole('treeitem')
const marked = (page: Page): Locator => picker(page).getByRole('treeitem', { selected: true })

/** Max rows built at once, whatever the list. */
const mostBuilt = 60

/** One server that lists this many, and no other. */
async function listing(app: App, person: Steps, server: string, env: Record<string, string>): Promise<void> {
  await removeServers(app)
  await person.prepare({ servers: { [server]: { command: process.execPath, args: [offers], env } } })
}

/** Elements in a row, and in the highlighted row's details. */
const mostInRow = 20

/** Opens the picker, moves around in it and searches: what a press builds doesn't depend on the list's length. */
async function walk(person: Steps, count: number): Promise<void> {
  const { page } = person
  await person.composer.focus()
  await person.browseResources()
  await expect(picker(page).getByText(tree.count(count))).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(picker(page).getByRole('tree')).toBeFocused()
  const built = await countBuilt(page)
  for (let press = 0; press < 15; press += 1) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await expect(marked(page)).toBeInViewport()
  await page.keyboard.press('Home')
  await expect(rows(page).first()).toBeInViewport()
  expect(await rows(page).count()).toBeLessThan(mostBuilt)
  await picker(page).getByRole('searchbox').focus()
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('9')
  await expect(picker(page).getByRole('status').filter({ hasText: anyMatches })).toHaveCount(1)
  // Key presses, and the jumps to the end and back.
  expect(await built()).toBeLessThan((15 + 2 + 4) * mostBuilt * mostInRow)
  await page.keyboard.press('Escape')
  await expect(picker(page)).toBeHidden()
  await page.keyboard.press('Backspace')
}

test('[WLK-3] opens, scrolls by keyboard and searches ten thousand resources like a hundred @all', async ({ app }) => {
  const person = new Steps(app)
  const { page } = app
  await listing(app, person, 'many', { RESOURCES: '10000', PAGE: '1000' })
  await walk(person, 10_000)

  await test.step('reaches, finds and attaches any of ten thousand resources', async () => {
    await person.composer.focus()
    await person.browseResources()
    await expect(picker(page).getByText(tree.count(10_000))).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await expect(marked(page)).toContainText('Resource 9999')
    await page.keyboard.press('PageUp')
    await expect(marked(page)).toBeInViewport()
    await picker(page).getByRole('searchbox').fill('Resource 7777')
    await expect(matches(page, 1)).toBeVisible()
    await look(page, 'many')
    await page.keyboard.press('Enter')
    await page.keyboard.press(' ')
    await expect(picker(page).getByText(beginsWith(picking.chosen(1)))).toBeVisible()
    await picker(page).getByRole('searchbox').fill('')
    await expect(picker(page).getByRole('status').filter({ hasText: anyMatches })).toHaveCount(0)
    expect(await rows(page).count()).toBeLessThan(mostBuilt)
  })
})

test('[REU-10] says that a list is incomplete, and loads the rest with one press @all', async ({ app }) => {
  const person = new Steps(app)
  const { page } = app
  await listing(app, person, 'part', { RESOURCES: '15', PAGE: '10', LATE: '1' })
  await page.goto(app.address('/servers/part/resources'))
  const tab = page.getByRole('tabpanel')
  await expect(tab.getByText(catalogueWords.pageMissing(2))).toBeVisible()
  await expect(tab.getByRole('tab', { name: tabWords.listed(10) })).toBeVisible()
  await look(page, 'part')
  await tab.getByRole('button', { name: tabWords.loadRest }).press('Enter')
  await expect(tab.getByRole('tab', { name: tabWords.listed(15) })).toBeVisible()
  await expect(tab.getByText(catalogueWords.pageMissing(2))).toBeHidden()
})
