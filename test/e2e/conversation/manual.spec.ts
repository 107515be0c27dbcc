import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Locator } from '@playwright/test'
import { any, contains, filled, whole, words } from '../../support/words.ts'
import { App, expect, shareApp, test } from '../support/app.ts'
import { axeFindings } from '../support/axe.ts'
import { ByHand } from '../support/by-hand.ts'

const { call, callState: states, callSummary, clearance, result } = words.chat
const { chooser, composer, search: toolSearch, form, violations, obstacles, places } = words.manual
const { list, object, types, variants } = words.schemaForm

shareApp()

const awkward = fileURLToPath(new URL('../../support/servers/awkward.mjs', import.meta.url))

/** A user who runs tools. */
class Hands extends ByHand {
  readonly #app: App

  constructor(app: App) {
    super(app)
    this.#app = app
  }

  get runs(): Locator {
    return this.form.getByRole('button', { name: form.run, exact: true })
  }

  field(name: string | RegExp): Locator {
    return this.form.getByRole('textbox', { name })
  }

  /** Edits the file by hand; the first run has a button for it. */
  async addPlayground(): Promise<void> {
    const servers = { mcpServers: { playground: { type: 'playground' } } }
    writeFileSync(path.join(this.#app.directory, 'servers.json'), JSON.stringify(servers))
    await this.page.goto(this.#app.address('/'))
    await expect(this.page.getByText(chooser.ready(12, 1))).toBeVisible()
  }

  async runByKey(): Promise<void> {
    await expect(this.runs).not.toHaveAttribute('aria-disabled', 'true')
    await this.page.keyboard.press('Control+Enter')
  }

  /** Expects the awkward server to report this value from a tool's latest call. */
  async got(tool: string, value: unknown): Promise<void> {
    const card = this.steps.call(tool, states.succeeded).last()
    await this.steps.showDetails(card)
    await expect(card.getByRole('group', { name: result.name })).toContainText(`got ${JSON.stringify(value)}`)
  }
}

test('[MUI-1] [MUI-2] [MUI-7] gets from an empty conversation to a result in three steps, without a key', async ({
  app,
}) => {
  const hands = new Hands(app)
  const { page } = app
  await hands.addPlayground()
  await page.getByRole('button', { name: chooser.choose }).click()
  await page.keyboard.type('dice')
  await page.keyboard.press('Enter')
  await expect(hands.field(/Dice/)).toBeFocused()
  await hands.runByKey()
  const card = hands.steps.call('Roll dice', states.succeeded)
  await expect(card).toContainText(callSummary.chosenByYou)
  await expect(page.getByRole('heading', { name: 'Roll dice' })).toBeVisible()
  await hands.steps.showDetails(card)
  await expect(card.getByText(clearance.chosenBy(words.ui.actors.you), { exact: true })).toBeVisible()
  for (const view of ['structured', 'raw', 'result'] as const)
    await card.getByRole('tab', { name: result.views[view], exact: true }).click()
  await expect(card.getByText(/^Rolled \d/)).toBeVisible()
  await expect(card.getByText(call.modelName)).toHaveCount(0)
  await hands.steps.receipts.press('Enter')
  await expect(page.getByText(words.receiptFacts.noModel, { exact: true })).toBeVisible()
})

test('[MUI-3] [MUI-4] [MUI-6] fills in a nested order, shows problems at their fields, switches to JSON and back, and keeps it over a reload', async ({
  app,
}) => {
  const hands = new Hands(app)
  const { page } = app
  await hands.addPlayground()
  await hands.choose('price_order')

  await test.step('makes no call with missing values', async () => {
    await hands.runByKey()
    await expect(hands.field('Name')).toBeFocused()
    await expect(hands.field('Name')).toHaveAccessibleDescription('Needs a value.')
    await expect(hands.form.getByText('Must have at least 1 item.')).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(0)
  })

  await test.step('takes values by keyboard', async () => {
    await page.keyboard.type('Ada')
    await hands.form.getByRole('button', { name: list.add }).press('Enter')
    await expect(hands.form.getByRole('combobox', { name: 'Item' })).toBeFocused()
    await page.keyboard.type('paper')
    await hands.form.getByRole('textbox', { name: /Quantity/ }).fill('12')
    await page.keyboard.press('Tab')
    await expect(hands.form.getByText('Must be at most 10.')).toBeVisible()
    await hands.form.getByRole('textbox', { name: /Quantity/ }).fill('2')
    await expect(hands.form.getByText('Must be at most 10.')).toHaveCount(0)
  })

  await test.step('shows the same values in JSON, and does not turn invalid JSON into a form', async () => {
    await hands.form.getByRole('tab', { name: form.views.JSON }).click()
    const json = hands.field(form.json)
    expect(JSON.parse(await json.inputValue())).toEqual({
      customer: { name: 'Ada' },
      items: [{ gift_wrap: false, item: 'paper kite', quantity: 2 }],
    })
    await json.fill('{ "customer": ')
    await hands.form.getByRole('tab', { name: form.views.Form }).click()
    await expect(hands.form.getByText(contains(words.schemaForm.json.invalid(any)))).toBeVisible()
    await expect(json).toHaveValue('{ "customer": ')
    await json.fill('{ "customer": {"name":"Bo"},  "items": [{"item":"paper kite","quantity":3}], "note": "" }')
    await hands.form.getByRole('tab', { name: form.views.Form }).click()
    await expect(hands.field('Name')).toHaveValue('Bo')
    await hands.form.getByRole('tab', { name: form.views.JSON }).click()
    await expect(json).toHaveValue(/"Bo"\}, {2}"items"/)
    await hands.form.getByRole('tab', { name: form.views.Form }).click()
  })

  await test.step('keeps the form over a reload', async () => {
    await expect.poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toMatch(/Bo.*paper kite/)
    await page.reload()
    await expect(hands.field('Name')).toHaveValue('Bo')
    await expect(hands.form.getByRole('textbox', { name: /Quantity/ })).toHaveValue('3')
    await hands.runs.focus()
    await hands.runByKey()
    const card = hands.steps.call('Price an order', states.succeeded)
    await hands.steps.showDetails(card)
    await expect(card.getByText('The order comes to 29.70.')).toBeVisible()
  })

  await test.step('keeps a separate form for each conversation', async () => {
    await expect(hands.field('Name')).toHaveValue('Bo')
    await hands.steps.newConversation()
    await expect(page.getByRole('button', { name: chooser.choose })).toBeVisible()
    await page.goBack()
    await expect(hands.field('Name')).toHaveValue('Bo')
  })
})

test('[MUI-7] shows an error, stops a call midway, and runs it again with changes @all', async ({ app }) => {
  const hands = new Hands(app)
  const { page } = app
  await hands.addPlayground()
  await hands.choose('fail_on_purpose')
  await hands.runByKey()
  const failed = hands.steps.call('Fail on purpose', states.failed)
  await expect(failed).toContainText('This failed on purpose: You asked for it.')
  await expect(page.getByText(call.modelTold)).toHaveCount(0)

  await hands.choose('count_down')
  await hands.field(/From/).fill('60')
  await hands.runByKey()
  const running = hands.steps.call('Count down', states.running)
  await expect(hands.steps.progress(running, 60)).toBeVisible()
  await expect(hands.form.getByText(obstacles.busy)).toBeVisible()
  await running.getByRole('button', { name: call.cancel }).click()
  const cancelled = hands.steps.call('Count down', states.cancelled)
  await expect(cancelled).toContainText(call.mayHaveFinished)

  await hands.choose('tell_time')
  await hands.steps.showDetails(cancelled)
  await cancelled.getByRole('button', { name: call.runAgain }).click()
  await expect(hands.field(/From/)).toHaveValue('60')
  await hands.field(/From/).fill('2')
  await hands.form.getByRole('combobox', { name: /Pace/ }).selectOption('tenths')
  await hands.runByKey()
  await expect(hands.steps.call('Count down', states.succeeded)).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(3)
})

test('[MUI-3] [MUI-4] fills in awkward schemas by keyboard and sends the values as shown @all', async ({ app }) => {
  const hands = new Hands(app)
  const { page } = app
  const { keyboard } = page
  await hands.steps.prepare({ model: false, servers: { awkward: [awkward] } })

  await test.step('fills in a tree that contains itself', async () => {
    await hands.choose('tree')
    await keyboard.type('oak')
    await keyboard.press('Tab')
    await keyboard.press('Enter')
    await expect(hands.field('name').nth(1)).toBeFocused()
    await keyboard.type('leaf')
    await hands.runByKey()
    await hands.got('tree', { root: { name: 'oak', children: [{ name: 'leaf' }] } })
  })

  await test.step('opens an endless schema and says what is missing', async () => {
    await hands.choose('endless')
    await hands.runByKey()
    await expect(hands.form.getByText(violations.missing).first()).toBeVisible()
  })

  await test.step('fills in members joined by allOf, with the rules of both parts', async () => {
    await hands.choose('joined')
    await keyboard.type('ab')
    await keyboard.press('Tab')
    await expect(hands.form.getByText('Must have at least 3 characters.')).toBeVisible()
    await keyboard.type('1.50')
    await hands.field('a').fill('abc')
    await hands.runByKey()
    await hands.got('joined', { a: 'abc', b: 1.5 })
  })

  await test.step('fills in a tuple', async () => {
    await hands.choose('tuple')
    await keyboard.type('x')
    await hands.runByKey()
    await expect(hands.field('2')).toBeFocused()
    await keyboard.type('7')
    await hands.runByKey()
    await hands.got('tuple', { pair: ['x', 7] })
  })

  await test.step('fills in a value or null', async () => {
    await hands.choose('nullable')
    await hands.runByKey()
    await hands.got('nullable', { limit: null })
    await hands.form.getByRole('combobox', { name: variants.kindOf('limit') }).selectOption(types.integer)
    await hands.field('limit').fill('2')
    await hands.runByKey()
    await expect(hands.field('limit')).toBeFocused()
    await expect(hands.field('limit')).toHaveAccessibleDescription(/Must be at least 3/)
    await keyboard.press('Backspace')
    await keyboard.type('5')
    await hands.runByKey()
    await hands.got('nullable', { limit: 5 })
  })

  await test.step('fills in names of the user’s choice', async () => {
    await hands.choose('map')
    await hands.form.getByRole('button', { name: object.fillIn }).press('Enter')
    await hands.field(object.newName).fill('__proto__')
    await keyboard.press('Enter')
    await hands.field('__proto__').fill('3')
    await hands.runByKey()
    await hands.got('map', { scores: JSON.parse('{"__proto__":3}') })
  })

  await test.step('applies a rule between values', async () => {
    await hands.choose('conditional')
    await hands.form.getByRole('combobox', { name: 'pay' }).selectOption('card')
    await hands.runByKey()
    await expect(hands.field(/^card/)).toBeFocused()
    await keyboard.type('42')
    await hands.runByKey()
    await hands.got('conditional', { pay: 'card', card: '42' })
  })

  await test.step('chooses one of nine hundred options', async () => {
    await hands.choose('large_choice')
    await hands.form.getByRole('combobox', { name: 'city' }).fill('city 877')
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await hands.runByKey()
    await hands.got('large_choice', { city: 'city 877' })
  })

  await test.step('fills in names that every object has', async () => {
    await hands.choose('inherited')
    await hands.field(/__proto__/).fill('p')
    await hands.field(/constructor/).fill('c')
    await hands.field(/toString/).fill('"s"')
    await hands.runByKey()
    await hands.got('inherited', JSON.parse('{"__proto__":"p","constructor":"c","toString":"s"}'))
  })

  await test.step('fills in one of several shapes', async () => {
    await hands.choose('shapes')
    await hands.form.getByRole('combobox', { name: variants.kindOf('shape') }).selectOption('Square')
    await hands.field('side').fill('x')
    await hands.runByKey()
    await expect(hands.field('side')).toBeFocused()
    await hands.field('side').fill('4')
    await hands.runByKey()
    await hands.got('shapes', { shape: { kind: 'square', side: 4 } })
  })

  await test.step('does not send a number too large to be sent exactly', async () => {
    await hands.choose('numbers')
    await hands.form
      .getByRole('button', { name: object.fillIn })
      .or(hands.form.getByRole('button', { name: list.add }))
      .press('Enter')
    await hands.field('1').fill('12345678901234567890')
    await hands.runByKey()
    await expect(hands.form.getByText(contains(violations.tooLarge, words.schemaForm.json.tooLarge(any)))).toBeVisible()
  })
})

test('[MUI-5] [DUI-5] reports a changed definition in an open form, waits for its review, and keeps what still fits @all', async ({
  app,
}) => {
  const hands = new Hands(app)
  const sign = path.join(app.directory, 'shifted')
  await hands.steps.prepare({ model: false, servers: { moody: [awkward, sign] } })
  await hands.choose('anything')
  await hands.runByKey()
  await expect(hands.steps.call('anything', states.succeeded)).toBeVisible()
  await hands.choose('shifting')
  await hands.field(/^kept/).fill('stays')
  await hands.field(/^old/).fill('goes')
  writeFileSync(sign, '')
  await expect(hands.form.getByText(contains(form.changed('moody')))).toBeVisible()
  await expect(hands.form.getByText(contains(filled(form.leftOut, { values: `${any}old` })))).toBeVisible()
  await expect(hands.field(/^kept/)).toHaveValue('stays')
  await expect(hands.field(/^fresh/)).toBeVisible()
  await expect(hands.field(/^old/)).toHaveCount(0)
  await expect(hands.runs).toHaveAttribute('aria-description', contains(obstacles.waits('moody')))
  await hands.page.keyboard.press('Control+.')
  await expect(hands.page.getByRole('option').first()).toHaveAttribute('data-highlighted', '')
  await hands.page.keyboard.press('Enter')
  await hands.steps.accept('moody')
  await hands.page.goBack()
  await expect(hands.field(/^kept/)).toHaveValue('stays')
  await hands.field(/^kept/).focus()
  await hands.runByKey()
  await hands.got('shifting', { kept: 'stays' })
  await expect(hands.form.getByText(contains(form.changed('moody')))).toHaveCount(0)
})

test('[MUI-9] passes axe in the palette, the form and its problems, and fits into 380 px @all', async ({ app }) => {
  const hands = new Hands(app)
  const { page } = app
  await hands.addPlayground()
  for (const width of [1280, 380]) {
    await page.setViewportSize({ width, height: 780 })
    const check = async (what: string): Promise<void> => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        expect(await axeFindings(page, { theme: colorScheme }), `${what}, ${colorScheme}, ${width} px`).toEqual([])
      }
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(over, `${what} at ${width} px`).toBeLessThanOrEqual(0)
    }
    await page.goto(app.address('/'))
    await hands.opener.click()
    await expect(page.getByRole('option').first()).toBeVisible()
    await check('palette')
    await page.keyboard.type('price')
    await page.keyboard.press('Enter')
    await hands.runByKey()
    await expect(hands.form.getByText(violations.missing).first()).toBeVisible()
    await check('form')
    const fits = await hands.runs.evaluate((button) => button.getBoundingClientRect().bottom <= innerHeight)
    expect(fits, `Run is on screen at ${width} px`).toBe(true)
  }
})

test('[MUI-8] lets the user and a model work in one conversation @all', async ({ app }) => {
  const hands = new Hands(app)
  const { page } = app
  await hands.steps.prepare({ servers: { everything: [App.script('everything'), 'stdio'] } })
  await hands.steps.send('Hello')
  await hands.steps.add(words.composer.actions.runTool)
  await test.step('searches for text typed now', async () => {
    const search = page.getByRole('combobox', { name: toolSearch.search })
    await page.keyboard.press('e')
    await expect(search).toBeFocused()
    await page.keyboard.type('cho')
    await expect(search).toHaveValue('echo')
    await page.keyboard.press('Escape')
    await expect(search).toBeHidden()
  })
  await hands.choose('echo')
  await hands.field(/message/).fill('by hand')
  await expect(
    page.getByText(whole(form.sends(words.inbox.facts.values(1), 'everything', places.program))),
  ).toBeVisible()
  await hands.runByKey()
  await expect(hands.steps.call('Echo Tool', states.succeeded)).toContainText(callSummary.chosenByYou)
  await page.getByRole('button', { name: composer.putAway }).click()
  await hands.steps.send('And now?')
  await expect(page.getByRole('log').getByText('And now?').first()).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
})
