import { isObject } from '../../shared/schema/json.ts'
import { FakeLocal } from '../support/fake-local.ts'
import { any, anyNumber, beginsWith, contains, whole, words } from '../support/words.ts'
import { expect, shareApp, test, type App } from './support/app.ts'
import { axeFindings } from './support/axe.ts'
import { Steps } from './support/steps.ts'

const { byId, ends, key, prices, row: place, standard } = words.settingsModels
const { add, done, form, list, model, pick: picking } = words.providers
const { picker, system } = words.models

// In this order: the first two begin without a key.
shareApp()

/** The model of each request, in order. */
const asked = (app: App) =>
  app.fake.state.log.flatMap(({ path, body }) => (path === '/v1/messages' && isObject(body) ? [body] : []))

async function choose(app: App, name: string): Promise<void> {
  await app.page.getByRole('button', { name: beginsWith(picker.label(any)) }).click()
  await app.page.getByRole('menuitemradio', { name }).click()
}

test('[SET-6] replaces and deletes a key, and says what to do in a conversation without one', async ({ app }) => {
  const { page } = app
  const person = new Steps(app)
  await person.open('Settings')
  await page.getByRole('button', { name: standard.byId }).click()
  await page.getByRole('textbox', { name: byId.id }).fill('claude-new')
  await page.keyboard.press('Enter')
  await person.newConversation()
  await expect(page.getByText(words.composer.obstacle.noKey)).toBeVisible()
  await page.getByRole('link', { name: words.composer.obstacle.addKey }).click()
  await person.connectModel('wrong-key')
  await expect(page.getByText(/rejected this key\. Nothing was saved\./)).toBeVisible()
  const keyField = page.getByLabel(key.label('Anthropic'), { exact: true })
  await expect(keyField).toHaveValue('wrong-key')
  await expect(keyField).toHaveAttribute('aria-invalid', 'true')
  await keyField.focus()
  await page.keyboard.type('test-key')
  await page.keyboard.press('Enter')
  await expect(page.getByText(contains(place.tookKey(any, anyNumber)))).toBeVisible()
  await page.getByRole('button', { name: place.more('Anthropic') }).click()
  await page.getByRole('menuitem', { name: place.deleteKey }).click()
  await page.getByRole('dialog').getByRole('button', { name: ends.deleteKeyVerb }).click()
  await expect(page.getByLabel(key.label('Anthropic'), { exact: true })).toBeVisible()
})

