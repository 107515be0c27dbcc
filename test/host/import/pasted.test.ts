import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { decode, readImport } from '../../../main/host/import/read.ts'
import { fillLaunch, type FilledLaunch } from '../../../shared/config/candidate.ts'
import type { Imported } from '../../../shared/config/imported.ts'
import { shellWord } from '../../../shared/text/command-line.ts'

const samples = path.join(import.meta.dirname, '../../fixtures/clients')

const read = (text: string): Imported =>
  readImport({ text, facts: { system: 'linux', home: '/home/me' }, existing: {} })

/** The launches of a text's servers, by ID. */
const launches = ({ servers }: Imported): Record<string, FilledLaunch> =>
  Object.fromEntries(servers.map(({ candidate: { id, launch } }) => [id, fillLaunch(launch, {}).launch]))

const program = (command: string, args: string[], env: [name: string, value: string][] = []) => ({
  type: 'stdio',
  command,
  args,
  env: env.map(([name, value]) => ({ name, value, secret: false })),
})
const address = (url: string, headers: object[] = []) => ({ type: 'http', url, headers })
const fetching = { fetch: program('uvx', ['mcp-server-fetch']) }
const far = 'https://x.example/mcp'

describe('text of a page', () => {
  test.each([
    ['a fence', '```json\n{"mcpServers":{"a":{"command":"node"}}}\n```', { a: program('node', []) }],
    ['a fence of tildes', '~~~\nnpx -y pkg\n~~~', { pkg: program('npx', ['-y', 'pkg']) }],
    ['a fence that never ends', '```sh\nnpx -y pkg', { pkg: program('npx', ['-y', 'pkg']) }],
    ['a prompt in a fence', '```sh\n$ uvx mcp-server-fetch\n```', fetching],
    [
      'prose around a fence',
      `Add this:\n\n\`\`\`json\n{"a":{"url":"${far}"}}\n\`\`\`\n\nThen restart.`,
      { a: address(far) },
    ],
    [
      'prose around JSON',
      `Put this into the file: {"mcpServers":{"a":{"url":"${far}"}}} and restart.`,
      { a: address(far) },
    ],
    ['prose around a member', `Add it there:\n"a": {"url":"${far}"}\nThen restart it.`, { a: address(far) }],
    ['code in a sentence', 'Run `uvx mcp-server-fetch` and you’re done.', fetching],
    ['a quotation', '> ```sh\n> uvx mcp-server-fetch\n> ```', fetching],
    [
      'several fences, one of them for setting up',
      'First:\n```sh\nnpm install -g pkg\n```\nThen:\n```json\n{"one":{"command":"a"}}\n```\nor\n```json\n{"two":{"command":"b"}}\n```',
      { one: program('a', []), two: program('b', []) },
    ],
    [
      'the same server for several applications',
      '```json\n{"mcpServers":{"a":{"command":"b"}}}\n```\n```json\n{"servers":{"a":{"command":"b"}}}\n```',
      { a: program('b', []) },
    ],
    [
      'a command in several lines',
      'docker run -i --rm \\\n  -e LEVEL=info \\\n  mcp/fetch',
      { fetch: program('docker', ['run', '-i', '--rm', '-e', 'LEVEL=info', 'mcp/fetch']) },
    ],
    [
      'variables set before',
      'export LEVEL=info\nuvx mcp-server-fetch',
      { fetch: program('uvx', ['mcp-server-fetch'], [['LEVEL', 'info']]) },
    ],
    ['setting up before', 'git clone https://x.example/a\nuvx mcp-server-fetch', fetching],
    ['typographic quotes', '{ “a”: { “command”: “node”, “args”: [“it.js”] } }', { a: program('node', ['it.js']) }],
    [
      'typographic quotes and dashes',
      'uvx –from “my pkg” fetch',
      { my: program('uvx', ['--from', 'my pkg', 'fetch']) },
    ],
    ['typographic quotes in YAML', 'mcpServers:\n  a:\n    command: “node”', { a: program('node', []) }],
    ['a package’s name', '@ada/weather', { weather: program('npx', ['-y', '@ada/weather']) }],
  ])('[FORM-24] becomes the server that was meant: %s', (_name, text, servers) => {
    expect(read(text).problem).toBeNull()
    expect(launches(read(text))).toEqual(servers)
  })

  test.each([
    ['Please add the server', { code: 'only-text' }],
    ['Add this:\nand then restart', { code: 'only-text' }],
    ['“mcpServers”: {}', { code: 'no-servers-object' }],
    ['npx is a tool that runs packages.', { code: 'only-text' }],
    ['mcp-server-fetch', { code: 'only-a-name', detail: 'mcp-server-fetch' }],
    ['npm install -g @ada/weather', { code: 'only-installs' }],
    ['npx -y @smithery/cli install weather --client claude', { code: 'only-installs' }],
    ['npx weather-mcp install', { code: 'only-installs' }],
    ['claude mcp list', { code: 'only-installs', detail: 'claude mcp list' }],
    ['claude mcp add --far-away fetch -- uvx mcp-server-fetch', { code: 'unknown-option', detail: '--far-away' }],
    ['uvx mcp-server-fetch && echo', { code: 'needs-a-shell', detail: '&&' }],
    ['TOKEN=$(cat token) uvx mcp-server-fetch', { code: 'needs-a-shell', detail: '$(' }],
    ['```json\n{"mcpServers": nope}\n```', { code: 'invalid-json', line: 1 }],
  ])('[FORM-24] is a problem that is named, and no server: %s', (text, problem) => {
    const { servers, problem: found } = read(text)
    expect(servers).toEqual([])
    expect(found).toMatchObject(problem)
  })
})

