import { describe, expect, test } from 'vitest'
import { decode, mostBytes, readImport } from '../../../main/host/import/read.ts'
import { fillLaunch } from '../../../shared/config/candidate.ts'
import type { Imported } from '../../../shared/config/imported.ts'

const read = (text: string, fileName?: string): Imported =>
  readImport({ text, fileName, facts: { system: 'linux', home: '/home/me' }, existing: {} })

const launchesIn = (text: string) => read(text).servers.map(({ candidate }) => fillLaunch(candidate.launch, {}).launch)

const stdio = (command: string, args: string[], env: object[] = []) => ({ type: 'stdio', command, args, env })

describe('reading pasted text', () => {
  test('[FORM-16] reads a command line with its prompt, variables and quotes', () => {
    expect(launchesIn('$ LEVEL=info npx -y "@a/b" \'two words\'')).toEqual([
      stdio('npx', ['-y', '@a/b', 'two words'], [{ name: 'LEVEL', value: 'info', secret: false }]),
    ])
    expect(read('npx a | tee b').problem).toEqual({ code: 'needs-a-shell', detail: '|' })
    expect(launchesIn(`code --add-mcp '{"name":"it","command":"uvx","args":["it"]}'`)).toEqual([stdio('uvx', ['it'])])
  })

  test('[FORM-16] reads a URL, and refuses one that Atrium can’t use', () => {
    expect(read('https://mcp.example.com/mcp')).toMatchObject({
      format: 'address',
      servers: [{ candidate: { id: 'example', launch: { url: ['https://mcp.example.com/mcp'] } } }],
    })
    expect(read('http://example.com/mcp').skipped).toMatchObject([{ why: 'unencrypted-address' }])
  })

  test('[FORM-16] says that the playground is a part of Atrium, not that it lacks a command', () => {
    const { skipped } = read('{"mcpServers":{"playground":{"type":"playground"}}}')
    expect(skipped).toMatchObject([{ why: 'part-of-that-client' }])
  })

  test.each([
    ['toml', '# mine\n[mcp_servers.it]\ncommand = "npx"\nargs = ["it"]\n'],
    ['yaml', '# mine\nextensions:\n  it:\n    type: stdio\n    cmd: npx\n    args: [it]\n'],
    ['yaml', 'mcpServers:\n  - name: it\n    command: npx\n    args: [it]\n'],
    ['json', '// mine\n{ "mcp": { "it": { "type": "local", "command": ["npx", "it"], } } }'],
    ['fragment', '"it": { "command": "npx", "args": ["it"] },'],
  ])('[FORM-16] recognises %s by how it begins', (format, text) => {
    expect(read(text)).toMatchObject({ format, problem: null })
    expect(launchesIn(text)).toEqual([stdio('npx', ['it'])])
  })

  test('[FORM-15] [FORM-16] says where JSON, TOML and YAML can’t be read', () => {
    expect(read('{\n "a": nope }').problem).toEqual({ code: 'invalid-json', line: 2, column: 7 })
    expect(read('[mcp_servers.a]\ncommand = npx').problem).toMatchObject({ code: 'invalid-toml', line: 2 })
    expect(read('mcpServers:\n  a: [1, 2').problem).toMatchObject({ code: 'invalid-yaml' })
  })
})

describe('hostile text', () => {
  test('[FORM-16] is refused if it is too large, too deep, or expands', () => {
    expect(read('x'.repeat(mostBytes + 1)).problem).toMatchObject({ code: 'too-large' })
    const server = '{"mcpServers":{"it":{"command":"npx"}},"history":"'
    expect(read(`${server}${'x'.repeat(mostBytes - server.length - 2)}"}`).servers).toHaveLength(1)
    expect(read('['.repeat(50_000)).problem).toEqual({ code: 'too-deep' })
    expect(read(`mcpServers: ${'['.repeat(5000)}`).problem).toEqual({ code: 'too-deep' })
    const lines = Array.from(
      { length: 12 },
      (_, n) =>
        `b${n}: &b${n} [${Array(12)
          .fill(`*b${n - 1}`)
          .join(',')}]`,
    )
    expect(read(['a: &b-1 [x]', ...lines].join('\n'), 'a.yaml').problem).toMatchObject({ code: 'invalid-yaml' })
    expect(read('<!DOCTYPE a [<!ENTITY b "c">]><a/>', 'a.xml').problem).toEqual({ code: 'invalid-xml' })
  })

  test('[FORM-16] never shows tokens that another application was given', () => {
    const oauth = { tokens: { access_token: 'at-EXAMPLE' }, clientInformation: { client_id: 'dyn-1' } }
    const text = JSON.stringify({
      account: 'me@example.com',
      mcpServers: { it: { url: 'https://a.example/mcp', oauth } },
    })
    expect(JSON.stringify(read(text))).not.toMatch(/at-EXAMPLE|dyn-1|me@example/)
  })

  test('[FORM-16] is refused if its bytes aren’t text', () => {
    expect(decode(Buffer.from([0x7b, 0xc3, 0x28]))).toEqual({ code: 'not-utf-8' })
  })
})

