import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { beginsWith, contains, words } from '../../support/words.ts'
import { App, expect, shareApp, test } from '../support/app.ts'
import { axeFindings } from '../support/axe.ts'
import { settled } from '../support/settled.ts'
import { Steps } from '../support/steps.ts'

const { call: callWords, callState: states, clearance, thread } = words.chat
const { answers, edit: editing } = words.inbox

shareApp()

/** axe finds nothing, and nothing overflows. */
async function isClean(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await axeFindings(page, { theme: colorScheme }), `${what}, ${colorScheme}`).toEqual([])
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(over, what).toBeLessThanOrEqual(0)
    if (process.env['LOOK']) await page.screenshot({ path: `${process.env['LOOK']}/${what} ${colorScheme}.png` })
  }
}

/** A user who approves calls of the official example server. */
class Asked extends Steps {
  async begin(): Promise<void> {
    await this.prepare({ servers: { everything: [App.script('everything'), 'stdio'] } })
  }

  /** Lets the model request a call, and goes to the question by keyboard. */
  async isAsked(tool: string, title: string, input: object): Promise<Locator> {
    await this.send(`!tool everything__${tool} ${JSON.stringify(input)}`)
    const ask = this.ask(title)
    await expect(this.call(title, states.waiting).last()).toBeVisible()
    await this.page.keyboard.press('Control+.')
    await expect(this.denial(ask)).toBeFocused()
    return ask
  }

  form(ask: Locator): Locator {
    return ask.getByRole('region', { name: editing.label })
  }

  /** Clean in a wide window and in a narrow one. */
  async isFine(what: string, subject: Locator, isAsk: boolean): Promise<void> {
    const { page } = this
    for (const width of [1280, 380]) {
      await page.setViewportSize({ width, height: 800 })
      // In a narrow window a question covers the page when opened; the page takes a moment to become narrow.
      if (isAsk && width < 560) {
        await expect(subject).toBeHidden()
        await page.keyboard.press('Control+.')
      }
      await expect(subject).toBeVisible()
      await isClean(page, `${what} ${width}`)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await settled(page)
  }
}

test('[APU-1] [APU-2] [APU-3] [APU-8] edits a call by keyboard, runs it as edited, and says so on its card', async ({
  app,
}) => {
  const person = new Asked(app)
  const { page } = app
  const { keyboard } = page
  await person.begin()
  const ask = await person.isAsked('echo', 'Echo Tool', { message: 'good mor\u200Bning' })
  const message = person.form(ask).getByRole('textbox', { name: /message/i })
  const allow = ask.getByRole('button', { name: answers.allowEdited, exact: true })

  await test.step('fills the form with the model’s values, without an edit yet', async () => {
    await keyboard.press('e')
    await expect(message).toBeFocused()
    await expect(message).toHaveValue('good mor\u200Bning')
    await expect(ask.getByText(editing.unchanged)).toBeVisible()
    await expect(ask.getByRole('button', { name: answers.allowOnce })).toBeVisible()
  })

  await test.step('shows the new value beside the old one, including hidden characters', async () => {
    await keyboard.press('Control+a')
    await keyboard.type('good evening')
    await expect(ask.getByText(editing.changed(1, 'everything'))).toBeVisible()
    const sent = ask.getByRole('group', { name: editing.sent('everything') })
    await expect(sent.locator('[data-mark=removed]')).toContainText('good morU+200Bning')
    await expect(sent.locator('[data-mark=added]')).toContainText('"message": "good evening"')
  })

  await test.step('leaves the form with Esc and keeps its text, even on the way to another page', async () => {
    await keyboard.press('Escape')
    await expect(person.denial(ask)).toBeFocused()
    await expect(message).toHaveValue('good evening')
    await person.open('Settings')
    await page.goBack()
    await expect(message).toHaveValue('good evening')
  })

  await person.isFine('edit', message, true)

  await test.step('leaves the form, not the question, with Esc in a narrow window', async () => {
    await page.setViewportSize({ width: 380, height: 800 })
    await expect(message).toBeHidden()
    await keyboard.press('Control+.')
    await message.focus()
    await keyboard.press('Escape')
    await expect(person.denial(ask)).toBeFocused()
    await expect(message).toHaveValue('good evening')
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(message).toBeVisible()
  })

  await test.step('allows the edited call without a mouse', async () => {
    // The narrow window's sheet restores focus when it closes.
    await expect(async () => {
      await message.focus()
      await keyboard.press('Escape')
      await expect(person.denial(ask)).toBeFocused({ timeout: 1000 })
    }).toPass()
    await expect(allow).not.toHaveAttribute('aria-disabled', 'true')
    await keyboard.press('a')
    await expect(page.getByText(/Echo: good evening/).last()).toBeVisible()
  })

  await test.step('shows both versions on the card, and says why the call was allowed', async () => {
    const card = person.call('Echo Tool', states.succeeded)
    await person.showDetails(card)
    await expect(card.getByText(callWords.youEdited)).toBeVisible()
    const sent = card.getByRole('group', { name: callWords.sentArguments })
    await expect(sent.locator('[data-mark=added]')).toContainText('good evening')
    await card.getByRole('button', { name: callWords.askedArguments }).click()
    await expect(card.getByRole('group', { name: words.ui.arguments.title, exact: true })).toContainText(
      'good morU+200Bning',
    )
    await card.getByRole('button', { name: clearance.why }).click()
    await expect(card.getByText(clearance.whenAsked(words.ui.actors.You))).toBeVisible()
    await person.isFine('card', sent, false)
    await card.getByRole('link', { name: clearance.toRecords }).click()
    await expect(page.getByRole('row').filter({ hasText: 'echo' }).first()).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'echo' })).toHaveCount(6)
  })
})

