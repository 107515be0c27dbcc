import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { knownFiles } from '../../../main/host/import/known-files.ts'
import { findConfigs, listConfigFiles } from '../../../main/host/import/look.ts'
import type { UserFolders } from '../../../main/host/platform.ts'
import type { ImportClient } from '../../../shared/config/imported.ts'
import { serverConfig } from '../../../shared/config/server-config.ts'
import { userFolders } from '../../../main/host/base/user-folders.ts'
import { groupOf, importRows } from '../../../renderer/state/servers/draft/import-rows.ts'
import { Atrium } from '../../support/atrium.ts'

let home: string
let folders: UserFolders

beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'atrium-home-'))
  folders = { system: 'linux', home, config: path.join(home, '.config'), machine: path.join(home, 'etc'), named: {} }
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const fileOf = (client: ImportClient): string => {
  const known = knownFiles(folders).find((it) => it.client === client)
  if (!known) throw new Error(`${client} has no file.`)
  mkdirSync(path.dirname(known.file), { recursive: true })
  return known.file
}

const write = (client: ImportClient, content: string | object): void =>
  writeFileSync(fileOf(client), typeof content === 'string' ? content : JSON.stringify(content))

const find = (existing = {}) => findConfigs(folders, existing)

/** The only file's problem. */
const onlyProblem = () => {
  const found = find()
  expect(found).toHaveLength(1)
  return found[0]?.imported.problem
}

const entry = { command: 'npx', args: ['-y', 'a-server'], env: { API_KEY: 'sk-abcd1234' } }
const other = (name: string) => ({ command: 'npx', args: ['-y', name] })

