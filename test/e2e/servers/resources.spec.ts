import type { Locator, Page } from '@playwright/test'
import { expect, shareApp, test } from '../support/app.ts'
import { look } from '../support/look.ts'
import { Steps } from '../support/steps.ts'
import { withEverything } from '../support/with-everything.ts'

shareApp()

const picker = (page: Page): Locator => page.getByRole('dialog', { name: 'Attach resources' })
const chips = (page: Page): Locator => page.getByRole('list', { name: 'Picked of servers' }).getByRole('listitem')
const followed = (page: Page): Locator =>
  page.getByRole('list', { name: 'Resources that are followed' }).getByRole('listitem')
const active = (page: Page): Locator => picker(page).getByRole('treeitem', { selected: true })

test('[REU-6] by keyboard two resources are found, previewed, attached, sent and seen again', async ({ app }) => {
  const person = await withEverything(app)
  const { page } = app

  await test.step('an @ where a word begins opens them; in the middle of one, or left again, it is a character', async () => {
    await page.keyboard.type('Look at a@b ')
    await expect(person.composer).toHaveValue('Look at a@b ')
    await page.keyboard.press('@')
    await expect(picker(page).getByRole('searchbox')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(person.composer).toHaveValue('Look at a@b @')
    await expect(person.composer).toBeFocused()
    await page.keyboard.press('Backspace')
  })

  await test.step('what is typed before it is there is looked for', async () => {
    await page.keyboard.type('@feat')
    await expect(picker(page).getByRole('searchbox')).toHaveValue('feat')
    await picker(page).getByRole('searchbox').fill('')
    await expect(page.locator('[data-composer]')).toHaveValue('Look at a@b ')
  })

  await test.step('they stand in a tree, which typing narrows', async () => {
    await expect(picker(page).getByRole('treeitem', { name: 'architecture.md' })).toBeVisible()
    await look(page, 'picker')
    await page.keyboard.type('static md')
    await expect(picker(page).getByText('7 matches')).toBeVisible()
    await page.keyboard.type(' arch')
    await expect(picker(page).getByText('1 match', { exact: true })).toBeVisible()
  })

  await test.step('one is previewed and selected, then another', async () => {
    await page.keyboard.press('ArrowDown')
    await expect(picker(page).getByRole('tree')).toBeFocused()
    await expect(active(page)).toContainText('architecture.md')
    await page.keyboard.press('Enter')
    const detail = picker(page).getByRole('region', { name: 'About what is marked' })
    await expect(detail.getByText('Everything Server – Architecture')).toBeVisible()
    await page.keyboard.press(' ')
    await expect(active(page)).toBeChecked()
    await look(page, 'preview')
    await detail.getByRole('tab', { name: 'Markdown' }).click()
    await expect(detail.getByRole('heading', { name: /Architecture/ })).toBeVisible()
    await picker(page).getByRole('searchbox').fill('features')
    await expect(picker(page).getByText('1 match', { exact: true })).toBeVisible()
    await page.keyboard.press('Enter')
    await page.keyboard.press(' ')
    await expect(picker(page).getByText(/^2 selected/)).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(picker(page)).toBeHidden()
  })

  await test.step('they are chips; one that is live is followed', async () => {
    await expect(person.composer).toBeFocused()
    await expect(chips(page)).toHaveCount(2)
    await expect(chips(page).first()).toContainText('architecture.md')
    await chips(page)
      .first()
      .getByRole('button', { name: /^follow/ })
      .click()
    await look(page, 'chips')
    await person.send('What is in them?')
    await expect(chips(page)).toHaveCount(0)
    // It stands under an answer that is complete.
    await expect(page.getByRole('log').getByRole('link', { name: /^Audit \d/ })).toBeVisible({ timeout: 30_000 })
    await expect(followed(page)).toHaveText(/architecture\.md.*live/)
    const [request] = app.fake.state.log.filter((it) => it.path === '/v1/messages')
    expect(JSON.stringify(request?.body.messages)).toContain('Everything Server – Architecture')
  })

  await test.step('the transcript shows them from the store, also after a restart', async () => {
    await app.restart()
    await app.page
      .getByRole('link', { name: /Look at|What is in them/ })
      .first()
      .click()
    const sent = app.page.getByRole('list', { name: 'Resources', exact: true })
    await expect(sent.getByRole('button')).toHaveText([/architecture\.md/, /features\.md/])
    await sent.getByRole('button', { name: /architecture\.md/ }).click()
    await expect(app.page.getByRole('dialog')).toContainText('Everything Server – Architecture')
    await look(app.page, 'sent')
    await app.page.keyboard.press('Escape')
  })
})

test('[REU-6] [REU-7] a template is filled in, attached live, and sent anew with what changed', async ({ app }) => {
  const person = await withEverything(app)
  const { page } = app

  await test.step('the palette opens them, and a template becomes a form', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('attach resources')
    await page.keyboard.press('Enter')
    await expect(picker(page)).toBeVisible()
    await picker(page)
      .getByRole('tab', { name: /^Templates/ })
      .click()
    await picker(page).getByRole('option', { name: /text/i }).click()
    const field = picker(page).getByRole('combobox', { name: 'resourceId' })
    await field.fill('1')
    await expect(picker(page).getByRole('status', { name: 'Address' })).toHaveText('demo://resource/dynamic/text/1')
    await look(page, 'template')
    await field.press('Enter')
    await expect(picker(page).getByText(/Resource 1: This is a plaintext resource/)).toBeVisible()
    await picker(page).getByRole('switch', { name: 'Follow changes' }).click()
    await picker(page).getByRole('button', { name: 'Select it' }).click()
    await look(page, 'template-read')
    await page.keyboard.press('Control+Enter')
    await expect(chips(page)).toHaveCount(1)
    await person.send('Remember this')
    await expect(followed(page)).toHaveCount(1)
  })

  await test.step('its server says that it changed', async () => {
    // It stands under an answer that is complete.
    await expect(page.getByRole('log').getByRole('link', { name: /^Audit \d/ })).toBeVisible({ timeout: 30_000 })
    await person.send('!tool everything__toggle-subscriber-updates {}')
    await person.allow('toggle-subscriber-updates|Toggle Subscriber Updates')
    await expect(followed(page).getByText('changed since you sent it')).toBeVisible({ timeout: 30_000 })
    await look(page, 'changed')
  })

  await test.step('the new version is compared word by word and goes with the next message', async () => {
    await page.getByRole('button', { name: /^Send new version/ }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: /^New version of/ })
    await expect(dialog.locator('mark').first()).toBeVisible()
    await look(page, 'diff')
    await dialog.getByRole('button', { name: 'Attach new version' }).click()
    await expect(chips(page)).toHaveCount(1)
    await expect(chips(page).getByRole('button', { name: /^live/ })).toHaveAttribute('aria-pressed', 'true')
    await person.send('And now?')
    await expect(chips(page)).toHaveCount(0)
  })

  await test.step('it is no longer followed', async () => {
    await page.getByRole('button', { name: /^No longer follow/ }).click()
    await expect(followed(page)).toHaveCount(0)
  })
})

