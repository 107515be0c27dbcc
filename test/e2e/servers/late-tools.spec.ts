import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { catalogueWords } from '../../../main/host/mcp/catalogue/words.ts'
import { words } from '../../support/words.ts'
import { expect, test } from '../support/app.ts'
import { look } from '../support/look.ts'
import { root } from '../support/root.ts'
import { Steps } from '../support/steps.ts'

const { chooser, search } = words.manual
const { missingTools } = words.ui

test('[STA-16] says where tools are listed and chosen that a server hasn’t listed its own, until it does @all', async ({
  app,
}) => {
  const person = new Steps(app)
  const { page } = app
  const until = path.join(app.directory, 'list-now')
  const args = [path.join(root, 'test/support/servers/offers/late-list.mjs')]
  await person.prepare({ model: false, servers: { slow: { command: process.execPath, args, env: { UNTIL: until } } } })
  const why = catalogueWords.noListYet('tools')

  await page.getByRole('button', { name: chooser.choose }).click()
  const dialog = page.getByRole('dialog', { name: search.label })
  await expect(dialog.getByText(`${missingTools.of('slow')} ${why}`)).toBeVisible()
  await look(page, 'chosen')
  await dialog.getByRole('link', { name: missingTools.open }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText(why)).toBeVisible()
  await person.open('Servers')
  await expect(person.row('slow').getByText(why)).toBeVisible()

  writeFileSync(until, '')
  await expect(person.row('slow').getByText(words.servers.state.ready)).toBeVisible()
  await expect(page.getByText(why)).toBeHidden()
})
