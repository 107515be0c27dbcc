import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator } from '@playwright/test'
import { AuthorizationServer } from '../../support/authorization/authorization-server.ts'
import { ProtectedServer } from '../../support/authorization/protected-server.ts'
import { type App, expect, test } from '../support/app.ts'
import { look } from '../support/look.ts'
import { Steps } from '../support/steps.ts'

/** A person who signs in to servers at an address. */
class Member extends Steps {
  /** The question whether to sign in, by its title. */
  signIn(title: string): Locator {
    return this.page.getByRole('group', { name: `Waiting for you: ${title}`, exact: true })
  }

  /** The page on which she does. */
  get signInPage(): Locator {
    return this.signIn('Sign in to far in your browser')
  }

  /** Fills in the form of a server at an address. */
  async describeAddress(url: string): Promise<Locator> {
    await this.open('Servers')
    await this.page.getByRole('button', { name: 'Add server' }).first().click()
    const dialog = this.page.getByRole('dialog', { name: 'Add server' })
    await dialog.getByRole('radio', { name: /^Connects to an address/ }).check()
    await dialog.getByRole('textbox', { name: /^Name/ }).first().fill('far')
    await dialog.getByRole('textbox', { name: /^Address/ }).fill(url)
    return dialog
  }

  /** Presses an answer that counts only after a while. */
  async consents(question: Locator, name: string): Promise<void> {
    const button = question.getByRole('button', { name })
    await button.scrollIntoViewIfNeeded()
    await expect(button).not.toHaveAttribute('aria-disabled', 'true')
    await button.click()
  }

  /** Opens the page, which sends the browser back at once. */
  async opens(button: 'Open in browser' | 'Open again'): Promise<void> {
    const opening = this.page.context().waitForEvent('page')
    await this.consents(this.signInPage, button)
    const opened = await opening
    await expect(opened.getByText('go back to Atrium')).toBeVisible()
    await opened.close()
    await expect(this.signInPage).toBeHidden()
  }
}

const fact = ({ page }: App, name: string): Locator =>
  page.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd[1]')

test('[SIN-1] [SIN-3] [SIN-4] [SIN-6] [SIN-9] a server that needs a sign-in is added, left for later, signed in to, and signed out of', async ({
  app,
}) => {
  const { page } = app
  const login = await AuthorizationServer.start()
  const far = await ProtectedServer.start({ authorization: [login], scope: 'read openid' })
  const person = new Member(app)
  const host = new URL(login.issuer).host
  const status = page.getByRole('heading', { level: 1 }).getByText('Needs sign-in')
  const nothingOpened = (): void => expect(page.context().pages()).toHaveLength(1)
  try {
    await test.step('it asks for it by itself, says where, and nothing has been opened or registered', async () => {
      const dialog = await person.describeAddress(far.url)
      await dialog.getByRole('button', { name: 'Add server' }).click()
      const ask = person.signIn('far needs you to sign in')
      await expect(ask.getByRole('button', { name: 'Not now' })).toBeFocused()
      await expect(ask.getByText(`You sign in at ${host}, which is another host than the server’s.`)).toBeVisible()
      await expect(ask.getByRole('group', { name: 'Authorization server' })).toHaveText(login.issuer)
      await expect(ask.getByRole('region', { name: 'What Atrium will be able to do there' })).toContainText('read')
      await expect(ask.getByText('Not yet: it registers itself when you sign in')).toBeVisible()
      expect([login.asked, login.registrations]).toEqual([[], []])
      nothingOpened()
      await look(page, 'sign-in-ask')
    })

    await test.step('left for later, it says so, in the list, too', async () => {
      await person.signIn('far needs you to sign in').getByRole('button', { name: 'Not now' }).click()
      await expect(page.getByText('you left that for later')).toBeVisible()
      await look(page, 'sign-in-left')
      await person.open('Servers')
      await expect(person.row('far').getByText('Needs sign-in')).toBeVisible()
      await look(page, 'sign-in-list')
    })

    await test.step('begun in the list, question and page come by themselves; cancelled, it is as before', async () => {
      await person.row('far').getByRole('button', { name: 'Sign in to far' }).click()
      const ask = person.signIn('Sign in to far')
      await expect(ask.getByRole('button', { name: 'Not now' })).toBeFocused()
      await person.consents(ask, 'Sign in')
      await expect(person.signInPage.getByRole('button', { name: 'Cancel' })).toBeFocused()
      await expect(person.signInPage.getByRole('group', { name: 'Address' })).toContainText(
        `${login.issuer}/authorize?`,
      )
      nothingOpened()
      await look(page, 'sign-in-page')
      await person.signInPage.getByRole('button', { name: 'Cancel' }).click()
      await expect(page.getByText('wants you to sign in, and you cancelled it')).toBeVisible()
      expect(login.asked).toEqual([])
    })

    await test.step('opened, it waits for the browser; opened again, it goes on by itself', async () => {
      await person.row('far').getByRole('link', { name: 'far' }).click()
      await page.getByRole('button', { name: 'Sign in to far' }).click()
      await person.consents(person.signIn('Sign in to far'), 'Sign in')
      login.behaviour.instead = ({ url }, response) => {
        if (url.pathname !== '/authorize') return false
        response.writeHead(200, { 'content-type': 'text/plain' }).end('Who are you?')
        return true
      }
      await expect(person.signInPage.getByRole('button', { name: 'Cancel' })).toBeFocused()
      const open = person.signInPage.getByRole('button', { name: 'Open in browser' })
      await expect(open).not.toHaveAttribute('aria-disabled', 'true')
      const opening = page.context().waitForEvent('page')
      await page.keyboard.press('a')
      const opened = await opening
      await expect(opened.getByText('Who are you?')).toBeVisible()
      await opened.close()
      await expect(person.signInPage.getByText('Opened. Waiting for the browser to come back.')).toBeVisible()
      await expect(person.signInPage.getByText(/Atrium waits for about [45] minutes more\./)).toBeVisible()
      await look(page, 'sign-in-opened')
      login.behaviour.instead = () => false
      await person.opens('Open again')
      await expect(page.getByRole('heading', { level: 1 }).getByText('Ready')).toBeVisible()
      await expect(page.locator('[aria-live=polite]').first()).toContainText('You are signed in to far.')
    })

    await test.step('its page says as whom, by whom and for what', async () => {
      await expect(fact(app, 'Signed in')).toContainText(/ada@example\.org|Ada/)
      await expect(fact(app, 'By')).toHaveText(login.issuer)
      await expect(fact(app, 'Allowed')).toContainText('read')
      await expect(fact(app, 'Holds')).toContainText('then it is renewed by itself, or you are asked')
      await look(page, 'sign-in-signed-in')
    })

    await test.step('signed out, which is asked about once, it needs a sign-in again', async () => {
      await page.getByRole('button', { name: 'Sign out…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Sign out of far?' })
      await expect(dialog.getByText(`Atrium forgets what ${host} gave it`)).toBeVisible()
      await look(page, 'sign-in-out')
      await dialog.getByRole('button', { name: 'Sign out', exact: true }).click()
      await expect(dialog).toBeHidden()
      await expect(status).toBeVisible()
      await expect(fact(app, 'Signed in')).toHaveCount(0)
    })
  } finally {
    await far.stop()
    await login.stop()
  }
})

