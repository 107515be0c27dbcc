import { appWords } from '../../../main/host/apps/words.ts'
import { filled, words } from '../../support/words.ts'
import { expect, shareApp, test } from '../support/app.ts'
import { PageLink } from '../support/page-link.ts'
import { look } from '../support/look.ts'
import { pressIn, workingApp, type Wish } from './working-app.ts'

const { contexts, drafts, sent, wishes, savedFiles } = words.appWork

shareApp()

const write = (label: string, text: string): Wish => ({
  label,
  method: 'ui/message',
  params: { role: 'user', content: [{ type: 'text', text }] },
})

test('[APP-42] [APS-8] an app’s message is a marked draft in the empty composer, and the user sends it @all', async ({
  app,
}) => {
  const { page } = app
  const { area, inside } = await workingApp(app, 'tables', [write('Write', 'Book a table for two at\u200B eight')])
  const field = page.getByRole('textbox', { name: words.composer.field.name })
  await pressIn(area, 'Write')
  await expect(field).toHaveValue('Book a table for two at[U+200B] eight')
  await expect(inside.locator('output')).toHaveText('{}')
  const mark = page.locator('[data-app-draft="in-text"]')
  await expect(mark).toContainText(filled(drafts.places['in-text'], { server: 'tables' }))
  // The draft outlives its app and a reload, as the user's own text does.
  await area.getByRole('button', { name: words.apps.bar.close }).click()
  await expect(area.locator('iframe')).toHaveCount(0)
  await look(page, 'app draft in the composer', { within: '[data-dock]' })
  await page.reload()
  await expect(field).toHaveValue('Book a table for two at[U+200B] eight')
  await expect(mark).toBeVisible()
  await field.fill('Book a table for three')
  await expect(page.locator('[data-app-draft="changed"]')).toBeVisible()
  await page.getByRole('button', { name: words.composer.actions.send, exact: true }).click()
  await expect(page.getByText(filled(sent.changed, { server: 'tables', tool: 'shown' }))).toBeVisible()
  await expect(page.locator('[data-app-draft]')).toHaveCount(0)
  await expect(field).toHaveValue('')
  await look(page, 'sent app draft', { within: 'main' })
})

test('[APS-8] an app’s message waits beside a text of the user’s, who takes it or removes it @all', async ({ app }) => {
  const { page } = app
  const { area } = await workingApp(app, 'tables', [write('Write', 'Book a table for two at\u200B eight')])
  const field = page.getByRole('textbox', { name: words.composer.field.name })
  const card = page.locator('[data-app-draft="beside"]')
  await pressIn(area, 'Write')
  await expect(page.locator('[data-app-draft="in-text"]')).toBeVisible()
  // Emptying the field removes a draft.
  await field.fill('')
  await expect(page.locator('[data-app-draft]')).toHaveCount(0)
  await field.fill('My own words')
  await pressIn(area, 'Write')
  await expect(card).toContainText(filled(drafts.places.beside, { server: 'tables' }))
  await expect(field).toHaveValue('My own words')
  await area.getByRole('button', { name: words.apps.bar.close }).click()
  await expect(area.locator('iframe')).toHaveCount(0)
  await look(page, 'app draft beside the composer', { within: '[data-dock]' })
  await card.getByRole('button', { name: drafts.take }).click()
  await expect(field).toHaveValue('My own words\n\nBook a table for two at[U+200B] eight')
  await page.getByRole('button', { name: drafts.removeOf('tables') }).click()
  await expect(field).toHaveValue('My own words')
  await expect(page.locator('[data-app-draft]')).toHaveCount(0)
})

