import { describe, expect, test } from 'vitest'
import { usualStartLimits as startLimit } from '../../../../../main/host/mcp/process/start-watch.ts'
import { workLimits } from '../../../../../main/host/mcp/requests/work-clock.ts'
import { urlDestination, locationOf } from '../../../../../renderer/state/servers/destination.ts'
import { newNamedValue, type NamedValue } from '../../../../../renderer/state/servers/draft/named-values.ts'
import { isNewStart, readDraft } from '../../../../../renderer/state/servers/draft/read-draft.ts'
import { draftOf, emptyDraft, type ServerDraft } from '../../../../../renderer/state/servers/draft/server-draft.ts'
import { usualTimeLimits } from '../../../../../renderer/state/servers/draft/time-limits.ts'
import {
  serverConfig,
  stdioConfig,
  type HttpConfig,
  type ServerConfig,
} from '../../../../../shared/config/server-config.ts'
import { words } from '../../../../support/words.ts'

const form = words.serverForm

const filled = (change: Partial<ServerDraft> = {}): ServerDraft => ({
  ...emptyDraft(),
  id: 'docs',
  command: 'npx',
  args: '-y\n@acme/docs',
  ...change,
})

const remote = (change: Partial<ServerDraft> = {}): ServerDraft => ({
  ...emptyDraft(),
  id: 'far',
  kind: 'http',
  url: 'https://mcp.example.com/mcp',
  ...change,
})

const inputOf = (draft: ServerDraft, before?: ServerConfig) => {
  const read = readDraft(draft, before, [])
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  return read.input
}

const problemsOf = (draft: ServerDraft, taken: string[] = []) => {
  const read = readDraft(draft, undefined, taken)
  return 'problems' in read ? read.problems : {}
}

const headersOf = (config: ServerConfig) => (config.type === 'http' ? config.headers : {})
const envOf = (config: ServerConfig) => (config.type === 'stdio' ? config.env : {})
const change = (rows: NamedValue[], name: string, to: Partial<NamedValue>): NamedValue[] =>
  rows.map((row) => (row.name === name ? { ...row, ...to } : row))