test('[APU-1] [APU-2] blocks an invalid edit, restarts the arming time after a change, and lets the user discard the edit', async ({
  app,
}) => {
  const person = new Asked(app)
  const { keyboard, clock } = app.page
  await person.begin()
  const ask = await person.isAsked('get-sum', 'Get Sum Tool', { a: 2, b: 3 })
  await ask.getByRole('button', { name: editing.edit, exact: true }).click()
  const form = person.form(ask)
  const once = ask.getByRole('button', { name: answers.allowOnce })
  const edited = ask.getByRole('button', { name: answers.allowEdited, exact: true })

  await test.step('shows a problem at its field', async () => {
    const field = form.getByRole('textbox', { name: 'a' })
    await expect(field).toBeFocused()
    await field.fill('two')
    await expect(field).toHaveAccessibleDescription(contains(words.manual.violations.noNumber))
    await expect(once).toHaveAttribute('aria-disabled', 'true')
    await expect(ask.getByText(editing.fixFirst)).toBeVisible()
    await keyboard.press('Control+Enter')
    await expect(person.call('Get Sum Tool', states.waiting)).toBeVisible()
  })

  await test.step('shows a problem that only the host can find, in JSON as well', async () => {
    await form.getByRole('textbox', { name: 'a' }).fill('20')
    await person.readsToEnd(ask, edited)
    await form.getByRole('tab', { name: words.manual.form.views.JSON }).click()
    const json = form.getByRole('textbox', { name: words.manual.form.json })
    expect(JSON.parse(await json.inputValue())).toEqual({ a: 20, b: 3 })
    await json.fill('{ "a": 20, "b": "3" }')
    await expect(form.getByText(/b: Must be a number/i)).toBeVisible()
    await expect(edited).toHaveAttribute('aria-disabled', 'true')
    await json.fill('{ "a": 20, "b": 30 }')
    await person.readsToEnd(ask, edited)
  })

  await test.step('restarts the time to read after a change', async () => {
    const json = form.getByRole('textbox', { name: words.manual.form.json })
    await clock.install()
    await person.stopTime()
    await json.fill('{ "a": 20, "b": 31 }')
    await expect(edited).toHaveAttribute('aria-disabled', 'true')
    await keyboard.press('Control+Enter')
    await clock.runFor(300)
    await expect(edited).toHaveAttribute('data-arming', 'true')
    await keyboard.press('Control+Enter')
    await clock.runFor(600)
    await expect(edited).not.toHaveAttribute('aria-disabled', 'true')
    await clock.resume()
    await expect(person.call('Get Sum Tool', states.waiting)).toBeVisible()
  })

  await test.step('discards the edit and runs the call as the model wrote it', async () => {
    await form.getByRole('button', { name: editing.cancel }).click()
    await expect(form).toBeHidden()
    await expect(person.denial(ask)).toBeFocused()
    await expect(ask.getByRole('group', { name: words.ui.arguments.title, exact: true })).toContainText('b: 3')
    await person.allow('Get Sum Tool')
    await expect(app.page.getByText(/The sum of 2 and 3 is 5/).last()).toBeVisible()
  })
})