test('[APP-40] [APS-7] an app’s link is opened by the window after a question that names its whole host @all', async ({
  app,
}) => {
  const { page } = app
  const link = { label: 'Open', method: 'ui/open-link', params: { url: 'https://accounts.example.com/a?from=page' } }
  const { area, inside } = await workingApp(app, 'maps', [link])
  await pressIn(area, 'Open')
  const ask = page.getByRole('group', { name: wishes.opens('maps') })
  await expect(ask).toContainText('https://accounts.example.com/a?from=page')
  const address = ask.getByRole('group', { name: words.questions.url.address, exact: true })
  await expect(address.locator('b')).toHaveText('example.com')
  await expect(ask.locator('dd', { hasText: 'accounts.example.com' })).toBeVisible()
  await look(page, 'link of an app', { within: '[data-ask]', isWide: true })
  await ask.getByRole('button', { name: wishes.deny }).click()
  await expect(inside.locator('output')).toContainText('-32000')
  await pressIn(area, 'Open')
  await expect(ask).toBeVisible()
  await page.context().route('https://accounts.example.com/**', (route) => route.fulfill({ body: 'There' }))
  const opened = page.context().waitForEvent('page')
  await ask.getByRole('button', { name: words.questions.url.open }).click()
  const other = await opened
  await expect(other).toHaveURL('https://accounts.example.com/a?from=page')
  expect(await other.evaluate(() => [document.referrer, window.opener])).toEqual(['', null])
  await other.close()
  await expect(inside.locator('output')).toHaveText('{}')
  await area.getByRole('button', { name: words.apps.bar.close }).click()
})

test('[APP-41] [APS-5] [APS-10] an app’s files are saved after a question that warns of those that can run @all', async ({
  app,
}) => {
  const { page } = app
  const file = (uri: string, text: string) => ({ type: 'resource', resource: { uri, mimeType: 'text/plain', text } })
  // More than other messages can have.
  const large = file('ui://apps/seats.txt', 'x'.repeat(2_000_000))
  const contents = [file('ui://apps/guests.csv', 'a,b'), file('ui://apps/setup.sh', 'echo'), large]
  const { area, inside } = await workingApp(app, 'guests', [
    { label: 'Save', method: 'ui/download-file', params: { contents } },
  ])
  await pressIn(area, 'Save')
  const ask = page.getByRole('group', { name: wishes.saves('guests') })
  await expect(ask).toContainText('guests.csv')
  await expect(ask).toContainText(wishes.runs)
  await expect(ask).toContainText(wishes.careful)
  await look(page, 'files of an app', { within: '[data-ask]', isWide: true })
  await ask.getByRole('button', { name: wishes.save }).click()
  await expect(area.getByRole('list', { name: savedFiles }).getByRole('listitem')).toHaveText([
    /guests/,
    /setup/,
    /seats/,
  ])
  await expect(inside.locator('output')).toHaveText('{}')
  await area.getByRole('button', { name: words.apps.bar.close }).click()
})

test('[APP-43] [APS-9] an app’s context is a chip that shows all of it, goes with one message and can be removed @all', async ({
  app,
}) => {
  const { page } = app
  const say = (label: string, text: string): Wish => ({
    label,
    method: 'ui/update-model-context',
    params: { content: [{ type: 'text', text }] },
  })
  const { area } = await workingApp(app, 'rows', [say('Seven', 'Row 7 is\u200B selected'), say('Eight', 'Row 8')])
  const chip = page.locator('[data-app-context]')
  await pressIn(area, 'Seven')
  await expect(chip).toBeVisible()
  await look(page, 'context of an app', { within: '[data-dock]' })
  await chip
    .getByRole('button', { name: contexts.name('rows') })
    .first()
    .click()
  const whole = page.getByRole('dialog', { name: contexts.name('rows') })
  await expect(whole).toContainText('Row 7 isU+200B selected')
  await page.keyboard.press('Escape')
  await expect(whole).toHaveCount(0)
  await chip.getByRole('button', { name: contexts.remove('rows') }).click()
  await expect(chip).toHaveCount(0)
  await pressIn(area, 'Eight')
  await expect(chip).toBeVisible()
  await page.getByRole('textbox', { name: words.composer.field.name }).fill('Which row?')
  await page.getByRole('button', { name: words.composer.actions.send, exact: true }).click()
  await expect(chip).toHaveCount(0)
  await expect(page.getByText('App of shown')).toBeVisible()
})