describe('a program in the form', () => {
  test('[UI-12] keeps a secret value out of the configuration, which only names it', () => {
    const env = [
      newNamedValue({ name: 'TOKEN', value: 'abc' }),
      newNamedValue({ name: 'HOST', value: 'h', secret: false }),
    ]
    const { config, secrets } = inputOf(filled({ env }))
    expect(envOf(config)).toEqual({ TOKEN: { secret: 'server/docs/env/TOKEN' }, HOST: 'h' })
    expect(secrets).toEqual({ 'server/docs/env/TOKEN': 'abc' })
    expect(JSON.stringify(config)).not.toContain('abc')
  })

  test('[UI-12] keeps a stored secret unless the user types a new value', () => {
    const config = stdioConfig.parse({ command: 'npx', env: { TOKEN: { secret: 'server/docs/env/TOKEN' } } })
    const draft = draftOf('docs', config)
    expect(draft.env[0]?.value).toBe('')
    expect(inputOf(draft, config)).toEqual({ id: 'docs', config, secrets: {} })
    const typed = { ...draft, env: change(draft.env, 'TOKEN', { value: 'new' }) }
    expect(inputOf(typed, config).secrets).toEqual({ 'server/docs/env/TOKEN': 'new' })
  })

  test('[UI-14] keeps settings that the form does not show, such as multi-line arguments', () => {
    const config = stdioConfig.parse({
      command: 'run',
      args: ['--text', 'two\nlines', '', ' spaced '],
      enabled: false,
      timeouts: { idle: 5 },
      name: 'Mine',
      cwd: '/srv',
    })
    expect(inputOf(draftOf('a', config), config).config).toEqual(config)
    const renamed = inputOf({ ...draftOf('a', config), name: '', cwd: '' }, config).config
    expect(renamed).not.toHaveProperty('name')
    expect(renamed).not.toHaveProperty('cwd')
    expect(renamed).toMatchObject({ enabled: false, timeouts: { idle: 5 } })
  })

  test('[UI-13] reports every field’s problem at once', () => {
    const unnamed = newNamedValue({ value: 'x' })
    const empty = newNamedValue({ name: 'A' })
    const twice = newNamedValue({ name: 'A', value: 'y' })
    const odd = newNamedValue({ name: 'A=B', value: 'y' })
    expect(problemsOf({ ...emptyDraft(), env: [unnamed, empty, twice, odd] })).toEqual({
      id: form.problems.noName,
      command: form.problems.noCommand,
      env: {
        [unnamed.key]: { at: 'name', says: form.namedValues.env.nameMissing },
        [empty.key]: { at: 'value', says: 'Enter the secret value.' },
        [twice.key]: { at: 'name', says: form.namedValues.givenTwice('A') },
        [odd.key]: { at: 'name', says: form.namedValues.env.hasDivider },
      },
    })
  })

  test('[UI-13] refuses a taken, reserved or invalid name at its field', () => {
    expect(problemsOf(filled(), ['docs']).id).toBe(form.problems.nameTaken('docs'))
    expect(problemsOf(filled({ id: 'a/b' })).id).toMatch(/letters, digits/)
    expect(problemsOf(filled({ id: '__proto__' })).id).toBeDefined()
    expect(problemsOf(filled({ id: 'constructor' })).id).toBeDefined()
  })

  test('[UI-13] explains what to do with a URL in place of a program', () => {
    const draft = filled({ command: 'https://mcp.example' })
    expect(problemsOf(draft).command).toBe(form.problems.addressAsCommandOfNew)
    const read = readDraft(draft, stdioConfig.parse({ command: 'npx' }), [])
    expect('problems' in read && read.problems.command).toBe(form.problems.addressAsCommand)
  })

  test('[UI-13] refuses a value that is too long at its field, without throwing', () => {
    const long = newNamedValue({ name: 'A', value: 'x'.repeat(40_000) })
    const problems = problemsOf(filled({ command: 'x'.repeat(5000), env: [long] }))
    expect(problems.command).toBeDefined()
    expect(problems.env?.[long.key]?.at).toBe('value')
  })
})

