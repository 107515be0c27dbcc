import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator } from '@playwright/test'
import { App, expect, shareApp, test } from '../support/app.ts'
import { axeFindings } from '../support/axe.ts'
import { settled } from '../support/settled.ts'
import { Steps } from '../support/steps.ts'

shareApp()

/** A person who is asked about calls of the official example server. */
class Asked extends Steps {
  async begin(): Promise<void> {
    await this.prepare({ servers: { everything: [App.script('everything'), 'stdio'] } })
  }

  /** Has the model ask for a call, and goes to the question by its keys. */
  async isAsked(tool: string, title: string, input: object): Promise<Locator> {
    await this.send(`!tool everything__${tool} ${JSON.stringify(input)}`)
    const ask = this.ask(title)
    await expect(this.call(title, 'Waiting for you').last()).toBeVisible()
    await this.page.keyboard.press('Control+.')
    await expect(ask.getByRole('button', { name: 'Deny', exact: true })).toBeFocused()
    return ask
  }

  /** Reads a question to its end, and waits until the answer counts. */
  async reads(ask: Locator, answer: Locator): Promise<void> {
    await expect(async () => {
      await ask.evaluate((it) => it.scrollIntoView({ block: 'end' }))
      await expect(answer).not.toHaveAttribute('aria-disabled', 'true', { timeout: 1500 })
    }).toPass({ timeout: 20_000 })
  }

  form(ask: Locator): Locator {
    return ask.getByRole('region', { name: 'Editing the arguments' })
  }

  /** Every control can be used by everybody, and nothing reaches over the edge. */
  async isFine(what: string, subject: Locator, isAsk: boolean): Promise<void> {
    const { page } = this
    for (const width of [1280, 380]) {
      await page.setViewportSize({ width, height: 800 })
      // In a narrow window a question comes over the page when one goes to it; the page takes a moment to become narrow.
      if (isAsk && width < 560) {
        await expect(subject).toBeHidden()
        await page.keyboard.press('Control+.')
      }
      await expect(subject).toBeVisible()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        expect(await axeFindings(page, { theme: colorScheme }), `${what}, ${colorScheme}, ${width} px`).toEqual([])
        const over = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(over, `${what} at ${width} px`).toBeLessThanOrEqual(0)
        if (process.env['LOOK'])
          await page.screenshot({ path: `${process.env['LOOK']}/${what} ${width} ${colorScheme}.png` })
      }
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await settled(page)
  }
}

test('[APU-1] [APU-2] [APU-3] [APU-8] a call is edited by keyboard, runs as edited, and its card says so', async ({
  app,
}) => {
  const person = new Asked(app)
  const { page } = app
  const { keyboard } = page
  await person.begin()
  const ask = await person.isAsked('echo', 'Echo Tool', { message: 'good mor\u200Bning' })
  const message = person.form(ask).getByRole('textbox', { name: /message/i })
  const allow = ask.getByRole('button', { name: 'Allow edited', exact: true })

  await test.step('the form holds what the model wrote, and nothing is edited yet', async () => {
    await keyboard.press('e')
    await expect(message).toBeFocused()
    await expect(message).toHaveValue('good mor\u200Bning')
    await expect(ask.getByText('Nothing is changed yet.')).toBeVisible()
    await expect(ask.getByRole('button', { name: 'Allow once' })).toBeVisible()
  })

  await test.step('what is written is shown beside what it was, hidden characters and all', async () => {
    await keyboard.press('Control+a')
    await keyboard.type('good evening')
    await expect(ask.getByText(/You changed 1 value\. everything gets your version\. The model is told/)).toBeVisible()
    const sent = ask.getByRole('group', { name: 'What everything gets' })
    await expect(sent.locator('[data-mark=removed]')).toContainText('good morU+200Bning')
    await expect(sent.locator('[data-mark=added]')).toContainText('"message": "good evening"')
  })

  await test.step('Esc leaves the form and keeps it, and so does the way to another page', async () => {
    await keyboard.press('Escape')
    await expect(ask.getByRole('button', { name: 'Deny', exact: true })).toBeFocused()
    await expect(message).toHaveValue('good evening')
    await person.open('Settings')
    await page.goBack()
    await expect(message).toHaveValue('good evening')
  })

  await person.isFine('edit', message, true)

  await test.step('in a narrow window Esc leaves the form, not the question', async () => {
    await page.setViewportSize({ width: 380, height: 800 })
    await expect(message).toBeHidden()
    await keyboard.press('Control+.')
    await message.focus()
    await keyboard.press('Escape')
    await expect(ask.getByRole('button', { name: 'Deny', exact: true })).toBeFocused()
    await expect(message).toHaveValue('good evening')
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(message).toBeVisible()
  })

  await test.step('it is allowed as edited, without a mouse', async () => {
    // The sheet of the narrow window gives the focus back when it is gone.
    await expect(async () => {
      await message.focus()
      await keyboard.press('Escape')
      await expect(ask.getByRole('button', { name: 'Deny', exact: true })).toBeFocused({ timeout: 1000 })
    }).toPass({ timeout: 20_000 })
    await expect(allow).not.toHaveAttribute('aria-disabled', 'true')
    await keyboard.press('a')
    await expect(page.getByText(/Echo: good evening/).last()).toBeVisible()
  })

  await test.step('its card shows both versions, and says why it was allowed', async () => {
    const card = person.call('Echo Tool', 'Succeeded')
    await card.getByRole('button', { name: /^Show details/ }).click()
    await expect(card.getByText('You changed the arguments before this ran. The model was told.')).toBeVisible()
    const sent = card.getByRole('group', { name: 'Arguments that were sent' })
    await expect(sent.locator('[data-mark=added]')).toContainText('good evening')
    await card.getByRole('button', { name: 'What the model asked for' }).click()
    await expect(card.getByRole('group', { name: 'Arguments', exact: true })).toContainText('good morU+200Bning')
    await card.getByRole('button', { name: 'Why was this allowed?' }).click()
    await expect(card.getByText('You allowed it when it asked.')).toBeVisible()
    await person.isFine('card', sent, false)
    await card.getByRole('link', { name: 'Records of this call' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'echo' }).first()).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'echo' })).toHaveCount(6)
  })
})

