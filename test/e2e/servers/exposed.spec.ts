import path from 'node:path'
import { beginsWith, words } from '../../support/words.ts'
import { expect, test } from '../support/app.ts'
import { look } from '../support/look.ts'
import { root } from '../support/root.ts'
import { Steps } from '../support/steps.ts'

test('[DOC-10] [CLI-42] says on its page and in the check where other computers reach a server @all', async ({
  app,
}) => {
  const person = new Steps(app)
  const { page } = app
  const args = [path.join(root, 'test/support/servers/life/reachable.mjs')]
  const env = { HOST: '0.0.0.0' }
  await person.prepare({ model: false, servers: { wide: { command: process.execPath, args, env } } })

  await page.goto(app.address('/servers/wide'))
  const cause = page.getByText(/^The server listens at 0\.0\.0\.0:\d+, and other computers can reach it there\.$/)
  await expect(cause).toBeVisible()
  await look(page, 'exposed-server')
  await page.getByRole('link', { name: words.servers.failure.changeField.arguments }).press('Enter')
  await expect(page).toHaveURL(/\/servers\/wide\/setup/)

  await page.goto(app.address('/settings/installation'))
  await page.getByRole('button', { name: words.settings.installation.check }).press('Enter')
  const findings = page.getByRole('list', { name: words.settings.installation.findings })
  await expect(findings.getByText(beginsWith('wide: The server listens at 0.0.0.0:'))).toBeVisible()
})
