import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { words } from '../../support/words.ts'
import { expect, shareApp, test } from '../support/app.ts'
import { theDialog } from '../support/axe.ts'
import { look } from '../support/look.ts'
import { root } from '../support/root.ts'
import { Steps } from '../support/steps.ts'
import { detail, matches, picker } from '../servers/picking.ts'

shareApp()

const resources = path.join(root, 'test/support/servers/offers/resources.mjs')

const { fetch: fetching, picker: picking, preview } = words.resources

test('[SED-3] [SED-4] asks with the whole address before it fetches what a server only names, by keyboard and on a phone', async ({
  app,
}) => {
  const person = new Steps(app)
  const { page } = app
  let connections = 0
  const site = createServer(() => connections++).listen(0, '127.0.0.1')
  await once(site, 'listening')
  const uri = `https://localhost:${(site.address() as AddressInfo).port}/a/page?with=${'x'.repeat(120)}&and=the-end`
  await person.prepare({
    servers: { names: { command: process.execPath, args: [resources], env: { NAMES: uri } } },
  })
  await person.newConversation()

  await test.step('says that the server doesn’t read it, and offers to fetch it', async () => {
    await person.add(words.resources.attachButton)
    await picker(page).getByRole('searchbox').fill('the-end')
    await expect(matches(page, 1)).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(detail(page).getByText(/There is no https/)).toBeVisible()
    await expect(detail(page).getByRole('button', { name: preview.again })).toBeVisible()
    await detail(page).getByRole('button', { name: fetching.offer }).press('Enter')
  })

  const dialog = page.getByRole('dialog', { name: fetching.title })
  await test.step('shows the whole address, with focus on Cancel, which requests nothing', async () => {
    await expect(dialog.getByText(uri)).toBeVisible()
    await expect(dialog.getByRole('button', { name: fetching.leave })).toBeFocused()
    await look(page, 'fetch', theDialog)
    await page.setViewportSize({ width: 380, height: 800 })
    await expect(dialog.getByText(uri)).toBeInViewport({ ratio: 1 })
    await expect(dialog.getByRole('button', { name: fetching.fetch })).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(detail(page).getByRole('button', { name: fetching.offer })).toBeFocused()
    expect(connections).toBe(0)
  })

  await test.step('says why it wasn’t fetched: this computer isn’t a public address', async () => {
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: fetching.fetch }).press('Enter')
    await expect(
      detail(page).getByText(/localhost.* wasn’t contacted, because .* isn’t a public address/),
    ).toBeVisible()
    expect(connections).toBe(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: picking.title })).toBeHidden()
  })

  await test.step('has it in the log', async () => {
    await person.openRecords()
    await expect(await person.findRecord(words.audit.kinds['fetch.finished'], 'names')).toBeVisible()
  })
  site.close()
})
