import { describe, expect, test } from 'vitest'
import { readImport } from '../../../main/host/import/read.ts'
import { writeConfig } from '../../../main/host/import/write.ts'
import { fillLaunch } from '../../../shared/config/candidate.ts'
import { exportClients } from '../../../shared/config/exported.ts'
import { serverConfig } from '../../../shared/config/server-config.ts'

const program = serverConfig.parse({
  command: 'npx',
  args: ['-y', 'files', '/my notes'],
  env: { LEVEL: 'info', API_KEY: { secret: 'server/files/env/API_KEY' } },
})
const remote = serverConfig.parse({
  url: 'https://desk.example/mcp',
  headers: { 'X-Team': 'core', Authorization: { secret: 'server/desk/header/Authorization' } },
})
const servers = { files: program, desk: remote }

const readBack = (client: (typeof exportClients)[number], given = servers) => {
  const { text, file } = writeConfig(client, given)
  return readImport({ text, fileName: file, client, facts: { system: 'linux', home: '/home/me' }, existing: {} })
}

describe('[FORM-19] an export', () => {
  test.each(exportClients)('reads back from %s as the same servers, which ask for their secrets', (client) => {
    const { problem, skipped, servers: found } = readBack(client)
    expect({ problem, skipped, ids: found.map(({ candidate }) => candidate.id) }).toEqual({
      problem: null,
      skipped: [],
      ids: ['files', 'desk'],
    })
    const answers = Object.fromEntries(found.flatMap(({ candidate }) => candidate.questions.map(({ id }) => [id, 'k'])))
    expect(answers).not.toEqual({})
    const [files, desk] = found.map(({ candidate }) => fillLaunch(candidate.launch, answers).launch)
    expect(files).toMatchObject({
      command: 'npx',
      args: ['-y', 'files', '/my notes'],
      env: [
        { name: 'LEVEL', value: 'info', secret: false },
        { name: 'API_KEY', value: 'k', secret: true },
      ],
    })
    if (client === 'claude-desktop') expect(desk).toMatchObject({ command: 'npx', env: [{ value: 'k', secret: true }] })
    else
      expect(desk).toMatchObject({
        url: 'https://desk.example/mcp',
        headers: [
          { name: 'X-Team', value: 'core' },
          { name: 'Authorization', value: 'k', secret: true },
        ],
      })
  })

  test('names the values to set, and never contains a secret’s name in the store', () => {
    for (const client of exportClients) {
      const { text, variables } = writeConfig(client, servers)
      expect(variables).toEqual(['API_KEY', 'DESK_AUTHORIZATION'])
      expect(text).not.toContain('server/')
    }
  })

  test('says what the application can’t express', () => {
    const given = {
      a: serverConfig.parse({ command: 'a', cwd: '/w', timeouts: { work: 5 }, roots: ['/w'] }),
      b: serverConfig.parse({ url: 'https://b.example', oauth: { clientId: 'x' } }),
      c: serverConfig.parse({ command: 'c', enabled: false }),
      d: serverConfig.parse({ type: 'playground' }),
    }
    expect(writeConfig('claude-desktop', given).losses).toEqual([
      ...['folder', 'time-limits', 'settings'].map((what) => ({ id: 'a', what })),
      ...['through-program', 'sign-in'].map((what) => ({ id: 'b', what })),
      { id: 'c', what: 'off' },
      { id: 'd', what: 'playground' },
    ])
    expect(readBack('codex', { files: given.c, desk: given.a }).servers).toMatchObject([
      { isOn: false },
      { candidate: { launch: { cwd: ['/w'] } } },
    ])
  })

  test('includes OAuth clients and time limits if the application’s format has members for them', () => {
    const oauth = {
      clientId: 'desk-client',
      clientSecret: { secret: 'server/b/oauth/clientSecret' },
      scopes: 'read write',
      callbackPort: 7777,
    }
    const given = {
      a: serverConfig.parse({ command: 'a', timeouts: { idle: 30, work: 30, start: 20 } }),
      b: serverConfig.parse({ url: 'https://b.example', oauth }),
    }
    const losses = Object.fromEntries(
      exportClients.map((client) => [client, writeConfig(client, given).losses.map(({ what }) => what)]),
    )
    expect(losses).toMatchObject({
      'claude-code': ['some-time-limits', 'some-sign-in'],
      codex: ['some-sign-in'],
      cursor: ['time-limits', 'some-sign-in'],
      opencode: ['time-limits', 'some-sign-in'],
      windsurf: ['time-limits', 'sign-in'],
    })
    const codex = readBack('codex', { files: given.a, desk: given.b }).servers
    expect(codex).toMatchObject([
      { timeoutSeconds: 30 },
      { candidate: { launch: { oauth: { clientId: ['desk-client'], scopes: 'read write' } } } },
    ])
    const cursor = writeConfig('cursor', { b: given.b })
    expect(cursor.variables).toEqual(['B_CLIENT_SECRET'])
    expect(JSON.parse(cursor.text).mcpServers.b.auth).toEqual({
      CLIENT_ID: 'desk-client',
      CLIENT_SECRET: '${env:B_CLIENT_SECRET}',
      scopes: ['read', 'write'],
    })
    for (const client of exportClients) expect(writeConfig(client, given).text).not.toContain('server/b')
  })
})
