import { describe, expect, test } from 'vitest'
import { reduce } from '../../../shared/state/reduce.ts'
import { containmentOf } from '../../../renderer/servers/detail/containment-words.ts'
import { isRestless, unreadableNow } from '../../../renderer/servers/status/degraded.tsx'
import { searchServers } from '../../../renderer/servers/search-servers.ts'
import { findTools } from '../../../renderer/servers/tools/tools-tab.tsx'
import { describeInput } from '../../../renderer/servers/tools/input-words.ts'
import { splitAt } from '../../../renderer/servers/reports/log-lines.tsx'
import { restartInWords } from '../../../renderer/state/servers/next-try.ts'
import { upInWords } from '../../../renderer/servers/performance/connection.tsx'
import { placeInWords } from '../../../renderer/servers/status/place.ts'
import { summarize, summarizeAll, type ServerSummary } from '../../../renderer/state/servers/summary.ts'
import { listedTools } from '../../../renderer/state/callable-tools.ts'
import { waitsForStart } from '../../../renderer/chat/call/call-row.tsx'
import { isOlder } from '../../../renderer/servers/reports/traffic-table.tsx'
import type { ServerStatus, ToolEntry } from '../../../shared/events/events.ts'
import { serverConfig } from '../../../shared/config/server-config.ts'
import { emptyState, type HostState } from '../../../shared/state/state.ts'
import { words as texts } from '../../support/words.ts'

const tool = (name: string, description = '', title?: string): ToolEntry => ({
  name,
  title,
  description,
  hash: 'h',
  claims: { readOnly: true, destructive: false, idempotent: false, openWorld: false },
})

const stateWith = (configs: Record<string, object>, status: ServerStatus, tools: ToolEntry[] = []): HostState => ({
  ...emptyState,
  configured: {
    ...emptyState.configured,
    servers: Object.fromEntries(Object.entries(configs).map(([id, config]) => [id, serverConfig.parse(config)])),
  },
  servers: Object.fromEntries(
    Object.keys(configs).map((id) => [
      id,
      { status, tools: Object.fromEntries(tools.map((it) => [it.name, it])), malformed: [] },
    ]),
  ),
})

const off: ServerStatus = { state: 'off' }
const nextTry = texts.servers.nextTry.reach
const said = texts.serverDetail.containment

describe('[STA-12] a server that starts on its first call', () => {
  const known = (status: ServerStatus, config: object = {}, tools = [tool('add')]) =>
    stateWith({ it: { command: 'it', startsOn: 'first-call', ...config } }, status, tools)

  test('says so, and can be called before it runs', () => {
    const state = known(off)
    expect(summarize(state, 'it')).toMatchObject({ group: 'standby', words: texts.servers.state.startsOnCall })
    expect(listedTools(state).map((it) => it.tool.name)).toEqual(['add'])
    expect(waitsForStart(state, 'it')).toBe('it')
  })

  test('is like every other if it is turned off, has no known tools, or failed', () => {
    const others = [
      known(off, { enabled: false }),
      known(off, {}, []),
      known({ state: 'failed', reason: '', stderr: [] }),
    ]
    expect(others.map((state) => summarize(state, 'it')?.group)).toEqual(['off', 'off', 'failed'])
    expect(others.flatMap((state) => listedTools(state))).toEqual([])
    expect(others.map((state) => waitsForStart(state, 'it'))).toEqual([undefined, undefined, undefined])
  })
})

describe('[SRV-1] a server that Atrium retries', () => {
  const failed: ServerStatus = { state: 'failed', reason: 'No.', stderr: [], retryAt: 300_000 }

  test('is restarted if it is a program and reached again if it has a URL', () => {
    const words = (config: object) => summarize(stateWith({ it: config }, failed), 'it')?.words
    expect(words({ command: 'it' })).toBe(texts.servers.state.waitingToRestart)
    expect(words({ url: 'https://a.example/mcp' })).toBe(texts.servers.state.waitingToReach)
  })

  test('counts down in seconds, and in minutes for a long wait', () => {
    expect(restartInWords(4000, 0, 'restart')).toBe(texts.servers.nextTry.restart.in('4 s'))
    expect(restartInWords(90_000, 0, 'reach')).toBe(nextTry.in('90 s'))
    expect(restartInWords(287_000, 0, 'reach')).toBe(nextTry.in('5 min'))
    expect(restartInWords(0, 0, 'reach')).toBe(nextTry.now)
  })
})

