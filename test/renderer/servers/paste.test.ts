import { describe, expect, test } from 'vitest'
import { addAll, readinessOf } from '../../../renderer/servers/draft/add-pasted.ts'
import { commandLine, splitCommandLine } from '../../../shared/text/command-line.ts'
import { readPaste, splitCommand } from '../../../renderer/servers/draft/paste.ts'
import { exposedSecret } from '../../../renderer/servers/draft/pasted-entry.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { beginsWith, words } from '../../support/words.ts'

const form = words.serverForm

const found = (config: string | object) => {
  const pasted = readPaste(typeof config === 'string' ? config : JSON.stringify(config, null, 2))
  if ('problem' in pasted) throw new Error(pasted.problem)
  return pasted
}
const drafts = (config: string | object) => found(config).servers.map(({ draft }) => draft)
const only = (config: string | object) => {
  const draft = drafts(config)[0]
  if (!draft) throw new Error('Nothing was found.')
  return draft
}
const problem = (text: string | object): string => {
  const pasted = readPaste(typeof text === 'string' ? text : JSON.stringify(text))
  return 'problem' in pasted ? pasted.problem : ''
}
const entry = { command: 'npx', args: ['-y', '@acme/docs-mcp@latest', 'a b'], env: { TOKEN: 't', PORT: 8080 } }

const codex = `model = "gpt-5" # the usual one
[mcp_servers.context7]
command = "npx"
args = [
  "-y", '@upstash/context7-mcp', # an array over lines
]
env_vars = ["CONTEXT7_API_KEY", { name = "REMOTE_ONLY", source = "remote" }]
startup_timeout_sec = 20

[mcp_servers.context7.env]
"LOG_LEVEL" = "wa\\u0072n"

[mcp_servers.figma]
url = "https://mcp.figma.example/mcp"
bearer_token_env_var = "FIGMA_OAUTH_TOKEN"
http_headers = { "X-Figma-Region" = "us-east-1" }

[mcp_servers."with space"]
command = 'C:\\tools\\srv.exe'
enabled = false

[[history]]
text = """
[mcp_servers.not_one]
command = "x""""
`

describe('[FORM-15] pasted TOML', () => {
  test('gives the servers that Codex has, and names members without use', () => {
    const { servers, skipped } = found(codex)
    expect(skipped).toEqual([])
    expect(servers.map(({ draft, isOn, notes }) => [draft.id, isOn, notes])).toEqual([
      ['context7', true, [form.pasted.notTaken('startup_timeout_sec')]],
      ['figma', true, []],
      ['with space', false, []],
    ])
    expect(servers[0]?.draft).toMatchObject({ command: 'npx', args: '-y\n@upstash/context7-mcp' })
    expect(servers[2]?.draft.command).toBe('C:\\tools\\srv.exe')
  })

  test('asks for the values that are only named in it', () => {
    const [context7, figma] = drafts(codex)
    expect(context7?.env.map(({ name, value, pattern }) => [name, value, pattern])).toEqual([
      ['CONTEXT7_API_KEY', '', '<CONTEXT7_API_KEY>'],
      ['LOG_LEVEL', 'warn', undefined],
    ])
    expect(figma?.headers.map(({ name, value, secret, pattern }) => [name, value, secret, pattern])).toEqual([
      ['Authorization', '', true, 'Bearer <FIGMA_OAUTH_TOKEN>'],
      ['X-Figma-Region', 'us-east-1', false, undefined],
    ])
  })
})

