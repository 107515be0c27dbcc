import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { createFakeOpenAI } from '../support/fake-openai.mjs'
import { FakeLocal } from '../support/fake-local.ts'
import { any, anyNumber, contains, words } from '../support/words.ts'
import { expect, shareApp, test, type App } from './support/app.ts'
import { axeFindings } from './support/axe.ts'
import { Counted } from './support/counted.ts'
import { PageLink } from './support/page-link.ts'
import { Steps } from './support/steps.ts'

const { anthropic, manual, nextStep, tools, welcome } = words.firstRun
const { local: localWords, picker } = words.models
const { add, connected, done: ready, form, pick } = words.providers

// In this order: in the first two nothing has been set up.
shareApp()

/** Points Anthropic at the fake, before anyone has chosen it. */
async function pointAtFake(app: App): Promise<void> {
  const endpoints = { anthropic: { baseUrl: app.modelUrl, profile: 'anthropic' } }
  writeFileSync(path.join(app.directory, 'settings.json'), JSON.stringify({ models: { endpoints } }))
  await expect(app.page.getByText(anthropic.help(new URL(app.modelUrl).host))).toBeVisible()
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
  // The page takes focus when it arrives, and keys before that.
  await expect(page.getByRole('button', { name: words.manual.chooser.choose })).toBeFocused()
  await page.getByRole('link', { name: words.chat.empty.waysToBegin }).press('Enter')
  await expect(page.getByRole('heading', { name: welcome.title })).toBeVisible()
  await page.goto(app.address('/settings/about'))
  await page.getByRole('link', { name: words.settings.about.beginAgain }).press('Enter')
  await expect(page.getByRole('button', { name: manual.start })).toBeVisible()
})

test('[SET-1] [SET-2] [SET-11] gets from the first window to a tool’s result in four keys, and suggests a model', async ({
  app,
}) => {
  const { page } = app
  const person = new Steps(app)
  await pointAtFake(app)
  const counted = new Counted(page)
  await expect(page.getByLabel(anthropic.key)).toBeFocused()
  await counted.press('Tab', 'Tab')
  await expect(page.getByRole('button', { name: manual.start })).toBeFocused()
  await counted.press('Enter')
  const run = page.getByRole('button', { name: words.manual.form.run, exact: true })
  await expect(run).not.toHaveAttribute('aria-disabled', 'true')
  await counted.press('Control+Enter')
  await expect(person.call('Roll dice', words.chat.callState.succeeded).getByText(/Rolled/)).toBeVisible()
  expect(counted.actions).toBeLessThanOrEqual(5)
  await expect(page.getByRole('button', { name: picker.label(picker.none) })).toBeVisible()
  expect(app.fake.state.log).toEqual([])
  await page.getByRole('link', { name: nextStep.connect }).press('Enter')
  await expect(page.getByLabel(anthropic.key)).toBeFocused()
})

test('[SET-1] [SET-3] [SET-16] gets from a key to a model’s reply in five actions by keyboard, and keeps nothing of a wrong key', async ({
  app,
}) => {
  const { page } = app
  await page.goto(app.address('/welcome'))
  await pointAtFake(app)
  const key = page.getByLabel(anthropic.key)
  await expect(key).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(anthropic.enterKey)).toBeVisible()
  expect(app.fake.state.log).toEqual([])
  await page.keyboard.type('wrong-key')
  await page.keyboard.press('Enter')
  await expect(key).toHaveAccessibleDescription(/rejected this key\. Nothing was saved\./)
  await expect(key).toHaveValue('wrong-key')
  await expect(key).toHaveAttribute('aria-invalid', 'true')
  await expect(key).toBeFocused()
  // The wrong key is selected: typing replaces it.
  const counted = new Counted(page)
  await counted.type('test-key')
  await counted.press('Enter')
  const start = page.getByRole('button', { name: anthropic.start, exact: true })
  await expect(start).toBeFocused()
  await expect(page.getByText(contains(connected.accepted(any, anyNumber)))).toBeVisible()
  await expect(page.getByText(contains(connected.costs(words.models.money.price('$2', '$10'))))).toBeVisible()
  await counted.press('Enter')
  await expect(new Steps(app).composer).toBeFocused()
  await counted.type('Good morning')
  await counted.press('Enter')
  await expect(new Steps(app).receipts).toBeVisible()
  expect(counted.actions).toBeLessThanOrEqual(5)
})

test('[SET-1] [SET-4] [PRV-7] finds a model on this computer with one press, and gets its answer with another, by keyboard', async ({
  app,
}) => {
  const { page } = app
  const person = new Steps(app)
  const local = await localModels()
  local.turns = [{ text: 'Good morning from here.' }]
  await page.goto(app.address('/welcome'))
  await expect(page.getByRole('button', { name: localWords.look })).toBeVisible()
  expect(local.seen).toEqual([])
  await page.getByRole('button', { name: localWords.look }).press('Enter')
  await expect(page.getByText(localWords.answers('Ollama', 2))).toBeVisible()
  await page.getByRole('button', { name: localWords.limits }).press('Enter')
  await expect(page.getByText(localWords.limitsOf.ollama.at(-1) ?? '')).toBeVisible()
  await page.getByRole('combobox', { name: localWords.label }).press('ArrowDown')
  expect(local.asked).toEqual([])
  await page.getByRole('button', { name: localWords.use('llama3.1:8b') }).press('Enter')
  await person.send('Good morning')
  await expect(page.getByText('Good morning from here.')).toBeVisible()
  expect(local.asked.map(({ model }) => model)).toEqual(['llama3.1:8b'])
  await expect(page.getByRole('log').getByText(/\$/)).toHaveCount(0)
  await local.close()
})

