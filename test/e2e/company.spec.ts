import { readFileSync } from 'node:fs'
import path from 'node:path'
import { signInWords } from '../../main/host/mcp/sign-in/words.ts'
import { AuthorizationServer } from '../support/authorization/authorization-server.ts'
import { ProtectedServer } from '../support/authorization/protected-server.ts'
import { beginsWith, filled, words } from '../support/words.ts'
import { expect, shareApp, test } from './support/app.ts'
import { look } from './support/look.ts'
import { removeServers } from './support/prepare.ts'
import { Steps } from './support/steps.ts'

shareApp()

const { account, provider: providerWords, removal } = words.company
const { by, clientId } = words.signIn.form
const { address, dialog: frame, server: describe } = words.serverForm
const part = words.settings.parts.company

test('[EMA-7] reaches a server through the company, from the provider in the settings to the first call @all', async ({
  app,
}) => {
  const { page } = app
  const provider = await AuthorizationServer.start({
    metadata: 'oidc-appended',
    clients: [{ id: 'atrium-at-acme', redirectUris: ['http://127.0.0.1/callback'], authentication: 'none' }],
    policy: () => undefined,
  })
  const login = await AuthorizationServer.start({
    company: provider,
    clients: [{ id: 'atrium-at-notes', redirectUris: [], authentication: 'none' }],
  })
  const far = await ProtectedServer.start({ authorization: [login], scope: 'read' })
  const person = new Steps(app)
  const openPart = async (): Promise<void> => {
    await person.open('Settings')
    await page.getByRole('navigation', { name: words.settings.nav }).getByRole('link', { name: part }).click()
  }
  await removeServers(app)
  try {
    await person.prepare()
    await test.step('says what is wrong in the provider’s form', async () => {
      await openPart()
      await page.getByRole('button', { name: providerWords.save }).click()
      await expect(page.getByText(providerWords.issuer.missing)).toBeVisible()
      await expect(page.getByText(providerWords.clientId.missing)).toBeVisible()
      await look(page, 'company-form')
    })

    await test.step('saves the provider, and shows where the user would sign in', async () => {
      await page.getByRole('textbox', { name: beginsWith(providerWords.issuer.label) }).fill(provider.issuer)
      await page.getByRole('textbox', { name: beginsWith(providerWords.clientId.label) }).fill('atrium-at-acme')
      await page.getByRole('button', { name: providerWords.save }).click()
      await expect(page.getByText(provider.issuer, { exact: true })).toBeVisible()
      await expect(page.getByText(account.none)).toBeVisible()
      await look(page, 'company-set')
    })

    await test.step('adds a server that waits for the company sign-in', async () => {
      await person.open('Servers')
      await page.getByRole('button', { name: words.servers.list.add }).first().click()
      const dialog = page.getByRole('dialog', { name: frame.title })
      await dialog.getByRole('button', { name: frame.inForm }).click()
      await dialog.getByRole('radio', { name: beginsWith(describe.kinds.http.label) }).check()
      await dialog
        .getByRole('textbox', { name: beginsWith(describe.name) })
        .first()
        .fill('far')
      await dialog.getByRole('textbox', { name: beginsWith(address.label) }).fill(far.url)
      await dialog.getByRole('button', { name: words.signIn.form.label, exact: true }).click()
      await dialog.getByLabel(by.label).selectOption(by.choices.company)
      await dialog.getByRole('button', { name: frame.add }).click()
      await expect(dialog.getByText(words.company.server.withoutId)).toBeVisible()
      await dialog.getByRole('textbox', { name: beginsWith(clientId.label) }).fill('atrium-at-notes')
      await dialog.getByRole('button', { name: frame.add }).click()
      await expect(page.getByText('requires you to sign in to your company')).toBeVisible()
      await look(page, 'company-needed')
    })

    await test.step('signs in on the provider’s page from the server, which then starts', async () => {
      await page
        .getByRole('button', { name: words.signIn.server.signInOf('far') })
        .first()
        .click()
      const ask = page.getByRole('group', {
        name: words.questions.waiting(words.signIn.page.title(words.company.name)),
        exact: true,
      })
      await expect(ask.getByRole('button', { name: words.questions.cancel })).toBeFocused()
      await expect(ask.getByRole('group', { name: words.questions.url.address })).toContainText(
        `${provider.issuer}/authorize?`,
      )
      await look(page, 'company-page')
      const open = ask.getByRole('button', { name: words.signIn.page.open })
      await open.scrollIntoViewIfNeeded()
      await expect(open).not.toHaveAttribute('aria-disabled', 'true')
      const opening = page.context().waitForEvent('page')
      await open.click()
      const opened = await opening
      await expect(opened.getByText(signInWords.closePage)).toBeVisible()
      await opened.close()
      await expect(ask).toBeHidden()
      await person.ready('far')
    })

    await test.step('calls a tool of it', async () => {
      await person.newConversation()
      await person.send('!tool far__echo {"text":"through the company"}')
      await person.allow('echo')
      await expect(page.getByText(/Results: .*through the company/)).toBeVisible()
      expect(login.asked).toEqual([])
    })

    await test.step('shows the account, and ends the sign-in of all servers with it', async () => {
      await openPart()
      await expect(page.getByText(beginsWith(filled(account.as, { account: '' })))).toContainText('ada@example.org')
      await look(page, 'company-signed-in')
      await page.getByRole('button', { name: account.signOut, exact: true }).click()
      await expect(page.getByText(account.none)).toBeVisible()
      await person.open('Servers')
      await expect(person.row('far').getByText(words.servers.state.needsSignIn)).toBeVisible()
    })

    await test.step('removes the provider, which leaves nothing in the file', async () => {
      await openPart()
      await page.getByRole('button', { name: providerWords.remove }).click()
      const dialog = page.getByRole('dialog', { name: removal.title })
      await dialog.getByRole('button', { name: removal.remove }).click()
      await expect(page.getByRole('button', { name: providerWords.save })).toBeVisible()
      const file = readFileSync(path.join(app.directory, 'settings.json'), 'utf8')
      expect(file).not.toContain('companySignIn')
    })
  } finally {
    for (const it of [far, login, provider]) await it.stop()
  }
})
