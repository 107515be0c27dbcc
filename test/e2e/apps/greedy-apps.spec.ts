import { appWords } from '../../../main/host/apps/words.ts'
import { words } from '../../support/words.ts'
import { serverFile } from '../../support/server-files.ts'
import { expect, shareApp, test } from '../support/app.ts'
import { PageLink } from '../support/page-link.ts'
import { Steps } from '../support/steps.ts'
import { greedy } from './greedy-app.ts'
import { pressIn, shownApp, wayInto } from './working-app.ts'

shareApp()

const typed = 'My password is 12 hunters'

test('[APS-18] an app gets the keys only after the user entered it by press or key, also if it begins in a field', async ({
  app,
}) => {
  const { page } = app
  const { area, inside } = await shownApp(app, 'polite', greedy)
  const got = inside.locator('[data-got]')
  const steps = new Steps(app)
  const { composer } = steps

  await test.step('first, they arrive in the composer', async () => {
    await composer.click()
    await page.keyboard.type(typed)
    await expect(composer).toHaveValue(typed)
    await expect(got).toHaveText('')
  })

  await test.step('after a press, in the app', async () => {
    await pressIn(area, 'Push')
    await page.keyboard.type('in')
    await expect(got).toHaveText('in')
  })

  await test.step('then in the composer and the palette again', async () => {
    await composer.click()
    await composer.fill('')
    await page.keyboard.type(typed)
    await expect(composer).toHaveValue(typed)
    const palette = await steps.openPalette()
    await page.keyboard.type(typed)
    await expect(palette).toHaveValue(typed)
    await page.keyboard.press('Escape')
    await expect(got).toHaveText('in')
  })

  await test.step('a question leads out of an app that was entered by key', async () => {
    await wayInto(area).focus()
    await page.keyboard.press('Enter')
    await expect(wayInto(area)).toHaveCount(0)
    await expect.poll(() => inside.locator('body').evaluate(() => document.hasFocus())).toBe(true)
    await page.keyboard.type('by')
    await expect(got).toHaveText('inby')
    const config = { command: process.execPath, args: [serverFile('good.mjs')] }
    await new PageLink(page).call('addServer', { id: 'late', config })
    await expect(wayInto(area)).toBeVisible()
    for (const key of ['d', 'Enter', 'x']) await page.keyboard.press(key)
    await expect(got).toHaveText('inby')
  })
  await area.getByRole('button', { name: words.apps.bar.close }).click()
})

test('[APS-18] an app that keeps taking the focus ends, and the next keys arrive in the composer', async ({ app }) => {
  const { page } = app
  const { area, inside } = await shownApp(app, 'seizing', greedy)
  const { composer } = new Steps(app)
  await composer.click()
  await page.keyboard.type('Before ')
  await inside.locator('body').evaluate('go()')
  await expect(area).toContainText(appWords.ends.seizes)
  await expect(area.locator('iframe')).toHaveCount(0)
  await expect(area.getByRole('button', { name: words.apps.bar.smaller })).toHaveCount(0)
  await page.keyboard.type(typed)
  await expect(composer).toHaveValue(`Before ${typed}`)
})

test('[APS-18] an app whose conversation left the screen can’t take the focus either', async ({ app }) => {
  const { page } = app
  const { inside } = await shownApp(app, 'staying', greedy)
  const steps = new Steps(app)
  await inside.locator('body').evaluate('window.stays = true')
  await steps.newConversation()
  await steps.composer.click()
  await expect(page.locator('iframe')).toHaveCount(0)
  await expect(steps.composer).toBeFocused()
  await page.keyboard.type(typed)
  await expect(steps.composer).toHaveValue(typed)
})

test('[APS-80] an edit of the conversation’s title continues after an app took the focus', async ({ app }) => {
  const { page } = app
  const { inside } = await shownApp(app, 'interrupting', greedy)
  const steps = new Steps(app)
  await steps.composer.click()
  await steps.typeInPalette(`>${words.palette.renameConversation}`)
  await expect(page.getByRole('option').first()).toHaveAttribute('data-highlighted', '')
  await page.keyboard.press('Enter')
  const field = page.getByRole('textbox', { name: words.chat.bar.title })
  await field.fill('A title ')
  const back = await field.evaluateHandle((it) => ({
    focus: new Promise((resolve) => it.addEventListener('focus', resolve, { once: true })),
  }))
  await inside.getByRole('textbox').evaluate((it) => it.focus())
  await back.evaluate(({ focus }) => focus.then(() => null))
  await expect(field).toBeFocused()
  await page.keyboard.type('in two parts')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'A title in two parts' })).toBeVisible()
})