test('[APU-1] [APU-2] what does not fit cannot be allowed, what was written arms anew, and all can be taken back', async ({
  app,
}) => {
  const person = new Asked(app)
  const { keyboard, clock } = app.page
  await person.begin()
  const ask = await person.isAsked('get-sum', 'Get Sum Tool', { a: 2, b: 3 })
  await ask.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = person.form(ask)
  const once = ask.getByRole('button', { name: 'Allow once' })
  const edited = ask.getByRole('button', { name: 'Allow edited', exact: true })

  await test.step('a problem stands at its field', async () => {
    const field = form.getByRole('textbox', { name: 'a' })
    await expect(field).toBeFocused()
    await field.fill('two')
    await expect(field).toHaveAccessibleDescription(/Is not a number/)
    await expect(once).toHaveAttribute('aria-disabled', 'true')
    await expect(ask.getByText('Correct what is marked to allow this call.')).toBeVisible()
    await keyboard.press('Control+Enter')
    await expect(person.call('Get Sum Tool', 'Waiting for you')).toBeVisible()
  })

  await test.step('the host says what only it can tell, and JSON shows the same', async () => {
    await form.getByRole('textbox', { name: 'a' }).fill('20')
    await person.reads(ask, edited)
    await form.getByRole('tab', { name: 'JSON' }).click()
    const json = form.getByRole('textbox', { name: 'Values as JSON' })
    expect(JSON.parse(await json.inputValue())).toEqual({ a: 20, b: 3 })
    await json.fill('{ "a": 20, "b": "3" }')
    await expect(form.getByText(/b: Must be a number/i)).toBeVisible()
    await expect(edited).toHaveAttribute('aria-disabled', 'true')
    await json.fill('{ "a": 20, "b": 30 }')
    await person.reads(ask, edited)
  })

  await test.step('after a change the time to read begins again', async () => {
    const json = form.getByRole('textbox', { name: 'Values as JSON' })
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
    await expect(person.call('Get Sum Tool', 'Waiting for you')).toBeVisible()
  })

  await test.step('what was edited is taken back, and the call runs as the model wrote it', async () => {
    await form.getByRole('button', { name: 'Cancel editing' }).click()
    await expect(form).toBeHidden()
    await expect(ask.getByRole('button', { name: 'Deny', exact: true })).toBeFocused()
    await expect(ask.getByRole('group', { name: 'Arguments', exact: true })).toContainText('"b": 3')
    await person.allow('Get Sum Tool')
    await expect(app.page.getByText(/The sum of 2 and 3 is 5/).last()).toBeVisible()
  })
})