test('[SIN-5] [SIN-6] [SIN-8] a call that needs more than was allowed waits until one has signed in for it', async ({
  app,
}) => {
  const { page } = app
  const login = await AuthorizationServer.start()
  const far = await ProtectedServer.start({ authorization: [login], scope: 'read' })
  const person = new Member(app)
  try {
    await person.prepare()
    const dialog = await person.describeAddress(far.url)
    await dialog.getByRole('button', { name: 'Add server' }).click()
    await person.consents(person.signIn('far needs you to sign in'), 'Sign in')
    await person.opens('Open in browser')
    await person.ready('far')
    await person.newConversation()

    await test.step('the call says what it waits for, and leads there', async () => {
      await person.send('!tool far__write {}')
      await person.allow('write')
      await expect(page.getByText('Paused until you have signed in')).toBeVisible()
      await look(page, 'sign-in-paused')
      await person.call('write', 'Waiting for you').getByRole('button', { name: 'Review' }).click()
    })

    await test.step('what it needs stands apart from what was allowed', async () => {
      const ask = person.signIn('far needs you to allow more')
      await expect(ask.getByRole('button', { name: 'Not now' })).toBeFocused()
      const besides = ask.getByRole('region', { name: 'What Atrium will be able to do there besides' })
      await expect(besides).toContainText('write')
      await expect(ask.getByRole('region', { name: 'What you allowed before' })).toContainText('read')
      await expect(ask.getByText('As it registered itself there before')).toBeVisible()
      await look(page, 'sign-in-more')
      await person.consents(ask, 'Sign in')
      await person.opens('Open in browser')
      await expect(page.getByText(/Results: .*done: write/)).toBeVisible()
      await expect(person.call('write', 'Succeeded')).toBeVisible()
    })

    await test.step('one that nobody signs in for fails with the reason', async () => {
      await person.send('!tool far__erase {}')
      await person.allow('erase')
      await expect(page.getByText('far waits until you have signed in')).toBeVisible()
      await page.keyboard.press('Control+.')
      await person.signIn('far needs you to allow more').getByRole('button', { name: 'Not now' }).click()
      await expect(person.call('erase', 'Failed').getByText(/you left that for later/)).toBeVisible()
    })

    await test.step('it is begun anew and ended in the palette, and stands in the log', async () => {
      const choose = async (what: RegExp): Promise<void> => {
        await page.keyboard.press('Control+k')
        await page.getByRole('combobox', { name: 'Search or jump to' }).fill('sign')
        await page.getByRole('option', { name: what }).click()
      }
      await choose(/^Sign in to far again/)
      await person.signIn('Sign in to far').getByRole('button', { name: 'Not now' }).click()
      await person.ready('far')
      await choose(/^Sign out of far…/)
      await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 }).getByText('Needs sign-in')).toBeVisible()
      await person.open('Audit')
      await expect(await person.findRecord('Signed in to a server', 'let Atrium sign in')).toBeVisible()
      const out = await person.findRecord('Signed out of a server', 'as was wanted')
      await out.click()
      const record = page.getByRole('complementary', { name: /^Record/ })
      await expect(record.getByText('Authorization server')).toBeVisible()
      await look(page, 'sign-in-record')
    })
  } finally {
    await far.stop()
    await login.stop()
  }
})

