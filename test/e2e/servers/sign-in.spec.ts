import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator } from '@playwright/test'
import { signInWords } from '../../../main/host/mcp/sign-in/words.ts'
import { AuthorizationServer } from '../../support/authorization/authorization-server.ts'
import { ProtectedServer } from '../../support/authorization/protected-server.ts'
import { any, anyNumber, beginsWith, contains, filled, words } from '../../support/words.ts'
import { type App, expect, shareApp, test } from '../support/app.ts'
import { look } from '../support/look.ts'
import { removeServers } from '../support/prepare.ts'
import { Steps } from '../support/steps.ts'

shareApp()

const { ask: asking, page: signInPage, server: onServer, signOut } = words.signIn
const { by, clientId, own, secret, port } = words.signIn.form
const { call: callWords, callState } = words.chat
const { decisions, facts, kinds } = words.audit
const { state: states, tabs } = words.servers
const add = words.serverForm.dialog.add
/** The titles of the question, and of the sign-in page. */
const titles = {
  needed: asking.titles.needed('far'),
  ended: asking.titles.ended('far'),
  more: asking.titles.more('far'),
  asked: asking.titles.asked('far'),
  page: signInPage.title('far'),
}

/** A user who signs in to servers at a URL. */
class Member extends Steps {
  /** The sign-in question, by title. */
  signIn(title: string): Locator {
    return this.page.getByRole('group', { name: words.questions.waiting(title), exact: true })
  }

  /** The page for it. */
  get signInPage(): Locator {
    return this.signIn(titles.page)
  }

  /** Fills in the form of a server at a URL. */
  async describeAddress(url: string): Promise<Locator> {
    await this.open('Servers')
    const { address, dialog: frame, server } = words.serverForm
    await this.page.getByRole('button', { name: words.servers.list.add }).first().click()
    const dialog = this.page.getByRole('dialog', { name: frame.title })
    await dialog.getByRole('button', { name: frame.inForm }).click()
    await dialog.getByRole('radio', { name: beginsWith(server.kinds.http.label) }).check()
    await dialog
      .getByRole('textbox', { name: beginsWith(server.name) })
      .first()
      .fill('far')
    await dialog.getByRole('textbox', { name: beginsWith(address.label) }).fill(url)
    return dialog
  }

  /** Presses an answer that counts only after the arming time. */
  async consents(question: Locator, name: string): Promise<void> {
    const button = question.getByRole('button', { name })
    await button.scrollIntoViewIfNeeded()
    await expect(button).not.toHaveAttribute('aria-disabled', 'true')
    await button.click()
  }

  /** Opens the page, which redirects the browser at once. */
  async opens(button: string = signInPage.open): Promise<void> {
    const opening = this.page.context().waitForEvent('page')
    await this.consents(this.signInPage, button)
    const opened = await opening
    await expect(opened.getByText(signInWords.closePage)).toBeVisible()
    await opened.close()
    await expect(this.signInPage).toBeHidden()
  }
}

/** Four or five of its five minutes are left. */
const minutesLeft = contains(signInPage.minutes(4), signInPage.minutes(5))

const fact = ({ page }: App, name: string): Locator =>
  page.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd[1]')