describe('[FORM-13] reading other applications’ files', () => {
  test('finds the servers of each application, with its file, and nothing in an empty home', () => {
    expect(find()).toEqual([])
    write('claude-desktop', { mcpServers: { one: entry } })
    write('vscode', { servers: { two: other('b') } })
    write('goose', 'extensions:\n  three:\n    type: stdio\n    cmd: uvx\n    args: [c]\n')
    write('codex', '[mcp_servers.four]\ncommand = "d"\n')
    expect(
      find().map(({ client, file, imported }) => [client, file, imported.servers.map((it) => it.candidate.id)]),
    ).toEqual([
      ['claude-desktop', '~/.config/Claude/claude_desktop_config.json', ['one']],
      ['vscode', '~/.config/Code/User/mcp.json', ['two']],
      ['goose', '~/.config/goose/config.yaml', ['three']],
      ['codex', '~/.codex/config.toml', ['four']],
    ])
  })

  test('lists the applications’ files without reading them, with ~ for the home folder', () => {
    const files = listConfigFiles({ ...folders, home: '/nowhere', config: '/nowhere/.config', machine: '/etc' })
    expect(files.length).toBeGreaterThan(40)
    expect(new Set(files.map(({ client }) => client)).size).toBeGreaterThanOrEqual(28)
    expect(files.every(({ file, isManaged }) => isManaged === true || file.startsWith('~'))).toBe(true)
  })

  test('returns nothing of a file but its servers, and says which project one belongs to', () => {
    const projects = { '/work': { history: ['secret words'], mcpServers: { own: entry } }, '/other': {} }
    write('claude-code', { oauthAccount: { token: 'not-for-us' }, projects })
    const found = find()
    expect(found[0]?.imported.servers).toMatchObject([{ sourceName: 'own', place: '/work' }])
    expect(JSON.stringify(found)).not.toMatch(/not-for-us|secret words/)
  })

  test('leaves out settings without servers', () => {
    write('zed', { theme: 'One Dark' })
    write('gemini', '')
    expect(find()).toEqual([])
  })

  test('reads a folder’s files', () => {
    const folder = path.join(home, '.continue', 'mcpServers')
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, 'a.yaml'), 'mcpServers:\n  - name: a\n    command: a\n')
    writeFileSync(path.join(folder, 'b.json'), JSON.stringify({ mcpServers: { b: other('b') } }))
    expect(find().map(({ file }) => file)).toEqual(['~/.continue/mcpServers/b.json', '~/.continue/mcpServers/a.yaml'])
  })

  test('says why a file can’t be read, and reads the others', () => {
    write('claude-desktop', '{\n  "mcpServers": {\n    "it": { "command": "C:\\Users" }\n')
    write('cursor', { mcpServers: { it: entry } })
    const [broken, fine] = find()
    expect(broken?.imported.problem).toMatchObject({ code: 'invalid-json', line: 3, hint: 'single-backslash' })
    expect(fine?.imported.servers).toHaveLength(1)
  })

  test('reads plain files only, and never waits for a writer', () => {
    expect(spawnSync('mkfifo', [fileOf('cursor')]).status).toBe(0)
    expect(onlyProblem()).toEqual({ code: 'not-a-file' })
    rmSync(fileOf('cursor'))
    mkdirSync(fileOf('cursor'))
    expect(onlyProblem()?.code).toMatch(/not-a-file|unreadable/)
  })

  test('refuses a file above 5 MiB', () => {
    write('claude-code', `{"mcpServers": {}, "x": "${'x'.repeat(5 * 1024 * 1024)}"}`)
    expect(onlyProblem()).toEqual({ code: 'too-large', detail: '5.0' })
  })

  test.skipIf(process.getuid?.() === 0)('says that a file can’t be read by this account', () => {
    write('cursor', { mcpServers: {} })
    chmodSync(fileOf('cursor'), 0)
    expect(onlyProblem()).toMatchObject({ code: 'unreadable', detail: expect.stringContaining('EACCES') })
  })

  test('shows where a link out of the home folder leads', () => {
    const elsewhere = realpathSync(mkdtempSync(path.join(tmpdir(), 'atrium-elsewhere-')))
    writeFileSync(path.join(elsewhere, 'mcp.json'), JSON.stringify({ mcpServers: { it: entry } }))
    symlinkSync(path.join(elsewhere, 'mcp.json'), fileOf('cursor'))
    expect(find()).toMatchObject([{ file: '~/.cursor/mcp.json', realPath: path.join(elsewhere, 'mcp.json') }])
    rmSync(elsewhere, { recursive: true })
  })

  test.each([
    ['darwin', '/Users/me/Library/Application Support', ['Application Support/Claude/', '/me/.config/goose/']],
    ['win32', '/Users/me/AppData/Roaming', ['Packages/Claude_pzs8sxrjxfjjc/', 'Roaming/Block/goose/config/']],
  ] as const)('knows the folders of %s', (system, config, parts) => {
    const files = knownFiles({ ...folders, system, home: '/Users/me', config }).map(({ file }) => file)
    for (const part of parts) expect(files.some((file) => file.includes(part))).toBe(true)
  })
})