test('[APU-7] says what allowed a call that ran without a question', async ({ app }) => {
  const person = new Asked(app)
  await person.begin()
  await person.isAsked('echo', 'Echo Tool', { message: 'one' })
  await person.allow('Echo Tool', answers.allowInConversation(undefined, false))
  await expect(app.page.getByText(/Echo: one/).last()).toBeVisible()
  await person.send('!tool everything__echo {"message":"two"}')
  await expect(app.page.getByText(/Echo: two/).last()).toBeVisible()
  const card = person.call('Echo Tool', states.succeeded).last()
  await person.showDetails(card)
  await card.getByRole('button', { name: clearance.why }).click()
  await expect(card.getByText(clearance.sinceAllowed(words.ui.actors.You))).toBeVisible()
  await card.getByRole('link', { name: clearance.toRules }).click()
  await expect(app.page.getByRole('heading', { name: words.settings.parts.approvals })).toBeVisible()
})

/** Whether each answer is visible and receives a press in its middle. */
const areUncovered = (ask: Locator): Promise<boolean> =>
  ask.locator('footer').evaluate((footer) =>
    [...footer.querySelectorAll('button')].every((button) => {
      const { left, top, width, height, bottom } = button.getBoundingClientRect()
      const met = document.elementFromPoint(left + width / 2, top + height / 2)
      return bottom <= innerHeight && met !== null && button.contains(met)
    }),
  )

