import path from 'node:path'
import { modernPeer } from '../../support/remote-peers.ts'
import { any, anyNumber, beginsWith, contains, words } from '../../support/words.ts'
import { type App, expect, shareApp, test } from '../support/app.ts'
import { look } from '../support/look.ts'
import { type Config, removeServers } from '../support/prepare.ts'
import { root } from '../support/root.ts'
import { Steps } from '../support/steps.ts'
import { chips, detail, followed, matches, picker, promptForm, promptMenu } from './picking.ts'

shareApp()

const { diff, follow, followed: following, picker: picking, templates } = words.resources

const script = path.join(root, 'test/support/servers/modern-peer.mjs')

const program = (env: Record<string, string>) => async () => ({
  entry: { command: process.execPath, args: [script], env },
  stop: async () => undefined,
})

/** The peer of both eras by each transport, and how its page names the era. */
const ways = {
  'in the newer era': { start: program({}), era: '2026-07-28' },
  'in the older era': { start: program({ LEGACY: 'only' }), era: '2025-11-25' },
  'at an address': {
    start: async () => {
      const { url, stop } = await modernPeer()
      return { entry: { url }, stop }
    },
    era: '2026-07-28',
  },
}

/** A conversation with the ready peer as its only server. */
async function begin(app: App, entry: Config): Promise<Steps> {
  const person = new Steps(app)
  await removeServers(app)
  await person.prepare({ servers: { peer: entry } })
  return person
}

for (const [way, { start, era }] of Object.entries(ways))
  test(`[WLK-2] uses the peer’s prompts, resources, templates and their changes ${way} @all`, async ({ app }) => {
    const { entry, stop } = await start()
    try {
      const person = await begin(app, entry)
      const { page } = app
      await page.goto(app.address('/servers/peer/activity'))
      await expect(page.getByRole('tabpanel')).toContainText(era)
      await person.newConversation()

      await test.step('completes and inserts a prompt', async () => {
        await person.composer.focus()
        await page.keyboard.type('/brief')
        await expect(promptMenu(page).getByRole('option')).toHaveCount(1)
        await page.keyboard.press('Enter')
        await expect(promptForm(page).getByRole('combobox', { name: /topic/ })).toBeFocused()
        await page.keyboard.type('ro')
        await expect(page.getByRole('option')).toHaveText([/roads/, /roses/])
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Enter')
        await page.keyboard.press('Alt+p')
        await expect(promptForm(page).getByText('Write a brief about roses.')).toBeVisible()
        await page.keyboard.press('Control+Enter')
        await expect(chips(page)).toHaveText(/Brief.*peer/)
      })

      await test.step('previews and follows a resource', async () => {
        await person.browseResources()
        await picker(page).getByRole('searchbox').fill('board')
        await expect(matches(page, 1)).toBeVisible()
        await page.keyboard.press('Enter')
        await page.keyboard.press('Enter')
        await expect(detail(page).getByText('The board says: Nothing is written here yet.')).toBeVisible()
        await page.keyboard.press(' ')
        await detail(page).getByRole('switch', { name: follow.tell }).click()
      })

      await test.step('completes a template with the server’s suggestions', async () => {
        await picker(page).getByRole('searchbox').fill('')
        await picker(page)
          .getByRole('tab', { name: contains(picking.templates(anyNumber)) })
          .click()
        await picker(page).getByRole('option', { name: /Note/ }).click()
        const name = picker(page).getByRole('combobox', { name: 'name' })
        await name.fill('g')
        await expect(page.getByRole('listbox', { name: templates.proposals('peer') }).getByRole('option')).toHaveText([
          /garden/,
          /gate/,
        ])
        if (way === 'in the newer era') await look(page, 'peer-proposals')
        await name.press('Tab')
        await expect(name).toHaveValue('garden')
        await expect(picker(page).getByRole('status', { name: templates.address })).toHaveText('peer://note/garden')
        await name.press('Enter')
        await expect(picker(page).getByText('# About the garden')).toBeVisible()
        await picker(page).getByRole('button', { name: templates.choose }).click()
        await page.keyboard.press('Control+Enter')
        await expect(chips(page)).toHaveCount(3)
      })

      await test.step('sends the prompt and the resources with the message', async () => {
        await person.send('What do you make of it?')
        await expect(followed(page)).toHaveText(contains(`Board${any}${following.live}`))
        await expect(person.receipts).toHaveCount(1)
        const [request] = app.fake.state.log.filter((it) => it.path === '/v1/messages')
        const got = JSON.stringify(request?.body.messages)
        for (const said of ['Write a brief about roses.', 'Nothing is written here yet.', 'About the garden'])
          expect(got).toContain(said)
      })

      await test.step('says that the followed resource changed', async () => {
        await person.send('!tool peer__write {"text":"Buy milk."}')
        await person.allow('write')
        await expect(followed(page).getByText(following.changed)).toBeVisible()
        await expect(person.receipts).toHaveCount(2)
        await page.getByRole('button', { name: beginsWith(following.send) }).click()
        const dialog = page.getByRole('dialog', { name: beginsWith(diff.title('')) })
        await expect(dialog.locator('ins, mark').filter({ hasText: 'milk' }).first()).toBeVisible()
        await dialog.getByRole('button', { name: diff.attach }).click()
        await expect(chips(page)).toHaveText(/Board/)
      })

      await test.step('lists later offers by itself', async () => {
        await person.send('!tool peer__offer_more {}')
        await person.allow('offer_more')
        await expect(person.receipts).toHaveCount(3)
        await person.composer.focus()
        await page.keyboard.type('/later')
        await expect(promptMenu(page).getByRole('option', { name: /later/ })).toContainText(words.prompts.blocked.new)
        await page.keyboard.press('Escape')
        await person.composer.fill('')
        await person.browseResources()
        await picker(page).getByRole('searchbox').fill('extra')
        await expect(matches(page, 1)).toBeVisible()
        await page.keyboard.press('Enter')
        await page.keyboard.press('Enter')
        await expect(detail(page).getByText('"came"')).toBeVisible()
      })
    } finally {
      await stop()
    }
  })
