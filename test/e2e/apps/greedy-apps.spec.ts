import { words } from '../../support/words.ts'
import { expect, shareApp, test } from '../support/app.ts'
import { Steps } from '../support/steps.ts'
import { beginsOutside, endsIfItPersists, endsIfItSeizes, isLeft, staysOut } from './focus-checks.ts'
import { greedy } from './greedy-app.ts'
import { pressIn, shownApp } from './working-app.ts'

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

  await area.getByRole('button', { name: words.apps.bar.close }).click()
})

test('[APS-18] a question leads out of an app that was entered by key', ({ app }) => isLeft(app, 'entered'))

test('[APS-18] an app that begins in a field gets no key before the user has entered it', ({ app }) =>
  beginsOutside(app, 'beginning'))

test('[APS-18] an app that keeps taking the focus ends, and the next keys arrive in the composer', ({ app }) =>
  endsIfItSeizes(app, 'seizing'))

test('[APS-18] an app that takes the focus every 40 ms ends, and the next keys arrive in the composer', ({ app }) =>
  endsIfItPersists(app, 'persisting'))

test('[APS-18] an app whose conversation left the screen can’t take the focus either', ({ app }) =>
  staysOut(app, 'staying'))

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