test('[APP-31] [APS-12] [APS-19] only Atrium’s button lets an app fill the window, below a bar that names it @all', async ({
  app,
}) => {
  const { page } = app
  const mode = (label: string, wanted: string): Wish => ({
    label,
    method: 'ui/request-display-mode',
    params: { mode: wanted },
  })
  const { area, inside } = await workingApp(app, 'large', [mode('Fill', 'fullscreen'), mode('Leave', 'inline')])
  const { bar, place } = words.apps
  const inline = await area.locator('iframe').boundingBox()
  // The app’s own wish is no act of the user’s, wherever the focus is.
  await pressIn(area, 'Fill')
  await expect(inside.locator('output')).toHaveText('{"mode":"inline"}')
  expect((await area.locator('iframe').boundingBox())?.height).toBe(inline?.height)
  await expect(area.getByText(place.never)).toHaveCount(0)
  await area.getByRole('button', { name: bar.larger }).click()
  const smaller = area.getByRole('button', { name: bar.smaller })
  await expect(smaller).toBeVisible()
  await expect(area.locator('header')).toContainText(`${place.by('large')}${place.never}`)
  await look(page, 'app that fills the window', { within: '[data-result-app] header', isWide: true })
  const [room, button] = await Promise.all([area.locator('iframe').boundingBox(), smaller.boundingBox()])
  expect(room?.y).toBeGreaterThanOrEqual((button?.y ?? 0) + (button?.height ?? 0))
  // Its own size is what the app was told: the window without the bar.
  await expect.poll(() => inside.locator('body').evaluate(() => innerHeight)).toBe(room?.height)
  await expect(inside.locator('[data-told]')).toHaveText(JSON.stringify({ width: room?.width, height: room?.height }))
  await smaller.click({ trial: true })
  await pressIn(area, 'Leave')
  await expect(inside.locator('output')).toHaveText('{"mode":"inline"}')
  await expect.poll(async () => (await area.locator('iframe').boundingBox())?.height).toBe(inline?.height)
  // The height is remembered.
  await area.getByRole('button', { name: bar.close }).click()
  await expect(area).toHaveAttribute('data-result-app', 'idle')
  await area.getByRole('button', { name: words.apps.place.show }).click()
  await expect.poll(async () => (await area.locator('iframe').boundingBox())?.height).toBe(inline?.height)
  await area.getByRole('button', { name: bar.close }).click()
})

test('[APS-17] an app that reloads itself ends with a sentence, and can be started again @all', async ({ app }) => {
  const reload = { label: 'Reload', method: 'reload', params: {} }
  const { area } = await workingApp(app, 'loops', [reload])
  await pressIn(area, 'Reload')
  await expect(area).toContainText(appWords.ends.left)
  await expect(area.locator('iframe')).toHaveCount(0)
  await area.getByRole('button', { name: words.apps.place.tryAgain }).click()
  await expect(area).toHaveAttribute('data-is-ready', 'true')
  await area.getByRole('button', { name: words.apps.bar.close }).click()
})

test('[APP-37] an app hears of its end when its conversation leaves the screen, and its frame goes then @all', async ({
  app,
}) => {
  const { page } = app
  await workingApp(app, 'leaving', [])
  await page.goto(app.address('/servers'))
  const link = new PageLink(page)
  await expect
    .poll(async () => {
      const { rows } = await link.call('listFrames', { server: 'leaving', method: 'ui/resource-teardown' })
      const { response } = rows[0] ? await link.call('getFrame', { frame: rows[0].id }) : { response: null }
      return response?.text
    })
    .toContain('"result":{}')
  await expect(page.locator('iframe')).toHaveCount(0)
})