test('[SRV-1] shows in a row what a server works on: part of Atrium, a host, folders, or its package or file', () => {
  const place = (config: object, status: ServerStatus = off) => {
    const server = summarize(stateWith({ it: config }, status), 'it')
    return server && placeInWords(server)
  }
  const ready: ServerStatus = { state: 'ready', era: 'legacy', revision: 'r', calls: { name: 'n', version: '1' } }
  expect(place({ type: 'playground' })).toBe('Part of Atrium')
  expect(place({ url: 'https://mcp.example.com:8443/a/b' })).toBe('mcp.example.com:8443')
  const files = { command: 'npx', args: ['-y', '@a/files', '/home/me/notes', '/home/me/reports'] }
  expect(place(files)).toBe('notes, reports')
  expect(place(files, ready)).toBe('notes, reports')
  expect(place({ ...files, roots: ['/home/me/shared'] })).toBe('/home/me/shared')
  expect(place({ command: 'npx', args: ['-y', 'a b'], cwd: '/srv' })).toBe('a b')
  expect(place({ command: 'node', args: ['/x/node_modules/@a/everything/dist/index.js'] })).toBe('@a/everything')
  expect(place({ command: 'node', args: [String.raw`C:\x\node_modules\memory\index.js`] })).toBe('memory')
  expect(place({ command: 'python3', args: ['/srv/tools/serve.py', '--port', '80'] })).toBe('serve.py')
  expect(place({ command: '/usr/local/bin/github-mcp' })).toBe('github-mcp')
  expect(place({ command: 'sh', args: ['-c', '/bin/x | npx -y docs'] })).toBe('x')
})

describe('[SRV-14] a server that writes unreadable lines', () => {
  const ready: ServerStatus = { state: 'ready', era: 'legacy', revision: 'r', calls: { name: 'n', version: '1' } }
  const start = stateWith({ it: { command: 'it' } }, ready)
  const reported = (counts: Record<string, number>, at: number, state = start): HostState =>
    reduce(state, { type: 'server.violations', server: 'it', counts }, at)
  const linesAt = (now: number, { servers }: HostState) => servers['it'] && unreadableNow(servers['it'], now)

  test('is degraded from a hundred unreadable lines in a report, and for no other misbehaviour', () => {
    expect(linesAt(0, reported({ 'not-json': 60, batch: 39, 'unknown-answer': 500 }, 0))).toBeUndefined()
    expect(linesAt(0, reported({ 'not-json': 60, batch: 39, 'half-a-line': 1 }, 0))).toBe(100)
    expect(reported({ 'not-json': 99 }, 0).servers).toBe(start.servers)
  })

  test('stays degraded until a report says otherwise, two minutes pass without one, or it restarts', () => {
    const degraded = reported({ 'not-json': 4000 }, 1000)
    expect([120_999, 121_000].map((now) => linesAt(now, degraded))).toEqual([4000, undefined])
    expect(linesAt(62_000, reported({ 'not-json': 1 }, 61_000, degraded))).toBeUndefined()
    const again = (to: ServerStatus, state: HostState) =>
      reduce(state, { type: 'server.changed', server: 'it', to }, 2000)
    expect(linesAt(2000, again({ state: 'stopping' }, degraded))).toBeUndefined()
    const anew = again({ state: 'starting', command: [], cwd: '/', environment: [] }, degraded)
    expect(linesAt(2000, again(ready, anew))).toBeUndefined()
  })

  test('[CAT-11] differs from one whose definitions change too often, which is shown until it restarts', () => {
    const restless = reported({ 'changes-too-often': 1 }, 1000)
    const isIt = (now: number, { servers }: HostState) => servers['it'] && isRestless(servers['it'], now)
    expect([isIt(0, start), isIt(1000, restless), isIt(12 * 60_000 + 1000, restless)]).toEqual([false, true, false])
    expect(linesAt(1000, restless)).toBeUndefined()
    const both = reported({ 'changes-too-often': 1, 'not-json': 4000 }, 2000, restless)
    expect([isIt(2000, both), linesAt(2000, both)]).toEqual([true, 4000])
    expect(isIt(3000, reported({ batch: 1 }, 3000, both))).toBe(true)
    const to: ServerStatus = { state: 'starting', command: [], cwd: '/', environment: [] }
    const anew = reduce(both, { type: 'server.changed', server: 'it', to }, 4000)
    expect(isIt(4000, reduce(anew, { type: 'server.changed', server: 'it', to: ready }, 4000))).toBe(false)
  })

  test('is not recorded once it is removed', () => {
    expect(reduce(emptyState, { type: 'server.violations', server: 'it', counts: { batch: 900 } }, 0)).toEqual(
      emptyState,
    )
  })
})