describe('the line that adds a server to another application', () => {
  test.each([
    [
      `claude mcp add --transport http stitch ${far} --header "X-Level: abc" -s user`,
      { stitch: address(far, [{ name: 'X-Level', value: 'abc', secret: false }]) },
    ],
    [
      'claude mcp add fetch -e LEVEL=v -- uvx mcp-server-fetch',
      { fetch: program('uvx', ['mcp-server-fetch'], [['LEVEL', 'v']]) },
    ],
    ['claude mcp add fetch -s user -- uvx mcp-server-fetch', fetching],
    ['npx @anthropic-ai/claude-code mcp add fetch -- uvx mcp-server-fetch', fetching],
    [`claude mcp add-json a '{"command":"node"}'`, { a: program('node', []) }],
    [`claude mcp add-json a -s user '{\n  "command": "node"\n}'`, { a: program('node', []) }],
    ['codex mcp add fetch -- uvx mcp-server-fetch', fetching],
    [`codex mcp add a --url ${far}`, { a: address(far) }],
    ['gemini mcp add -s user fetch uvx mcp-server-fetch', fetching],
    [
      'gemini mcp add -e A=1 -e B=2 fetch uvx mcp-server-fetch --x',
      {
        fetch: program(
          'uvx',
          ['mcp-server-fetch', '--x'],
          [
            ['A', '1'],
            ['B', '2'],
          ],
        ),
      },
    ],
    [
      `amp mcp add a --header "X-Level=abc" ${far}`,
      { a: address(far, [{ name: 'X-Level', value: 'abc', secret: false }]) },
    ],
    ['droid mcp add fetch "uvx mcp-server-fetch"', fetching],
    [`code --add-mcp '{"name":"a","command":"node"}'`, { a: program('node', []) }],
    [
      '$ claude mcp add fetch \\\n  --env LEVEL=v \\\n  -- uvx mcp-server-fetch',
      { fetch: program('uvx', ['mcp-server-fetch'], [['LEVEL', 'v']]) },
    ],
  ])('[FORM-24] becomes that server: %s', (line, servers) => {
    expect(read(line).problem).toBeNull()
    expect(launches(read(line))).toEqual(servers)
  })
})

describe('every sample of another application', () => {
  const texts = readdirSync(samples).flatMap((name) => {
    const expected: { file: string } = JSON.parse(readFileSync(path.join(samples, name, 'expected.json'), 'utf8'))
    const text = decode(readFileSync(path.join(samples, name, expected.file)))
    return typeof text === 'string' && text.length < 100_000 ? [[name, text.replace(/^\uFEFF/, '')] as const] : []
  })
  const ways: [name: string, change: (text: string) => string][] = [
    ['in a fence', (text) => `\`\`\`\n${text}\n\`\`\``],
    ['in prose', (text) => `Add this to your settings:\n\n\`\`\`\n${text}\n\`\`\`\n\nThen restart the application.`],
    ['with typographic quotes', (text) => text.replaceAll(/"([^"\n]*)"/g, '“$1”')],
  ]
  const seen = (imported: Imported): unknown => imported.servers.map(({ candidate }) => candidate)

  test.each(texts)(
    '[FORM-24] means the same in a fence, in prose and with typographic quotes, or is refused: %s',
    (_name, text) => {
      const plain = read(text)
      expect(plain.servers.length > 0 || plain.skipped.length > 0 || plain.problem !== null).toBe(true)
      for (const [way, change] of ways) {
        const changed = read(change(text))
        if (changed.servers.length === 0)
          expect([way, changed.problem ?? changed.skipped[0]]).not.toEqual([way, undefined])
        else expect([way, seen(changed)]).toEqual([way, seen(plain)])
        if (way !== 'with typographic quotes')
          expect([way, changed.servers.length]).toEqual([way, plain.servers.length])
      }
    },
  )

  test.each(texts)('[FORM-24] means the same as lines that add its servers: %s', (_name, text) => {
    for (const { candidate } of read(text).servers) {
      if (candidate.questions.length > 0 || /\s/.test(candidate.id)) continue
      const { launch } = fillLaunch(candidate.launch, {})
      const named = (option: string, join: string, values: { name: string; value: string }[]): string =>
        values.map(({ name, value }) => ` ${option} ${shellWord(`${name}${join}${value}`)}`).join('')
      const rest =
        launch.type === 'http'
          ? `${shellWord(launch.url)}${named('--header', ': ', launch.headers)}`
          : `${named('-e', '=', launch.env)} -- ${[launch.command, ...launch.args].map(shellWord).join(' ')}`
      if (launch.type === 'stdio' && launch.cwd !== undefined) continue
      const line = `claude mcp add ${candidate.id} ${rest}`
      const { oauth: _oauth, ...expected } = launch as FilledLaunch & { oauth?: unknown }
      expect([line, Object.values(launches(read(line)))]).toEqual([line, [expected]])
    }
  })
})

