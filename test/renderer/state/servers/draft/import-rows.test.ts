import { describe, expect, test } from 'vitest'
import { readImport } from '../../../../../main/host/import/read.ts'
import { addAll, groupOf, importRows, type RowFacts } from '../../../../../renderer/state/servers/draft/import-rows.ts'
import { draftOfCandidate } from '../../../../../renderer/state/servers/draft/candidate-draft.ts'
import { exposedSecret } from '../../../../../renderer/state/servers/draft/draft-problems.ts'
import { readDraft } from '../../../../../renderer/state/servers/draft/read-draft.ts'
import { newNamedValue } from '../../../../../renderer/state/servers/draft/named-values.ts'
import { emptyDraft, splitCommand } from '../../../../../renderer/state/servers/draft/server-draft.ts'
import { candidateOfStarter, findStarters } from '../../../../../renderer/state/servers/draft/starter-draft.ts'
import type { Answers } from '../../../../../shared/config/candidate.ts'
import { starters } from '../../../../../shared/config/starters.ts'
import { HostError } from '../../../../../shared/contract/errors.ts'
import { commandLine, splitCommandLine } from '../../../../../shared/text/command-line.ts'
import { words } from '../../../../support/words.ts'

const form = words.serverForm

type Given = { answers?: Answers; taken?: string[]; facts?: Record<string, RowFacts> }

const rowsFrom = (content: object, { answers = {}, taken = [], facts = {} }: Given = {}) => {
  const text = JSON.stringify(content)
  const imported = readImport({ text, facts: { system: 'linux', home: '/home/me' }, existing: {} })
  return importRows(groupOf('', imported), facts, { answers, taken })
}
const only = (content: object, given?: Given) => {
  const [row] = rowsFrom({ mcpServers: { far: content } }, given)
  if (!row) throw new Error('Nothing was found.')
  return row
}

const readyOf = (rows: ReturnType<typeof rowsFrom>) =>
  rows.flatMap(({ key, readiness }) => ('input' in readiness ? [{ key, input: readiness.input }] : []))

const url = 'https://mcp.tickets.example/v1'

describe('[FORM-6] a server of a text', () => {
  test('becomes a server with its secrets in the store', () => {
    const { readiness } = only({ command: 'npx', args: ['', 'a\nb', ' c '], env: { TOKEN: 't', PORT: 8080 } })
    expect(readiness).toMatchObject({
      input: {
        id: 'far',
        config: {
          command: 'npx',
          args: ['', 'a\nb', ' c '],
          env: { TOKEN: { secret: 'server/far/env/TOKEN' }, PORT: '8080' },
        },
        secrets: { 'server/far/env/TOKEN': 't' },
      },
    })
  })

  test('keeps its OAuth client and its time limit', () => {
    const { readiness } = only({ url, timeout: 30, oauth: { clientId: 'me', clientSecret: 's3', scopes: ['a', 'b'] } })
    expect(readiness).toMatchObject({
      input: {
        config: {
          oauth: { clientId: 'me', clientSecret: { secret: 'server/far/oauth-client-secret' }, scopes: 'a b' },
          timeouts: { idle: 30, work: 30 },
        },
        secrets: { 'server/far/oauth-client-secret': 's3' },
      },
    })
  })

  test('[FORM-8] reports a taken name before anything is added', () => {
    expect(only({ url }, { taken: ['far'] })).toMatchObject({
      isChosen: false,
      readiness: { missing: form.problems.nameTaken('far') },
    })
  })

  test('isn’t selected if it was off there', () => {
    expect(only({ url, disabled: true }).isChosen).toBe(false)
    expect(only({ url, disabled: true }, { facts: { ':0': { isChosen: true } } }).isChosen).toBe(true)
  })

  test('takes a suggestion only if the user chose it', () => {
    const entry = { command: 'npx', args: ['mcp-remote', url] }
    expect(only(entry).draft).toMatchObject({ kind: 'stdio', args: `mcp-remote\n${url}` })
    expect(only(entry, { facts: { ':0': { suggestion: 'direct-address' } } }).draft).toMatchObject({
      kind: 'http',
      url,
    })
    expect(only(entry, { facts: { ':0': { suggestion: 'npx-yes' } } }).draft.args).toBe(`-y\nmcp-remote\n${url}`)
  })
})