test('[APU-7] a call that was let through without a question says by what', async ({ app }) => {
  const person = new Asked(app)
  await person.begin()
  await person.isAsked('echo', 'Echo Tool', { message: 'one' })
  await person.allow('Echo Tool', 'allowInConversation')
  await expect(app.page.getByText(/Echo: one/).last()).toBeVisible()
  await person.send('!tool everything__echo {"message":"two"}')
  await expect(app.page.getByText(/Echo: two/).last()).toBeVisible()
  const card = person.call('Echo Tool', 'Succeeded').last()
  await card.getByRole('button', { name: /^Show details/ }).click()
  await card.getByRole('button', { name: 'Why was this allowed?' }).click()
  await expect(card.getByText('You had allowed this tool for this conversation.')).toBeVisible()
  await card.getByRole('link', { name: 'See the rules' }).click()
  await expect(app.page.getByRole('heading', { name: 'Approvals' })).toBeVisible()
})

/** Whether each answer can be seen whole, and a press in its middle would meet it. */
const areUncovered = (ask: Locator): Promise<boolean> =>
  ask.locator('footer').evaluate((footer) =>
    [...footer.querySelectorAll('button')].every((button) => {
      const { left, top, width, height, bottom } = button.getBoundingClientRect()
      const met = document.elementFromPoint(left + width / 2, top + height / 2)
      return bottom <= innerHeight && met !== null && button.contains(met)
    }),
  )

test('[APU-9] keeps the answers in view and open when one goes to a question, at every size', async ({ app }) => {
  const person = new Asked(app)
  const { page } = app
  const folder = path.join(app.directory, 'files')
  const file = path.join(folder, 'notes.txt')
  mkdirSync(folder)
  writeFileSync(file, 'one\n')
  await person.prepare({ servers: { files: [App.script('filesystem'), folder] } })
  const call = person.call('Edit File', 'Waiting for you')
  const ask = person.ask('Edit File')
  const once = ask.getByRole('button', { name: 'Allow once' })
  const consents = [once, ask.getByRole('button', { name: 'Allow for this conversation' })]
  const edit = { path: file, edits: [{ oldText: 'one', newText: 'two' }], dryRun: false }
  await person.send(`!tool files__edit_file ${JSON.stringify(edit)}`)

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
      await call.getByRole('button', { name: 'Review' }).click()
      await expect(ask.getByRole('button', { name: 'Deny', exact: true })).toBeFocused()
      await expect.poll(() => areUncovered(ask)).toBe(true)
      // The sheet of a narrow window begins at the top and is read to its end there.
      if (width < 560) return
      for (const consent of consents) await expect(consent).not.toHaveAttribute('aria-disabled', 'true')
      await person.composer.focus()
      await page.keyboard.press('Control+.')
      await expect(ask.getByRole('button', { name: 'Deny', exact: true })).toBeFocused()
      await expect.poll(() => areUncovered(ask)).toBe(true)
      for (const consent of consents) await expect(consent).not.toHaveAttribute('aria-disabled', 'true')
      await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeHidden()
    })

  await test.step('a consent that is off says why, until the arguments were shown to their end', async () => {
    await page.setViewportSize({ width: 1280, height: 720 })
    await person.deny('Edit File')
    await expect(ask).toBeHidden()
    const edits = Array.from({ length: 200 }, (_, at) => ({ oldText: `${at}`, newText: 'two' }))
    await person.send(`!tool files__edit_file ${JSON.stringify({ path: file, edits, dryRun: true })}`)
    const toTop = (): Promise<void> => page.getByRole('log').evaluate((it) => it.scrollTo(0, 0))
    const isOffBecause = async (why: string): Promise<void> => {
      await expect(once).toHaveAccessibleDescription(why)
      await expect(once).toHaveAttribute('aria-disabled', 'true')
      await call.getByRole('button', { name: 'Review' }).click()
      await expect(ask.getByText(why)).toBeInViewport({ ratio: 1 })
      await expect.poll(() => areUncovered(ask)).toBe(true)
    }
    await isOffBecause('Show all of the arguments to allow this.')
    // At its end the view would follow what grows, and so show it.
    await toTop()
    await settled(page)
    await ask.getByRole('button', { name: 'Show more lines' }).evaluate((it: HTMLElement) => it.click())
    await isOffBecause('Scroll to the end of the arguments to allow this.')
    await ask.evaluate((it) => it.scrollIntoView({ block: 'end' }))
    await expect(once).not.toHaveAttribute('aria-disabled', 'true')
    await toTop()
    await call.getByRole('button', { name: 'Review' }).click()
    await expect.poll(() => areUncovered(ask)).toBe(true)
    await expect(once).not.toHaveAttribute('aria-disabled', 'true')
    await expect(once).toHaveAccessibleDescription('')
  })
})