test('[SET-6] [SET-8] [PRV-7] [PRV-8] [FIL-30] adds, tests, prices and removes the user’s own endpoint @all', async ({
  app,
}) => {
  const { page } = app
  const person = new Steps(app)
  const local = new FakeLocal('vllm', ['tiny'])
  const usage = { input_tokens: 1000, output_tokens: 1000 }
  local.turns = [
    { calls: [{ name: 'ping', input: { text: 'hello' } }], usage },
    { text: 'Here I am.', usage },
  ]
  const address = await local.listen()
  await person.open('Settings')
  await person.typeInPalette(add)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: picking.label })).toBeFocused()
  await page.keyboard.type('vllm')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: form.title('vLLM') })
  const field = dialog.getByRole('textbox', { name: form.url })
  await expect(field).toHaveValue('http://127.0.0.1:8000')
  await field.fill('nowhere')
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription(contains(form.notUrl))
  await field.fill(address)
  await expect(field).toHaveAccessibleDescription(contains(form.staysHere))
  expect(local.seen).toEqual([])
  await dialog.getByRole('textbox', { name: beginsWith(form.name) }).fill('Cellar')
  await page.keyboard.press('Enter')
  await page
    .getByRole('dialog', { name: done.title('Cellar') })
    .getByRole('button', { name: done.done })
    .press('Enter')
  const row = page.getByRole('listitem', { name: 'Cellar' })
  await expect(row.getByText(contains(place.noKey))).toBeVisible()
  expect(local.seen).toMatchObject([{ path: '/v1/models' }])
  await row.getByRole('button', { name: list.title(1) }).press('Enter')
  await row.getByRole('button', { name: beginsWith('tiny') }).press('Enter')
  await expect(row.getByText(model.says(model.tokens(8192), new URL(address).host))).toBeVisible()
  // Neither PDF files nor sounds.
  await expect(row.getByText(model.notCarried(form.apis.messages))).toHaveCount(2)
  await row.getByRole('button', { name: model.probe }).press('Enter')
  await expect(row.getByText(contains(model.calls.made))).toBeVisible()

  await row.getByRole('button', { name: place.test, exact: true }).click()
  await expect(row.getByText(contains(place.offers(any, 1)))).toBeVisible()
  await page.getByRole('combobox', { name: standard.model, exact: true }).selectOption('cellar tiny')
  await expect(page.getByText(standard.noPrice)).toBeVisible()
  await page.goto(app.address('/settings/limits'))
  await page.getByRole('button', { name: prices.addOne }).click()
  const price = page.getByRole('dialog', { name: prices.formTitle })
  await price.getByRole('textbox', { name: prices.model }).fill('ti*')
  await price.getByRole('textbox', { name: beginsWith(prices.inputLabel) }).fill('1')
  await page.keyboard.press('Enter')
  await expect(price.getByRole('textbox', { name: beginsWith(prices.outputLabel) })).toHaveAccessibleDescription(
    contains(prices.notMoney),
  )
  await price.getByRole('textbox', { name: beginsWith(prices.outputLabel) }).fill('2')
  await page.keyboard.press('Enter')
  await expect(price).toBeHidden()
  await page.goto(app.address('/settings/models'))
  await expect(page.getByText(words.models.money.price('$1', '$2')).first()).toBeVisible()

  await person.newConversation()
  await person.send('Hello')
  await expect(page.getByText('Here I am.')).toBeVisible()
  await person.receipts.last().press('Enter')
  await expect(page.getByRole('log').getByText('$0.003', { exact: true })).toBeVisible()

  await person.open('Settings')
  await row.getByRole('button', { name: place.more('Cellar') }).click()
  await page.getByRole('menuitem', { name: place.remove }).click()
  await expect(page.getByRole('dialog').getByText(contains(ends.removeDefault))).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: ends.removeVerb }).click()
  await expect(row).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: standard.model, exact: true })).toHaveValue('by-hand')
  await page.goBack()
  await expect(page.getByRole('region', { name: words.manual.chooser.label })).toBeVisible()
  await local.close()
})

