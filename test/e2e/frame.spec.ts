import type { Locator, Page } from '@playwright/test'
import { any, anyNumber, contains, whole, words } from '../support/words.ts'
import { App, expect, shareApp, test } from './support/app.ts'
import { axeFindings, theDialog, type Subject } from './support/axe.ts'
import { look } from './support/look.ts'
import { Steps } from './support/steps.ts'

shareApp()

const { callMap, callState: states } = words.chat
const { nothing } = words.audit
const { choices, parts, ...filters } = words.auditFilter
const { palette } = words

/** A user who navigates. */
class Way {
  readonly page: Page
  readonly steps: Steps

  constructor(app: App) {
    this.page = app.page
    this.steps = new Steps(app)
  }

  get palette(): Locator {
    return this.page.getByRole('dialog', { name: palette.title })
  }

  get options(): Locator {
    return this.palette.getByRole('option')
  }

  /** Opens the palette by keyboard and types. */
  async look(query: string): Promise<void> {
    const field = await this.steps.openPalette()
    await field.fill(query)
  }

  /** Opens the palette, and returns the role of what has focus once it is on the page, before the next frame. */
  async focusedByPalette(): Promise<string | null | undefined> {
    const focused = this.page.evaluate(async () => {
      await new Promise<void>((resolve) => {
        const opens = new MutationObserver(() => {
          if (!document.querySelector('[role=dialog] [role=combobox]')) return
          opens.disconnect()
          resolve()
        })
        opens.observe(document.body, { childList: true, subtree: true })
      })
      return document.activeElement?.getAttribute('role')
    })
    await this.page.keyboard.press('Control+k')
    return focused
  }

  async take(query: string): Promise<void> {
    await this.look(query)
    await expect(this.options.first()).toHaveAttribute('data-highlighted', '')
    await this.page.keyboard.press('Enter')
    await expect(this.palette).toBeHidden()
  }

  /** A model and a server with tools. */
  async begin(): Promise<void> {
    await this.steps.prepare({ servers: { everything: [App.script('everything'), 'stdio'] } })
  }

  /** Types into the audit's filters and takes the first one offered. */
  async narrow(typed: string): Promise<void> {
    await this.page.getByRole('combobox', { name: whole(filters.calls, filters.records) }).fill(typed)
    await expect(this.page.getByRole('option').first()).toHaveAttribute('data-highlighted', '')
    await this.page.keyboard.press('Enter')
  }
}

