import type { Locator } from '@playwright/test'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { modernPeer, type RemotePeer } from '../../host/mcp/http/peers.ts'
import { starterWords } from '../../../renderer/strings/servers/starters.ts'
import { any, beginsWith, filled, words } from '../../support/words.ts'
import { type App, expect, shareApp, test as base } from '../support/app.ts'
import { axeFindings } from '../support/axe.ts'
import { removeServers } from '../support/prepare.ts'
import { Steps } from '../support/steps.ts'

shareApp()
base.beforeEach(({ app }) => removeServers(app))

const { address: addressWords, dialog, limits, namedValues, paste: pasting, review, server } = words.serverForm
const { serverImport } = words
const { headers: headerWords } = namedValues
const { setup, state: states, tabs } = words.servers
const { http, stdio } = server.kinds

/** A real server at a URL, in its own process; `sent` are the Authorization headers it received. */
const test = base.extend<{ peer: RemotePeer & { sent(): string } }>({
  peer: async ({ app }, use) => {
    const log = path.join(app.directory, 'sent-headers')
    writeFileSync(log, '')
    const peer = await modernPeer({ HEADER_LOG: log })
    await use({ ...peer, sent: () => readFileSync(log, 'utf8') })
    await peer.stop()
  },
})

/** The starter that asks for a repository. */
const git = starterWords.git
const label = git.fields?.['folder']?.label ?? ''

const fileOf = (app: App): string => path.join(app.directory, 'servers.json')
const serversIn = (app: App) => JSON.parse(readFileSync(fileOf(app), 'utf8')).mcpServers

async function openDialog(app: App): Promise<Locator> {
  await new Steps(app).open('Servers')
  await app.page.getByRole('button', { name: words.servers.list.add }).first().click()
  return app.page.getByRole('dialog', { name: dialog.title })
}

async function openForm(app: App): Promise<Locator> {
  const form = await openDialog(app)
  await form.getByRole('button', { name: dialog.inForm }).press('Enter')
  return form
}

async function paste(form: Locator, config: object): Promise<void> {
  await form.getByRole('textbox', { name: pasting.label }).fill(JSON.stringify(config, null, 2))
}

