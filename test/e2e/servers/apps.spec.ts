import path from 'node:path'
import { words } from '../../support/words.ts'
import { expect, test } from '../support/app.ts'
import { look } from '../support/look.ts'
import { prepare } from '../support/prepare.ts'
import { root } from '../support/root.ts'

const { detail, app: appWords, users } = words.serverTools
const { refused } = words.apps.reach

const uri = 'ui://apps/view'
const csp = {
  connectDomains: ['https://api.example.com', 'https://*.example.org', 'http://127.0.0.1:8080'],
  resourceDomains: ['https://cdn.example.com'],
  frameDomains: ['https://video.example.com'],
}
const document = {
  uri,
  mimeType: 'text/html;profile=mcp-app',
  text: '<!doctype html><title>View</title><script>window.top.document.title = "Taken"</script>',
  _meta: { ui: { csp, permissions: { camera: {}, microphone: {} } } },
}

test('[APP-8] [APP-13] a server’s tools tab says which tools are for its apps, and what an app names @all', async ({
  app,
}) => {
  const script = path.join(root, 'test/support/servers/offers/apps.mjs')
  const apps = { command: process.execPath, args: [script], env: { APP: JSON.stringify([document]) } }
  await prepare(app, { servers: { apps } })
  const { page } = app
  await page.goto(app.address('/servers/apps/tools'))
  const row = (name: string) => page.locator(`[data-tool="${name}"]`)

  await test.step('names each tool’s users, and lets the user run none that is for apps only', async () => {
    await expect(row('app_only')).toContainText(users.apps)
    await expect(row('nobody')).toContainText(users.nobody)
    await expect(row('shown')).not.toContainText(users.apps)
    await row('app_only').getByRole('button').first().click()
    const run = row('app_only').getByRole('button', { name: detail.run })
    await expect(run).toHaveAttribute('aria-disabled', 'true')
    await row('app_only').getByRole('button').first().click()
  })

  await test.step('reads the app when asked, judges each host, and runs nothing', async () => {
    await row('shown').getByRole('button').first().click()
    const shown = row('shown').locator('[data-tool-detail]')
    await expect(shown).toContainText(appWords.notRun('apps'))
    await shown.getByRole('button', { name: appWords.look }).click()
    await expect(shown.getByText('https://api.example.com', { exact: true })).toBeVisible()
    await expect(shown).toContainText(refused.wildcard)
    await expect(shown).toContainText(refused.form)
    await expect(shown).toContainText(refused.frames)
    await expect(shown).toContainText('connect-src https://api.example.com;')
    await expect(page.locator('iframe')).toHaveCount(0)
    await expect(page).not.toHaveTitle(/Taken/)
  })

  await look(page, 'app of a tool', { within: 'main' })
})
