import path from 'node:path'
import { words } from '../../support/words.ts'
import { expect, shareApp, test } from '../support/app.ts'
import { ByHand } from '../support/by-hand.ts'
import { root } from '../support/root.ts'

const resources = path.join(root, 'test/support/servers/offers/resources.mjs')
const { fetch: fetching } = words.resources

shareApp()

test('[SED-3] [SED-4] asks as well before it fetches what a result links to', async ({ app }) => {
  const looking = new ByHand(app)
  const { page } = app
  const uri = 'https://localhost:9/linked/page'
  const server = { command: process.execPath, args: [resources], env: { NAMES: uri } }
  await looking.steps.prepare({ model: false, servers: { linking: server } })
  const card = await looking.run('links')
  await card.getByRole('button', { name: words.results.link.previewOf('A page') }).press('Enter')
  const shown = page.getByRole('dialog', { name: 'A page' })
  await shown.getByRole('button', { name: fetching.offer }).press('Enter')
  const dialog = page.getByRole('dialog', { name: fetching.title })
  await expect(dialog.getByText(uri)).toBeVisible()
  await expect(dialog.getByRole('button', { name: fetching.leave })).toBeFocused()
  await dialog.getByRole('button', { name: fetching.fetch }).press('Enter')
  await expect(shown.getByText(/localhost.* wasn’t contacted/)).toBeVisible()
})
