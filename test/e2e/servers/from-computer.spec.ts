import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { serverFile } from '../../support/server-files.ts'
import { words } from '../../support/words.ts'
import { App, expect, test as base } from '../support/app.ts'
import { PageLink } from '../support/page-link.ts'
import { prepare } from '../support/prepare.ts'
import { root } from '../support/root.ts'
import { Steps } from '../support/steps.ts'
import { WebShell } from '../support/web.ts'

const { dialog, paste: pasting, review } = words.serverForm
const { serverImport } = words

/** Light servers that answer only once they are released, and official ones. */
const held = Array.from({ length: 22 }, (_, n) => `held-${n}`)
const official = ['official-everything', 'official-files', 'official-memory']
const moved = [...held, ...official]

/** A computer with the files of three applications, one of them in a folder that a variable names. */
const test = base.extend<{ home: string; app: App }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
  home: async ({}, use) => {
    const home = mkdtempSync(path.join(tmpdir(), 'atrium-home-'))
    const folder = (...parts: string[]): string => {
      const made = path.join(home, ...parts)
      mkdirSync(made, { recursive: true })
      return made
    }
    const samples = path.join(root, 'test/fixtures/clients')
    copyFileSync(
      path.join(samples, 'claude-desktop-basic/claude_desktop_config.json'),
      path.join(folder('.config', 'Claude'), 'claude_desktop_config.json'),
    )
    copyFileSync(path.join(samples, 'codex/config.toml'), path.join(folder('codex'), 'config.toml'))
    const entry = (id: string) => ({
      command: process.execPath,
      args: [serverFile('held-handshake.mjs'), id],
      env: { HELD_UNTIL: path.join(home, 'released') },
    })
    const script = (name: string) => path.join(root, `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`)
    const node = (...args: string[]) => ({ command: process.execPath, args })
    const mcpServers = {
      ...Object.fromEntries(held.map((id) => [id, entry(id)])),
      'official-everything': node(script('everything'), 'stdio'),
      'official-files': node(script('filesystem'), home),
      'official-memory': node(script('memory')),
    }
    writeFileSync(path.join(folder('.cursor'), 'mcp.json'), JSON.stringify({ mcpServers }))
    await use(home)
    rmSync(home, { recursive: true, force: true })
  },
  app: async ({ home, openBrowser }, use) => {
    const environment = { HOME: home, XDG_CONFIG_HOME: '', CODEX_HOME: path.join(home, 'codex') }
    const app = new App(new WebShell(await openBrowser(), root, [], environment))
    await app.start()
    await use(app)
    await app.close()
  },
})

