import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findConfigs } from '../../../main/host/configs/find-configs.ts'
import { knownFiles } from '../../../main/host/configs/known-files.ts'
import type { UserFolders } from '../../../main/host/platform.ts'
import { Atrium } from '../../support/atrium.ts'

let home: string
let folders: UserFolders

beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'atrium-home-'))
  folders = { system: 'linux', home, config: path.join(home, '.config') }
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const fileOf = (app: string): string => {
  const known = knownFiles(folders).find((it) => it.app === app)
  if (!known) throw new Error(`${app} has no file.`)
  mkdirSync(path.dirname(known.file), { recursive: true })
  return known.file
}

const write = (app: string, content: string | Buffer | object): void =>
  writeFileSync(
    fileOf(app),
    typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content),
  )

/** The only file's outcome. */
const only = () => {
  const found = findConfigs(folders)
  expect(found).toHaveLength(1)
  return found[0]
}

const entry = { command: 'npx', args: ['-y', 'a-server'], env: { API_KEY: 'sk-abcd1234' } }

describe('[FORM-13] reading other applications’ files', () => {
  test('finds the servers of each application, with its name and file, and nothing in an empty home', () => {
    expect(findConfigs(folders)).toEqual([])
    for (const app of ['Claude Desktop', 'Claude Code', 'Cursor', 'Windsurf']) write(app, { mcpServers: { it: entry } })
    write('VS Code', { servers: { it: entry }, inputs: [{ id: 'key', type: 'promptString', password: true }] })
    const found = findConfigs(folders)
    expect(found.map(({ app, file }) => `${app}: ${file}`)).toEqual([
      'Claude Desktop: ~/.config/Claude/claude_desktop_config.json',
      'Claude Code: ~/.claude.json',
      'Cursor: ~/.cursor/mcp.json',
      'VS Code: ~/.config/Code/User/mcp.json',
      'Windsurf: ~/.codeium/windsurf/mcp_config.json',
    ])
    expect(found[0]).toMatchObject({ servers: { it: entry }, notes: [] })
    expect(found[3]).toMatchObject({ inputs: [{ id: 'key', type: 'promptString', password: true }] })
  })

  test('returns nothing of a file but its servers, and counts those of single projects', () => {
    const projects = { '/work': { history: ['secret words'], mcpServers: { own: entry } }, '/other': {} }
    write('Claude Code', { oauthAccount: { token: 'not-for-us' }, projects, mcpServers: { it: entry } })
    const found = only()
    expect(found).toMatchObject({ notes: ['Claude Code also has 1 server for single projects, left out here.'] })
    expect(JSON.stringify(found)).not.toMatch(/not-for-us|secret words/)
  })

  test('reads comments and commas if the application does, a byte order mark, and UTF-16', () => {
    write('VS Code', '// mine\n{ "servers": { "it": { "command": "npx", }, } }')
    expect(only()).toMatchObject({ servers: { it: { command: 'npx' } } })
    write('VS Code', Buffer.from('\uFEFF{ "servers": { "it": { "command": "npx" } } }', 'utf16le'))
    expect(only()).toMatchObject({ servers: { it: { command: 'npx' } } })
  })

  test('says in one sentence why a file can’t be read, and reads the others', () => {
    write('Claude Desktop', '{\n  "mcpServers": {\n    "it": { "command": "C:\\Users" }\n')
    write('Cursor', { mcpServers: { it: entry } })
    const found = findConfigs(folders)
    expect(found.map(({ app }) => app)).toEqual(['Claude Desktop', 'Cursor'])
    expect(found[0]).toMatchObject({
      problem: expect.stringMatching(/^Claude Desktop's file isn't valid JSON: .* at line 3, column \d+\.$/),
    })
  })

  test.each([
    ['[1]', "Cursor's file isn't a JSON object."],
    ['{"mcpServers": []}', 'Cursor\'s file has no object named "mcpServers".'],
    [`{"mcpServers": ${'['.repeat(65)}${']'.repeat(65)}}`, /^Cursor's file is nested too deeply at line 1/],
    [`{"mcpServers": {"it": {"command": "${'x'.repeat(400_000)}"}}}`, /^Cursor's servers are too long to list/],
    [`{"mcpServers": {}, "x": "${'x'.repeat(8 * 1024 * 1024)}"}`, /^Cursor's file is larger than 8 MB/],
  ])('refuses a file that is something else or too much: %#', (content, problem) => {
    write('Cursor', content)
    expect(only()).toMatchObject({ problem: typeof problem === 'string' ? problem : expect.stringMatching(problem) })
  })

  test('lists the first 100 servers of a file', () => {
    const many = Object.fromEntries(Array.from({ length: 130 }, (_, index) => [`s${index}`, { command: 'x' }]))
    write('Cursor', { mcpServers: many })
    const found = only()
    expect(found && 'servers' in found && Object.keys(found.servers)).toHaveLength(100)
    expect(found).toMatchObject({ notes: ['Cursor has 130 servers. These are the first 100.'] })
  })

  test('reads plain files only, also through a link, and never waits for a writer', () => {
    mkdirSync(fileOf('Windsurf'))
    expect(spawnSync('mkfifo', [fileOf('Cursor')]).status).toBe(0)
    writeFileSync(path.join(home, 'elsewhere.json'), JSON.stringify({ servers: { it: entry } }))
    symlinkSync(path.join(home, 'elsewhere.json'), fileOf('VS Code'))
    const found = findConfigs(folders)
    expect(found.map((it) => ('problem' in it ? it.problem : it.app))).toEqual([
      "Cursor's file isn't a plain file.",
      'VS Code',
      expect.stringContaining('Windsurf'),
    ])
  })

  test('names a format that it doesn’t read', () => {
    write('goose', 'extensions: {}')
    expect(only()).toMatchObject({ problem: expect.stringContaining('YAML') })
  })

  test.each([
    [
      'darwin',
      '/Users/me',
      '/Users/me/Library/Application Support',
      'Application Support/Claude/',
      '/Users/me/.config/goose',
    ],
    [
      'win32',
      '/Users/me',
      '/Users/me/AppData/Roaming',
      'Packages/Claude_pzs8sxrjxfjjc/',
      'Roaming/Block/goose/config/',
    ],
  ] as const)('knows the folders of %s', (system, its, config, ...parts) => {
    const files = knownFiles({ system, home: its, config }).map(({ file }) => file)
    for (const part of parts) expect(files.some((file) => file.includes(part))).toBe(true)
  })
})

test('[FORM-13] leaves other applications’ files to admins, and records nothing', async () => {
  const atrium = await Atrium.start()
  const guest = atrium.join('use', 'web:guest')
  await expect(guest.link.call('findConfigs', {})).rejects.toMatchObject({ code: 'forbidden' })
  const before = (await atrium.person.link.call('listAudit', {})).rows.length
  mkdirSync(path.join(atrium.directory, '.cursor'))
  writeFileSync(path.join(atrium.directory, '.cursor', 'mcp.json'), JSON.stringify({ mcpServers: { it: entry } }))
  const { configs } = await atrium.person.link.call('findConfigs', {})
  expect(configs.map(({ app }) => app)).toEqual(['Cursor'])
  expect((await atrium.person.link.call('listAudit', {})).rows).toHaveLength(before)
  expect(atrium.person.state.configured.servers).toEqual({})
  await atrium.close()
})