describe('a variable written as $NAME', () => {
  const asked = (text: string): string[] =>
    read(text).servers.flatMap(({ candidate }) => candidate.questions.map(({ label }) => label))
  const server = (members: object): string => JSON.stringify({ mcpServers: { a: members } })

  test.each([
    ['a header', { httpUrl: far, headers: { Authorization: 'Bearer $TOKEN' } }, ['TOKEN']],
    ['a variable', { command: 'node', env: { K: '$KEY' } }, ['KEY']],
    [
      'an argument',
      { command: 'node', args: ['$FILE', '--key=$KEY', '-H', 'Authorization: $TOKEN'] },
      ['FILE', 'KEY', 'TOKEN'],
    ],
    ['a part of a URL', { url: 'https://$HOST/mcp?key=$KEY' }, ['HOST', 'KEY']],
    ['goose’s file', { command: 'node', envs: { K: '$KEY' } }, ['KEY']],
    ['text with dollars', { command: 'node', env: { PRICE: '5$', RE: '^a$', D: '$$', PW: 'pa$word', X: '$1' } }, []],
    ['a line for a shell', { command: 'sh', args: ['-c', 'exec node $FILE'] }, []],
  ])('[FORM-25] is asked for in every dialect, and nothing else with a dollar is: %s', (_name, members, labels) => {
    expect(asked(server(members))).toEqual(labels)
  })

  test('[FORM-25] is asked for in a line that adds a server', () => {
    expect(asked(`claude mcp add a ${far} --header "Authorization: Bearer $TOKEN"`)).toEqual(['TOKEN'])
  })

  test.each([
    'figd_YOUR_TOKEN_HERE',
    'ghp_your-token',
    'YOUR_KEY',
    'your_api_key_here',
    'API_TOKEN_HERE',
    'REPLACE_ME',
    'changeme',
    '<token>',
  ])('[FORM-25] is like a placeholder of documentation, whose whole is asked for as a secret: %s', (written) => {
    const { candidate } = read(server({ command: 'node', env: { FIGMA_API_KEY: written } })).servers[0] ?? {}
    expect(candidate?.questions).toMatchObject([{ secret: true }])
    expect(candidate?.launch).toMatchObject({ env: [{ value: [{ ask: expect.any(String) }] }] })
  })
})

describe('a link of Atrium’s own', () => {
  const config = Buffer.from('{"command":"node"}').toString('base64url')

  test('[FORM-17] is read by one reader, clicked or pasted', () => {
    expect(launches(read(`atrium://add?name=hello&config=${config}`))).toEqual({ hello: program('node', []) })
    const both = Buffer.from('{"command":"node","url":"https://x.example"}').toString('base64url')
    const queries = [
      `name=hello&config=${config}&trust=yes`,
      `name=a&name=b&config=${config}`,
      `name=a&url=${far}`,
      `name=a&config=${both}`,
    ]
    for (const link of [...queries.map((query) => `add?${query}`), `add/x?config=${config}`, `add?config=${config}#x`])
      expect([link, read(`atrium://${link}`).problem]).toEqual([link, { code: 'invalid-link' }])
  })
})

test.each([
  [
    'docker run -i --rm -e SLACK_TOKEN=a-token -e LEVEL=info mcp/slack -e B_TOKEN=x',
    ['run', '-i', '--rm', '-e', 'SLACK_TOKEN', '-e', 'LEVEL=info', 'mcp/slack', '-e', 'B_TOKEN=x'],
    { SLACK_TOKEN: 'a-token' },
  ],
  [
    'podman run -i --env A_TOKEN=one --env=B_KEY=two -eC_SECRET=three x.example/mcp/wiki:2',
    ['run', '-i', '--env', 'A_TOKEN', '--env=B_KEY', '-eC_SECRET', 'x.example/mcp/wiki:2'],
    { A_TOKEN: 'one', B_KEY: 'two', C_SECRET: 'three' },
  ],
])('[FORM-26] offers to take a container’s secrets out of its arguments: %s', (text, args, secrets) => {
  const { servers } = read(text)
  const launch = servers[0]?.suggestions.find(({ what }) => what === 'secret-variables')?.launch
  expect(launch && fillLaunch(launch, {}).launch).toMatchObject({
    args,
    env: Object.entries(secrets).map(([name, value]) => ({ name, value, secret: true })),
  })
})

test.each(['docker run -e LEVEL=info mcp/a', 'docker run mcp/a -e A_TOKEN=b', 'npx -y pkg --env A_TOKEN=b'])(
  '[FORM-26] leaves the arguments of %s alone',
  (text) => {
    expect(read(text).servers[0]?.suggestions.map(({ what }) => what)).toEqual([])
  },
)
