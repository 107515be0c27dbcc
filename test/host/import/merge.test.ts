import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mergeExport } from '../../../main/host/import/merge.ts'
import { writeConfig } from '../../../main/host/import/write.ts'
import { exportClients, type ExportClient } from '../../../shared/config/exported.ts'
import { serverConfig } from '../../../shared/config/server-config.ts'
import { Atrium } from '../../support/atrium.ts'

const servers = {
  notes: serverConfig.parse({ command: 'notes', env: { API_KEY: { secret: 'server/notes/env/API_KEY' } } }),
  desk: serverConfig.parse({ url: 'https://desk.example/mcp' }),
}

const merge = (client: ExportClient, before: string) =>
  mergeExport(client, before, writeConfig(client, servers).content)

const textOf = (client: ExportClient, before: string): string => {
  const merged = merge(client, before)
  return typeof merged === 'string' ? merged : merged.text
}

describe('[FORM-21] servers put into an application’s own text', () => {
  test.each(exportClients)('are added for %s if the file is empty, and stay the same if put twice', (client) => {
    const first = merge(client, client === 'continue' ? 'name: mine\nversion: 1.0.0\n' : '')
    if (typeof first === 'string') throw new Error(first)
    expect(first.entries.map(({ id, before }) => [id, before])).toEqual([
      ['notes', undefined],
      ['desk', undefined],
    ])
    const again = merge(client, first.text)
    if (typeof again === 'string') throw new Error(again)
    expect(again.text.trim()).toBe(first.text.trim())
    expect(again.entries.every(({ before }) => before !== undefined)).toBe(true)
  })

  test('keep comments, order, indentation and line ends of JSON', () => {
    const before = [
      '{',
      '\t// My servers.',
      '\t"mcpServers": {',
      '\t\t"notes": { "command": "old", "env": { "API_KEY": "sk-abcd1234" } }, // replaced',
      '\t\t"mine": { "command": "mine" }',
      '\t},',
      '\t"theme": "dark"',
      '}',
      '',
    ].join('\r\n')
    const after = textOf('cursor', before)
    expect(after).toMatch(/^\{\r\n\t\/\/ My servers\./)
    expect(after).toMatch(/\n\t\t\}, \/\/ replaced\r\n\t\t"mine": \{/)
    expect(after).toMatch(/"theme": "dark"\r\n\}\r\n$/)
    expect(after).not.toContain('sk-abcd1234')
    expect(after.replaceAll('\r\n', '')).not.toContain('\n')
  })

  test('keep comments and other tables of TOML and YAML', () => {
    const toml = [
      '# mine',
      'model = "x"',
      '',
      '[mcp_servers.notes]',
      'command = "old"',
      '',
      '[mcp_servers.notes.env]',
      'A = "b"',
      '',
      '[mcp_servers.mine] # kept',
      'command = "mine"',
      '',
      '[[other]]',
      'a = 1',
      '',
    ].join('\n')
    const after = textOf('codex', toml)
    expect(after).toMatch(/^# mine\nmodel = "x"\n\n\[mcp_servers\.mine\] # kept\ncommand = "mine"\n/)
    expect(after).not.toContain('"old"')
    expect(after).toContain('[[other]]')
    const goose = textOf('goose', '# mine\nextensions:\n  mine: # kept\n    type: builtin\nGOOSE_MODEL: x\n')
    expect(goose).toMatch(/^# mine\nextensions:\n  mine:\s+# kept\n    type: builtin\n  notes:\n/)
    expect(goose).toContain('\nGOOSE_MODEL: x\n')
    const list = textOf(
      'continue',
      'models: []\nmcpServers:\n  - name: notes\n    command: old\n  - name: mine\n    command: m\n',
    )
    expect(list.match(/- name: (\w+)/g)).toEqual(['- name: notes', '- name: mine', '- name: desk'])
  })

  test('leave the inputs that VS Code has', () => {
    const before = JSON.stringify({
      servers: {},
      inputs: [{ id: 'API_KEY', type: 'promptString', description: 'Mine' }],
    })
    expect(JSON.parse(textOf('vscode', before)).inputs).toEqual([
      { id: 'API_KEY', type: 'promptString', description: 'Mine' },
    ])
  })

  test('add the inputs that VS Code lacks', () => {
    const mine = { id: 'mine', type: 'promptString', description: 'Mine' }
    const added = { id: 'API_KEY', type: 'promptString', password: true }
    expect(JSON.parse(textOf('vscode', JSON.stringify({ servers: {}, inputs: [mine] }))).inputs).toMatchObject([
      mine,
      added,
    ])
    expect(JSON.parse(textOf('vscode', '{ "servers": {} }')).inputs).toMatchObject([added])
  })

  test('are refused if the file is broken, keeps its servers in another form, or would lose something', () => {
    expect(merge('cursor', '{ "mcpServers": ')).toBe('unreadable')
    expect(merge('cursor', '{ "mcpServers": [] }')).toBe('another-form')
    expect(merge('codex', 'mcp_servers = { mine = { command = "m" } }\n')).toBe('not-kept')
    expect(merge('codex', '[mcp_servers]\nnotes = { command = "old" }\n')).toBe('not-kept')
  })

  test('hide secrets of the entries that they replace', () => {
    const env = { API_KEY: 'short', PLAIN: 'ghp_0123456789abcdefghijABCDEFGHIJ012345', MODE: 'fast' }
    const merged = merge('cursor', JSON.stringify({ mcpServers: { notes: { command: 'old', env } } }))
    const shown = typeof merged === 'string' ? merged : merged.entries[0]?.before
    expect(shown).toContain('"command": "old"')
    expect(shown).toContain('fast')
    expect(shown).not.toMatch(/short|ghp_/)
  })
})

describe('[FORM-21] an application’s own file', () => {
  let atrium: Atrium
  let file: string
  const asked = { client: 'cursor', servers: ['notes'] } satisfies { client: ExportClient; servers: string[] }
  beforeAll(async () => {
    atrium = await Atrium.start()
    const config = servers.notes
    await atrium.person.link.call('addServer', {
      id: 'notes',
      config,
      secrets: { 'server/notes/env/API_KEY': 'k-only-on-insistence' },
    })
    mkdirSync(path.join(atrium.directory, '.cursor'))
    file = path.join(atrium.directory, '.cursor', 'mcp.json')
  })
  afterAll(() => atrium.close())

  const preview = async () => {
    const found = await atrium.person.link.call('previewMerge', asked)
    if ('problem' in found) throw new Error(found.problem)
    return found
  }

  test('is never created: an application without one gets a sentence', async () => {
    expect(await atrium.person.link.call('previewMerge', asked)).toEqual({ problem: 'no-file' })
  })

  test('is changed as previewed, with the same permissions and a copy beside it, and without secrets', async () => {
    writeFileSync(file, '{ "mcpServers": { "mine": { "command": "mine" } } }\n')
    chmodSync(file, 0o640)
    const { hash, entries, file: shown } = await preview()
    expect(shown).toBe('~/.cursor/mcp.json')
    expect(entries).toMatchObject([{ id: 'notes' }])
    expect(readdirSync(path.dirname(file))).toEqual(['mcp.json'])
    const { copy } = await atrium.person.link.call('mergeExport', { ...asked, hash })
    expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')).mcpServers)).toEqual(['mine', 'notes'])
    expect(readFileSync(file, 'utf8')).not.toContain('k-only')
    expect(statSync(file).mode & 0o777).toBe(0o640)
    const kept = copy.replace('~', atrium.directory)
    expect(readFileSync(kept, 'utf8')).toBe('{ "mcpServers": { "mine": { "command": "mine" } } }\n')
    expect(readdirSync(path.dirname(file)).toSorted()).toEqual(['mcp.json', path.basename(kept)].toSorted())
  })

  test('is left alone if it has changed since the preview', async () => {
    const { hash } = await preview()
    writeFileSync(file, '{ "mcpServers": {} }')
    await expect(atrium.person.link.call('mergeExport', { ...asked, hash })).rejects.toMatchObject({ code: 'conflict' })
    expect(readFileSync(file, 'utf8')).toBe('{ "mcpServers": {} }')
  })

  test('gets no secrets; only a file in Atrium’s folder does, on insistence, for its owner alone', async () => {
    const { link } = atrium.person
    const saved = await link.call('saveExport', { ...asked, withSecrets: true })
    expect(path.dirname(saved.file)).toBe(path.join(atrium.directory, 'exports'))
    expect(JSON.parse(readFileSync(saved.file, 'utf8')).mcpServers.notes.env).toEqual({
      API_KEY: 'k-only-on-insistence',
    })
    expect(statSync(saved.file).mode & 0o777).toBe(0o600)
    expect(JSON.stringify(await link.call('exportServers', asked))).not.toContain('k-only')
  })
})
