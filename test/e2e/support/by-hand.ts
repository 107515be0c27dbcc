import { expect, type Locator, type Page } from '@playwright/test'
import { any, beginsWith, whole, words } from '../../support/words.ts'
import type { App } from './app.ts'
import { Steps } from './steps.ts'

const { chooser, search, form, composer } = words.manual

type Values = Record<string, string | number | boolean>

/** Runs tools without a model, from the palette, and reads their results. */
export class ByHand {
  readonly page: Page
  readonly steps: Steps

  constructor(app: App) {
    this.page = app.page
    this.steps = new Steps(app)
  }

  async begin(name: string, args: string[]): Promise<void> {
    await this.steps.prepare({ model: false, servers: { [name]: args } })
  }

  get form(): Locator {
    return this.page.getByRole('region', { name: form.label })
  }

  /** The buttons for the tool palette: with no tool chosen yet, and with one. */
  get opener(): Locator {
    return this.page.getByRole('button', { name: beginsWith(chooser.choose, composer.chooseAnother) })
  }

  async choose(tool: string): Promise<void> {
    const { page } = this
    await this.opener.click()
    await page.getByRole('combobox', { name: search.search }).fill(tool)
    await expect(page.getByRole('option').first()).toHaveAttribute('data-highlighted', '')
    await page.keyboard.press('Enter')
    await expect(this.form).toBeVisible()
  }

  /** The open card of a tool call whose values were entered as JSON. */
  async run(tool: string, values: object = {}, state: string = words.chat.callState.succeeded): Promise<Locator> {
    await this.choose(tool)
    if (Object.keys(values).length > 0) {
      await this.form.getByRole('tab', { name: form.views.JSON }).click()
      await this.form.getByRole('textbox', { name: form.json }).fill(JSON.stringify(values))
    }
    return this.#press(state)
  }

  /** The open card of a tool call whose values were entered field by field. */
  async runForm(tool: string, values: Values = {}, state: string = words.chat.callState.succeeded): Promise<Locator> {
    await this.choose(tool)
    for (const [name, value] of Object.entries(values)) await this.#fill(name, value)
    return this.#press(state)
  }

  async #fill(name: string, value: Values[string]): Promise<void> {
    const starts = beginsWith(name)
    const answers = this.form.getByRole('tablist', { name: starts })
    if (typeof value === 'boolean')
      return answers.getByRole('tab', { name: value ? words.schemaForm.yes : words.schemaForm.no, exact: true }).click()
    const choice = this.form.getByRole('combobox', { name: starts })
    if ((await choice.count()) > 0) await choice.selectOption(String(value))
    else await this.form.getByRole('textbox', { name: starts }).fill(String(value))
  }

  async #press(state: string): Promise<Locator> {
    // Only rows near the view are on the page, and the user's own call scrolls into view.
    const latest = this.page.getByRole('article').last()
    const before = (await latest.count()) === 0 ? '' : await latest.getAttribute('data-call')
    const run = this.form.getByRole('button', { name: form.run, exact: true })
    await expect(run).not.toHaveAttribute('aria-disabled', 'true')
    await this.page.keyboard.press('Control+Enter')
    await expect(latest).not.toHaveAttribute('data-call', before ?? '')
    const card = this.page.locator(`[data-call="${await latest.getAttribute('data-call')}"]`)
    await expect(card).toHaveAccessibleName(whole(words.chat.call.name(any, any, state)))
    await this.steps.showDetails(card)
    return card
  }
}