// First: the log contains only this sign-in.
test('[SIN-5] [SIN-6] [SIN-8] makes a call that needs more permission wait until the user signs in for it @all', async ({
  app,
}) => {
  const { page } = app
  const login = await AuthorizationServer.start()
  const far = await ProtectedServer.start({ authorization: [login], scope: 'read' })
  const person = new Member(app)
  await removeServers(app)
  try {
    await person.prepare()
    const dialog = await person.describeAddress(far.url)
    await dialog.getByRole('button', { name: add }).click()
    await person.consents(person.signIn(titles.needed), asking.signIn)
    await person.opens()
    await person.ready('far')
    await person.newConversation()

    await test.step('says in the call what it waits for, and leads there', async () => {
      await person.send('!tool far__write {}')
      await person.allow('write')
      await expect(page.getByText(words.questions.call.signIn)).toBeVisible()
      await look(page, 'sign-in-paused')
      await person.call('write', callState.waiting).getByRole('button', { name: callWords.review }).click()
    })

    await test.step('shows the new permission apart from the ones already given', async () => {
      const ask = person.signIn(titles.more)
      await expect(ask.getByRole('button', { name: asking.notNow })).toBeFocused()
      const besides = ask.getByRole('region', { name: asking.mayMore })
      await expect(besides).toContainText('write')
      await expect(ask.getByRole('region', { name: asking.mayStill })).toContainText('read')
      await expect(ask.getByText(asking.clients.registered)).toBeVisible()
      await look(page, 'sign-in-more')
      await person.consents(ask, asking.signIn)
      await person.opens()
      await expect(page.getByText(/Results: .*done: write/)).toBeVisible()
      await expect(person.call('write', callState.succeeded)).toBeVisible()
    })

    await test.step('fails a call with the reason if no one signs in for it', async () => {
      await person.send('!tool far__erase {}')
      await person.allow('erase')
      await expect(page.getByText(words.composer.waiting.signIn('far'))).toBeVisible()
      await page.keyboard.press('Control+.')
      await person.signIn(titles.more).getByRole('button', { name: asking.notNow }).click()
      await expect(person.call('erase', callState.failed).getByText(/you left it for later/)).toBeVisible()
    })

    await test.step('starts a new sign-in and signs out in the palette, and records both in the log', async () => {
      const choose = async (what: RegExp): Promise<void> => {
        const field = await person.openPalette()
        await field.fill('sign')
        await page.getByRole('option', { name: what }).click()
      }
      await choose(beginsWith(words.palette.servers.signInAgain('far')))
      await person.signIn(titles.asked).getByRole('button', { name: asking.notNow }).click()
      await person.ready('far')
      await choose(beginsWith(words.palette.servers.signOut('far')))
      await page.getByRole('dialog').getByRole('button', { name: signOut.signOut, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 }).getByText(states.needsSignIn)).toBeVisible()
      await person.openRecords()
      await expect(await person.findRecord(kinds['server.signed-in'], decisions['sign-in'])).toBeVisible()
      const out = await person.findRecord(kinds['server.signed-out'], words.audit.signedOut.asked)
      await out.click()
      const record = page.getByRole('complementary', { name: contains(words.audit.detail.record(anyNumber)) })
      await expect(record.getByText(facts.issuer)).toBeVisible()
      await look(page, 'sign-in-record')
    })
  } finally {
    await far.stop()
    await login.stop()
  }
})

