import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { fieldErrors } from '../../../shared/schema/field-words.ts'
import { filled, words } from '../../support/words.ts'
import { App, expect, shareApp, test } from '../support/app.ts'
import { axeFindings } from '../support/axe.ts'
import { ByHand } from '../support/by-hand.ts'
import { root } from '../support/root.ts'
import { Steps } from '../support/steps.ts'

shareApp()

const { questions } = words
const { call: callWords, callState } = words.chat
const composing = words.composer.waiting
/** Titles of servers' questions, by server name. */
const { title: asksForDetails } = questions.form
const { title: wantsPage } = questions.url

const asking = path.join(root, 'test/support/servers/asks/interviewer.mjs')

/** A user whose model calls tools that ask something. */
class Asked extends Steps {
  /** Writing it makes the server withdraw its question. */
  readonly sign: string
  readonly #server: string

  constructor(app: App, server: 'everything' | 'asking' | 'playground' = 'asking') {
    super(app)
    this.sign = path.join(app.directory, 'take-back')
    this.#server = server
  }

  async begin(): Promise<void> {
    const args = this.#server === 'asking' ? [asking, this.sign] : [App.script('everything'), 'stdio']
    await this.prepare({ servers: { [this.#server]: args } })
  }

  /** Runs a tool that asks before it answers. */
  async runs(tool: string, title: string, input: object = {}): Promise<void> {
    await this.send(`!tool ${tool} ${JSON.stringify(input)}`)
    await this.allow(title)
  }

  /** The server's questions with this title. */
  question(title: (server: string) => string): Locator {
    return this.page.getByRole('group', { name: questions.waiting(title(this.#server)) })
  }

  get form(): Locator {
    return this.question(asksForDetails)
  }

  /** Presses an answer that counts only after the arming time. */
  async consents(question: Locator, name: string): Promise<void> {
    const button = question.getByRole('button', { name })
    await button.evaluate((it) => (it.closest('[data-ask]') ?? it).scrollIntoView({ block: 'end' }))
    await expect(button).not.toHaveAttribute('aria-disabled', 'true')
    await button.click()
  }
}

/** In both themes; `what` names the pictures, where some are wanted. A page around a question is looked at once. */
async function checkAxe(page: Page, what: string, within = 'html'): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    expect(await axeFindings(page, { within, theme })).toEqual([])
    const look = process.env['LOOK']
    if (look) await page.screenshot({ path: path.join(look, `forms ${what} ${theme}.png`) })
  }
}

// First: there is no model yet.
test('[FUI-1] asks in the same way for a tool that the user runs by hand @all', async ({ app }) => {
  const { page } = app
  const person = new Asked(app, 'playground')
  await person.prepare({ model: false, servers: { playground: { type: 'playground' } } })
  await new ByHand(app).choose('ask me')
  await person.consents(page.locator('main'), words.manual.form.run)
  await person.form.getByRole('textbox', { name: 'Name' }).fill('Ada')
  await person.form.getByRole('radio', { name: 'coffee' }).check()
  await person.form.getByRole('switch', { name: 'Come back tomorrow' }).click()
  await person.consents(person.form, questions.form.submit)
  const call = person.call('Ask me something', callState.succeeded)
  await call.getByRole('button', { name: callWords.showDetails('Ask me something') }).click()
  await expect(page.getByText('"drink":"coffee"').first()).toBeVisible()
})

test('[FUI-1] [FUI-2] [FUI-3] [FUI-4] fills in all kinds of fields by keyboard, and delivers the three answers', async ({
  app,
}) => {
  const { page } = app
  const { keyboard } = page
  const person = new Asked(app, 'everything')
  await person.begin()
  const field = (name: string): Locator => person.form.getByRole('textbox', { name })

  await test.step('says in the call what it waits for, and in the form who gets the answers', async () => {
    await person.runs('everything__trigger-elicitation-request', 'Trigger Elicitation')
    await expect(page.getByText(questions.call.form(13))).toBeVisible()
    await expect(person.form.getByText(questions.goesTo.program('everything')).first()).toBeVisible()
    await expect(person.form.getByText(questions.form.fields(13))).toBeVisible()
    await keyboard.press('Control+.')
    await expect(field('String').first()).toBeFocused()
  })

  await test.step('reports problems on submit, and moves to the first one', async () => {
    await keyboard.press('Tab')
    await keyboard.press('Tab')
    await keyboard.press('Tab')
    await expect(field('String with email format')).toBeFocused()
    await keyboard.type('ada@example')
    await keyboard.press('Tab')
    await expect(person.form.getByText(fieldErrors.formats.email)).toBeVisible()
    await keyboard.press('Control+Enter')
    await expect(field('String').first()).toBeFocused()
    await expect(person.form.getByText(fieldErrors.missing)).toBeVisible()
    await expect(person.form.getByText(questions.form.toFix(2))).toBeVisible()
    await keyboard.type('Ada')
    await expect(person.form.getByText(fieldErrors.missing)).toBeHidden()
  })
  const drafts = (): Promise<number[]> =>
    page.evaluate(() => [sessionStorage, localStorage].map((it) => JSON.stringify(it).split('atrium.form').length - 1))
  await test.step('keeps the answers over a reload, and only in this tab', async () => {
    await page.reload()
    expect(await drafts()).toEqual([1, 0])
    await expect(field('String').first()).toHaveValue('Ada')
    await expect(field('String with email format')).toHaveValue('ada@example')
    await checkAxe(page, 'thirteen')
  })

  await test.step('fills in the other fields, and sends the values to the server', async () => {
    await keyboard.press('Control+.')
    await expect(field('String').first()).toBeFocused()
    await keyboard.press('Tab')
    await keyboard.press('Space')
    await expect(person.form.getByRole('switch', { name: 'Boolean' })).toBeChecked()
    await keyboard.press('Tab')
    await keyboard.press('Tab')
    await keyboard.press('End')
    await keyboard.type('.org')
    await keyboard.press('Tab')
    await keyboard.type('https://example.org/ada')
    await keyboard.press('Tab')
    await keyboard.type('12101815')
    await expect(person.form.getByLabel('String with date format')).toHaveValue('1815-12-10')
    await field('Integer').fill('7')
    await keyboard.press('Tab')
    await keyboard.press('Control+a')
    await keyboard.type('2.5')
    await keyboard.press('Tab')
    await keyboard.type('Ph')
    await keyboard.press('Tab')
    await keyboard.press('Tab')
    await keyboard.press('Space')
    await expect(person.form.getByRole('checkbox', { name: 'Piano' })).toBeChecked()
    await person.form.getByRole('radio', { name: 'Superman' }).focus()
    await keyboard.press('ArrowDown')
    await expect(person.form.getByRole('radio', { name: 'Green Lantern' })).toBeChecked()
    await person.form.getByRole('checkbox', { name: 'Trout' }).focus()
    await keyboard.press('Space')
    await person.form.getByRole('combobox', { name: 'Legacy' }).focus()
    await keyboard.type('Bi')
    await expect(person.form.getByRole('button', { name: questions.form.submit })).not.toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await keyboard.press('Control+Enter')
    await expect(person.form).toBeHidden()
    for (const said of ['Name: Ada', 'terms: true', 'ada@example.org', '1815-12-10', 'Integer: 7', 'Number: 2.5'])
      await expect(page.getByText(said).first()).toBeVisible()
    expect(await drafts()).toEqual([0, 0])
  })

  await test.step('distinguishes declining from cancelling', async () => {
    await person.runs('everything__trigger-elicitation-request', 'Trigger Elicitation')
    await person.form.getByRole('button', { name: questions.decline }).click()
    await expect(page.getByText('User declined to provide').first()).toBeVisible()
    await person.runs('everything__trigger-elicitation-request', 'Trigger Elicitation')
    await person.form.getByRole('button', { name: questions.cancel }).click()
    await expect(page.getByText('User cancelled').first()).toBeVisible()
  })
})

test('[FUI-4] [FUI-8] [FUI-9] shows forms in both themes and in a narrow window, and closes them when the host restarts @all', async ({
  app,
}) => {
  const { page } = app
  const person = new Asked(app)
  await person.begin()
  await person.runs('asking__create_event', 'Create event')
  await expect(person.form).toBeVisible()
  await page.keyboard.press('Control+.')
  const contact = person.form.getByRole('textbox', { name: 'Contact email' })
  await expect(contact).toBeFocused()
  await contact.fill('release@example')
  await contact.press('Tab')
  await expect(person.form.getByText(fieldErrors.formats.email)).toBeVisible()

  await test.step('covers the page with the form in a narrow window', async () => {
    await page.setViewportSize({ width: 380, height: 800 })
    await expect(contact).toBeHidden()
    await person.call('Create event', callState.waiting).getByRole('button', { name: callWords.review }).click()
    await expect(contact).toHaveValue('release@example')
    await expect(contact).toBeFocused()
    await checkAxe(page, 'form 380')
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('removes the form after a restart, and says why in the call', async () => {
    await app.end('SIGKILL')
    await app.again()
    await app.page
      .getByRole('navigation')
      .getByRole('link', { name: /create_event/ })
      .first()
      .click()
    await expect(app.page.getByRole('article', { name: /Create event, / })).toBeVisible()
    await expect(new Asked(app).form).toBeHidden()
    await expect(new Asked(app).call('Create event', callState.interrupted)).toBeVisible()
    await expect(app.page.getByRole('img', { name: words.frame.conversations.turnInterrupted })).toBeVisible()
  })
})

test('[FUI-5] [FUI-9] opens pages only at the user’s request @all', async ({ app }) => {
  const { page } = app
  const person = new Asked(app)
  const fetched: string[] = []
  await page.context().route(/bcher/, (route) => {
    fetched.push(route.request().url())
    return route.fulfill({ body: 'The archive.' })
  })
  await person.begin()
  const question = person.question(wantsPage)

  await test.step('shows the URL and its host in both forms, and fetches nothing', async () => {
    await person.runs('asking__list_invoices', 'List invoices')
    await expect(page.getByText(questions.call.url)).toBeVisible()
    await expect(question.getByText('accounts.bücher.example')).toBeVisible()
    await expect(question.getByRole('group', { name: questions.url.address })).toHaveText(
      'https://accounts.xn--bcher-kva.example/connect?client=atrium&scope=invoices.read',
    )
    await page.keyboard.press('Control+.')
    await expect(question.getByRole('button', { name: questions.decline })).toBeFocused()
    await page.setViewportSize({ width: 380, height: 800 })
    await expect(question).toBeHidden()
    await person.call('List invoices', callState.waiting).getByRole('button', { name: callWords.review }).click()
    await expect(question.getByRole('button', { name: questions.decline })).toBeFocused()
    await checkAxe(page, 'url 380', '[data-ask]')
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1280, height: 800 })
    expect(fetched).toEqual([])
  })

  await test.step('opens the page separately, without any link to Atrium', async () => {
    const opening = page.context().waitForEvent('page')
    await person.consents(question, questions.url.open)
    const opened = await opening
    await expect(opened.getByText('The archive.')).toBeVisible()
    expect(await opened.evaluate(() => [window.opener, document.referrer])).toEqual([null, ''])
    await expect(page.getByText('{"action":"accept"}').first()).toBeVisible()
    await opened.close()
  })

  await test.step('opens nothing after the user declines', async () => {
    await person.runs('asking__list_invoices', 'List invoices')
    await question.getByRole('button', { name: questions.decline }).click()
    await expect(page.getByText('{"action":"decline"}').first()).toBeVisible()
    expect(fetched).toHaveLength(1)
  })
})

test('[FUI-5] continues a call that needs a visit to a page once the user says so @all', async ({ app }) => {
  const { page } = app
  const person = new Asked(app, 'everything')
  await page.context().route(/modelcontextprotocol|example/, (route) => route.fulfill({ body: 'A page.' }))
  await person.begin()
  await person.runs('everything__trigger-url-elicitation', 'Trigger URL', {
    url: 'https://example.com/next',
    errorPath: true,
  })
  await person.consents(person.question(wantsPage), questions.url.open)
  const visit = person.question(questions.visit.title)
  await expect(page.getByText(questions.call.visit)).toBeVisible()
  await checkAxe(page, 'visit', '[data-ask]')
  await person.consents(visit, questions.visit.done)
  await expect(visit).toBeHidden()
  await expect(person.question(wantsPage).getByText('example.com/next')).toBeVisible()
  await person.question(wantsPage).getByRole('button', { name: questions.cancel }).click()
  await expect(person.call('Trigger URL', callState.succeeded)).toBeVisible()
})

test('[FUI-6] [FUI-7] handles secrets, several questions at once, and one without a call @all', async ({ app }) => {
  const { page } = app
  const person = new Asked(app)
  await person.begin()

  await test.step('closes a field for a secret until the user insists, and does not store it', async () => {
    await person.runs('asking__sign_in', 'sign_in')
    const password = person.form.getByLabel('Password')
    await expect(password).toBeDisabled()
    await expect(person.form.getByRole('button', { name: questions.form.submit })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await checkAxe(page, 'secret', '[data-ask]')
    await person.form.getByRole('button', { name: questions.secret.insist }).click()
    await password.fill('hunter2 and more')
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('hunter2')
    await person.form.getByRole('button', { name: questions.decline }).click()
    await expect(page.getByText('{"action":"decline"}').first()).toBeVisible()
  })

  await test.step('opens two forms of one call at the same time', async () => {
    await person.runs('asking__two_at_once', 'two_at_once')
    await expect(page.getByText(questions.call.several(2))).toBeVisible()
    await expect(person.form).toHaveCount(2)
    const second = person.form.filter({ hasText: 'The second.' })
    await second.getByRole('combobox').fill('day 64')
    await page.getByRole('option', { name: 'day 64' }).click()
    await person.consents(second, questions.form.submit)
    await expect(person.form).toHaveCount(1)
    await person.form.getByRole('textbox', { name: 'city' }).fill('Turin')
    await person.consents(person.form, questions.form.submit)
    await expect(page.getByText('"city":"Turin"').first()).toBeVisible()
    await expect(page.getByText('"day":"day 64"').first()).toBeVisible()
  })

  await test.step('says which calls run if there are two', async () => {
    app.fake.setScenario({
      turns: [
        {
          match: { last_user: 'both' },
          content: [
            { tool_use: { name: 'asking__slow_one', input: {} } },
            { tool_use: { name: 'asking__slow_two', input: {} } },
          ],
        },
      ],
    })
    const runningCalls = filled(questions.running.several, { server: 'asking', calls: 'slow_one, slow_two' })
    await person.send('Do both.')
    await person.allow('slow_one')
    await person.allow('slow_two')
    await expect(person.call('slow_two', callState.running)).toBeVisible()
    await page.getByRole('status').getByRole('button', { name: composing.review }).click()
    await expect(person.form.getByText(runningCalls)).toBeVisible()
    await person.form.getByRole('textbox', { name: 'Size' }).fill('large')
    await person.consents(person.form, questions.form.submit)
    await expect(person.call('slow_one', callState.succeeded)).toBeVisible()
    await expect(person.call('slow_two', callState.succeeded)).toBeVisible()
  })

  await test.step('tells the user when the server withdraws the form they are filling in', async () => {
    await person.runs('asking__take_back', 'take_back')
    await person.form.getByRole('textbox', { name: 'Word' }).fill('slow')
    writeFileSync(person.sign, '')
    const notice = page.getByRole('dialog', { name: questions.withdrawn.title })
    await expect(notice).toContainText(questions.withdrawn.means('asking'))
    await notice.getByText(questions.refused.close).click()
    await expect(person.call('take_back', callState.succeeded)).toBeVisible()
  })

  await test.step('takes the answer over the dialog while a resource is read', async () => {
    await person.composer.focus()
    await person.browseResources()
    const picker = page.getByRole('dialog', { name: words.resources.picker.title })
    await picker.getByRole('treeitem', { name: 'diary' }).click()
    await page.keyboard.press('Enter')
    await picker.getByRole('button', { name: words.inbox.serverAsk.review }).click()
    const field = person.form.getByRole('textbox', { name: 'Page' })
    await expect(field).toBeFocused()
    await field.fill('12')
    await checkAxe(page, 'over a dialog')
    await person.consents(person.form, questions.form.submit)
    await expect(picker.getByText('This is page 12.')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(picker).toBeHidden()
  })

  await test.step('takes the answer to a question without a call over the page', async () => {
    await person.runs('asking__ask_later', 'ask_later')
    await expect(page.getByRole('status').getByText(composing.question('asking'))).toBeVisible()
    await expect(person.form).toBeHidden()
    await page.getByRole('status').getByRole('button', { name: composing.review }).click()
    await expect(person.form.getByText(questions.running.none)).toBeVisible()
    await checkAxe(page, 'free', '[data-ask]')
    await page.keyboard.press('Escape')
    await expect(person.form).toBeHidden()
    await person.open('Servers')
    await page.getByRole('main').getByRole('link', { name: 'asking' }).first().click()
    await page.getByRole('main').getByRole('button', { name: words.inbox.serverAsk.review }).click()
    await person.form.getByRole('textbox', { name: 'Mood' }).fill('calm')
    await person.consents(person.form, questions.form.submit)
    await expect(person.form).toBeHidden()
  })
})