describe('[SRV-3] the server search', () => {
  const servers = (): ServerSummary[] =>
    summarizeAll(
      stateWith({ files: { command: 'node' }, 'my desk': { url: 'https://desk.example/mcp' } }, off, [
        tool('read_file', '', 'Read a file'),
        tool('open'),
      ]),
    )
  const found = (query: string) => searchServers(servers(), query).map(({ server, tools }) => [server.id, tools])

  test('matches names, programs and URLs, then tools', () => {
    expect(found('')).toEqual([
      ['files', []],
      ['my desk', []],
    ])
    expect(found('DESK.example')).toEqual([['my desk', []]])
    expect(found('node')).toEqual([['files', []]])
    expect(found('desk open')).toEqual([['my desk', ['open']]])
    expect(found('read')).toEqual([
      ['files', ['Read a file']],
      ['my desk', ['Read a file']],
    ])
    expect(found('nowhere')).toEqual([])
  })
})

test('[SIN-6] lists the sign-in among the secrets sent to a remote server', () => {
  const secrets = (headers: object, isSignedIn: boolean) =>
    containmentOf(serverConfig.parse({ url: 'https://a.example/x', headers }), undefined, isSignedIn).limits.find(
      ({ name }) => name === said.limits.secrets,
    )?.words
  const key = { 'X-Key': { secret: 's' } }
  expect(secrets(key, false)).toBe(said.httpSecrets('X-Key'))
  expect(secrets(key, true)).toBe(said.httpSecretsAndSignIn('X-Key'))
  expect(secrets({}, true)).toBe(said.httpSignIn)
})

describe('[SRV-6] containment', () => {
  const of = (config: object, containment?: 'namespace' | 'guard' | 'none') =>
    containmentOf(serverConfig.parse(config), containment)

  test('is open for a program unless chosen, and names the secrets it gets', () => {
    const { words, limits } = of({ command: 'x', env: { TOKEN: { secret: 's' }, PLAIN: 'v' } }, 'guard')
    expect(words).toBe(said.stdio.open)
    expect(limits.find(({ name }) => name === said.limits.secrets)?.words).toBe(said.stdioSecrets('TOKEN'))
    expect(limits.find(({ name }) => name === said.limits.end)?.gap).toBe(said.ends.guard.gap)
  })

  test('has the chosen folders and hosts, and what a level leaves open', () => {
    const sealed = of({ command: 'x', containment: 'sealed', writable: ['/a'], readable: ['/b'], hosts: ['c.example'] })
    expect(sealed.words).toBe(said.stdio.sealed)
    const [files, network] = sealed.limits
    expect(files?.words).toBe([said.files.sealed, said.changes('/a'), said.reads('/b')].join('; '))
    expect([network?.words, network?.gap]).toEqual([said.hosts('c.example'), undefined])
    const limited = of({ command: 'x', containment: 'limited' })
    expect(limited.words).toBe(said.stdio.limited)
    expect(limited.limits[0]?.words).toContain(said.changesNothing)
    expect(limited.limits.slice(0, 2).map(({ gap }) => gap)).toEqual([said.secretsGap, said.networkGap])
  })

  test('says nothing about the end of a program that is not running', () => {
    expect(of({ command: 'x' }).limits.map(({ name }) => name)).not.toContain(said.limits.end)
  })

  test('is complete for the playground and missing for a remote server', () => {
    expect(of({ type: 'playground' }).words).toBe(said.playground)
    expect(of({ url: 'https://a.example/x' }).words).toBe(said.http)
    expect(of({ url: 'https://a.example/x' }).limits.find(({ name }) => name === said.limits.sent)?.words).toBe(
      said.httpSent('a.example'),
    )
  })

  test('names the time limits in force', () => {
    expect(of({ command: 'x', timeouts: { idle: 5 } }).limits.at(-1)?.words).toBe(said.time(5, 600))
  })
})

