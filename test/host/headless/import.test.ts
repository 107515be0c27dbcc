import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runTerminal } from '../../../main/shells/headless/run.ts'
import { terminalWords } from '../../../main/shells/headless/words.ts'
import { createPlatform } from '../../../main/shells/web/platform.ts'
import { importCodes } from '../../../shared/config/import-words.ts'
import { terminal } from './person.ts'
import { nobody, Place } from './support.ts'

const words = terminalWords.imported

let place: Place
beforeEach(() => void (place = new Place()))
afterEach(() => place.close())

async function importing(file: string, add = false) {
  const { console, printed } = terminal([], false)
  const platform = createPlatform(place.directory, '0.0.0-test', 'terminal')
  const asked = { command: 'import', file, add, dataDirectory: undefined } as const
  return { code: await runTerminal(asked, platform, console, new AbortController().signal), ...printed }
}

const file = (content: object | string | Buffer, name = 'mcp.json'): string => {
  const written = path.join(place.directory, name)
  writeFileSync(written, typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content))
  return written
}

const servers = {
  notes: { command: 'npx', args: ['-y', 'notes@latest'], env: { API_KEY: 'sk-abcd1234', MODE: 'fast' }, trust: true },
  desk: { url: 'https://desk.example.com/mcp', headers: { Authorization: 'Bearer ${DESK_TOKEN}' } },
  plain: { url: 'http://far.example.com/mcp' },
}

const configured = async () => {
  const headless = await place.open(nobody)
  await headless.link.call('listAudit', {})
  const { configured: found, servers: live } = headless.state
  await headless.close()
  return { found: found.servers, live }
}

describe('importing a file at the terminal', () => {
  test('[CLI-25] shows what each server would become, without values, and adds nothing', async () => {
    const name = file({ mcpServers: servers })
    const { code, stdout, stderr } = await importing(name)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toBe(
      [
        words.source(importCodes.format('any', 'json'), name),
        'notes',
        '  npx -y notes@latest',
        words.secret(words.variable('API_KEY')),
        words.variable('MODE'),
        words.remark(importCodes.warnings['version-not-pinned']),
        words.remark(importCodes.notTaken('trust', importCodes.losses['approvals-live-here'])),
        'desk',
        '  https://desk.example.com/mcp',
        words.secret(words.header('Authorization')),
        words.remark(importCodes.needs('DESK_TOKEN')),
        importCodes.leftOut('plain', importCodes.skipped['unencrypted-address'], 'far.example.com'),
        `${words.preview}\n`,
      ].join('\n'),
    )
    expect(stdout).not.toContain(importCodes.clients.any)
    expect((await configured()).found).toEqual({})
  })

  test('[CLI-25] names the application if the file shows whose it is', async () => {
    const { stdout } = await importing(file({ context_servers: { notes: { command: 'notes' } } }))
    expect(stdout).toContain(importCodes.clients.zed)
  })

  test('[CLI-25] adds them with --add, its secrets apart, starts nothing, and names those that need values', async () => {
    const { code, stdout, stderr } = await importing(file({ mcpServers: servers }), true)
    expect(code).toBe(1)
    expect(stdout).toContain(words.added(['notes']))
    expect(stderr).toContain(words.notAdded('desk', words.inWindow('DESK_TOKEN')))
    const { found, live } = await configured()
    expect(found).toMatchObject({
      notes: { command: 'npx', env: { API_KEY: { secret: 'server/notes/env/API_KEY' }, MODE: 'fast' } },
    })
    expect(Object.values(live).some(({ status }) => status.state === 'ready')).toBe(false)
    expect(readFileSync(path.join(place.directory, 'servers.json'), 'utf8')).not.toContain('sk-abcd1234')
    expect((await importing(file({ mcpServers: { again: servers.notes } }), true)).stdout).toContain(words.none)
  })

  test('[CLI-25] reads UTF-16, and says in one sentence why a file can’t be read', async () => {
    const wide = Buffer.from(`\uFEFF${JSON.stringify({ mcpServers: { one: { command: 'a' } } })}`, 'utf16le')
    expect((await importing(file(wide))).stdout).toContain('one\n  a\n')
    mkdirSync(path.join(place.directory, 'folder'))
    const cases = [
      [path.join(place.directory, 'folder'), 'not-a-file'],
      [file('{'), 'invalid-json'],
      [file(Buffer.from([0xc3, 0x28])), 'not-utf-8'],
    ] as const
    for (const [name, code] of cases.toReversed()) {
      const { code: exit, stdout, stderr } = await importing(name)
      expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' })
      expect(stderr, code).toContain(name)
    }
    expect(await importing(path.join(place.directory, 'missing.json'))).toMatchObject({ code: 2 })
  })
})
