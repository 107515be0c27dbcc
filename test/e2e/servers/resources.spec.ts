import type { Locator, Page } from '@playwright/test'
import { any, anyNumber, beginsWith, contains, whole, words } from '../../support/words.ts'
import { type App, expect, shareApp, test } from '../support/app.ts'
import { look } from '../support/look.ts'
import { Steps, withEverything } from '../support/steps.ts'
import { chips, detail, followed, matches, picker } from './picking.ts'

shareApp()

const { chip, contents, diff, follow, followed: following, picker: picking, sent, tab, templates } = words.resources

const active = (page: Page): Locator => picker(page).getByRole('treeitem', { selected: true })

/** Finds a button by its action, and for screen readers by its object. */
const named = (does: string, of: string): RegExp => whole(`${does}${any}${of}`)

test('[REU-6] [REU-11] finds, previews and sends two resources by keyboard, shows them after a restart, and reads a picked one again with one press', async ({
  app,
}) => {
  const person = await withEverything(app)
  const { page } = app

  const menu = page.getByRole('listbox', { name: words.resources.mention.list })

  await test.step('lists the best matches at an @ that starts a word, and nothing in a word or after Esc', async () => {
    await page.keyboard.type('Look at a@b ')
    await expect(person.composer).toHaveValue('Look at a@b ')
    await expect(menu).toHaveCount(0)
    await page.keyboard.type('@arch')
    await expect(menu.getByRole('option').first()).toContainText('architecture.md')
    await expect(menu.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
    await look(page, 'mention')
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
    await expect(person.composer).toHaveValue('Look at a@b @arch')
    await expect(person.composer).toBeFocused()
  })

  await test.step('attaches the best match, and takes the typed word out of the message', async () => {
    await page.keyboard.press('Backspace')
    await person.composer.fill('Look at a@b ')
    await page.keyboard.type('@arch')
    await expect(menu.getByRole('option').first()).toContainText('architecture.md')
    await page.keyboard.press('Enter')
    await expect(person.composer).toHaveValue('Look at a@b ')
    await expect(person.composer).toBeFocused()
    const added = page.getByRole('button', { name: words.composer.attachments.takeAway('architecture.md') })
    await added.click()
    await expect(added).toHaveCount(0)
    await person.composer.focus()
  })

  await test.step('opens the picker with what was typed', async () => {
    await page.keyboard.type('@feat')
    await expect(menu.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(picker(page).getByRole('searchbox')).toHaveValue('feat')
    await picker(page).getByRole('searchbox').fill('')
    await expect(page.locator('[data-composer]')).toHaveValue('Look at a@b @feat')
  })

  await test.step('shows the resources in a tree, and narrows it while the user types', async () => {
    await expect(picker(page).getByRole('treeitem', { name: 'architecture.md' })).toBeVisible()
    await page.keyboard.type('static md')
    await expect(matches(page, 7)).toBeVisible()
    await page.keyboard.type(' arch')
    await expect(matches(page, 1)).toBeVisible()
  })

  await test.step('previews and selects one resource, then another', async () => {
    await page.keyboard.press('ArrowDown')
    await expect(picker(page).getByRole('tree')).toBeFocused()
    await expect(active(page)).toContainText('architecture.md')
    await page.keyboard.press('Enter')
    await expect(detail(page).getByText('Everything Server – Architecture')).toBeVisible()
    await page.keyboard.press(' ')
    await expect(active(page)).toBeChecked()
    await look(page, 'preview')
    await detail(page).getByRole('tab', { name: contents.views.markdown }).click()
    await expect(detail(page).getByRole('heading', { name: /Architecture/ })).toBeVisible()
    await picker(page).getByRole('searchbox').fill('features')
    await expect(matches(page, 1)).toBeVisible()
    await page.keyboard.press('Enter')
    await page.keyboard.press(' ')
    await expect(picker(page).getByText(beginsWith(picking.chosen(2)))).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(picker(page)).toBeHidden()
  })

  await test.step('shows the resources as chips, and follows a live one', async () => {
    await expect(person.composer).toBeFocused()
    await expect(chips(page)).toHaveCount(2)
    await expect(chips(page).first()).toContainText('architecture.md')
    await chips(page)
      .first()
      .getByRole('button', { name: beginsWith(chip.follows) })
      .click()
    await look(page, 'chips')
    await person.send('What is in them?')
    await expect(chips(page)).toHaveCount(0)
    await expect(person.receipts).toBeVisible()
    await expect(followed(page)).toHaveText(contains(`architecture.md${any}${following.live}`))
    const [request] = app.fake.state.log.filter((it) => it.path === '/v1/messages')
    expect(JSON.stringify(request?.body.messages)).toContain('Everything Server – Architecture')
  })

  await pickAndRestart(app)
  await readsAgain(app)

  await test.step('shows in the transcript what was sent, from the store', async () => {
    await app.page
      .getByRole('link', { name: /Look at|What is in them/ })
      .first()
      .click()
    const list = app.page.getByRole('list', { name: sent.list, exact: true })
    await expect(list.getByRole('button')).toHaveText([/architecture\.md/, /features\.md/])
    await list.getByRole('button', { name: /architecture\.md/ }).click()
    await expect(app.page.getByRole('dialog')).toContainText('Everything Server – Architecture')
    await look(app.page, 'sent')
    await app.page.keyboard.press('Escape')
  })
})

/** Picks a resource on its server's page, and then restarts the host. */
async function pickAndRestart(app: App): Promise<void> {
  const { page } = app
  await new Steps(app).newConversation()
  await page.goto(app.address('/servers/everything/resources'))
  await page.getByRole('button', { name: named(tab.attach, tab.named('features.md')) }).click()
  await expect(chips(page)).toHaveCount(1)
  const kept = await page.evaluate(() => ({ ...sessionStorage }))
  await app.restart()
  // Only what a tab stored survives a restart; this one is a new tab.
  await app.page.evaluate((items) => {
    for (const [key, value] of Object.entries(items))
      if (key.startsWith('atrium.picked')) sessionStorage.setItem(key, String(value))
  }, kept)
  await app.page.reload()
}

/** A resource picked before the restart is named before it is sent, and read again. */
async function readsAgain(app: App): Promise<void> {
  const { page } = app
  const again = new Steps(app)
  await again.newConversation()
  await again.ready('everything')
  await again.newConversation()
  await expect(chips(page)).toHaveText(/features\.md/)
  const asked = app.fake.state.log.length
  const gone = page.getByText(words.composer.picked.gone('features.md', true))

  await test.step('sends nothing, and says what is missing', async () => {
    await again.composer.fill('What is in it?')
    await page.keyboard.press('Enter')
    await expect(gone).toBeVisible()
    await expect(again.composer).toHaveValue('What is in it?')
    expect(app.fake.state.log).toHaveLength(asked)
    await look(page, 'gone')
  })

  await test.step('reads the resource again with one press, and sends it', async () => {
    await chips(page)
      .getByRole('button', { name: named(chip.renew, chip.renewed('features.md')) })
      .press('Enter')
    await expect(chips(page).getByRole('button', { name: beginsWith(chip.renew) })).toHaveCount(0)
    await expect(again.composer).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(chips(page)).toHaveCount(0)
    await expect(gone).toHaveCount(0)
    await expect.poll(() => JSON.stringify(app.fake.state.log.at(-1)?.body)).toContain('Everything Server')
  })
}

test('[REU-6] [REU-7] fills in a template, attaches it live, and sends it again with its changes @all', async ({
  app,
}) => {
  const person = await withEverything(app)
  const { page } = app

  await test.step('opens the resources from the palette, and turns a template into a form', async () => {
    await person.typeInPalette(words.palette.attachResources)
    await page.keyboard.press('Enter')
    await expect(picker(page)).toBeVisible()
    await picker(page)
      .getByRole('tab', { name: contains(picking.templates(anyNumber)) })
      .click()
    await picker(page).getByRole('option', { name: /text/i }).click()
    const field = picker(page).getByRole('combobox', { name: 'resourceId' })
    await field.fill('1')
    await expect(picker(page).getByRole('status', { name: templates.address })).toHaveText(
      'demo://resource/dynamic/text/1',
    )
    await field.press('Enter')
    await expect(picker(page).getByText(/Resource 1: This is a plaintext resource/)).toBeVisible()
    await picker(page).getByRole('switch', { name: follow.tell }).click()
    await picker(page).getByRole('button', { name: templates.choose }).click()
    await look(page, 'template-read')
    await page.keyboard.press('Control+Enter')
    await expect(chips(page)).toHaveCount(1)
    await person.send('Remember this')
    await expect(followed(page)).toHaveCount(1)
  })

  await test.step('says that the resource changed', async () => {
    await expect(person.receipts).toBeVisible()
    await person.send('!tool everything__toggle-subscriber-updates {}')
    await person.allow('Toggle Subscriber Updates')
    await expect(followed(page).getByText(following.changed)).toBeVisible()
    await look(page, 'changed')
  })

  await test.step('compares the new version word by word, and sends it with the next message', async () => {
    await page.getByRole('button', { name: beginsWith(following.send) }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: beginsWith(diff.title('')) })
    await expect(dialog.locator('mark').first()).toBeVisible()
    await look(page, 'diff')
    await dialog.getByRole('button', { name: diff.attach }).click()
    await expect(chips(page)).toHaveCount(1)
    await expect(chips(page).getByRole('button', { name: beginsWith(chip.live) })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await person.send('And now?')
    await expect(chips(page)).toHaveCount(0)
  })

  await test.step('stops following the resource', async () => {
    await page.getByRole('button', { name: beginsWith(following.end('')) }).click()
    await expect(followed(page)).toHaveCount(0)
  })
})

test('[REU-8] [REU-10] lists, previews, attaches and follows resources on a server’s page @all', async ({ app }) => {
  const person = await withEverything(app)
  const { page } = app
  await page.goto(app.address('/servers/everything/resources'))
  const panel = page.getByRole('tabpanel')
  await expect(panel.getByRole('row', { name: /architecture\.md/ })).toBeVisible()
  await panel.getByRole('textbox', { name: tab.find }).fill('feat')
  await expect(panel.getByText(tab.found(1, 7))).toBeVisible()
  await panel.getByRole('button', { name: named(tab.preview, tab.named('features.md')) }).click()
  await expect(page.getByRole('dialog', { name: 'features.md' })).toContainText('Everything Server')
  await page.keyboard.press('Escape')
  await panel.getByRole('textbox', { name: tab.find }).fill('')
  await panel.getByRole('tab', { name: contains(tab.templates(anyNumber)) }).click()
  await expect(panel.getByRole('table', { name: tab.templatesLabel })).toContainText(
    'demo://resource/dynamic/text/{resourceId}',
  )
  await look(page, 'server-templates')
  await panel.getByRole('tab', { name: contains(tab.listed(anyNumber)) }).click()
  await panel.getByRole('button', { name: named(tab.attach, tab.named('features.md')) }).click()
  await expect(chips(page)).toHaveText(/features\.md/)

  await test.step('follows a resource from this page, and shows that here', async () => {
    await page.goto(app.address('/servers/everything/resources'))
    await panel.getByRole('button', { name: named(tab.follow, tab.named('startup.md')) }).click()
    await expect(chips(page)).toHaveCount(2)
    await expect(
      chips(page)
        .last()
        .getByRole('button', { name: beginsWith(chip.live) }),
    ).toHaveAttribute('aria-pressed', 'true')
    await person.send('Look at these')
    await expect(followed(page)).toHaveText(/startup\.md/)
    await page.goto(app.address('/servers/everything/resources'))
    await expect(panel.getByRole('row', { name: /startup\.md/ })).toContainText(tab.live)
    await look(page, 'server-live')
  })
})