describe('[SRV-8] a server’s tools', () => {
  test('are found by every word, in the server’s order', () => {
    const tools = [tool('b_read', 'Reads a row'), tool('a_write', 'Writes a row', 'Write'), tool('c', 'row read')]
    expect(findTools(tools, 'row  READ').map(({ name }) => name)).toEqual(['b_read', 'c'])
    expect(findTools(tools, ' ')).toBe(tools)
  })

  test('describe their arguments in words, required ones first', () => {
    const values = describeInput({
      type: 'object',
      required: ['sql'],
      properties: {
        limit: { type: 'integer', minimum: 1, maximum: 60_000, default: 10 },
        sql: { type: 'string', maxLength: 20_000, description: 'The query' },
        mode: { enum: ['fast', 'safe'] },
        sure: { type: 'boolean' },
        day: { type: 'string', format: 'date' },
        tags: { type: 'array', items: { type: 'string' }, minItems: 1 },
      },
    })?.values
    expect(values?.map(({ name, words, isRequired }) => [name, words, isRequired])).toEqual([
      ['sql', 'Text, up to 20,000 characters', true],
      ['limit', `A whole number, 1 to 60,000, ${texts.serverTools.input.initial('10')}`, false],
      ['mode', 'One of several, fast | safe', false],
      ['sure', 'Yes or no', false],
      ['day', 'Text, format date', false],
      ['tags', 'A list, at least 1 items', false],
    ])
    expect(values?.[0]?.description).toBe('The query')
  })

  test('keep their raw schema if it has no list of names', () => {
    expect(describeInput({ type: 'string' })).toBeUndefined()
    expect(describeInput({})).toBeUndefined()
    expect(describeInput({ type: 'object' })).toEqual({ values: [], isOpen: true })
  })
})

test('[SRV-10] marks every match and keeps the line whole', () => {
  expect(splitAt('an Error, an error', 'ERROR')).toEqual(['an ', 'Error', ', an ', 'error', ''])
  expect(splitAt('aaa', 'aa')).toEqual(['', 'aa', 'a'])
  expect(splitAt('İ error', 'error').join('')).toBe('İ error')
  expect(splitAt('nothing', '')).toEqual(['nothing'])
})

test('[STA-10] does not show an older server’s refusal to name its revision as an error', () => {
  const row = { method: 'server/discover', direction: 'out', outcome: 'error' } as const
  expect(isOlder(row)).toBe(true)
  expect(isOlder({ ...row, outcome: 'answered' })).toBe(false)
  expect(isOlder({ ...row, method: 'initialize' })).toBe(false)
})

test('[SRV-1] says in whole seconds how long a server has been up', () => {
  expect([0, 47, 4200, 75_900].map((ms) => upInWords(1000, 1000 + ms))).toEqual(['1.0 s', '1.0 s', '4.0 s', '1 m 15 s'])
})