test('[SIN-1] [SIN-3] [SIN-4] [SIN-6] [SIN-9] adds a server that needs a sign-in, postpones it, signs in, and signs out', async ({
  app,
}) => {
  const { page } = app
  const login = await AuthorizationServer.start()
  const far = await ProtectedServer.start({ authorization: [login], scope: 'read openid' })
  const person = new Member(app)
  const host = new URL(login.issuer).host
  const status = page.getByRole('heading', { level: 1 }).getByText(states.needsSignIn)
  const nothingOpened = (): void => expect(page.context().pages()).toHaveLength(1)
  await removeServers(app)
  try {
    await test.step('asks for the sign-in, says where it happens, and opens or registers nothing', async () => {
      const dialog = await person.describeAddress(far.url)
      await dialog.getByRole('button', { name: add }).click()
      const ask = person.signIn(titles.needed)
      await expect(ask.getByRole('button', { name: asking.notNow })).toBeFocused()
      await expect(ask.getByText(filled(asking.where.another, { host }))).toBeVisible()
      await expect(ask.getByRole('group', { name: asking.issuer })).toHaveText(login.issuer)
      await expect(ask.getByRole('region', { name: asking.may })).toContainText('read')
      await expect(ask.getByText(asking.clients.registers)).toBeVisible()
      expect([login.asked, login.registrations]).toEqual([[], []])
      nothingOpened()
    })

    await test.step('says that the sign-in was left for later, in the list as well', async () => {
      await person.signIn(titles.needed).getByRole('button', { name: asking.notNow }).click()
      await expect(page.getByText('you left it for later')).toBeVisible()
      await look(page, 'sign-in-left')
      await person.open('Servers')
      await expect(person.row('far').getByText(states.needsSignIn)).toBeVisible()
      await look(page, 'sign-in-list')
    })

    await test.step('shows question and page after a start from the list, and resets after a cancel', async () => {
      await person
        .row('far')
        .getByRole('button', { name: onServer.signInOf('far') })
        .click()
      const ask = person.signIn(titles.asked)
      await expect(ask.getByRole('button', { name: asking.notNow })).toBeFocused()
      await person.consents(ask, asking.signIn)
      await expect(person.signInPage.getByRole('button', { name: words.questions.cancel })).toBeFocused()
      await expect(person.signInPage.getByRole('group', { name: words.questions.url.address })).toContainText(
        `${login.issuer}/authorize?`,
      )
      nothingOpened()
      await person.signInPage.getByRole('button', { name: words.questions.cancel }).click()
      await expect(page.getByText('requires you to sign in, and you cancelled it')).toBeVisible()
      expect(login.asked).toEqual([])
    })

    await test.step('waits for the browser once the page is open, and continues when it is opened again', async () => {
      await person.row('far').getByRole('link', { name: 'far' }).click()
      await page.getByRole('button', { name: onServer.signInOf('far') }).click()
      await person.consents(person.signIn(titles.asked), asking.signIn)
      login.behaviour.instead = ({ url }, response) => {
        if (url.pathname !== '/authorize') return false
        response.writeHead(200, { 'content-type': 'text/plain' }).end('Who are you?')
        return true
      }
      await expect(person.signInPage.getByRole('button', { name: words.questions.cancel })).toBeFocused()
      const open = person.signInPage.getByRole('button', { name: signInPage.open })
      await expect(open).not.toHaveAttribute('aria-disabled', 'true')
      const opening = page.context().waitForEvent('page')
      await open.press('Enter')
      const opened = await opening
      await expect(opened.getByText('Who are you?')).toBeVisible()
      await opened.close()
      await expect(person.signInPage.getByText(signInPage.opened)).toBeVisible()
      await expect(person.signInPage.getByText(minutesLeft)).toBeVisible()
      await look(page, 'sign-in-opened')
      login.behaviour.instead = () => false
      await person.opens(signInPage.again)
      await expect(page.getByRole('heading', { level: 1 }).getByText(states.ready)).toBeVisible()
      await expect(page.locator('[aria-live=polite]').first()).toContainText(words.signIn.done('far'))
    })

    await test.step('shows on the server’s page the account, the issuer and the scopes', async () => {
      await page.getByRole('tab', { name: tabs.titles.access }).click()
      await expect(fact(app, onServer.facts.account)).toContainText(/ada@example\.org|Ada/)
      await expect(fact(app, onServer.facts.issuer)).toHaveText(login.issuer)
      await expect(fact(app, onServer.facts.may)).toContainText('read')
      await expect(fact(app, onServer.facts.expires)).toContainText(contains(onServer.facts.until(any)))
      await look(page, 'sign-in-signed-in')
    })

    await test.step('needs a sign-in again after the user signs out and confirms once', async () => {
      await page.getByRole('button', { name: onServer.signOut }).click()
      const dialog = page.getByRole('dialog', { name: signOut.title('far') })
      await expect(dialog.getByText(signOut.help(host))).toBeVisible()
      await look(page, 'sign-in-out')
      await dialog.getByRole('button', { name: signOut.signOut, exact: true }).click()
      await expect(dialog).toBeHidden()
      await expect(status).toBeVisible()
      await expect(page.getByRole('region', { name: onServer.facts.signedIn })).toHaveCount(0)
    })
  } finally {
    await far.stop()
    await login.stop()
  }
})