test('[SET-7] [SET-8] [SET-14] [SET-21] [FRA-17] [CHAT-25] gives a new conversation its own model and prompt, and continues it with another model and without one', async ({
  app,
}) => {
  const { page } = app
  const person = new Steps(app)
  await person.prepare({ servers: { playground: { type: 'playground' } } })
  await page.getByRole('list', { name: words.chat.empty.examples }).getByRole('button').first().press('Enter')
  await expect(person.composer).toBeFocused()
  await expect(person.composer).not.toHaveValue('')
  await person.composer.fill('')
  await page.getByRole('button', { name: beginsWith(picker.label(any)) }).press('Enter')
  await page.keyboard.type('opus 5.5')
  await expect(page.getByText(picker.filtered('opus 5.5', 'Claude Opus 5.5')).first()).toBeVisible()
  expect(await axeFindings(page, { theme: 'light' })).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: picker.label('Claude Opus 5.5') })).toBeFocused()
  await page.getByRole('button', { name: system.menu }).click()
  await page.getByRole('menuitem', { name: system.add }).click()
  await page.getByRole('textbox', { name: system.label }).fill('Answer in rhymes.')
  await page.getByRole('button', { name: system.save }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: picker.label('Claude Opus 5.5') })).toBeVisible()
  await person.send('First')
  await person.receipts.last().press('Enter')
  await expect(page.getByRole('log').getByText(/^\$0\.\d+$/)).toHaveCount(1)
  expect(asked(app).at(-1)?.['model']).toBe('claude-opus-5-5')
  expect(JSON.stringify(asked(app).at(-1)?.['system'])).toContain('Answer in rhymes.')
  await expect(page.getByText(contains(words.models.gauge.costBefore.trim()))).toBeAttached()
  await expect(page.getByRole('meter')).toHaveAccessibleName(whole(words.models.gauge.used(anyNumber, anyNumber)))

  await person.composer.press('Control+Shift+M')
  const older = page.getByRole('menuitem', { name: whole(picker.older(anyNumber)) })
  const sonnet = page.getByRole('menuitemradio', { name: /^Claude Sonnet 5(?!\.)/ })
  await expect(page.getByRole('menuitemradio', { name: 'Claude Sonnet 5.5' })).toContainText(
    words.models.money.figures('$2', '$10'),
  )
  await expect(sonnet).toHaveCount(0)
  await older.press('Enter')
  await expect(sonnet).toHaveCount(1)
  await page.keyboard.type('haiku 4.5')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: picker.label('Claude Haiku 4.5') })).toBeVisible()
  await expect(person.composer).toBeFocused()
  await person.send('Second')
  await page.keyboard.press('Control+Shift+M')
  const used = page.getByRole('group', { name: picker.lastUsed })
  await expect(used.getByRole('menuitemradio')).toHaveText([
    beginsWith('Claude Haiku 4.5'),
    beginsWith('Claude Opus 5.5'),
  ])
  await page.keyboard.press('Escape')
  await expect(person.receipts).toHaveCount(2)
  await person.receipts.last().press('Enter')
  await expect(page.getByRole('log').getByText(/^\$0\.\d+$/)).toHaveCount(2)
  expect(asked(app).at(-1)?.['model']).toMatch(/^claude-haiku-4-5/)
  await expect(page.getByText(words.chat.thread.modelChanged('Claude Haiku 4.5'), { exact: true })).toBeVisible()
  await expect(page.getByText(contains(words.chat.thread.modelChanged('')))).toHaveCount(1)

  await choose(app, picker.none)
  await expect(page.getByRole('region', { name: words.manual.chooser.label })).toBeVisible()
  await expect(person.composer).toHaveCount(0)
  await person.newConversation()
  await expect(page.getByRole('button', { name: picker.label('Claude Sonnet 5.5') })).toBeVisible()
  await expect(person.composer).toBeVisible()
})

test('[CHAT-24] continues with another model after a long wait for the first words', async ({ app }) => {
  const { page } = app
  const person = new Steps(app)
  await person.prepare()
  const late = {
    match: { model: 'claude-sonnet-5-5' },
    content: [{ fault: 'wait', wait_ms: 200_000 }, { text: 'Late.' }],
  }
  app.fake.setScenario({ turns: [late] })
  await page.clock.install()
  await page.reload()
  const before = asked(app).length
  await person.composer.fill('Hello')
  await person.composer.press('Enter')
  await expect(page.getByText(words.chat.waiting.first('Claude Sonnet 5.5'))).toBeVisible()
  await page.clock.fastForward(21_000)
  await page.getByRole('button', { name: words.chat.waiting.another }).press('Enter')
  await page.getByRole('menuitemradio', { name: 'Claude Opus 5.5' }).press('Enter')
  // The ended request may reach the model after the other one.
  const since = (): unknown[] =>
    asked(app)
      .slice(before)
      .map((request) => request['model'])
  await expect.poll(since).toContain('claude-opus-5-5')
  await expect(person.receipts.and(page.getByRole('button', { name: contains('Claude Opus 5.5') }))).toBeVisible()
})

test('[CHAT-24] offers another model at a failure that proposes one, and continues with it', async ({ app }) => {
  const { page } = app
  const person = new Steps(app)
  await person.prepare()
  app.fake.setScenario({ turns: [{ http_error: { status: 404 } }, { content: [{ text: 'From the other.' }] }] })
  await person.send('Are you there?')
  await page.getByRole('button', { name: words.chat.turnEnd.chooseModel }).press('Enter')
  await page.getByRole('menuitemradio', { name: 'Claude Opus 5.5' }).press('Enter')
  await expect(page.getByText('From the other.')).toBeVisible()
  expect(asked(app).at(-1)?.['model']).toBe('claude-opus-5-5')
})