describe('a pasted config', () => {
  test.each([
    ['under mcpServers', { mcpServers: { docs: entry } }],
    ['under servers', { servers: { docs: entry }, inputs: [] }],
    ['under mcp.servers', { mcp: { servers: { docs: entry }, inputs: [] } }],
    ['by name alone', { docs: entry }],
  ])('[UI-11] fills the form: %s', (_form, config) => {
    const draft = only(config)
    expect(draft).toMatchObject({ id: 'docs', kind: 'stdio', command: 'npx', args: '-y\n@acme/docs-mcp@latest\na b' })
    expect(draft.env.map(({ name, value, secret }) => [name, value, secret])).toEqual([
      ['TOKEN', 't', true],
      ['PORT', '8080', false],
    ])
  })

  test('[UI-11] is read even as part of a file, with a trailing comma', () => {
    expect(only(`"docs": ${JSON.stringify(entry)},`).id).toBe('docs')
  })

  test('[UI-11] can contain comments and trailing commas, and keeps similar text in strings', () => {
    const text = `// from the documentation
    { "servers": { /* one */ "docs": { "command": "npx", "args": ["http://x//y", "/* kept, */", ",]",], }, }, }`
    expect(only(text).args).toBe('http://x//y\n/* kept, */\n,]')
  })

  test('[UI-11] names a single entry after its program if it has no name', () => {
    expect(only(entry).id).toBe('docs')
  })

  test('[UI-11] skips and names unusable entries, and keeps the others', () => {
    const { servers, skipped } = found({ mcpServers: { docs: entry, odd: 3, empty: {} } })
    expect(servers.map(({ draft }) => draft.id)).toEqual(['docs'])
    expect(skipped.map((sentence) => sentence.split(' ')[0])).toEqual(['odd', 'empty'])
  })

  test('[UI-11] gives one sentence for broken or foreign JSON', () => {
    expect(problem('{"mcpServers": {')).toMatch(beginsWith(form.pasted.invalidJson('').slice(0, -1)))
    expect(problem('[1]')).toBe(form.pasted.noObject)
    expect(problem({ mcpServers: {} })).toBe(form.pasted.noServer)
  })
})

describe('a pasted server with a URL', () => {
  const url = 'https://mcp.tickets.example/v1'

  test.each([
    ['a url alone', { url }],
    ['type http', { type: 'http', url }],
    ['type sse', { type: 'sse', url }],
    ['type streamable-http', { type: 'streamable-http', url }],
    ['type streamableHttp', { type: 'streamableHttp', url }],
    ['transport', { transport: 'streamable_http', url }],
    ['serverUrl', { serverUrl: url }],
    ['httpUrl', { httpUrl: url }],
    ['a type beside a stray command', { type: 'http', url, command: 'npx' }],
  ])('[FORM-6] is read from %s', (_form, config) => {
    expect(drafts({ mcpServers: { tickets: config } })).toMatchObject([{ id: 'tickets', kind: 'http', url }])
    expect(drafts(config)).toMatchObject([{ id: 'tickets', kind: 'http', url }])
  })

  test.each([
    [url, 'tickets'],
    ['https://api.githubcopilot.com/mcp/', 'githubcopilot'],
    ['https://mcp.acme.co.uk', 'acme'],
    ['http://localhost:3000/mcp', 'localhost-3000'],
    ['http://127.0.0.1:8080/', '127.0.0.1-8080'],
    ['https://10.0.0.5/mcp', '10.0.0.5'],
  ])('[FORM-6] turns the URL %s alone into the server %s', (address, id) => {
    expect(drafts(address)).toMatchObject([{ id, kind: 'http', url: address }])
    expect(readinessOf(only(address), [])).toHaveProperty('input')
  })

  test('[FORM-6] gets a usable name instead of one that Atrium cannot use', () => {
    expect(only({ '@acme/docs server!': { url } }).id).toBe('acme-docs server')
  })

  test.each([
    ['http://mcp.example.com/', /^Without encryption/],
    ['https://ada:pass@mcp.example.com/', /must not hold a password/],
    ['https://mcp.example.com/${input:org}', beginsWith(form.problems.gapInAddress('${input:org}'))],
  ])('[FORM-8] keeps %s for the form and says why it cannot be added', (address, why) => {
    expect(readinessOf(only({ far: { url: address } }), [])).toEqual({ missing: expect.stringMatching(why) })
  })

  test('[FORM-8] reports a taken name before anything is added', () => {
    expect(readinessOf(only({ far: { url } }), ['far'])).toEqual({
      missing: form.problems.nameTaken('far'),
    })
  })
})