describe('[FORM-7] the questions of servers', () => {
  const two = {
    inputs: [{ id: 'token', description: 'Desk token', password: true }],
    servers: {
      one: { url, headers: { Authorization: 'Bearer ${input:token}' } },
      two: { command: 'x', args: ['${input:token}', '${workspaceFolder}/<part>'], env: { K: '${env:GITHUB_TOKEN}' } },
    },
  }

  test('are asked once for all servers with the same variable or input, and a gap for each server', () => {
    const ids = rowsFrom(two).map(({ questions }) => questions.map(({ id }) => id))
    expect(ids).toEqual([['/input:token'], ['/input:token', '/workspaceFolder', '#1/gap:part', 'env:GITHUB_TOKEN']])
  })

  test('leave the server selected, and say what it needs', () => {
    expect(rowsFrom(two)[0]).toMatchObject({ isChosen: true, readiness: { isAsking: true } })
  })

  test('are put into the places they belong to', () => {
    const answers = { '/input:token': ' t1 ', '/workspaceFolder': '/w', '#1/gap:part': 'p', 'env:GITHUB_TOKEN': 'g' }
    expect(rowsFrom(two, { answers }).map(({ readiness }) => readiness)).toMatchObject([
      { input: { secrets: { 'server/one/header/Authorization': 'Bearer t1' } } },
      {
        input: {
          config: { args: ['${token}', '/w/p'] },
          secrets: { 'server/two/env/K': 'g', 'server/two/argument/token': 't1' },
        },
      },
    ])
  })

  test('stay visible in the form until they are answered', () => {
    const [one, second] = rowsFrom(two)
    expect(one?.draft.headers).toMatchObject([{ value: '', secret: true, pattern: 'Bearer <Desk token>' }])
    expect(second?.draft.args).toBe('<Desk token>\n<workspaceFolder>/<part>')
    const facts = { ':1': { edited: second?.draft ?? emptyDraft() } }
    expect(rowsFrom(two, { facts })[1]?.readiness).toEqual({ missing: form.problems.gap('<Desk token>') })
  })
})

describe('[FORM-7] a secret in the form', () => {
  test.each([
    [{ kind: 'http', url: 'https://x.example/mcp?api_key=abc', args: '' }, form.problems.exposedInAddress],
    [{ kind: 'http', url: 'https://x.example/mcp?team=abc', args: '' }, undefined],
    [{ kind: 'stdio', url: '', args: '--api-key\nabc' }, form.problems.exposedInArguments],
    [{ kind: 'stdio', url: '', args: '--token=abc' }, form.problems.exposedInArguments],
    [{ kind: 'stdio', url: '', args: '--header\nAuthorization: Bearer abc' }, form.problems.exposedInArguments],
    [{ kind: 'stdio', url: '', args: 'run\n-i\n-e\nGITHUB_TOKEN\nimage' }, undefined],
    [{ kind: 'stdio', url: '', args: '--token=${key}' }, undefined],
  ] as const)('is reported in places that can’t keep it: %o', (draft, expected) => {
    expect(exposedSecret({ ...draft, secretArguments: [newNamedValue({ name: 'key' })] })).toBe(expected)
  })
})

test('[FORM-9] adds servers one by one; a refusal names its server and affects no other', async () => {
  const rows = rowsFrom({ a: { url }, b: { command: 'npx' }, c: { url: 'https://c.example' } })
  const asked: string[] = []
  const add = async ({ id }: { id: string }): Promise<void> => {
    asked.push(id)
    if (id === 'b') throw new HostError('conflict', 'A server named b already exists.')
  }
  const outcomes = await addAll(readyOf(rows), add, () => {})
  expect(asked).toEqual(['a', 'b', 'c'])
  expect(outcomes).toEqual([undefined, 'b wasn’t added. A server named b already exists.', undefined])
})

