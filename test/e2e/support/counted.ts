import { expect, type Locator, type Page } from '@playwright/test'

/** A user's actions, counted: a press with the pointer, a chord of keys and a typed text are one each. */
export class Counted {
  readonly #page: Page
  actions = 0

  constructor(page: Page) {
    this.#page = page
  }

  /** Presses what is in view, once it can be used. Scrolling to it would be another action. */
  async click(target: Locator): Promise<void> {
    await expect(target).not.toHaveAttribute('aria-disabled', 'true')
    await expect(target).toBeInViewport({ ratio: 1 })
    this.actions += 1
    await target.click()
  }

  /** One chord after the other, at what has the focus. */
  async press(...chords: string[]): Promise<void> {
    for (const chord of chords) {
      this.actions += 1
      await this.#page.keyboard.press(chord)
    }
  }

  /** Types into what has the focus. */
  async type(text: string): Promise<void> {
    this.actions += 1
    await this.#page.keyboard.type(text)
  }

  /** Pastes into what has the focus; the text was copied in another application. */
  async paste(text: string): Promise<void> {
    await this.#page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await this.press('Control+v')
  }
}