test('[REU-8] [REU-10] the page of a server lists, previews, attaches and shows what is followed', async ({ app }) => {
  const person = await withEverything(app)
  const { page } = app
  await page.goto(app.address('/servers/everything/resources'))
  const tab = page.getByRole('tabpanel')
  await expect(tab.getByRole('row', { name: /architecture\.md/ })).toBeVisible()
  await look(page, 'server')
  await tab.getByRole('textbox', { name: 'Find a resource' }).fill('feat')
  await expect(tab.getByText('1 of 7')).toBeVisible()
  await tab.getByRole('button', { name: /^Preview.*features.md/ }).click()
  await expect(page.getByRole('dialog', { name: 'features.md' })).toContainText('Everything Server')
  await page.keyboard.press('Escape')
  await tab.getByRole('textbox', { name: 'Find a resource' }).fill('')
  await tab.getByRole('tab', { name: /^Templates/ }).click()
  await expect(tab.getByRole('table', { name: 'Templates' })).toContainText('demo://resource/dynamic/text/{resourceId}')
  await look(page, 'server-templates')
  await tab.getByRole('tab', { name: /^Listed/ }).click()
  await tab.getByRole('button', { name: /^Attach in chat.*features.md/ }).click()
  await expect(chips(page)).toHaveText(/features\.md/)

  await test.step('one is followed from here, and that is seen here', async () => {
    await page.goto(app.address('/servers/everything/resources'))
    await tab.getByRole('button', { name: /^Follow in chat.*startup.md/ }).click()
    await expect(chips(page)).toHaveCount(2)
    await expect(chips(page).last().getByRole('button', { name: /^live/ })).toHaveAttribute('aria-pressed', 'true')
    await person.send('Look at these')
    await expect(followed(page)).toHaveText(/startup\.md/)
    await page.goto(app.address('/servers/everything/resources'))
    await expect(tab.getByRole('row', { name: /startup\.md/ })).toContainText('live')
    await look(page, 'server-live')
  })
})

test('[REU-11] after a restart, what was picked is named before it is sent, and read again with one press', async ({
  app,
}) => {
  const person = await withEverything(app)
  await person.page.goto(app.address('/servers/everything/resources'))
  const row = (name: string): Locator =>
    person.page.getByRole('button', { name: new RegExp(`^Attach in chat.*${name}`) })
  await row('features.md').click()
  await expect(chips(app.page)).toHaveCount(1)
  const kept = await app.page.evaluate(() => ({ ...sessionStorage }))
  await app.restart()
  // What a tab has kept of itself is all that a restart leaves; this one is a new tab.
  const { page } = app
  await page.evaluate((items) => {
    for (const [key, value] of Object.entries(items))
      if (key.startsWith('atrium.picked')) sessionStorage.setItem(key, String(value))
  }, kept)
  await page.reload()
  const again = new Steps(app)
  await again.newConversation()
  await again.ready('everything')
  await again.newConversation()
  await expect(chips(page)).toHaveText(/features\.md/)
  const asked = app.fake.state.log.length

  await test.step('nothing is sent, and the sentence says what is missing', async () => {
    await again.composer.fill('What is in it?')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Nothing was sent: Atrium no longer has features.md.')).toBeVisible()
    await expect(again.composer).toHaveValue('What is in it?')
    expect(app.fake.state.log).toHaveLength(asked)
    await look(page, 'gone')
  })

  await test.step('one press reads it again, and it is sent', async () => {
    await chips(page)
      .getByRole('button', { name: /^Read again.*features.md/ })
      .press('Enter')
    await expect(chips(page).getByRole('button', { name: /^Read again/ })).toHaveCount(0)
    await expect(again.composer).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(chips(page)).toHaveCount(0)
    await expect(page.getByText('Nothing was sent')).toHaveCount(0)
    await expect.poll(() => JSON.stringify(app.fake.state.log.at(-1)?.body)).toContain('Everything Server')
  })
})
