import { expect, type Locator, type Page } from '@playwright/test'
import { any, anyNumber, beginsWith, whole, words } from '../../support/words.ts'
import { App } from './app.ts'
import { prepare, type Needs } from './prepare.ts'

const pages = {
  Servers: words.frame.pages.servers,
  Audit: words.frame.pages.audit,
  Settings: words.frame.pages.settings,
}
const { row: place } = words.settingsModels
const { form } = words.providers
const { dialog: addDialog, server: describe, program } = words.serverForm
const { answers, ask: question } = words.inbox

/** The reviews of a server before it starts, or before its definitions are used. */
const reviews = [
  words.inbox.trust.title,
  words.inbox.trust.titleAgain,
  words.inbox.address.title,
  words.inbox.address.titleAgain,
  words.inbox.definitions.title(any),
]

const accept = whole(words.inbox.definitions.accept(1, 1), words.inbox.definitions.accept(anyNumber, anyNumber))

/** A user's actions in Atrium. Each step ends when its effect is visible. */
export class Steps {
  readonly page: Page
  readonly #app: App

  constructor(app: App) {
    this.#app = app
    this.page = app.page
  }

  /** Sets up what the test isn't about: a model, servers that are trusted and ready, a new conversation. */
  async prepare(needs: Needs = {}): Promise<void> {
    await prepare(this.#app, needs)
    await this.newConversation()
  }

  async open(page: keyof typeof pages): Promise<void> {
    await this.page.getByRole('navigation').getByRole('link', { name: pages[page] }).click()
  }

  /** Anthropic, pointed at the fake, with a key that is tested at once. */
  async connectModel(key = 'test-key'): Promise<void> {
    const { page } = this
    await this.open('Settings')
    await page.getByRole('button', { name: place.more('Anthropic') }).click()
    await page.getByRole('menuitem', { name: place.changeAddress }).click()
    const dialog = page.getByRole('dialog', { name: form.edit('Anthropic') })
    const url = dialog.getByRole('textbox', { name: form.url })
    await url.fill(this.#app.modelUrl)
    await url.press('Enter')
    await dialog.getByRole('button', { name: form.saveAnyway }).press('Enter')
    await expect(dialog).toBeHidden()
    await page.getByLabel(words.settingsModels.key.label('Anthropic')).fill(key)
    await page.getByRole('button', { name: words.settingsModels.key.save }).click()
  }

  /** Fills in a program's form and adds it. Nothing of it runs yet. */
  async describeServer(name: string, args: string[], command = process.execPath): Promise<void> {
    const { page } = this
    await this.open('Servers')
    await page.getByRole('button', { name: words.servers.list.add }).first().click()
    const dialog = page.getByRole('dialog', { name: addDialog.title })
    await dialog.getByRole('button', { name: addDialog.inForm }).click()
    await dialog
      .getByRole('textbox', { name: beginsWith(describe.name) })
      .first()
      .fill(name)
    await dialog.getByRole('textbox', { name: beginsWith(program.command) }).fill(command)
    if (args.length > 0)
      await dialog.getByRole('textbox', { name: beginsWith(program.arguments) }).fill(args.join('\n'))
    await dialog.getByRole('button', { name: addDialog.add }).click()
    await expect(dialog).toBeHidden()
  }

  async addServer(name: string, args: string[], command?: string): Promise<void> {
    await this.describeServer(name, args, command)
    await this.trust(name)
  }

  /** The question whether a server can start, on its page. */
  review(name: string): Locator {
    return this.page.getByRole('group', { name: whole(...reviews.map((title) => question.waitingOf(name, title))) })
  }

  /** Reads to the end, waits until the answer counts, and lets it start. */
  async trust(name: string): Promise<void> {
    const button = this.review(name).getByRole('button', { name: words.inbox.trust.trust })
    await button.scrollIntoViewIfNeeded()
    await this.#answer(name, button)
  }

  /** Lets Atrium connect to an address from the file. */
  async connect(name: string): Promise<void> {
    await this.row(name)
      .getByRole('button', { name: words.servers.row.reviewOf(name) })
      .click()
    await this.#answer(name, this.review(name).getByRole('button', { name: words.inbox.address.connect }))
  }

  /** Selects all definitions, reads them to the end, waits until the answer counts, and accepts them. */
  async accept(name: string): Promise<void> {
    const boxes = this.review(name).getByRole('checkbox')
    await expect(boxes).not.toHaveCount(0)
    for (const box of await boxes.all()) await box.check()
    const button = this.review(name).getByRole('button', { name: accept })
    await button.scrollIntoViewIfNeeded()
    await this.#answer(name, button)
  }

  /** Presses the answer to a server's review once it counts. The next review can be there as soon as this one is gone. */
  async #answer(name: string, button: Locator): Promise<void> {
    await expect(button).not.toHaveAttribute('aria-disabled', 'true')
    const review = await this.#only(this.review(name))
    await button.click()
    await expect(review).toBeHidden()
  }

  /** This question, and none that takes its place. */
  async #only(ask: Locator): Promise<Locator> {
    return this.page.locator(`[data-ask="${await ask.getAttribute('data-ask')}"]`)
  }

