import { expect } from '@playwright/test'
import { appWords } from '../../../main/host/apps/words.ts'
import { serverFile } from '../../support/server-files.ts'
import { words } from '../../support/words.ts'
import type { App } from '../support/app.ts'
import { PageLink } from '../support/page-link.ts'
import { Steps } from '../support/steps.ts'
import { greedy, persistent } from './greedy-app.ts'
import { pressIn, shownApp, wayInto, workingApp } from './working-app.ts'

const typed = 'My password is 12 hunters'

/** An app that begins in a field gets no key before the user has entered it. */
export async function beginsOutside(app: App, server: string): Promise<void> {
  const { page } = app
  const { inside } = await shownApp(app, server, greedy)
  const { composer } = new Steps(app)
  const got: string[] = []
  page.on('console', (message) => void (message.text().startsWith('page got') && got.push(message.text())))
  await composer.click()
  await inside.getByRole('textbox').evaluate((field) => field.focus())
  await expect(composer).toBeFocused()
  await page.keyboard.type(typed)
  await expect(composer).toHaveValue(typed)
  expect(got).toEqual([])
}

/** A question leads the keys out of an app that the user entered. */
export async function isLeft(app: App, server: string): Promise<void> {
  const { page } = app
  const { area, inside } = await shownApp(app, server, greedy)
  const got = inside.locator('[data-got]')
  await wayInto(area).focus()
  await page.keyboard.press('Enter')
  await expect(wayInto(area)).toHaveCount(0)
  await expect.poll(() => inside.locator('body').evaluate(() => document.hasFocus())).toBe(true)
  await page.keyboard.type('by')
  await expect(got).toHaveText('by')
  const config = { command: process.execPath, args: [serverFile('good.mjs')] }
  await new PageLink(page).call('addServer', { id: `after-${server}`, config })
  await expect(wayInto(area)).toBeVisible()
  for (const key of ['d', 'Enter', 'x']) await page.keyboard.press(key)
  await expect(got).toHaveText('by')
}

/** An app that keeps taking the focus ends, and the next keys arrive in the composer. */
export async function endsIfItSeizes(app: App, server: string): Promise<void> {
  const { page } = app
  const { area, inside } = await shownApp(app, server, greedy)
  const { composer } = new Steps(app)
  await composer.click()
  await page.keyboard.type('Before ')
  await inside.locator('body').evaluate('go()')
  await expect(area).toContainText(appWords.ends.seizes)
  await expect(area.locator('iframe')).toHaveCount(0)
  await expect(area.getByRole('button', { name: words.apps.bar.smaller })).toHaveCount(0)
  await page.keyboard.type(typed)
  await expect(composer).toHaveValue(`Before ${typed}`)
}

/** An app that takes the focus again and again ends, and the composer never looks focused without getting the keys. */
export async function endsIfItPersists(app: App, server: string): Promise<void> {
  const { page } = app
  const got: string[] = []
  page.on('console', (message) => void (message.text().startsWith('page got') && got.push(message.text())))
  const { area } = await shownApp(app, server, persistent, { isBrief: true })
  const { composer } = new Steps(app)
  await composer.click()
  await expect(area).toContainText(appWords.ends.seizes)
  await expect(area.locator('iframe')).toHaveCount(0)
  await page.keyboard.type(typed)
  await expect(composer).toHaveValue(typed)
  expect(got).toEqual([])
}

/** An app whose conversation left the screen can't take the focus either. */
export async function staysOut(app: App, server: string): Promise<void> {
  const { page } = app
  const { inside } = await shownApp(app, server, greedy)
  const steps = new Steps(app)
  await inside.locator('body').evaluate('window.stays = true')
  await steps.newConversation()
  await steps.composer.click()
  await expect(page.locator('iframe')).toHaveCount(0)
  await expect(steps.composer).toBeFocused()
  await page.keyboard.type(typed)
  await expect(steps.composer).toHaveValue(typed)
}

/** An app's wish for the whole window changes nothing, also right after the user's press in it. */
export async function fillsNothing(app: App, server: string): Promise<void> {
  const wish = { label: 'Fill', method: 'ui/request-display-mode', params: { mode: 'fullscreen' } }
  const { area, inside } = await workingApp(app, server, [wish])
  const before = await area.locator('iframe').boundingBox()
  await pressIn(area, 'Fill')
  await expect(inside.locator('output')).toHaveText('{"mode":"inline"}')
  expect((await area.locator('iframe').boundingBox())?.height).toBe(before?.height)
  await expect(area.getByText(words.apps.place.never)).toHaveCount(0)
}