describe('install links', () => {
  const entry = { command: 'npx', args: ['-y', 'it?>'], env: { API_KEY: 'sk-abcd1234' } }
  const base64 = Buffer.from(JSON.stringify(entry)).toString('base64')
  const plain = encodeURIComponent(JSON.stringify({ name: 'it', ...entry }))
  const vscode = `vscode:mcp/install?${plain}`

  test.each([
    ['Cursor', `cursor://anysphere.cursor-deeplink/mcp/install?name=it&config=${encodeURIComponent(base64)}`],
    [
      'Cursor’s page',
      `https://cursor.com/en/install-mcp?name=it&config=${base64.replaceAll('+', '-').replace(/=+$/, '')}`,
    ],
    ['VS Code', vscode],
    ['VS Code’s page', `https://insiders.vscode.dev/redirect/mcp/install?name=it&config=${plain}`],
    ['VS Code’s redirect', `https://vscode.dev/redirect?url=${encodeURIComponent(vscode)}`],
    ['LM Studio', `lmstudio://add_mcp?name=it&config=${base64}`],
    ['Kiro', `kiro://kiro.mcp/add?name=it&config=${plain}`],
    ['Cherry Studio', `cherrystudio://mcp/install?servers=${btoa(JSON.stringify({ mcpServers: { it: entry } }))}`],
    ['DeepChat', `deepchat://mcp/install?code=${btoa(JSON.stringify({ mcpServers: { it: entry } }))}`],
    ['5ire', `app.5ire://install-tool#${btoa(JSON.stringify({ key: 'it', ...entry }))}`],
    ['Atrium', `atrium://add?name=it&config=${base64}`],
  ])('[FORM-17] are read in the form of %s, with their secrets marked', (_name, link) => {
    const { format, servers, problem } = read(link)
    expect({ format, problem }).toEqual({ format: 'link', problem: null })
    expect(servers).toMatchObject([{ candidate: { id: 'it' }, warnings: expect.arrayContaining(['secret-in-link']) }])
    expect(launchesIn(link)).toEqual([
      stdio('npx', entry.args, [{ name: 'API_KEY', value: 'sk-abcd1234', secret: true }]),
    ])
  })

  test('[FORM-17] ask for their variables in goose’s form', () => {
    const [server] = read('goose://extension?cmd=npx&arg=-y&arg=it&id=it&name=It&env=API_KEY%3DYour%20key').servers
    expect(server?.candidate).toMatchObject({
      id: 'It',
      launch: { command: ['npx'], args: [['-y'], ['it']] },
      questions: [{ id: 'env:API_KEY', secret: true }],
    })
    expect(
      read('goose://extension?type=streamable_http&url=https%3A%2F%2Fa.example%2Fmcp&name=a').servers,
    ).toHaveLength(1)
  })

  test('[FORM-17] are refused with only a name, or with too much', () => {
    expect(read('windsurf://windsurf-mcp-registry?serverName=it').problem).toEqual({ code: 'link-with-a-name-only' })
    expect(read('vscode:mcp/by-name/io.github.a/b').problem).toEqual({ code: 'link-with-a-name-only' })
    expect(read(`cursor://x/mcp/install?config=${'A'.repeat(17_000)}`).problem).toEqual({ code: 'invalid-link' })
    expect(read('vscode:mcp/install?nonsense').problem).toEqual({ code: 'invalid-link' })
    expect(read('vscode://other/thing').problem).toEqual({ code: 'invalid-link' })
  })
})