test('[FORM-11] adds and edits a server with a URL, and sends its secret without writing it to the file', async ({
  app,
  peer,
}) => {
  const { page } = app
  const person = new Steps(app)
  const form = await openForm(app)
  await form.getByRole('radio', { name: beginsWith(http.label) }).check()
  await form.getByRole('textbox', { name: beginsWith(server.name) }).fill('tickets')
  await form.getByRole('textbox', { name: beginsWith(addressWords.label) }).fill('mcp.tickets.example')
  await form.getByRole('button', { name: dialog.add }).click()
  const address = form.getByRole('textbox', { name: beginsWith(addressWords.label) })
  await expect(address).toBeFocused()
  await expect(address).toHaveAccessibleDescription(/This is not an address/)
  await address.fill(peer.url)
  await expect(form.getByText(beginsWith(filled(addressWords.leadsHere, { host: any })))).toBeVisible()
  await form.getByRole('button', { name: headerWords.add }).click()
  await form.getByRole('textbox', { name: headerWords.nameOf }).fill('Authorization')
  await form.getByLabel(namedValues.valueOf('Authorization')).fill('Bearer first-of-all')
  await expect(form.getByLabel(namedValues.valueOf('Authorization'))).toHaveAttribute('type', 'password')
  await form.getByRole('button', { name: limits.label }).click()
  await form.getByRole('textbox', { name: beginsWith(limits.kinds.idle.label) }).fill('30')
  await form.getByRole('button', { name: dialog.add }).click()
  await expect(form).toBeHidden()
  await person.ready('tickets')

  const reference = { secret: 'server/tickets/header/Authorization' }
  const entry = { type: 'http', url: peer.url, headers: { Authorization: reference }, timeouts: { idle: 30 } }
  expect(serversIn(app)).toEqual({ tickets: entry })
  expect(peer.sent()).toContain('Bearer first-of-all')

  await page.getByRole('main').getByRole('link', { name: 'tickets' }).click()
  await page.getByRole('tab', { name: tabs.titles.setup }).click()
  const edit = page.getByRole('tabpanel', { name: tabs.titles.setup })
  await expect(edit.getByRole('radio', { name: beginsWith(http.label) })).toHaveCount(0)
  const value = edit.getByLabel(namedValues.valueOf('Authorization'))
  await expect(value).toHaveValue('')
  await expect(value).toHaveAttribute('placeholder', namedValues.kept)
  await value.fill('Bearer second-to-none')
  await edit.getByRole('button', { name: setup.saveAndReconnect }).click()
  await expect(edit.getByRole('button', { name: beginsWith(setup.save) })).toBeHidden()
  await expect.poll(peer.sent).toContain('Bearer second-to-none')
  expect(serversIn(app)).toEqual({ tickets: entry })

  await edit
    .getByRole('textbox', { name: beginsWith(server.name) })
    .first()
    .fill('Ticket desk')
  await edit.getByRole('button', { name: setup.save, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ticket desk')
  await person.open('Servers')
  await person.ready('Ticket desk')
  expect(serversIn(app)).toEqual({ tickets: { ...entry, name: 'Ticket desk' } })
  expect(readFileSync(fileOf(app), 'utf8')).not.toMatch(/first-of-all|second-to-none/)
})

test('[FORM-9] adds several pasted servers at once, names failures, and fills in an incomplete server @web @all', async ({
  app,
  peer,
}) => {
  const { page } = app
  const person = new Steps(app)
  const form = await openDialog(app)
  const headers = { Authorization: 'Bearer pasted-along' }
  const open = { url: peer.url, headers: { Authorization: 'Bearer ${input:token}' } }
  await paste(form, {
    servers: { one: { url: peer.url, headers }, two: { type: 'sse', url: peer.url }, three: open, odd: { type: 'ws' } },
    inputs: [{ id: 'token', description: 'Desk token', password: true }],
  })
  await expect(form.getByText(filled(pasting.oneSecret, { names: 'Authorization' }))).toBeVisible()
  await expect(
    form.getByText(serverImport.leftOut('odd', serverImport.skipped['transport-not-supported'], 'ws')),
  ).toBeVisible()
  await form.getByRole('button', { name: dialog.addFound(3) }).press('Enter')
  const token = form.getByRole('textbox', { name: 'Desk token' })
  await expect(token).toBeFocused()
  await expect(token).toHaveAccessibleDescription(words.ui.questions.missing('Desk token'))
  await form.getByRole('checkbox', { name: pasting.add('three') }).uncheck()

  writeFileSync(fileOf(app), '{')
  await form.getByRole('button', { name: dialog.addFound(2) }).click()
  await expect(form.getByRole('alert').filter({ hasText: beginsWith(pasting.notAdded('one')) })).toBeVisible()
  await expect(form.getByRole('alert').filter({ hasText: beginsWith(pasting.notAdded('two')) })).toBeVisible()

  writeFileSync(fileOf(app), '{}')
  await form.getByRole('button', { name: pasting.fillWith('three') }).click()
  const value = form.getByLabel(namedValues.valueOf('Authorization'))
  await expect(value).toBeFocused()
  await expect(value).toHaveAccessibleDescription(namedValues.enterWhole('Bearer <Desk token>'))
  await value.fill('Bearer filled-in')
  await form.getByRole('button', { name: dialog.add }).click()
  await expect(
    form.getByRole('listitem').filter({ hasText: 'three' }).getByText(pasting.added, { exact: true }),
  ).toBeVisible()
  await form.getByRole('button', { name: dialog.addFound(2) }).click()
  await expect(form).toBeHidden()
  const result = page.getByRole('dialog', { name: review.title(3) })
  await expect(result.getByRole('heading')).toHaveText(states.counts(3, '3 ready'))
  await result.getByRole('button', { name: review.done }).click()
  for (const name of ['one', 'two', 'three']) await person.ready(name)
  expect(Object.keys(serversIn(app))).toEqual(['three', 'one', 'two'])
  expect(readFileSync(fileOf(app), 'utf8')).not.toMatch(/pasted-along|filled-in/)
  expect(peer.sent()).toContain('Bearer filled-in')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(3)
})

test('[FORM-16] [FORM-18] takes a chosen file and a dropped one, adds its 25 servers at once, and undoes it @all', async ({
  app,
}) => {
  const { page } = app
  const form = await openDialog(app)
  await form.locator('input[type=file]').setInputFiles('test/fixtures/clients/goose/config.yaml')
  await expect(
    form.getByText(serverImport.leftOut('developer', serverImport.skipped['part-of-that-client'])),
  ).toBeVisible()
  await form.getByRole('button', { name: pasting.removeFile }).press('Enter')

  const many = Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`s${n}`, { command: 'true', args: [`${n}`] }]))
  await form.getByRole('textbox', { name: pasting.label }).evaluate(
    (field, text) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([text], 'mcp.json', { type: 'application/json' }))
      const init = { bubbles: true, cancelable: true, dataTransfer }
      if (field.dispatchEvent(new DragEvent('dragover', init))) throw new Error('The dialog takes no files.')
      field.dispatchEvent(new DragEvent('drop', init))
    },
    JSON.stringify({ mcpServers: many }),
  )
  await form.getByRole('textbox', { name: pasting.find }).fill('s24')
  await expect(form.getByRole('listitem')).toHaveCount(1)
  await form.getByRole('button', { name: dialog.addFound(25) }).press('Enter')
  await page.getByRole('dialog', { name: review.title(25) }).press('Escape')
  await expect(page.getByRole('main').getByRole('link', { name: 's24' })).toBeVisible()
  await page.getByRole('button', { name: serverImport.undo.action }).press('Enter')
  await expect(page.getByRole('main').getByRole('link', { name: 's24' })).toBeHidden()
  expect(serversIn(app)).toEqual({})
})