test('[APU-9] keeps the answers in view and open when the user goes to a question, at every size @all', async ({
  app,
}) => {
  const person = new Asked(app)
  const { page } = app
  const folder = path.join(app.directory, 'files')
  const file = path.join(folder, 'notes.txt')
  mkdirSync(folder)
  writeFileSync(file, 'one\n')
  await person.prepare({ servers: { files: [App.script('filesystem'), folder] } })
  const ask = person.ask('Edit File')
  const once = ask.getByRole('button', { name: answers.allowOnce })
  const consents = [once, ask.getByRole('button', { name: answers.allowInConversation(folder, false) })]
  const edit = { path: file, edits: [{ oldText: 'one', newText: 'two' }], dryRun: false }
  await person.send(`!tool files__edit_file ${JSON.stringify(edit)}`)
  await person.moreAnswers(ask)

  for (const [width, height] of [
    [1280, 800],
    [1366, 768],
    [1280, 720],
    [1024, 700],
    [900, 700],
    [380, 700],
  ] as const)
    await test.step(`at ${width} by ${height}`, async () => {
      await page.setViewportSize({ width, height })
      if (width > 560) {
        await page.getByRole('log').evaluate((it) => it.scrollTo(0, it.scrollHeight))
        for (const consent of consents) await expect(consent).not.toHaveAttribute('aria-disabled', 'true')
      } else await expect(ask).toBeHidden()
      await person.goTo('Edit File')
      await expect(person.denial(ask)).toBeFocused()
      await expect.poll(() => areUncovered(ask)).toBe(true)
      // A narrow window's sheet begins at the top and is read to its end there.
      if (width < 560) return
      for (const consent of consents) await expect(consent).not.toHaveAttribute('aria-disabled', 'true')
      await person.composer.focus()
      await page.keyboard.press('Control+.')
      await expect(person.denial(ask)).toBeFocused()
      await expect.poll(() => areUncovered(ask)).toBe(true)
      for (const consent of consents) await expect(consent).not.toHaveAttribute('aria-disabled', 'true')
      await expect(page.getByRole('button', { name: thread.latest })).toBeHidden()
    })

  await test.step('says why a consent is off until the arguments were shown to their end', async () => {
    await page.setViewportSize({ width: 1280, height: 720 })
    await person.deny('Edit File')
    await expect(ask).toBeHidden()
    const edits = Array.from({ length: 200 }, (_, at) => ({ oldText: `${at}`, newText: 'two' }))
    await person.send(`!tool files__edit_file ${JSON.stringify({ path: file, edits, dryRun: true })}`)
    const toTop = (): Promise<void> => page.getByRole('log').evaluate((it) => it.scrollTo(0, 0))
    const isOffBecause = async (why: string): Promise<void> => {
      await expect(once).toHaveAccessibleDescription(why)
      await expect(once).toHaveAttribute('aria-disabled', 'true')
      await person.goTo('Edit File')
      await expect(ask.getByText(why)).toBeInViewport({ ratio: 1 })
      await expect.poll(() => areUncovered(ask)).toBe(true)
    }
    await isOffBecause(answers.folded)
    // At its end the view would follow what grows, and so show it.
    await toTop()
    await settled(page)
    await ask.getByRole('button', { name: words.ui.arguments.moreLines }).evaluate((it: HTMLElement) => it.click())
    await isOffBecause(answers.unread)
    await ask.evaluate((it) => it.scrollIntoView({ block: 'end' }))
    await expect(once).not.toHaveAttribute('aria-disabled', 'true')
    await toTop()
    await person.goTo('Edit File')
    await expect.poll(() => areUncovered(ask)).toBe(true)
    await expect(once).not.toHaveAttribute('aria-disabled', 'true')
    await expect(once).toHaveAccessibleDescription('')
  })
})

test('[APU-21] shows arguments as fields first, beside JSON and the exact bytes, and waits until one was whole', async ({
  app,
}) => {
  const person = new Asked(app)
  await person.begin()
  const message = ['A\u200BB', ...Array.from({ length: 13 }, (_, line) => `line ${line}`), ''].join('\n')
  const ask = await person.isAsked('echo', 'Echo Tool', { message })
  const once = ask.getByRole('button', { name: answers.allowOnce })
  const shown = words.ui.arguments

  await test.step('shows a text with its own lines, and labels what draws nothing', async () => {
    const fields = ask.getByRole('group', { name: shown.fields })
    await expect(fields).toContainText('AU+200BB')
    await expect(fields).not.toContainText('"')
    await expect(once).toHaveAccessibleDescription(answers.folded)
    await fields.getByRole('button', { name: beginsWith('Show 2') }).press('Enter')
    await expect(fields).toContainText('line 12↵')
    await expect(once).not.toHaveAttribute('aria-disabled', 'true')
    await person.isFine('fields', ask, true)
  })

  await test.step('waits for what another view folds, after the page was built again', async () => {
    await ask.getByRole('tab', { name: shown.fields }).press('ArrowRight')
    await expect(ask.getByRole('tab', { name: shown.json })).toBeFocused()
    await expect(ask.getByLabel(shown.json, { exact: true })).toContainText('"message": "AU+200BB↵')
    await expect(once).toHaveAttribute('aria-disabled', 'true')
    await expect(once).toHaveAccessibleDescription(answers.folded)
    await ask.getByRole('tab', { name: shown.json }).press('ArrowRight')
    await expect(ask.getByLabel(shown.exact, { exact: true })).toContainText(String.raw`line 11\nline 12\n"}`)
    await person.allow('Echo Tool')
    await expect(person.call('Echo Tool', states.succeeded)).toBeVisible()
  })
})
