import { createFakeRegistry, type FakeRegistry } from '../../support/fake-registry/fake-registry.mjs'
import { freePort, modernPeer, type RemotePeer } from '../../support/remote-peers.ts'
import { words } from '../../support/words.ts'
import { registryPage } from '../../../renderer/strings/servers/registry-page.ts'
import { expect, shareApp, test } from '../support/app.ts'
import { look } from '../support/look.ts'
import { PageLink } from '../support/page-link.ts'
import { Steps } from '../support/steps.ts'

shareApp()

let registry: FakeRegistry
let peer: RemotePeer

/** A server with a URL on this computer, and a package that isn't one exact version. */
const record = (url: string, version: string) => ({
  server: {
    name: 'io.github.ada-example/repeater',
    title: 'Repeater',
    description: 'Repeats a word',
    version,
    packages: [
      { registryType: 'npm', identifier: 'repeater-mcp', version: 'latest', transport: { type: 'stdio' } },
      {
        registryType: 'npm',
        identifier: '@ada-example/repeater',
        version,
        transport: { type: 'stdio' },
        packageArguments: [{ type: 'positional', valueHint: 'folder', isRequired: true, description: 'To read from' }],
        environmentVariables: [{ name: 'REPEATER_KEY', description: 'Of your account', isSecret: true }],
      },
    ],
    remotes: [{ type: 'streamable-http', url, headers: [{ name: 'X-Region', default: 'eu', choices: ['eu', 'us'] }] }],
  },
  _meta: {
    'io.modelcontextprotocol.registry/official': {
      status: 'active',
      isLatest: true,
      publishedAt: '2026-05-04T09:12:00Z',
    },
  },
})

test.beforeAll(async () => {
  peer = await modernPeer({ PORT: String(await freePort()) })
  registry = await createFakeRegistry({ fillers: 12 })
  registry.setEntries([record(peer.url, '1.0.0')])
})
test.afterAll(async () => {
  await registry.close()
  await peer.stop()
})

test('[REG-4] [REG-5] leads by keyboard from the registry to the first approved call, and announces a new version @all', async ({
  app,
}) => {
  const { page } = app
  const person = new Steps(app)
  await person.prepare()
  await new PageLink(page).call('changeSettings', { registryUrl: registry.url })
  expect(registry.requests).toEqual([])

  await test.step('finds the server', async () => {
    await page.getByRole('navigation').getByRole('link', { name: words.frame.pages.servers }).press('Enter')
    await page.getByRole('button', { name: words.servers.list.registry }).press('Enter')
    await page.getByRole('textbox', { name: registryPage.list.find }).pressSequentially('repeats')
    await expect(page.getByText(registryPage.list.count(1, 1))).toBeVisible()
    await look(page, 'registry')
    await page.getByRole('link', { name: 'repeater', exact: true }).press('Enter')
  })

  await test.step('shows the server’s ways, and why one can’t be used', async () => {
    await expect(page.getByText(registryPage.ways.cannot['version-not-exact'])).toBeVisible()
    await expect(page.getByText(peer.url).first()).toBeVisible()
    await look(page, 'registry-server')
    await page.getByRole('radio', { name: /@ada-example\/repeater/ }).press('Space')
    await expect(page.getByText('‹folder›')).toBeVisible()
    await look(page, 'registry-package')
    await page.getByRole('button', { name: words.serverForm.candidate.add }).press('Enter')
    await expect(page.getByRole('textbox', { name: /^folder/ })).toBeFocused()
    await page.getByRole('radio', { name: new RegExp(peer.url) }).press('Space')
  })

  await test.step('adds the server, which connects after the review', async () => {
    await page.getByRole('combobox', { name: /^X-Region/ }).selectOption('us')
    await page.getByRole('button', { name: words.serverForm.candidate.add }).press('Enter')
    const connect = person.review('Repeater').getByRole('button', { name: words.inbox.address.connect })
    await expect(connect).not.toHaveAttribute('aria-disabled', 'true')
    await connect.press('Enter')
    await person.ready('Repeater')
  })

  await test.step('runs an approved call', async () => {
    await person.newConversation()
    await person.send('!tool Repeater__echo {"text":"hello registry"}')
    await person.allow('echo')
    await expect(page.getByText('hello registry').last()).toBeVisible()
  })

  await test.step('announces a new version once the registry is asked, and changes nothing by itself', async () => {
    registry.setEntries([record(`${peer.url}?v=2`, '1.1.0')])
    await person.open('Servers')
    await page.getByRole('link', { name: 'Repeater', exact: true }).press('Enter')
    await page.getByRole('tab', { name: words.servers.tabs.titles.setup }).click()
    await page.getByRole('button', { name: registryPage.update.check }).press('Enter')
    await expect(page.getByText(registryPage.update.available('1.1.0'))).toBeVisible()
    await look(page, 'registry-update-card')
    await page.getByRole('button', { name: registryPage.update.see }).press('Enter')
    const dialog = page.getByRole('dialog', { name: registryPage.update.dialog('Repeater', '1.1.0') })
    await expect(dialog.getByText(`${peer.url}?v=2`)).toBeVisible()
    await expect(dialog.getByRole('combobox', { name: /^X-Region/ })).toHaveValue('us')
    await look(page, 'registry-update')
    await dialog.getByRole('button', { name: registryPage.update.cancel }).press('Enter')
    await expect(dialog).toBeHidden()
  })
})