test('[FORM-12] [FORM-14] lets the user fill in the form or a starter by keyboard, and passes axe @web @all', async ({
  app,
  peer,
}) => {
  const { page } = app
  const form = await openForm(app)
  const { keyboard } = page
  await expect(form.getByRole('radio', { name: beginsWith(stdio.label) })).toBeFocused()
  await keyboard.press('ArrowRight')
  await expect(form.getByRole('radio', { name: beginsWith(http.label) })).toBeChecked()
  await keyboard.press('Tab')
  await keyboard.type('by-hand')
  await keyboard.press('Tab')
  await keyboard.type(peer.url)
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await expect(form.getByRole('textbox', { name: headerWords.nameOf })).toBeFocused()
  await keyboard.press('Enter')
  await expect(form.getByRole('textbox', { name: headerWords.nameOf })).toHaveAccessibleDescription(
    beginsWith(headerWords.nameMissing),
  )
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await axeFindings(page, { within: '[role=dialog]', theme }), theme).toEqual([])
      const over = await form.evaluate(
        (element) =>
          [element, ...element.querySelectorAll('*')].filter(
            (it) => it.scrollWidth > it.clientWidth && getComputedStyle(it).overflowX === 'auto',
          ).length,
      )
      expect(over, `${theme} at ${width} px`).toBe(0)
    }
  }
  await form.getByRole('button', { name: namedValues.remove(headerWords.unnamed) }).press('Enter')
  await expect(form.getByRole('button', { name: headerWords.add, exact: true })).toBeFocused()
  await form.getByRole('textbox', { name: beginsWith(addressWords.label) }).press('Enter')
  await expect(form).toBeHidden()
  await page.setViewportSize({ width: 1280, height: 800 })
  await new Steps(app).ready('by-hand')

  const again = await openDialog(app)
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    expect(await axeFindings(page, { within: '[role=dialog]', theme }), theme).toEqual([])
  }
  await keyboard.type('git repository')
  await expect(again.getByRole('listitem')).toHaveCount(1)
  await again.getByRole('button', { name: beginsWith(git.title) }).press('Enter')
  await expect(page.getByRole('textbox', { name: label })).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: label })).toHaveAccessibleDescription(
    words.ui.questions.missing(label),
  )
  await keyboard.type('/home/me/my project')
  await expect(page.getByRole('dialog').getByText('--repository "/home/me/my project"', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: dialog.back }).press('Enter')
  await paste(again, {
    far: { url: 'https://mcp.example.com', headers: { 'X-Key': 'abc' } },
    odd: 1,
    two: { command: 'x' },
  })
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    expect(await axeFindings(page, { within: '[role=dialog]', theme }), theme).toEqual([])
  }
})