test('[PRV-1] [PRV-6] [PRV-7] sets up a server with OpenAI’s API by keyboard: a wrong key, the right one, a first reply', async ({
  app,
}) => {
  const { page } = app
  const scenario = { turns: [{ content: [{ text: 'Good morning from afar.' }] }] }
  const fake = createFakeOpenAI({ dialect: 'openai', keys: ['right-key-0123456789'], scenario })
  const address = `${await fake.listen()}${fake.base}`
  await new PageLink(page).call('changeSettings', { models: { default: null } })
  await page.goto(app.address('/welcome'))
  await page.getByRole('button', { name: add }).press('Enter')
  await expect(page.getByRole('combobox', { name: pick.label })).toBeFocused()
  expect(await axeFindings(page, { theme: 'light' })).toEqual([])
  await page.keyboard.type('openai')
  await page.keyboard.press('Enter')
  const key = page.getByRole('textbox', { name: form.key, exact: true })
  await expect(key).toBeFocused()
  await page.keyboard.type('wrong-key')
  await page.keyboard.press('Tab')
  await page.keyboard.type(`${address}/chat/completions`)
  await page.keyboard.press('Enter')
  await expect(key).toHaveAccessibleDescription(/rejected this key\. Nothing was saved\./)
  await expect(key).toBeFocused()
  // The wrong key is selected: typing replaces it.
  await page.keyboard.type('right-key-0123456789')
  await page.keyboard.press('Enter')
  await expect(page.getByText(contains(connected.accepted(any, anyNumber)))).toBeVisible()
  await expect(page.getByRole('button', { name: ready.start })).toBeFocused()
  expect(await axeFindings(page, { theme: 'light' })).toEqual([])
  await page.keyboard.press('Enter')
  await expect(new Steps(app).composer).toBeFocused()
  await page.keyboard.type('Good morning')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Good morning from afar.')).toBeVisible()
  await fake.close()
})

test('[SET-24] keeps the welcome page in its place, and links to the page for keys', async ({ app }) => {
  const { page } = app
  await page.goto(app.address('/welcome'))
  const heading = page.getByRole('heading', { name: welcome.title })
  await expect(page.getByLabel(anthropic.key)).toBeFocused()
  const top = async () => (await heading.boundingBox())?.y
  const before = await top()
  await page.getByRole('button', { name: form.whatIsKey }).press('Enter')
  await expect(page.getByText(form.aboutKeys)).toBeVisible()
  await page.getByRole('button', { name: localWords.look }).press('Enter')
  await expect(page.getByRole('button', { name: localWords.lookAgain })).toBeVisible()
  expect(await top()).toBe(before)
  const link = page.getByRole('link', { name: 'console.anthropic.com' })
  await expect(link).toHaveAttribute('href', 'https://console.anthropic.com')
  const opened = page.context().waitForEvent('page')
  await link.press('Enter')
  await (await opened).close()
  await page.getByRole('button', { name: add }).press('Enter')
  await expect(page.getByRole('combobox', { name: pick.label })).toBeFocused()
  await page.keyboard.type('openrouter')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(page.getByRole('textbox', { name: form.key, exact: true })).toBeFocused()
  await expect(dialog.getByRole('link', { name: 'openrouter.ai/keys' })).toHaveAttribute(
    'href',
    'https://openrouter.ai/keys',
  )
  await expect(dialog.getByRole('button', { name: form.whatIsKey })).toBeVisible()
})

test('[SET-26] offers something to work with once a model is there, says why a folder can’t be used, and leads back to it', async ({
  ownApp,
}) => {
  const { page } = ownApp
  const { empty } = words.chat
  await pointAtFake(ownApp)
  const key = page.getByLabel(anthropic.key)
  await expect(key).toBeFocused()
  await new Counted(page).paste(`ghp_${'a1B2'.repeat(9)}`)
  await expect(key).not.toHaveValue('')
  expect(ownApp.fake.state.log).toEqual([])
  await key.fill('test-key')
  await page.keyboard.press('Enter')
  const folder = page.getByRole('textbox', { name: tools.folder })
  await expect(folder).toBeFocused()
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    expect(await axeFindings(page, { theme }), theme).toEqual([])
  }
  await page.setViewportSize({ width: 360, height: 780 })
  const over = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await over()).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press('Enter')
  await expect(folder).toHaveAccessibleDescription(tools.enterFolder)
  await page.keyboard.type('~/no such folder')
  await page.keyboard.press('Enter')
  await expect(folder).toHaveAccessibleDescription('No such folder on this computer.')
  expect(Object.keys((await new PageLink(page).state()).configured.servers)).toEqual([])
  await page.getByRole('button', { name: tools.chat }).press('Enter')
  await expect(new Steps(ownApp).composer).toBeFocused()
  await expect(page.getByText(contains(empty.withoutTools('Claude Sonnet 5.5')))).toBeVisible()
  await page.getByRole('link', { name: empty.giveTools }).press('Enter')
  await expect(page.getByRole('heading', { name: tools.title })).toBeVisible()
  await page.getByRole('button', { name: tools.other }).press('Enter')
  await expect(key).toBeFocused()
})