describe('[FORM-13] places other than the usual ones', () => {
  const server = (id: string) => ({ mcpServers: { [id]: other(id) } })
  const put = (content: string | object, ...parts: string[]): string => {
    const file = path.join(home, ...parts)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
    return file
  }
  const ids = () => find().flatMap(({ imported }) => imported.servers.map(({ candidate }) => candidate.id))

  test('are taken from the variables that the applications read, instead of the usual ones', () => {
    put('[mcp_servers.usual]\ncommand = "a"\n', '.codex', 'config.toml')
    put('[mcp_servers.codex]\ncommand = "b"\n', 'codex', 'config.toml')
    put(server('claude'), 'claude', '.claude.json')
    put(server('gemini'), 'gemini', '.gemini', 'settings.json')
    put(server('copilot'), 'copilot', 'mcp-config.json')
    put(server('continue'), 'continue', 'mcpServers', 'one.json')
    put({ servers: { portable: other('portable') } }, 'portable', 'user-data', 'User', 'mcp.json')
    put({ servers: { profile: other('profile') } }, 'code', 'Code', 'User', 'profiles', 'a1', 'mcp.json')
    const cline = put(server('cline'), 'cline.json')
    const openCode = put({ mcp: { open: { type: 'local', command: ['open'] } } }, 'open.jsonc')
    const places = {
      CODEX_HOME: 'codex',
      CLAUDE_CONFIG_DIR: 'claude',
      GEMINI_CLI_HOME: 'gemini',
      COPILOT_HOME: 'copilot',
      CONTINUE_GLOBAL_DIR: 'continue',
      VSCODE_PORTABLE: 'portable',
      VSCODE_APPDATA: 'code',
    }
    const named = Object.fromEntries(Object.entries(places).map(([name, folder]) => [name, path.join(home, folder)]))
    const environment = { ...named, CLINE_MCP_SETTINGS_PATH: cline, OPENCODE_CONFIG: openCode, HOME: home }
    folders = { ...folders, named: userFolders(environment).named }
    expect(ids().toSorted()).toEqual(
      ['claude', 'cline', 'codex', 'continue', 'copilot', 'gemini', 'open', 'portable', 'profile'].toSorted(),
    )
    expect(listConfigFiles(folders)).toContainEqual({ client: 'codex', file: '~/codex/config.toml' })
  })

  test('are ignored if a variable isn’t an absolute path', () => {
    expect(userFolders({ CODEX_HOME: 'codex', CLAUDE_CONFIG_DIR: '' }).named).toEqual({})
  })

  test('are shown as managed if an administrator set them, and don’t hide the user’s own servers', () => {
    const managed = put(server('set'), 'etc', 'claude-code', 'managed-mcp.json')
    put(server('set'), '.cursor', 'mcp.json')
    expect(listConfigFiles(folders)).toContainEqual({
      client: 'claude-code',
      isManaged: true,
      file: `~/${path.relative(home, managed)}`,
    })
    const found = find()
    expect(found.map(({ client, isManaged }) => [client, isManaged])).toEqual([
      ['cursor', undefined],
      ['claude-code', true],
    ])
    expect(found[0]?.imported.servers).toMatchObject([{ sourceName: 'set' }])
    const [own, administrators] = found.map((config) => groupOf(config.file, config.imported, config))
    const state = { answers: {}, taken: [] }
    expect(own && importRows(own, {}, state)).toHaveLength(1)
    expect(administrators && importRows(administrators, {}, state)).toEqual([])
  })
})

describe('[FORM-13] the same server in several files', () => {
  test('is listed once, with the other places named', () => {
    write('claude-desktop', { mcpServers: { it: entry } })
    write('cursor', { mcpServers: { same: entry } })
    const [claude, cursor] = find()
    expect(claude?.imported.servers).toMatchObject([{ alsoIn: [{ client: 'cursor', as: 'same' }] }])
    expect(cursor?.imported.servers).toEqual([])
  })

  test('is two servers if only its keys differ, and the second gets another ID', () => {
    write('claude-desktop', { mcpServers: { it: entry } })
    write('cursor', { mcpServers: { it: { ...entry, env: { API_KEY: 'sk-other1234' } } } })
    const ids = find().flatMap(({ imported }) => imported.servers.map(({ candidate }) => candidate.id))
    expect(ids).toEqual(['it', 'it 2'])
  })

  test('is recognised as configured by what it starts, whatever its name and values', () => {
    write('cursor', { mcpServers: { it: entry } })
    const mine = serverConfig.parse({ ...entry, env: { API_KEY: { secret: 'server/mine/env/API_KEY' } } })
    expect(find({ mine })[0]?.imported.servers).toMatchObject([{ twin: 'mine', warnings: ['already-there'] }])
    expect(find({ mine: serverConfig.parse({ command: 'npx' }) })[0]?.imported.servers[0]?.twin).toBeUndefined()
  })
})

test('[FORM-13] leaves other applications’ files to admins, and records nothing', async () => {
  const atrium = await Atrium.start()
  const guest = atrium.join('use', 'web:guest')
  await expect(guest.link.call('findConfigs', {})).rejects.toMatchObject({ code: 'forbidden' })
  await expect(guest.link.call('readImport', { text: 'npx a' })).rejects.toMatchObject({ code: 'forbidden' })
  const before = (await atrium.person.link.call('listAudit', {})).rows.length
  mkdirSync(path.join(atrium.directory, '.cursor'))
  writeFileSync(path.join(atrium.directory, '.cursor', 'mcp.json'), JSON.stringify({ mcpServers: { it: entry } }))
  const { configs } = await atrium.person.link.call('findConfigs', {})
  expect(configs.map(({ client }) => client)).toEqual(['cursor'])
  expect((await atrium.person.link.call('listAudit', {})).rows).toHaveLength(before)
  expect(atrium.person.state.configured.servers).toEqual({})
  await atrium.close()
})

