import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { passportPage } from '../../../renderer/strings/servers/passport-page.ts'
import { beginsWith, contains, filled, words } from '../../support/words.ts'
import { expect, shareApp, test } from '../support/app.ts'
import { look } from '../support/look.ts'
import { PageLink } from '../support/page-link.ts'
import { removeServers } from '../support/prepare.ts'
import { root } from '../support/root.ts'
import { Steps } from '../support/steps.ts'

shareApp()

const { passport: entry } = words.serverDetail
const { page: sheetWords, parts, taken } = passportPage
const { dialog, namedValues, paste } = words.serverForm
const { definitions: asked } = words.inbox

test('[PSUI-1] [PSUI-2] [PSUI-3] [PSUI-4] shows and prints a passport, and adds a server with one, by keyboard @all', async ({
  app,
}) => {
  const { page } = app
  const person = new Steps(app)
  const link = new PageLink(page)
  const state = path.join(app.directory, 'passport-state.txt')
  writeFileSync(state, 'back')
  await removeServers(app)
  const script = path.join(root, 'test/support/servers/offers/rug-pull.mjs')
  const sums = { command: process.execPath, args: [script], env: { STATE_FILE: state } }
  await person.prepare({ model: false, servers: { sums } })
  const { text, fingerprint } = await link.call('getPassport', { server: 'sums' })

  await test.step('shows the page, and prints only the sheet', async () => {
    await page.goto(app.address('/servers/sums/setup'))
    await page.getByRole('button', { name: entry.open }).press('Enter')
    const sheet = page.getByRole('article', { name: sheetWords.label('sums') })
    await expect(sheet.getByRole('region', { name: parts.offers })).toContainText('add')
    await expect(sheet).toContainText(fingerprint)
    await look(page, 'passport', { within: 'main' })
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('navigation').first()).toBeHidden()
    await expect(page.getByRole('button', { name: sheetWords.print })).toBeHidden()
    await expect(sheet).toBeVisible()
    await page.emulateMedia({ media: null })
    await page.getByRole('button', { name: sheetWords.save }).press('Enter')
    await expect(page.getByRole('status').getByText('exports')).toBeVisible()
  })

  await removeServers(app)
  writeFileSync(state, 'description')

  await test.step('checks a pasted passport and says what its signature means', async () => {
    await person.open('Servers')
    await page.getByRole('button', { name: words.servers.list.add }).first().press('Enter')
    const form = page.getByRole('dialog', { name: dialog.title })
    const field = form.getByRole('textbox', { name: paste.label })
    await field.fill(text.replace('"waiting":0', '"waiting":1'))
    await expect(form.getByRole('alert')).toBeVisible()
    await field.fill(text)
    const found = form.getByRole('region', { name: taken.title('sums') })
    await expect(found).toContainText(fingerprint)
    await expect(found).toContainText(taken.meansNot)
    await look(page, 'passport taken', { within: '[role=dialog]' })
    await found.getByRole('button', { name: taken.fill }).press('Enter')
    const value = form.getByLabel(namedValues.valueOf('STATE_FILE'))
    await expect(value).toBeFocused()
    await expect(value).toHaveAccessibleDescription(contains(namedValues.enterWhole('<STATE_FILE>')))
    await value.fill(state)
    await value.press('Enter')
    await expect(form).toBeHidden()
  })

  await test.step('reviews the command, then only the definition that differs', async () => {
    await expect(person.review('sums')).toContainText(filled(words.inPassport.same, { fingerprint }))
    await look(page, 'passport trust', { within: 'main' })
    await person.trust('sums')
    const review = person.review('sums')
    const boxes = review.getByRole('checkbox')
    await expect(boxes).toHaveCount(1)
    await expect(review.getByRole('checkbox', { name: asked.choose('add') })).not.toBeChecked()
    await expect(review).toContainText(filled(asked.passport.differs, { fingerprint }))
    await look(page, 'passport review', { within: 'main' })
    await page.goto(app.address('/servers/sums/tools'))
    const tool = page.getByRole('listitem').filter({ hasText: 'tell' })
    await tool.getByRole('button', { name: beginsWith('tell') }).press('Enter')
    await expect(tool).toContainText(contains(`passport of ${fingerprint}`))
  })
})