  /** A server in the list. */
  row(name: string): Locator {
    return this.page.getByRole('main').getByRole('listitem').filter({ hasText: name })
  }

  async ready(name: string): Promise<void> {
    await this.open('Servers')
    await expect(this.row(name).getByText(words.servers.state.ready)).toBeVisible()
  }

  async newConversation(): Promise<void> {
    await this.page.getByRole('button', { name: words.frame.newConversation }).first().click()
    await expect(this.page.getByRole('heading', { name: words.chat.page.newConversation, exact: true })).toBeVisible()
  }

  /** Chooses in a button's menu by keyboard, and waits until the menu has given focus back. */
  async choose(button: Locator, item: string | RegExp): Promise<void> {
    await button.press('Enter')
    await this.page.getByRole('menuitem', { name: item, exact: true }).press('Enter')
    await expect(this.page.getByRole('menu')).toHaveCount(0)
  }

  /** Chooses in the menu of things to add to the message. */
  async add(what: string): Promise<void> {
    await this.choose(this.page.getByRole('button', { name: words.composer.add, exact: true }), beginsWith(what))
  }

  /** Opens the picker from the list that an @ in the message opens. */
  async browseResources(): Promise<void> {
    const { page } = this
    await page.keyboard.press('@')
    const { list, browse } = words.resources.mention
    const option = page.getByRole('listbox', { name: list }).getByRole('option', { name: browse })
    await expect(option).toBeVisible()
    await page.keyboard.press('ArrowUp')
    await expect(option).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
  }

  /** Opens the palette as soon as nothing else is open, and waits until its field takes keys. */
  async openPalette(): Promise<Locator> {
    const field = this.page.getByRole('combobox', { name: words.palette.title })
    await expect(this.page.locator('[role=dialog]:not([data-toast]), [role=menu]')).toHaveCount(0)
    await this.page.keyboard.press('Control+k')
    await expect(field).toBeFocused()
    return field
  }

  async typeInPalette(text: string): Promise<void> {
    await this.openPalette()
    await this.page.keyboard.type(text)
  }

  get composer(): Locator {
    return this.page.getByRole('textbox', { name: words.composer.field.name })
  }

  async send(text: string): Promise<void> {
    await this.composer.fill(text)
    await this.composer.press('Enter')
    await expect(this.composer).toHaveValue('')
  }

  /** The open question about a tool. */
  ask(tool: string): Locator {
    const title = `${any}${tool}${any}`
    const names = [question.waitingOf(any, title), words.questions.waiting(title)]
    return this.page.getByRole('group', { name: whole(...names) })
  }

  /** The receipts under complete answers. */
  get receipts(): Locator {
    return this.page.getByRole('log').getByRole('button', { name: beginsWith(words.chat.receipt.name('')) })
  }

  /** A call's card in a state of `words.chat.callState`, by its accessible name. */
  call(tool: string, state: string): Locator {
    return this.page.getByRole('article', { name: whole(words.chat.call.name(any, `${any}${tool}${any}`, state)) })
  }