test('[SET-9] [SET-10] gives every settings page its own URL, and passes axe in both themes and at 360 px @all', async ({
  app,
}) => {
  const { page } = app
  await page.goto(app.address('/settings'))
  for (const [part, name] of Object.entries(words.settings.parts)) {
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

test('[SET-15] applies text size, width, density, code font and the key that sends at once, and after a restart @all', async ({
  app,
}) => {
  const { page } = app
  const person = new Steps(app)
  await person.prepare()
  const { choices } = words.settings.appearance
  const root = page.locator('html')
  const pick = (title: string, value: string): Promise<void> =>
    page.getByRole('radiogroup', { name: title }).getByRole('radio', { name: value, exact: true }).press('Space')
  const isApplied = async (): Promise<void> => {
    await expect(root).toHaveCSS('font-size', '18px')
    await expect(root).toHaveAttribute('data-code-font', 'system')
    await expect(page.locator('body')).toHaveCSS('font-family', 'system-ui, sans-serif')
    for (const [name, value] of Object.entries({
      'chat-width': 'wide',
      density: 'compact',
      'interface-font': 'system',
    }))
      await expect(root).toHaveAttribute(`data-${name}`, value)
  }
  await page.goto(app.address('/settings/appearance'))
  await pick(choices.textSize.title, choices.textSize.values.large)
  await pick(choices.chatWidth.title, choices.chatWidth.values.wide)
  await pick(choices.density.title, choices.density.values.compact)
  await pick(choices.interfaceFont.title, choices.interfaceFont.values.system)
  await pick(choices.codeFont.title, choices.codeFont.values.system)
  await pick(choices.sendKey.title, choices.sendKey.values['ctrl-enter'])
  await isApplied()
  await page.reload()
  await isApplied()
  await person.newConversation()
  await person.composer.fill('One line')
  await person.composer.press('Enter')
  await page.keyboard.type('and one more')
  await expect(person.composer).toHaveValue('One line\nand one more')
  await person.composer.press('Control+Enter')
  await expect(person.composer).toHaveValue('')
  await expect(page.getByRole('log')).toContainText('and one more')
  await page.goto(app.address('/settings/appearance'))
  await pick(choices.textSize.title, choices.textSize.values.normal)
  await pick(choices.chatWidth.title, choices.chatWidth.values.normal)
  await pick(choices.density.title, choices.density.values.comfortable)
  await pick(choices.interfaceFont.title, choices.interfaceFont.values.bundled)
  await pick(choices.codeFont.title, choices.codeFont.values.bundled)
  await pick(choices.sendKey.title, choices.sendKey.values.enter)
  await expect(root).toHaveCSS('font-size', '16px')
})

test('[CHAT-21] counts down to the next attempt of an overloaded model, and tries now or another model on request', async ({
  app,
}) => {
  const { page } = app
  const person = new Steps(app)
  const { waiting } = words.chat
  const busy = { http_error: { status: 529, headers: { 'retry-after': '120' } } }
  await person.prepare()
  app.fake.setScenario({ turns: [busy, { content: [{ text: 'At last.' }] }] })
  await person.send('Busy?')
  await expect(page.getByText(contains(waiting.nextTry(anyNumber)))).toBeVisible()
  await page.getByRole('button', { name: waiting.tryNow }).press('Enter')
  await expect(page.getByText('At last.')).toBeVisible()
  app.fake.setScenario({ turns: [busy, { content: [{ text: 'Faster.' }] }] })
  await person.send('Busy again?')
  await page.getByRole('button', { name: beginsWith(waiting.use('Claude Haiku')) }).press('Enter')
  await expect(page.getByText('Faster.')).toBeVisible()
  expect(asked(app).at(-1)?.['model']).toMatch(/^claude-haiku/)
})
