import { isObject } from '../../shared/schema/json.ts'
import { FakeLocal } from '../support/fake-local.ts'
import { expect, test, type App } from './support/app.ts'
import { axeFindings } from './support/axe.ts'
import { Steps } from './support/steps.ts'

/** What the model was asked for an answer with, in order. */
const asked = (app: App) =>
  app.fake.state.log.flatMap(({ path, body }) => (path === '/v1/messages' && isObject(body) ? [body] : []))

async function choose(app: App, name: string): Promise<void> {
  await app.page.getByRole('button', { name: /^Model of this conversation/ }).click()
  await app.page.getByRole('menuitemradio', { name }).click()
}

test('[SET-7] [SET-8] a new conversation has its own model and prompt, goes on with another, and with none', async ({
  app,
}) => {
  const { page } = app
  const person = new Steps(app)
  await person.prepare()
  await choose(app, 'Claude Opus 5.5')
  await page.getByRole('button', { name: 'More for this conversation' }).click()
  await page.getByRole('menuitem', { name: 'Add a system prompt…' }).click()
  await page.getByRole('textbox', { name: 'What the model should know and keep to' }).fill('Answer in rhymes.')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Model of this conversation: Claude Opus 5.5' })).toBeVisible()
  await person.send('First')
  await expect(page.getByRole('log').getByText(/^\$0\.\d+$/)).toHaveCount(1)
  expect(asked(app).at(-1)?.['model']).toBe('claude-opus-5-5')
  expect(JSON.stringify(asked(app).at(-1)?.['system'])).toContain('Answer in rhymes.')
  await expect(page.getByText(/This conversation has cost/)).toBeAttached()
  await expect(page.getByRole('meter')).toHaveAccessibleName(/of context used/)

  await choose(app, 'Claude Haiku 4.5')
  await expect(page.getByRole('button', { name: 'Model of this conversation: Claude Haiku 4.5' })).toBeVisible()
  await person.send('Second')
  await expect(page.getByRole('log').getByText(/^\$0\.\d+$/)).toHaveCount(2)
  expect(asked(app).at(-1)?.['model']).toMatch(/^claude-haiku-4-5/)

  await choose(app, 'No model')
  await expect(page.getByRole('region', { name: 'Run a tool yourself' })).toBeVisible()
  await expect(person.composer).toHaveCount(0)
  await person.newConversation()
  await expect(page.getByRole('button', { name: 'Model of this conversation: Claude Sonnet 5.5' })).toBeVisible()
  await expect(person.composer).toBeVisible()
})

test('[SET-6] [SET-8] a place of one’s own is added, tested, priced and removed', async ({ app }) => {
  const { page } = app
  const person = new Steps(app)
  const local = new FakeLocal('vllm', ['tiny'])
  local.turns = [{ text: 'Here I am.', usage: { input_tokens: 1000, output_tokens: 1000 } }]
  const address = await local.listen()
  await person.open('Settings')
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add endpoint' })
  const field = dialog.getByRole('textbox', { name: 'Address' })
  await field.fill('nowhere')
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription(/begins with https/)
  await field.fill(address)
  await expect(field).toHaveAccessibleDescription(/sends nothing elsewhere/)
  await dialog.getByRole('combobox', { name: 'What it is' }).selectOption('vllm')
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Cellar')
  await page.keyboard.press('Enter')
  const row = page.getByRole('listitem', { name: 'Cellar' })
  await expect(row.getByText(/on this computer · no key/)).toBeVisible()
  expect(local.seen).toEqual([])

  await row.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(row.getByText(/answered and offers 1 model/)).toBeVisible()
  await page.getByRole('combobox', { name: 'Model', exact: true }).selectOption('cellar tiny')
  await expect(page.getByText(/Nothing is known of its price/)).toBeVisible()
  await page.getByRole('button', { name: 'Add a price…' }).click()
  const price = page.getByRole('dialog', { name: 'Add a price' })
  await price.getByRole('textbox', { name: 'Model' }).fill('ti*')
  await price.getByRole('textbox', { name: /tokens in/ }).fill('1')
  await page.keyboard.press('Enter')
  await expect(price.getByRole('textbox', { name: /tokens out/ })).toHaveAccessibleDescription(/as a number/)
  await price.getByRole('textbox', { name: /tokens out/ }).fill('2')
  await page.keyboard.press('Enter')
  await expect(page.getByText('$1 in, $2 out per million tokens')).toBeVisible()

  await person.newConversation()
  await person.send('Hello')
  await expect(page.getByText('Here I am.')).toBeVisible()
  await expect(page.getByRole('log').getByText('$0.003', { exact: true })).toBeVisible()

  await person.open('Settings')
  await row.getByRole('button', { name: 'More for Cellar' }).click()
  await page.getByRole('menuitem', { name: 'Remove…' }).click()
  await expect(page.getByRole('dialog').getByText(/New conversations have no model then/)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(row).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'Model', exact: true })).toHaveValue('by-hand')
  await page.goBack()
  await expect(page.getByRole('region', { name: 'Run a tool yourself' })).toBeVisible()
  await local.close()
})

test('[SET-6] a key is replaced and deleted, and a conversation without one says what to do', async ({ app }) => {
  const { page } = app
  const person = new Steps(app)
  await person.open('Settings')
  await page.getByRole('button', { name: 'By its id…' }).click()
  await page.getByRole('textbox', { name: 'Id of the model' }).fill('claude-new')
  await page.keyboard.press('Enter')
  await person.newConversation()
  await expect(page.getByText('Atrium has no key for this model yet.')).toBeVisible()
  await page.getByRole('link', { name: 'Add the key' }).click()
  await person.connectModel('wrong-key')
  await expect(page.getByText(/did not accept the key/)).toBeVisible()
  await page.getByRole('button', { name: 'More for Anthropic' }).click()
  await page.getByRole('menuitem', { name: 'Replace key…' }).click()
  await page.getByLabel('Key for Anthropic').fill('test-key')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/took the key and offers \d+ models/)).toBeVisible()
  await page.getByRole('button', { name: 'More for Anthropic' }).click()
  await page.getByRole('menuitem', { name: 'Delete key…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete key' }).click()
  await expect(page.getByLabel('Key for Anthropic')).toBeVisible()
})

test('[SET-9] [SET-10] every page of the settings has its address, in both themes and at 360 px', async ({ app }) => {
  const { page } = app
  const pages = [
    ['models', 'Models and keys'],
    ['approvals', 'Approvals'],
    ['appearance', 'Appearance'],
    ['privacy', 'Privacy and data'],
    ['keyboard', 'Keyboard'],
    ['about', 'About'],
  ] as const
  await page.goto(app.address('/settings'))
  for (const [part, name] of pages) {
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    expect(await page.evaluate(() => location.hash)).toBe(`#/settings/${part}`)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await axeFindings(page, { theme: colorScheme }), `${colorScheme} ${part}`).toEqual([])
    }
    await page.setViewportSize({ width: 360, height: 780 })
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(over, part).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 1280, height: 800 })
  }
  await page.goto(app.address('/settings/privacy'))
  await expect(page.getByText(app.directory)).toBeVisible()
})