  async allow(tool: string, answer: string = answers.allowOnce): Promise<void> {
    const ask = this.ask(tool)
    const button = ask.getByRole('button', { name: answer, exact: true })
    await this.goTo(tool)
    await expect(this.denial(ask)).toBeFocused()
    if (answer !== answers.allowOnce) await this.moreAnswers(ask)
    await this.#press(button, ask)
  }

  /** Reads a question to its end, and waits until the answer counts. */
  async readsToEnd(ask: Locator, answer: Locator): Promise<void> {
    await expect(async () => {
      await ask.evaluate((it) => it.scrollIntoView({ block: 'end' }))
      await expect(answer).not.toHaveAttribute('aria-disabled', 'true', { timeout: 1500 })
    }).toPass()
  }

  /** Goes to a question about a tool: from its call's row, or by key if it's open there. */
  async goTo(tool: string): Promise<void> {
    const review = this.call(tool, words.chat.callState.waiting).getByRole('button', {
      name: words.chat.call.review,
      exact: true,
    })
    await expect(review.or(this.ask(tool)).first()).toBeVisible()
    if (await review.isVisible()) return review.click()
    await this.composer.focus()
    await this.page.keyboard.press('Control+.')
  }

  /** Shows the answers that make rules. */
  moreAnswers(ask: Locator): Promise<void> {
    return ask.getByRole('button', { name: answers.allowMore, exact: true }).click()
  }

  /**
   * Presses a consent until it is accepted. Content growing around a question can move it, which restarts its arming.
   */
  async #press(consent: Locator, ask: Locator): Promise<void> {
    const its = await this.#only(ask)
    await expect(async () => {
      if (await its.isHidden()) return
      await expect(consent).not.toHaveAttribute('aria-disabled', 'true', { timeout: 5000 })
      await consent.click({ timeout: 2000 })
      await expect(its).toBeHidden({ timeout: 2000 })
    }).toPass()
  }

  /** Stops the page's clock, which must be installed: time that begins now passes only when the test lets it. */
  async stopTime(): Promise<void> {
    const { page } = this
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
  }

  async deny(tool: string): Promise<void> {
    const ask = await this.#only(this.ask(tool))
    await this.denial(ask).click()
    await expect(ask).toBeHidden()
  }

  /** The safe answer of the question in a part of the page. */
  denial(within: Locator = this.page.locator('body')): Locator {
    return within.getByRole('button', { name: answers.deny, exact: true })
  }

  async showDetails(card: Locator): Promise<void> {
    await card.getByRole('button', { name: whole(words.chat.call.showDetails(any)) }).click()
  }

  /** A call's progress, once it has made a step. */
  progress(card: Locator, total: number): Locator {
    const { progress } = words.chat.call
    const none = whole(progress('0', String(total)))
    return card.getByText(whole(progress(any, String(total)))).filter({ hasNotText: none })
  }

  /** The audit log's records instead of its calls. */
  async openRecords(): Promise<void> {
    await this.open('Audit')
    await this.page.getByRole('tab', { name: words.audit.page.allRecords }).click()
    await expect(this.page.getByRole('columnheader', { name: words.audit.columns.number })).toBeAttached()
  }

  /** The audit row that contains all of these texts, scrolled to from the newest. */
  async findRecord(...texts: string[]): Promise<Locator> {
    const row = texts.reduce((rows, hasText) => rows.filter({ hasText }), this.page.getByRole('row')).first()
    // The first row is the head's, the second a day's.
    await this.page.getByRole('row').nth(2).hover()
    const isThere = async (): Promise<boolean> => {
      if ((await row.count()) > 0) return true
      await this.page.mouse.wheel(0, 300)
      return false
    }
    await expect.poll(isThere, { intervals: [50] }).toBe(true)
    return row
  }
}

/** A model, server-everything, and a new conversation. */
export async function withEverything(app: App): Promise<Steps> {
  const person = new Steps(app)
  await person.prepare({ servers: { everything: [App.script('everything')] } })
  await person.composer.focus()
  return person
}