test('[FRA-3] [FRA-4] [FRA-16] reaches everything from the palette by keyboard alone, and gives no consent', async ({
  app,
}) => {
  const way = new Way(app)
  const { page } = app
  const initials = words.frame.newConversation.replaceAll(/(\w)\w*\W*/g, '$1').toLowerCase()
  const [answer = ''] = palette.asks.answer('', '').split(' ')
  await way.begin()
  await way.steps.send('!tool everything__echo {"message":"seen"}')
  const ask = way.steps.ask('Echo Tool')
  await expect(ask).toBeVisible()
  expect(await way.focusedByPalette()).toBe('combobox')
  await page.keyboard.press('Escape')
  await way.take(palette.settingsPart(words.settings.parts.appearance).toLowerCase().slice(0, -4))
  await expect(page).toHaveURL(/#\/settings\/appearance$/)
  await way.take(palette.themes.dark.toLowerCase())
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await way.take('@everything')
  await expect(page).toHaveURL(/#\/servers\/everything$/)
  await way.take('#3')
  await expect(page.getByRole('complementary', { name: words.audit.detail.record(3) })).toBeVisible()

  await way.take(`echo ${answer}`)
  await expect(ask).toBeVisible()
  await expect(way.steps.denial(ask)).toBeFocused()
  await expect(way.steps.call('Echo Tool', states.waiting)).toBeVisible()
  await way.steps.deny('Echo Tool')

  await way.take('@get sum')
  await expect(page.getByRole('region', { name: words.manual.form.label })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await way.take(initials)
  await expect(page).toHaveURL(/#\/$/)
  await way.take('!tool everything__echo')
  await expect(page).toHaveURL(/#\/c\//)
  await way.steps.newConversation()
  await expect(way.steps.composer).toBeFocused()
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /!tool everything__echo/ })
    .click()
  await expect(page).toHaveURL(/#\/c\//)
  // A tool's form was left open there.
  await expect(page.getByRole('region', { name: words.manual.form.label })).toBeFocused()

  await way.take(palette.servers.turnOff('every').toLowerCase())
  await expect(way.palette).toBeHidden()
  await way.look(palette.servers.turnOn('every').toLowerCase())
  await expect(way.options.first()).toContainText(palette.servers.turnOn('everything'))
  await page.keyboard.press('Escape')
  await expect(way.palette).toBeHidden()
})

test('[FRA-18] [FRA-19] [FRA-20] [EXP-4] opens, changes and leaves conversations by keys from the composer @all', async ({
  app,
}) => {
  const way = new Way(app)
  const { page } = app
  const { composer } = way.steps
  const heading = (title: string): Locator => page.getByRole('heading', { name: title, exact: true, level: 1 })
  await way.begin()
  for (const title of ['First', 'Second']) {
    await way.steps.send(title)
    await expect(heading(title)).toBeVisible()
    await page.keyboard.press('Control+Shift+o')
    await expect(heading(words.chat.page.newConversation)).toBeVisible()
    await expect(composer).toBeFocused()
  }
  await page.keyboard.press('Alt+ArrowDown')
  await expect(heading('Second')).toBeVisible()
  await expect(composer).toBeFocused()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(heading('First')).toBeVisible()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(heading('Second')).toBeVisible()
  await expect(composer).toBeFocused()

  await page.keyboard.press('Control+Shift+m')
  await page.keyboard.type('opus 5.5')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: words.models.picker.label('Claude Opus 5.5') })).toBeVisible()
  await expect(composer).toBeFocused()

  await way.take(`>${palette.renameConversation.toLowerCase()}`)
  await page.getByRole('textbox', { name: words.chat.bar.title }).fill('Third')
  await page.keyboard.press('Enter')
  await expect(heading('Third')).toBeVisible()
  const conversations = words.frame.conversations
  const undo = page.getByRole('button', { name: words.ui.undo, exact: true })
  await undo.press('Enter')
  await expect(heading('Second')).toBeVisible()
  await way.take(`>${palette.starConversation.toLowerCase()}`)
  const starred = page.getByRole('region', { name: conversations.groups.starred, exact: true })
  await expect(starred.getByRole('link')).toHaveCount(1)

  for (const title of ['Second', 'First']) {
    await way.steps.choose(
      page.getByRole('button', { name: conversations.more(title), exact: true }),
      conversations.select,
    )
  }
  const selection = page.getByRole('toolbar', { name: conversations.selection })
  await expect(selection).toContainText(conversations.selected(2))
  await selection.getByRole('button', { name: conversations.archive, exact: true }).press('Enter')
  await expect(selection).toBeHidden()
  await expect(starred).toBeHidden()
  const archive = page.getByText(conversations.archiveHeading, { exact: true })
  await expect(archive).toBeVisible()
  const toast = page.getByText(conversations.archivedSeveral(2))
  await toast.locator('..').getByRole('button').press('Enter')
  await expect(toast).toBeHidden()
  await expect(archive).toBeHidden()
  await expect(starred.getByRole('link', { name: 'Second' })).toBeVisible()

  await way.take(`>${palette.findHere.toLowerCase()}`)
  await expect(page.getByRole('search', { name: words.chat.find.title }).getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await way.take(`>${palette.showBranches.toLowerCase()}`)
  const branches = page.getByRole('dialog', { name: words.chat.branches.title })
  await expect(branches).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(branches).toBeHidden()
  await way.take(`>${palette.exportConversation.toLowerCase()}`)
  const { export: exporting } = words.chat
  const dialog = page.getByRole('dialog', { name: exporting.title })
  await expect(dialog.getByText(exporting.about.markdown)).toBeVisible()
  await look(page, 'export')
  await dialog.getByRole('button', { name: exporting.run }).press('Enter')
  await expect(dialog.getByText(/atrium-conversation-.+\.md$/)).toBeVisible()
  await expect(dialog.getByText(exporting.close, { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await way.take(`>${palette.deleteConversation.toLowerCase()}`)
  await expect(heading(words.chat.page.newConversation)).toBeVisible()
  await expect(page.getByText(words.frame.conversations.deleted)).toBeVisible()
  await way.take(`>${palette.chooseModel.toLowerCase()}`)
  await expect(page.getByRole('menuitemradio').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menuitemradio')).toHaveCount(0)
  await expect(page.locator(':focus')).toBeVisible()

  const edge = page.getByRole('separator', { name: words.frame.sidebar.width })
  await edge.press('ArrowRight')
  await expect(edge).toHaveAttribute('aria-valuenow', '256')
  await edge.hover()
  await page.mouse.down()
  await page.mouse.move(900, 300)
  await page.mouse.up()
  await page.reload()
  await expect(edge).toHaveAttribute('aria-valuenow', '360')
  await expect.poll(() => page.getByRole('main').evaluate((it) => it.getBoundingClientRect().left)).toBe(360)
})

test('[FRA-8] [FRA-9] moves along the calls by keys and ticks, but types the keys in a text field', async ({ app }) => {
  const way = new Way(app)
  const { page } = app
  await way.begin()
  await way.steps.send(
    '!tool everything__echo {"message":"one"}\n!tool everything__get-sum {"a":"x"}\n!tool everything__echo {"message":"two"}',
  )
  const map = page.getByRole('navigation', { name: callMap.name(3) })
  await expect(map.getByRole('button')).toHaveCount(3)
  await expect(
    map.getByRole('button', { name: callMap.call(1, 3, 'everything, Echo Tool', states.waiting) }),
  ).toBeVisible()
  await expect(map.getByRole('button', { name: whole(callMap.call(2, 3, any, states.invalid)) })).toHaveAttribute(
    'data-tone',
    'failed',
  )

  const opener = (index: number): Locator => page.getByRole('article').nth(index).locator('[aria-expanded]').first()
  await way.steps.composer.focus()
  await page.keyboard.type('[]?')
  await expect(way.steps.composer).toHaveValue('[]?')
  await way.steps.composer.fill('')
  await page.getByRole('log').focus()
  await page.keyboard.type('typed')
  await expect(way.steps.composer).toHaveValue('typed')
  await way.steps.composer.fill('')
  await page.getByRole('log').focus()
  await page.keyboard.press(']')
  await expect(opener(0)).toBeFocused()
  await page.keyboard.press(']')
  await expect(opener(1)).toBeFocused()
  await page.keyboard.press('[')
  await expect(opener(0)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(opener(0)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowLeft')
  await expect(opener(0)).toHaveAttribute('aria-expanded', 'false')
  await map.getByRole('button').nth(2).click()
  await expect(opener(2)).toBeFocused()

  await way.steps.composer.focus()
  await page.keyboard.press('F6')
  await expect(page.getByRole('log')).toBeFocused()
  await page.keyboard.press('F6')
  const region = (): Promise<string> => page.evaluate(() => document.activeElement?.tagName ?? '')
  const first = await region()
  await page.keyboard.press('F6')
  expect(await region()).not.toBe('BODY')
  await page.keyboard.press('Shift+F6')
  expect(await region()).toBe(first)
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: words.frame.keys.title })
  for (const name of ['Ctrl K', '[ ]', '→ ←', 'F6', '?']) await expect(keys).toContainText(name)
  await page.setViewportSize({ width: 380, height: 800 })
  await expect(keys.locator('kbd', { hasText: 'F6' }).first()).toBeVisible()
})

test('[FRA-10] [FRA-13] [FRA-14] narrows the audit log, names what hides the rest, and opens it from a receipt', async ({
  app,
}) => {
  const way = new Way(app)
  const { page } = app
  await way.begin()
  await way.steps.send('!tool everything__echo {"message":"one"}')
  await expect(way.steps.ask('Echo Tool')).toBeVisible()
  await page.keyboard.press('Control+.')
  await way.steps.deny('Echo Tool')
  await way.steps.receipts.press('Enter')
  await page.getByRole('link', { name: whole(words.receiptFacts.audit(any)) }).press('Enter')
  const rows = page.getByRole('main').locator('tbody tr[data-seq]')
  await expect(rows.first()).toBeVisible()
  const seqs = await rows.evaluateAll((all) => all.map((row) => Number(row.dataset['seq'])))
  const [, first, last] = /first=(\d+)&last=(\d+)/.exec(page.url()) ?? []
  expect([seqs.at(-1), seqs[0]]).toEqual([Number(first), Number(last)])
  await expect(rows.getByText(words.audit.kinds['turn.started'])).toBeVisible()

  await way.narrow(choices.outcomes.denied)
  await expect(rows).toHaveCount(1)
  await rows.first().getByRole('link').click()
  const detail = page.getByRole('complementary', { name: whole(words.audit.detail.record(anyNumber)) })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await detail.getByRole('button', { name: words.audit.detail.copy }).click()
  await expect(detail.getByRole('button', { name: words.ui.copied })).toBeVisible()
  expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toMatchObject({
    outcome: 'denied',
    server: 'everything',
    body: { type: 'call.finished' },
  })
  await page.keyboard.press('Escape')
  await expect(detail).toBeHidden()

  const kind = parts.kind(choices.kinds.settings.toLowerCase())
  const denied = choices.outcomes.denied.toLowerCase()
  await way.narrow(choices.kinds.settings)
  await expect(page.getByText(nothing.noneFits, { exact: true })).toBeVisible()
  await expect(page.getByText(contains([denied, kind, parts.records(any, any)].join(', ')))).toBeVisible()
  await page.getByRole('button', { name: denied, exact: true }).click()
  await page.getByRole('button', { name: nothing.showAll }).click()
  await expect(page).toHaveURL(/#\/audit\?view=records$/)
  await expect(rows.first()).toBeVisible()
  await page.goBack()
  await expect(page.getByText(nothing.noneFits, { exact: true })).toBeVisible()
})

test('[FRA-15] passes axe in palette, map and filters, and fits into 360 px @all', async ({ app }) => {
  const way = new Way(app)
  const { page } = app
  await way.begin()
  await way.steps.send('!tool everything__echo {"message":"one"}\n!tool everything__echo {"message":"two"}')
  await expect(way.steps.ask('Echo Tool').first()).toBeVisible()
  const conversation = await page.evaluate(() => location.hash.slice(1))
  const check = async (what: string, subject: Subject = {}): Promise<void> => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await axeFindings(page, { ...subject, theme: colorScheme }), `${what}, ${colorScheme}`).toEqual([])
    }
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(over, what).toBeLessThanOrEqual(0)
  }
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 780 })
    await page.goto(app.address(conversation))
    await expect(page.getByRole('article').first()).toBeVisible()
    await check(`conversation, ${width} px`)
    await way.look('e')
    await expect(way.options.first()).toBeVisible()
    await check(`palette, ${width} px`, theDialog)
    await page.keyboard.press('Escape')
    await page.goto(app.address('/audit?of=everything/*'))
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await check(`audit, ${width} px`)
    await page.getByRole('combobox', { name: filters.calls }).fill('ec')
    await expect(page.getByRole('option').first()).toBeVisible()
    await check(`filter, ${width} px`)
    await page.keyboard.press('Escape')
    await page.goto(app.address('/audit?text=nobodysaidthis'))
    await expect(page.getByText(words.auditCalls.nothing.noneFits, { exact: true })).toBeVisible()
    await check(`nothing fits, ${width} px`, { within: 'main' })
  }
})