test('[FORM-18] undoes an import: removes what was added and hasn’t changed, with its secrets', async () => {
  const atrium = await Atrium.start()
  const { link } = atrium.person
  const parsed = (args: string[], secret?: string) =>
    serverConfig.parse({ command: 'true', args, ...(secret && { env: { KEY: { secret } } }) })
  const [one, two, before] = [parsed(['1'], 'server/one/env/KEY'), parsed(['2']), parsed(['0'])]
  await link.call('addServer', { id: 'before', config: before })
  await link.call('addServer', { id: 'one', config: one, secrets: { 'server/one/env/KEY': 'k' } })
  await link.call('addServer', { id: 'two', config: two })
  await link.call('updateServer', { id: 'two', config: parsed(['changed']) })
  expect(await link.call('undoImport', { servers: { one, two } })).toEqual({ removed: ['one'] })
  const { person } = atrium
  await person.until('the page was told', () =>
    isDeepStrictEqual(Object.keys(person.state.configured.servers), ['before', 'two']),
  )
  await person.until('its secrets are gone', () => !person.state.secrets.some((name) => name.startsWith('server/')))
  await atrium.close()
})

test('[FORM-19] saves an export in Atrium’s own folder, without secrets', async () => {
  const atrium = await Atrium.start()
  const { link } = atrium.person
  const config = serverConfig.parse({ command: 'true', env: { KEY: { secret: 'server/one/env/KEY' } } })
  await link.call('addServer', { id: 'one', config, secrets: { 'server/one/env/KEY': 'k-never-written' } })
  const { file } = await link.call('saveExport', { client: 'codex', servers: ['one'] })
  expect(path.dirname(file)).toBe(path.join(atrium.directory, 'exports'))
  expect(readFileSync(file, 'utf8')).toBe('[mcp_servers.one]\ncommand = "true"\nargs = []\nenv_vars = [ "KEY" ]\n')
  await atrium.close()
})

test('[FORM-22] refuses a name that looks like a secret, is one, or is entered as one with it', async () => {
  const atrium = await Atrium.start()
  const { link } = atrium.person
  const config = serverConfig.parse({ command: 'true', env: { KEY: { secret: 'server/one/env/KEY' } } })
  await link.call('addServer', { id: 'one', config, secrets: { 'server/one/env/KEY': 'quartz-hollow-7' } })
  const plain = serverConfig.parse({ command: 'true' })
  const own = { secret: 'server/my amber-lantern/env/KEY' }
  const refused = { code: 'bad-input', message: expect.stringMatching(/^This name looks like a secret\./) }
  for (const [id, name] of [
    ['slack-xoxp-8123456789'],
    ['quartz-hollow-7'],
    ['two', 'ghp_16C7e42F292c6912E7710c838347'],
  ] as const)
    await expect(link.call('addServer', { id, config: { ...plain, ...(name && { name }) } })).rejects.toMatchObject(
      refused,
    )
  const entering = { ...config, env: { KEY: own } }
  const secrets = { [own.secret]: 'amber-lantern' }
  await expect(link.call('addServer', { id: 'my amber-lantern', config: entering, secrets })).rejects.toMatchObject(
    refused,
  )
  const renamed = { ...config, name: 'It is quartz-hollow-7' }
  await expect(link.call('updateServer', { id: 'one', config: renamed })).rejects.toMatchObject(refused)
  await atrium.person.until('the page knows the server', () => 'one' in atrium.person.state.configured.servers)
  expect(Object.keys(atrium.person.state.configured.servers)).toEqual(['one'])
  expect(atrium.person.state.secrets.filter((name) => name.startsWith('server/'))).toEqual(['server/one/env/KEY'])
  await atrium.close()
})