describe('secrets in a pasted config', () => {
  const rowsIn = (values: Record<string, string>, rest: object = {}) =>
    only({ servers: { far: { url: 'https://x.example', headers: values } }, ...rest }).headers ?? []

  test.each([
    ['Authorization', 'Bearer abc', true],
    ['X-API-Key', 'abc', true],
    ['apiKey', 'abc', true],
    ['GITHUB_PERSONAL_ACCESS_TOKEN', 'abc', true],
    ['clientSecret', 'abc', true],
    ['DB_PASS', 'abc', true],
    ['Cookie', 'a=b', true],
    ['X-Custom', 'ghp_0123456789', true],
    ['DATABASE_URL', 'postgres://ada:pass@db.example/x', true],
    ['X-Id', '7f3a9c1d5e8b2a4f6c0d9e1b', true],
    ['X-Region', 'eu', false],
    ['NODE_ENV', 'production', false],
    ['MAX_TOKENS', '100', false],
    ['TOKENIZERS_PARALLELISM', 'true', false],
    ['GOOGLE_KEY_FILE', '/home/ada/service-account-2024.json', false],
    ['BASE_URL', 'https://api.example.com/v1/projects/2024', false],
  ])('[FORM-7] are detected: %s with %s is a secret: %s', (name, value, secret) => {
    expect(rowsIn({ [name]: value })).toMatchObject([{ name, value, secret }])
  })

  const inputs = [
    { type: 'promptString', id: 'token', description: 'GitHub token', password: true },
    { type: 'promptString', id: 'org', description: 'Organisation' },
  ]

  test.each([
    ['Authorization', 'Bearer ${input:token}', 'Bearer <GitHub token>', true],
    ['X-Custom', '${input:token}', '<GitHub token>', true],
    ['X-Org', '${input:org}', '<Organisation>', false],
    ['X-Other', '${input:undeclared}', '<undeclared>', true],
    ['X-Env', '${env:MY_TOKEN}', '<MY_TOKEN>', true],
    ['X-Home', '${HOME:-/root}', '<HOME>', false],
    ['API_KEY', '<your key>', '<your key>', true],
    ['X-Org', 'YOUR_ORG', 'YOUR_ORG', false],
    ['KEY', 'sk-ant-...', 'sk-ant-...', true],
  ])('[FORM-7] leave a gap for the user: %s with %s becomes %s', (name, value, pattern, secret) => {
    const [row] = rowsIn({ [name]: value }, { inputs })
    expect(row).toMatchObject({ name, value: '', pattern, secret })
    const draft = only({ servers: { far: { url: 'https://x.example', headers: { [name]: value } } }, inputs })
    expect(readinessOf(draft, [])).toEqual({ missing: `${name}: ${form.namedValues.enterWhole(pattern)}` })
  })

  test('[FORM-7] keep a placeholder in a command until the user replaces it', () => {
    const draft = only({ servers: { files: { command: 'npx', args: ['server', '${workspaceFolder}/x'] } } })
    expect(draft.args).toBe('server\n${workspaceFolder}/x')
    expect(readinessOf(draft, [])).toEqual({
      missing: form.problems.gapInArguments('${workspaceFolder}'),
    })
  })

  test.each([
    [{ url: 'https://x.example/mcp?api_key=abc' }, form.problems.exposedInAddress],
    [{ url: 'https://x.example/mcp?team=abc' }, undefined],
    [{ command: 'npx', args: ['x', '--api-key', 'abc'] }, form.problems.exposedInArguments],
    [{ command: 'npx', args: ['x', '--token=abc'] }, form.problems.exposedInArguments],
    [
      { command: 'npx', args: ['mcp-remote', 'https://x', '--header', 'Authorization: Bearer abc'] },
      form.problems.exposedInArguments,
    ],
    [{ command: 'docker', args: ['run', '-i', '-e', 'GITHUB_TOKEN', 'image'] }, undefined],
  ])('[FORM-7] are reported in places that cannot keep them: %o', (config, expected) => {
    const said = exposedSecret(only({ far: config }))
    expect(said).toBe(expected)
  })
})

describe('unsupported parts of a paste', () => {
  test('[FORM-8] are left out entry by entry, with the reason', () => {
    const { skipped } = found({
      mcpServers: {
        docs: entry,
        socket: { type: 'ws', url: 'wss://x' },
        bare: { type: 'http' },
        mute: { type: 'stdio' },
        odd: { description: 'x' },
        playground: { type: 'playground' },
      },
    })
    expect(skipped).toEqual([
      form.pasted.transport('socket', 'ws'),
      form.pasted.lacksUrl('bare'),
      form.pasted.lacksCommand('mute'),
      form.pasted.lacksBoth('odd'),
      form.pasted.playground,
    ])
  })

  test('[FORM-8] are named, and a disabled server is not selected', () => {
    const { servers } = found({ mcpServers: { docs: { ...entry, alwaysAllow: ['x'], timeout: 5, disabled: true } } })
    expect(servers).toMatchObject([{ isOn: false, notes: [form.pasted.notTaken('alwaysAllow, timeout')] }])
  })

  test.each([
    ['extensions:\n  docs:\n    cmd: npx\n', form.pasted.yaml],
    ['---\nname: x\n', form.pasted.yaml],
    ['[tools]\ncommand = "npx"\n', form.pasted.toml],
    ['[mcp_servers]\n', form.pasted.noServerInToml],
    ['[mcp_servers.docs]\ncommand = "npx"\nargs = ["a"\n"b"]\n', form.pasted.invalidToml(4)],
    ['[mcp_servers.docs]\ncommand = "npx"\ncommand = "x"\n', form.pasted.invalidToml(3)],
    ['x'.repeat(200_001), form.pasted.tooLong],
  ])('[FORM-8] are refused with a reason: %j', (text, why) => {
    expect(problem(text)).toBe(why)
  })
})