test('[SIN-2] [SIN-7] [SIN-9] accepts a client registered by hand, keeps its secret out of the file, and points out another authorization server @all', async ({
  app,
}) => {
  const { page } = app
  const client = {
    id: 'atrium-desktop',
    secret: 'kept-apart',
    redirectUris: ['http://127.0.0.1/callback'],
    authentication: 'client_secret_basic' as const,
  }
  const login = await AuthorizationServer.start({ registers: false, clients: [client] })
  const other = await AuthorizationServer.start({ registers: false, clients: [client] })
  const far = await ProtectedServer.start({ authorization: [login], scope: 'read' })
  const person = new Member(app)
  await removeServers(app)
  try {
    await test.step('shows problems at their fields', async () => {
      const dialog = await person.describeAddress(far.url)
      await dialog.getByRole('button', { name: words.signIn.form.label, exact: true }).click()
      await dialog.getByLabel(beginsWith(secret.label)).fill(client.secret)
      await dialog.getByRole('textbox', { name: beginsWith(port.label) }).fill('80')
      await dialog.getByRole('button', { name: add }).click()
      await expect(dialog.getByText(secret.withoutId)).toBeVisible()
      await expect(dialog.getByText(port.invalid)).toBeVisible()
      await expect(dialog.getByRole('textbox', { name: beginsWith(clientId.label) })).toBeFocused()
      await look(page, 'sign-in-form')
      await dialog.getByRole('textbox', { name: beginsWith(clientId.label) }).fill(client.id)
      await dialog.getByRole('textbox', { name: beginsWith(port.label) }).fill('')
      await dialog.getByRole('button', { name: add }).click()
    })

    await test.step('uses the registered client for the sign-in', async () => {
      const ask = person.signIn(titles.needed)
      await expect(ask.getByText(asking.clients.entered)).toBeVisible()
      await person.consents(ask, asking.signIn)
      await person.opens()
      await expect(page.getByRole('heading', { level: 1 }).getByText(states.ready)).toBeVisible()
      const file = readFileSync(path.join(app.directory, 'servers.json'), 'utf8')
      expect(file).toContain(client.id)
      expect(file).not.toContain(client.secret)
    })

    await test.step('keeps the secret in the settings without showing it', async () => {
      await page.getByRole('tab', { name: tabs.titles.setup }).click()
      await expect(page.getByLabel(beginsWith(secret.label))).toHaveAttribute(
        'placeholder',
        words.serverForm.namedValues.kept,
      )
      await expect(page.getByLabel(beginsWith(secret.label))).toHaveValue('')
      await look(page, 'sign-in-settings')
    })

    await test.step('sends another authorization server nothing of the client until it is entered again', async () => {
      far.behaviour.authorization = [other]
      await page.getByRole('tab', { name: tabs.titles.access }).click()
      await page.getByRole('button', { name: onServer.again }).click()
      await expect(
        page.getByText(/the client ID in its setup belongs to .*, so Atrium sent neither the ID nor its secret/),
      ).toBeVisible()
      expect(other.asked).toEqual([])
      await page.getByRole('tab', { name: tabs.titles.setup }).click()
      await page.getByLabel(beginsWith(secret.label)).fill(client.secret)
      await page.getByRole('button', { name: words.servers.setup.save }).click()
    })

    await test.step('says that the authorization server is another one than before', async () => {
      await page.getByRole('tab', { name: tabs.titles.tools }).click()
      await page.getByRole('tabpanel').getByRole('button', { name: words.inbox.serverAsk.review }).click()
      const ask = person.signIn(titles.ended)
      await expect(ask.getByText(asking.another)).toBeVisible()
      await expect(ask.getByText(filled(asking.before, { issuer: login.issuer }))).toBeVisible()
      await look(page, 'sign-in-another')
      await person.consents(ask, asking.signIn)
      await person.opens()
      await page.getByRole('tab', { name: tabs.titles.access }).click()
      await expect(fact(app, onServer.facts.issuer)).toHaveText(other.issuer)
    })

    await test.step('[CLC-1] signs in as the same client without the user, whose sign-in ends', async () => {
      await page.getByRole('tab', { name: tabs.titles.setup }).click()
      await page.getByLabel(by.label).selectOption(by.choices.key)
      await look(page, 'sign-in-own-client')
      await page.getByRole('button', { name: words.servers.setup.save }).click()
      await expect(page.getByText(own.without.key)).toBeVisible()
      await page.getByLabel(by.label).selectOption(by.choices.secret)
      await page.getByRole('button', { name: words.servers.setup.save }).click()
      await page.getByRole('tab', { name: tabs.titles.access }).click()
      await expect(page.getByRole('heading', { level: 1 }).getByText(states.ready)).toBeVisible()
      await expect(page.getByRole('button', { name: onServer.signOut })).toBeHidden()
      await expect.poll(() => other.tokenRequests.at(-1)).toMatchObject({ grant_type: 'client_credentials' })
    })
  } finally {
    for (const it of [far, login, other]) await it.stop()
  }
})