describe('a URL in the form', () => {
  test('[FORM-1] checks and saves only the fields of its kind', () => {
    const both = { command: '', args: '-y', env: [newNamedValue()], cwd: '/srv' }
    expect(inputOf(remote(both))).toEqual({
      id: 'far',
      config: { type: 'http', url: 'https://mcp.example.com/mcp', headers: {}, enabled: true },
      secrets: {},
    })
    const program = inputOf(filled({ url: 'nonsense', headers: [newNamedValue()] })).config
    expect(program).toEqual({ type: 'stdio', command: 'npx', args: ['-y', '@acme/docs'], env: {}, enabled: true })
  })

  test.each([
    'mcp.example.com',
    '',
    'http://mcp.example.com/',
    'http://127.0.0.1.evil.example/',
    'https://ada:pass@mcp.example.com/',
    'ftp://mcp.example.com/',
  ])('[FORM-2] is refused with the schema’s sentence: %j', (url) => {
    const checked = serverConfig.safeParse({ type: 'http', url })
    expect(problemsOf(remote({ url })).url).toBe(`${checked.error?.issues[0]?.message}.`)
  })

  test('[FORM-2] leads to advice if it contains a password', () => {
    expect(problemsOf(remote({ url: 'https://ada:pass@x.example/' })).url).toMatch(/password; use a header/)
  })

  test.each(['http://localhost:3000/mcp', 'http://127.0.0.1:1/', 'http://[::1]:3000/', ' https://10.0.0.5/mcp '])(
    '[FORM-2] is accepted: %s',
    (url) => expect(inputOf(remote({ url })).config).toMatchObject({ url: url.trim() }),
  )

  test('[FORM-2] reports an unsendable header at the wrong half of its row, even a secret one', () => {
    const rows = {
      own: newNamedValue({ name: 'Host', value: 'x' }),
      odd: newNamedValue({ name: 'Bad Name', value: 'x' }),
      pasted: newNamedValue({ name: 'Authorization: Bearer x', value: 'x' }),
      wide: newNamedValue({ name: 'X-Wide', value: 'ключ' }),
      twice: newNamedValue({ name: 'x-wide', value: 'x' }),
      none: newNamedValue({ name: 'X-None' }),
    }
    expect(problemsOf(remote({ headers: Object.values(rows) })).headers).toEqual({
      [rows.own.key]: { at: 'name', says: 'Atrium sets this header itself.' },
      [rows.odd.key]: { at: 'name', says: 'This is not the name of a header.' },
      [rows.pasted.key]: { at: 'name', says: form.namedValues.headers.hasDivider },
      [rows.wide.key]: { at: 'value', says: 'A header holds one line of Latin letters.' },
      [rows.twice.key]: { at: 'name', says: form.namedValues.givenTwice('x-wide') },
      [rows.none.key]: { at: 'value', says: 'Enter the secret value.' },
    })
  })

  test('[FORM-3] keeps a secret header out of the configuration, under its own name', () => {
    const headers = [
      newNamedValue({ name: ' Authorization ', value: ' Bearer abc ' }),
      newNamedValue({ name: 'X-Region', value: 'eu', secret: false }),
    ]
    const { config, secrets } = inputOf(remote({ headers }))
    expect(headersOf(config)).toEqual({
      Authorization: { secret: 'server/far/header/Authorization' },
      'X-Region': 'eu',
    })
    expect(secrets).toEqual({ 'server/far/header/Authorization': 'Bearer abc' })
    expect(JSON.stringify(config)).not.toContain('abc')
  })

  const before = serverConfig.parse({
    url: 'https://mcp.example.com/mcp',
    headers: { 'X-A': { secret: 'server/far/header/X-A' }, 'X-B': 'plain' },
    enabled: false,
    timeouts: { idle: 0.5, wall: 120 },
    name: 'Far away',
  }) as HttpConfig

  test('[FORM-4] is saved unchanged after it was opened', () => {
    expect(inputOf(draftOf('far', before), before)).toEqual({ id: 'far', config: before, secrets: {} })
  })

  test('[FORM-4] changes only what the user changed', () => {
    const draft = draftOf('far', before)
    const moved = inputOf({ ...draft, url: 'https://new.example/' }, before).config
    expect(moved).toEqual({ ...before, url: 'https://new.example/' })
    const cleared = inputOf(
      { ...draft, name: '', headers: [], limits: { idle: '', work: '', wall: '', start: '' } },
      before,
    )
    expect(cleared.config).toEqual({ type: 'http', url: before.url, headers: {}, enabled: false })
  })

  test('[FORM-4] needs a new start only if the connection or a secret changes', () => {
    const draft = draftOf('far', before)
    const isNew = (to: Partial<ServerDraft>) => isNewStart(inputOf({ ...draft, ...to }, before), before)
    expect(isNew({})).toBe(false)
    expect(isNew({ name: 'Other', limits: { idle: '5', work: '', wall: '', start: '' } })).toBe(false)
    expect(isNew({ url: 'https://new.example/' })).toBe(true)
    expect(isNew({ headers: change(draft.headers, 'X-B', { value: 'other' }) })).toBe(true)
    expect(isNew({ headers: change(draft.headers, 'X-A', { value: 'new' }) })).toBe(true)
  })

  test('[FORM-3] replaces a stored secret in place, and renames its row without losing it', () => {
    const draft = draftOf('far', before)
    const typed = inputOf({ ...draft, headers: change(draft.headers, 'X-A', { value: 'new' }) }, before)
    expect(typed.secrets).toEqual({ 'server/far/header/X-A': 'new' })
    const renamed = inputOf({ ...draft, headers: change(draft.headers, 'X-A', { name: 'X-C' }) }, before)
    expect(headersOf(renamed.config)['X-C']).toEqual({ secret: 'server/far/header/X-A' })
    expect(renamed.secrets).toEqual({})
  })

  test('[FORM-3] does not overwrite a renamed row’s secret with a new row of the old name', () => {
    const draft = draftOf('far', before)
    const headers = [...change(draft.headers, 'X-A', { name: 'X-C' }), newNamedValue({ name: 'X-A', value: 'second' })]
    const { config, secrets } = inputOf({ ...draft, headers }, before)
    expect(headersOf(config)).toMatchObject({
      'X-C': { secret: 'server/far/header/X-A' },
      'X-A': { secret: 'server/far/header/X-A-2' },
    })
    expect(secrets).toEqual({ 'server/far/header/X-A-2': 'second' })
  })

  test('[FORM-3] asks for the value of a stored secret that becomes plain, and does not empty it', () => {
    const draft = draftOf('far', before)
    const headers = change(draft.headers, 'X-A', { secret: false })
    const read = readDraft({ ...draft, headers }, before, [])
    expect('problems' in read && Object.values(read.problems.headers ?? {})).toEqual([
      { at: 'value', says: form.namedValues.valueMissing },
    ])
  })

  test('[FORM-3] moves a secret from another place to the server’s own when the user types it again', () => {
    const config = serverConfig.parse({ url: before.url, headers: { 'X-A': { secret: 'mine' } } })
    const draft = draftOf('far', config)
    const { secrets } = inputOf({ ...draft, headers: change(draft.headers, 'X-A', { value: 'new' }) }, config)
    expect(secrets).toEqual({ 'server/far/header/X-A': 'new' })
  })
})