test('[FORM-9] adds servers one by one; a refusal names its server and affects no other', async () => {
  const inputs = drafts({ a: { url: 'https://a.example' }, b: entry, c: { url: 'https://c.example' } }).flatMap(
    (draft) => {
      const readiness = readinessOf(draft, [])
      return 'input' in readiness ? [readiness.input] : []
    },
  )
  const asked: string[] = []
  const outcomes = await addAll(inputs, async ({ id }) => {
    asked.push(id)
    if (id === 'b') throw new HostError('conflict', 'A server named b already exists.')
  })
  expect(asked).toEqual(['a', 'b', 'c'])
  expect(outcomes).toEqual([undefined, 'b wasn’t added. A server named b already exists.', undefined])
})

describe('a pasted command line', () => {
  test('[UI-11] is split like a shell would, without running one', () => {
    const draft = only(`$ API_KEY=secret npx -y @modelcontextprotocol/server-filesystem "/home/ada/my files" '' a\\ b`)
    expect(draft).toMatchObject({ id: 'filesystem', command: 'npx' })
    expect(draft.args.split('\n')).toEqual([
      '-y',
      '@modelcontextprotocol/server-filesystem',
      '/home/ada/my files',
      '',
      'a b',
    ])
    expect(draft.env.map(({ name, value, secret }) => [name, value, secret])).toEqual([['API_KEY', 'secret', true]])
  })

  test.each([
    ['uvx mcp-server-git --repository .', 'git'],
    ['docker run -i --rm mcp/postgres:1.2', 'postgres'],
    ['node /opt/tools/weather.mjs', 'weather'],
    ['npx everything-mcp', 'everything'],
    ['"C:\\Program Files\\thing\\thing.exe" --x', 'thing'],
  ])('[UI-11] gives %s the name %s', (line, id) => {
    expect(only(line).id).toBe(id)
  })

  test('[UI-11] is refused with the reason if it needs a shell', () => {
    expect(problem('cat x | grep y')).toMatch(/needs a shell \(\|\)/)
    expect(problem('A=1')).toBe(form.pasted.noProgram)
    expect(problem('  ')).toBe(form.pasted.nothing)
  })

  test('[UI-11] keeps the backslashes of Windows paths', () => {
    expect(splitCommandLine('C:\\tools\\x.exe \\\\server\\share')).toEqual(['C:\\tools\\x.exe', '\\server\\share'])
  })

  test('[UI-11] reads back as the same words after being shown', () => {
    const parts = ['run', 'a b', '', 'it"s', '--x=1', '$HOME;rm']
    const [command = '', ...args] = parts
    expect(splitCommandLine(commandLine({ command, args }))).toEqual(parts)
  })
})

describe('[UI-11] a command line typed as the command', () => {
  const split = (command: string, args = '') => splitCommand({ command, args, env: [] })

  test.each([
    ['npx -y @acme/docs', 'npx', '-y\n@acme/docs'],
    ['$ uvx files "my notes"', 'uvx', 'files\nmy notes'],
    ['/usr/bin/node server.js --port 1', '/usr/bin/node', 'server.js\n--port\n1'],
  ])('is split: %s', (line, command, args) => {
    expect(split(line)).toEqual({ command, args, env: [] })
  })

  test('keeps its variables as variables', () => {
    expect(split('PORT=80 node server.js')).toMatchObject({
      ...{ command: 'node', args: 'server.js' },
      env: [{ name: 'PORT' }],
    })
  })

  test.each([
    ['one word', 'npx', ''],
    ['a path with spaces', '/Applications/My App/server', ''],
    ['a Windows path with spaces', String.raw`C:\Program Files\node\node.exe`, ''],
    ['a pipe', 'cat a | node b', ''],
    ['arguments in their own field', 'npx docs', '-y'],
  ])('stays as it is: %s', (_what, line, args) => {
    expect(split(line, args)).toBeUndefined()
  })
})