test('[FORM-23] never calls a row’s own server a reason against it, while several are added', async () => {
  const servers = { a: { url }, b: { command: 'npx' }, c: { url: 'https://c.example' } }
  const facts: Record<string, RowFacts> = {}
  const there: string[] = []
  const seen: string[] = []
  const look = (): void => {
    for (const { draft, readiness, isAdded } of rowsFrom(servers, { facts, taken: there })) {
      if (isAdded) seen.push(`${draft.id} is added`)
      else if ('missing' in readiness) seen.push(`${draft.id}: ${readiness.missing}`)
    }
  }
  const add = async ({ id }: { id: string }): Promise<void> => {
    // The page learns of the server before it has the answer to its own call.
    there.push(id)
    look()
    if (id === 'b') throw new HostError('unavailable', 'The disk is full.')
  }
  await addAll(readyOf(rowsFrom(servers)), add, (key, fact) => {
    facts[key] = { ...facts[key], ...fact }
    look()
  })
  expect(new Set(seen)).toEqual(new Set(['a is added', 'c is added', 'b: A server named b already exists.']))
  expect(seen.indexOf('a is added')).toBeLessThan(seen.indexOf('c is added'))
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
      command: 'node',
      args: 'server.js',
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

  test('keeps the backslashes of Windows paths', () => {
    expect(splitCommandLine('C:\\tools\\x.exe \\\\server\\share')).toEqual(['C:\\tools\\x.exe', '\\server\\share'])
  })

  test('reads back as the same words after being shown', () => {
    const parts = ['run', 'a b', '', 'it"s', '--x=1', '$HOME;rm']
    const [command = '', ...args] = parts
    expect(splitCommandLine(commandLine({ command, args }))).toEqual(parts)
  })
})

describe('[FORM-14] a starter', () => {
  const filled = (id: string, taken: string[] = []) => {
    const starter = starters.find((it) => it.id === id)
    if (!starter) throw new Error(`No starter ${id}.`)
    const candidate = candidateOfStarter(starter, taken)
    const answers = Object.fromEntries(candidate.questions.map((question) => [question.id, ` /some/${question.id} `]))
    const { draft, missing } = draftOfCandidate(candidate, answers)
    return { candidate, missing, read: readDraft(draft, undefined, taken) }
  }

  test.each(starters.map(({ id }) => id))('makes a server that can be added as is, with up to 2 values: %s', (id) => {
    const { candidate, missing, read } = filled(id)
    expect(read).toMatchObject({ input: { id } })
    expect(candidate.questions.length).toBeLessThanOrEqual(2)
    expect(missing).toEqual([])
    expect(draftOfCandidate(candidate, {}).missing).toEqual(candidate.questions.map((it) => it.id))
    expect(JSON.stringify(read)).not.toMatch(/[{]\w+[}]/)
  })

  test.each(starters.filter((it) => 'command' in it && it.command === 'npx').map((it) => [it.id, it] as const))(
    'fixes the version of its package: %s',
    (_id, starter) => {
      expect('args' in starter && starter.args[1]).toMatch(/^@[\w-]+\/[\w-]+@\d+(\.\d+){2}$/)
    },
  )

  test('puts its values where the server expects them, and secrets into the store', () => {
    expect(filled('filesystem').read).toMatchObject({
      input: { config: { args: ['-y', expect.any(String), '/some/folder'] } },
    })
    expect(filled('github').read).toMatchObject({
      input: {
        config: { headers: { Authorization: { secret: 'server/github/header/Authorization' } } },
        secrets: { 'server/github/header/Authorization': 'Bearer /some/token' },
      },
    })
    expect(filled('memory', ['memory']).read).toMatchObject({ input: { id: 'memory 2' } })
  })

  test('is found by every word of its texts, but not while a command is typed', () => {
    expect(findStarters('')).toHaveLength(starters.length)
    expect(findStarters('issues').map(({ id }) => id)).toEqual(['github', 'linear'])
    expect(findStarters('read PAGES').map(({ id }) => id)).toContain('notion')
    for (const text of ['npx -y server-fetch', 'https://mcp.linear.app/mcp', '{"git": {}}', 'x'])
      expect(findStarters(text)).toEqual([])
  })
})