describe('the time limits in the form', () => {
  const withLimits = (idle: string, work = '', wall = '') => remote({ limits: { idle, work, wall, start: '' } })

  test('[FORM-5] are numbers of seconds, or absent if empty', () => {
    expect(inputOf(withLimits(' 5 ', '0,5e3', '86400')).config.timeouts).toEqual({ idle: 5, work: 500, wall: 86_400 })
    expect(inputOf(filled({ limits: { idle: '1', work: '', wall: '', start: '' } })).config.timeouts).toEqual({
      idle: 1,
    })
    expect(inputOf(withLimits('')).config).not.toHaveProperty('timeouts')
  })

  test.each(['soon', '0', '-1', '86401', 'Infinity', '1 h'])('[FORM-5] are refused at their field: %j', (text) => {
    expect(problemsOf(withLimits(text)).limits?.idle).toBe(form.limits.invalid)
  })

  test('[FORM-5] are refused if another limit makes them pointless', () => {
    expect(problemsOf(withLimits('60', '45')).limits).toEqual({ work: form.limits.lessThanSilence(60) })
    expect(problemsOf(withLimits('', '600', '45')).limits).toEqual({
      wall: form.limits.lessThanBefore(600),
    })
    expect(problemsOf(withLimits('60', '60', '60'))).toEqual({})
  })

  test('[FORM-5] show the host’s own defaults', () => {
    const { idle, work, wall } = workLimits(undefined)
    expect(usualTimeLimits).toEqual({
      idle: idle / 1000,
      work: work / 1000,
      wall: wall / 1000,
      start: startLimit.quiet / 1000,
    })
  })
})

describe('a URL’s destination', () => {
  test.each([
    ['https://mcp.tickets.example/v1', { host: 'mcp.tickets.example', isHere: false, isForeign: false }],
    ['http://localhost:3000/mcp', { host: 'localhost:3000', isHere: true, isForeign: false }],
    ['http://[::1]:3000/', { host: '[::1]:3000', isHere: true, isForeign: false }],
    ['https://2130706433/', { host: '127.0.0.1', isHere: true, isForeign: false }],
    ['https://localhost.evil.example/', { host: 'localhost.evil.example', isHere: false, isForeign: false }],
    ['https://tıckets.example/', { host: 'xn--tckets-p9a.example', isHere: false, isForeign: true }],
    ['mcp.tickets.example', undefined],
    ['ftp://mcp.tickets.example', undefined],
  ])('[FORM-10] is read from %s', (url, destination) => {
    expect(urlDestination(url)).toEqual(destination)
  })

  test('[FORM-10] is named in words', () => {
    expect(locationOf(stdioConfig.parse({ command: 'npx' }))).toBe('on this computer')
    expect(locationOf(serverConfig.parse({ url: 'http://localhost:1/' }))).toBe('on this computer')
    expect(locationOf(serverConfig.parse({ url: 'https://mcp.example.com:8443/x' }))).toBe('at mcp.example.com:8443')
  })
})