test('[FORM-13] [FORM-20] [FORM-21] imports three applications’ servers from the computer, and runs 25 of them with the page usable throughout @web @all', async ({
  app,
  home,
}) => {
  const { page } = app
  const link = new PageLink(page)
  await prepare(app, {})
  await new Steps(app).open('Servers')
  await page.getByRole('button', { name: words.servers.list.add }).first().click()
  const form = page.getByRole('dialog', { name: dialog.title })

  await test.step('reads the files, asks for what is missing, and adds the selected servers', async () => {
    await form.getByRole('button', { name: words.serverForm.found.look }).press('Enter')
    for (const client of ['claude-desktop', 'codex', 'cursor'] as const)
      await expect(form.getByRole('heading', { name: serverImport.clients[client] })).toBeVisible()
    await expect(form.getByText('~/codex/config.toml')).toBeVisible()
    for (const name of ['figma', 'literal']) await form.getByRole('checkbox', { name: pasting.add(name) }).uncheck()
    await form.getByRole('textbox', { name: 'WEATHER_API_KEY' }).fill('typed-once')
    await form.getByRole('textbox', { name: 'CONTEXT7_API_KEY' }).fill('typed-too')
    await form.getByRole('button', { name: dialog.addFound(31) }).press('Enter')
    await page.getByRole('dialog', { name: review.title(31) }).press('Escape')
    await expect(form).toBeHidden()
    const file = readFileSync(path.join(app.directory, 'servers.json'), 'utf8')
    expect(Object.keys(JSON.parse(file).mcpServers)).toEqual([
      'filesystem',
      'github',
      'notes',
      'weather',
      ...moved,
      'context7',
      'mixed',
    ])
    expect(file).not.toMatch(/typed-once|typed-too|ghp_EXAMPLE|sk-example/)
  })

  await test.step('stays usable by keyboard while 25 servers start', async () => {
    const asks = await link.until('each server’s program is asked about', (state) => {
      const open = state.asks.flatMap(({ kind, question }) => (kind === 'trust' ? [question.server] : []))
      return moved.every((id) => open.includes(id)) && state.asks
    })
    for (const { id, kind, contentHash, question } of asks)
      if (kind === 'trust' && moved.includes(question.server))
        await link.call('answer', { ask: id, contentHash, answer: { decision: 'trust' } })
    await link.until('22 servers start', ({ servers }) => held.every((id) => servers[id]?.status.state === 'starting'))
    await page.getByRole('textbox', { name: words.servers.list.find }).fill('held-21')
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
    await page.getByRole('main').getByRole('link', { name: 'held-21' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('held-21')
    await page.keyboard.press('Control+Shift+o')
    const person = new Steps(app)
    await expect(person.composer).toBeFocused()
    await page.keyboard.type('Written while they start')
    await expect(person.composer).toHaveValue('Written while they start')
    await page.getByRole('button', { name: words.composer.add, exact: true }).press('Enter')
    await expect(page.getByRole('menuitem').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await person.typeInPalette('held-20')
    await expect(page.getByRole('option', { name: /held-20/ }).first()).toBeVisible()
    await page.keyboard.press('Escape')
    const { servers } = await link.state()
    expect(held.map((id) => servers[id]?.status.state)).toEqual(held.map(() => 'starting'))
    await person.open('Servers')
    await page.getByRole('textbox', { name: words.servers.list.find }).fill('-')
  })

  await test.step('shows all servers ready without a request for each', async () => {
    let requests = 0
    page.on('request', () => requests++)
    writeFileSync(path.join(home, 'released'), '')
    await expect(page.getByRole('main').getByRole('listitem').getByText(words.servers.state.ready)).toHaveCount(25)
    expect(requests).toBeLessThan(moved.length)
    const { servers } = await link.state()
    expect(held.map((id) => Object.keys(servers[id]?.tools ?? {}))).toEqual(held.map(() => ['late']))
    for (const id of official) expect(Object.keys(servers[id]?.tools ?? {}), id).not.toEqual([])
  })

  await test.step('lets a model call one of the servers', async () => {
    const person = new Steps(app)
    await person.newConversation()
    await person.send('!tool official-everything__echo {"message":"all are here"}')
    await person.allow('Echo Tool')
    await expect(page.getByText('Results: Echo: all are here')).toBeVisible()
    await person.open('Servers')
  })

  await test.step('puts all servers into one application’s file, as previewed and without secrets', async () => {
    const { title, open, client, merge } = serverImport.export
    await page.getByRole('button', { name: open }).press('Enter')
    const exporting = page.getByRole('dialog', { name: title })
    await exporting.getByRole('combobox', { name: client }).selectOption('cursor')
    await exporting.getByRole('button', { name: merge.look('Cursor') }).press('Enter')
    const changes = exporting.getByRole('region', { name: merge.title('~/.cursor/mcp.json') })
    await expect(changes.getByRole('region', { name: merge.adds('weather') })).toBeAttached()
    await changes.getByRole('button', { name: merge.write }).press('Enter')
    await expect(exporting.getByText('~/.cursor/mcp.json.before-atrium-')).toBeVisible()
    const file = readFileSync(path.join(home, '.cursor/mcp.json'), 'utf8')
    expect(Object.keys(JSON.parse(file).mcpServers)).toEqual(expect.arrayContaining([...moved, 'weather', 'github']))
    expect(file).not.toMatch(/typed-once|typed-too|ghp_EXAMPLE|sk-example/)
  })
})
