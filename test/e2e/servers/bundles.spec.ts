import { bundlePage } from '../../../renderer/strings/servers/bundle-page.ts'
import { sampleBundles } from '../../support/bundles/bundles.mjs'
import { words } from '../../support/words.ts'
import { expect, shareApp, test } from '../support/app.ts'
import { look } from '../support/look.ts'
import { removeServers } from '../support/prepare.ts'
import { Steps } from '../support/steps.ts'

shareApp()

const { open, part, unsigned } = bundlePage
const form = words.serverForm.candidate
const samples = sampleBundles()
const fileOf = (name: string) => ({
  name: `${name}.mcpb`,
  mimeType: 'application/zip',
  buffer: samples[name]?.bytes ?? Buffer.alloc(0),
})

test('[BUN-11] adds a bundle, allows its first call, updates and removes it, by keyboard @all', async ({ app }) => {
  const { page } = app
  const person = new Steps(app)
  const choose = async (label: string, name: string): Promise<void> => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: label }).press('Enter')
    await (await chooser).setFiles(fileOf(name))
  }
  await removeServers(app)
  await person.prepare()

  await test.step('refuses a hostile bundle with the reason', async () => {
    await person.open('Servers')
    await page.getByRole('button', { name: words.servers.list.add }).first().press('Enter')
    await choose(words.serverForm.file.choose, 'slip-parent')
    await expect(page.getByRole('alert')).toContainText(bundlePage.refusals['name-outside'])
  })

  await test.step('says that the bundle is unsigned, shows its claimed author and command, and adds it', async () => {
    await choose(open.action, 'good-node')
    await expect(page.getByText(unsigned)).toBeVisible()
    await expect(page.getByText('Ada Example')).toBeVisible()
    await expect(page.getByText(`node ${bundlePage.runs.folder}/server/index.mjs`)).toBeVisible()
    await look(page, 'bundle', { within: 'main' })
    await page.getByRole('button', { name: form.add }).press('Enter')
  })

  await test.step('asks for trust in the unsigned bundle, and allows the first call', async () => {
    await expect(person.review('good-node')).toContainText(words.inbox.launch.unsigned)
    await person.trust('good-node')
    await person.ready('good-node')
    app.fake.setScenario({ turns: [{ content: [{ tool_use: { name: 'good-node__report', input: {} } }] }] })
    await person.newConversation()
    await person.send('report')
    await person.allow('report')
    await expect(person.call('report', words.chat.callState.succeeded)).toBeVisible()
  })

  await test.step('updates the bundle from its server’s page, with the new setting', async () => {
    await page.goto(app.address('/servers/good-node/setup'))
    await expect(page.getByText(part.intact)).toBeVisible()
    await look(page, 'bundle of a server', { within: 'main' })
    await choose(part.update, 'good-node-newer')
    await page.getByRole('button', { name: form.update }).press('Enter')
    const region = page.getByRole('textbox', { name: 'Region' })
    await expect(region).toBeFocused()
    await look(page, 'bundle update', { within: 'main' })
    await region.fill('eu')
    await region.press('Enter')
    await person.trust('good-node')
    await page.goto(app.address('/servers/good-node/setup'))
    await expect(page.getByText(part.what('good-node', '1.1.0'))).toBeVisible()
  })

  await test.step('removes the bundle with its files', async () => {
    await page.goto(app.address('/servers/good-node/setup'))
    await page.getByRole('button', { name: words.servers.setup.remove, exact: true }).press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(part.loses)
    await dialog.getByRole('button', { name: words.servers.removal.remove }).press('Enter')
    await expect(page.getByRole('heading', { name: words.servers.list.empty })).toBeVisible()
  })
})
