import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { FakeLocal } from '../support/fake-local.ts'
import { any, anyNumber, contains, words } from '../support/words.ts'
import { expect, shareApp, test, type App } from './support/app.ts'
import { axeFindings } from './support/axe.ts'
import { Steps } from './support/steps.ts'

const { anthropic, manual, welcome } = words.firstRun
const { local: localWords, picker } = words.models

// In this order: in the first two nothing has been set up.
shareApp()

/** Points Anthropic at the fake, before anyone has chosen it. */
async function pointAtFake(app: App): Promise<void> {
  const endpoints = { anthropic: { baseUrl: app.modelUrl, profile: 'anthropic' } }
  writeFileSync(path.join(app.directory, 'settings.json'), JSON.stringify({ models: { endpoints } }))
  await expect(app.page.getByText(anthropic.goesTo(new URL(app.modelUrl).host))).toBeVisible()
}

/** A model server on one of the usual ports, whichever is free. */
async function localModels(): Promise<FakeLocal> {
  for (const port of [11434, 1234, 8080, 8000]) {
    const fake = new FakeLocal('ollama', ['qwen3:8b', 'llama3.1:8b'])
    const isThere = await fake.listen(port).then(
      () => true,
      () => false,
    )
    if (isThere) return fake
  }
  throw new Error('The usual ports of this computer are all taken.')
}

test('[SET-5] [SET-10] lets the user leave and reopen the ways to begin, by keyboard, in both themes', async ({
  app,
}) => {
  const { page } = app
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await axeFindings(page, { theme: colorScheme }), colorScheme).toEqual([])
  }
  await page.setViewportSize({ width: 360, height: 780 })
  const over = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await over()).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: welcome.leave }).press('Enter')
  await expect(page.getByRole('heading', { name: words.chat.empty.askTool })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: words.chat.empty.askTool })).toBeVisible()
  await page.getByRole('link', { name: words.chat.empty.waysToBegin }).press('Enter')
  await expect(page.getByRole('heading', { name: welcome.title })).toBeVisible()
  await page.goto(app.address('/settings/about'))
  await page.getByRole('link', { name: words.settings.about.beginAgain }).click()
  await expect(page.getByRole('button', { name: manual.start })).toBeVisible()
})

test('[SET-1] [SET-2] [SET-11] gets from the first window to a tool call without a key', async ({ app }) => {
  const { page } = app
  const person = new Steps(app)
  await pointAtFake(app)
  await expect(page.getByRole('heading', { name: welcome.title })).toBeVisible()
  // `npm start`, and opening the URL it prints.
  let actions = 2
  const named = (name: string, exact = false) => page.getByRole('button', { name, exact })
  for (const button of [named(manual.start), named('Roll dice'), named(words.manual.form.run, true)]) {
    await expect(button).not.toHaveAttribute('aria-disabled', 'true')
    await button.click()
    actions += 1
  }
  await expect(person.call('Roll dice', words.chat.callState.succeeded)).toBeVisible()
  expect(actions).toBeLessThanOrEqual(6)
  await expect(page.getByRole('button', { name: picker.label(picker.none) })).toBeVisible()
  expect(app.fake.state.log).toEqual([])
})

test('[SET-1] [SET-3] checks a key, offers a model, and gets its answer', async ({ app }) => {
  const { page } = app
  const person = new Steps(app)
  await page.goto(app.address('/welcome'))
  await pointAtFake(app)
  const key = page.getByLabel(anthropic.key)
  const check = page.getByRole('button', { name: anthropic.check })
  await check.click()
  await expect(page.getByText(anthropic.enterKey)).toBeVisible()
  expect(app.fake.state.log).toEqual([])
  await key.fill('wrong-key')
  await check.click()
  await expect(page.getByText(/rejected this key/)).toBeVisible()
  await key.fill('test-key')
  await page.keyboard.press('Enter')
  await expect(
    page.getByText(
      contains(`${anthropic.offers(any, anyNumber)} ${anthropic.costs(words.models.money.price('$2', '$10'))}`),
    ),
  ).toBeVisible()
  await page.getByRole('button', { name: anthropic.use('Claude Sonnet 5.5') }).click()
  await person.send('Good morning')
  await expect(page.getByRole('log').getByText(contains(words.chat.receipt.tokens(any, any)))).toBeVisible()
})

test('[SET-1] [SET-4] finds a model on this computer with one press, and gets its answer with another', async ({
  app,
}) => {
  const { page } = app
  const person = new Steps(app)
  const local = await localModels()
  local.turns = [{ text: 'Good morning from here.' }]
  await page.goto(app.address('/welcome'))
  await expect(page.getByRole('button', { name: localWords.look })).toBeVisible()
  expect(local.seen).toEqual([])
  await page.getByRole('button', { name: localWords.look }).click()
  await expect(page.getByText(localWords.answers('Ollama', 2))).toBeVisible()
  await page.getByRole('button', { name: localWords.limits }).click()
  await expect(page.getByText(/It cuts a conversation silently/)).toBeVisible()
  await page.getByRole('combobox', { name: localWords.label }).selectOption({ label: 'llama3.1:8b' })
  expect(local.asked).toEqual([])
  await page.getByRole('button', { name: localWords.use('llama3.1:8b') }).click()
  await person.send('Good morning')
  await expect(page.getByText('Good morning from here.')).toBeVisible()
  expect(local.asked.map(({ model }) => model)).toEqual(['llama3.1:8b'])
  await expect(page.getByRole('log').getByText(/\$/)).toHaveCount(0)
  await local.close()
})