test('[SIN-2] [SIN-7] [SIN-9] a client that was registered by hand is typed in, its secret is not written down, and another authorization server is said to be one', async ({
  app,
}) => {
  const { page } = app
  const client = {
    ...{ id: 'atrium-desktop', secret: 'kept-apart' },
    redirectUris: ['http://127.0.0.1/callback'],
    authentication: 'client_secret_basic' as const,
  }
  const login = await AuthorizationServer.start({ registers: false, clients: [client] })
  const other = await AuthorizationServer.start({ registers: false, clients: [client] })
  const far = await ProtectedServer.start({ authorization: [login], scope: 'read' })
  const person = new Member(app)
  try {
    await test.step('with what is wrong said at its fields', async () => {
      const dialog = await person.describeAddress(far.url)
      await dialog.getByRole('button', { name: 'Sign-in', exact: true }).click()
      await dialog.getByLabel(/^Client secret/).fill(client.secret)
      await dialog.getByRole('textbox', { name: /^Callback port/ }).fill('80')
      await dialog.getByRole('button', { name: 'Add server' }).click()
      await expect(dialog.getByText('A client secret needs the client ID that it belongs to.')).toBeVisible()
      await expect(dialog.getByText('A whole number from 1024 to 65535.')).toBeVisible()
      await expect(dialog.getByRole('textbox', { name: /^Client ID/ })).toBeFocused()
      await look(page, 'sign-in-form')
      await dialog.getByRole('textbox', { name: /^Client ID/ }).fill(client.id)
      await dialog.getByRole('textbox', { name: /^Callback port/ }).fill('')
      await dialog.getByRole('button', { name: 'Add server' }).click()
    })

    await test.step('it is known there by it', async () => {
      const ask = person.signIn('far needs you to sign in')
      await expect(ask.getByText('By the client ID that you entered')).toBeVisible()
      await person.consents(ask, 'Sign in')
      await person.opens('Open in browser')
      await expect(page.getByRole('heading', { level: 1 }).getByText('Ready')).toBeVisible()
      const file = readFileSync(path.join(app.directory, 'servers.json'), 'utf8')
      expect(file).toContain(client.id)
      expect(file).not.toContain(client.secret)
    })

    await test.step('its settings keep the secret without showing it', async () => {
      await page.getByRole('tab', { name: 'Settings' }).click()
      await expect(page.getByLabel(/^Client secret/)).toHaveAttribute('placeholder', 'kept; type to replace')
      await expect(page.getByLabel(/^Client secret/)).toHaveValue('')
      await look(page, 'sign-in-settings')
    })

    await test.step('another authorization server gets nothing of it until it is entered again', async () => {
      far.behaviour.authorization = [other]
      await page.getByRole('tab', { name: 'Overview' }).click()
      await page.getByRole('button', { name: 'Sign in again' }).click()
      await expect(
        page.getByText(/the client ID in its settings belongs to .*, so nothing of it was sent/),
      ).toBeVisible()
      expect(other.asked).toEqual([])
      await page.getByRole('tab', { name: 'Settings' }).click()
      await page.getByLabel(/^Client secret/).fill(client.secret)
      await page.getByRole('button', { name: 'Save' }).click()
    })

    await test.step('another authorization server than before is said to be one', async () => {
      await page.getByRole('tab', { name: 'Overview' }).click()
      await page.getByRole('tabpanel').getByRole('button', { name: 'Review' }).click()
      const ask = person.signIn('far needs you to sign in again')
      await expect(ask.getByText('This is another authorization server than before.')).toBeVisible()
      await expect(ask.getByText(`Before it was ${login.issuer}.`)).toBeVisible()
      await look(page, 'sign-in-another')
      await person.consents(ask, 'Sign in')
      await person.opens('Open in browser')
      await expect(fact(app, 'By')).toHaveText(other.issuer)
    })
  } finally {
    for (const it of [far, login, other]) await it.stop()
  }
})
