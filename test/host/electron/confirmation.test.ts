import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { confirmationFor } from '../../../main/host/commands/confirmation.ts'
import type { Confirmation } from '../../../main/host/platform.ts'
import { dialogWords } from '../../../main/host/commands/words.ts'
import { fits } from '../../../main/shells/electron/messages.ts'
import { commands } from '../../../shared/contract/commands.ts'
import type { CommandName, Input } from '../../../shared/contract/commands.ts'
import { consentOf } from '../../../shared/state/consents.ts'
import { emptyState } from '../../../shared/state/state.ts'
import { Atrium, peer } from '../../support/atrium.ts'
import { storedName } from '../../../shared/risk/secret-names.ts'

let atrium: Atrium
let shown: Confirmation[] = []
let says: boolean | (() => Promise<boolean>) = true

beforeAll(async () => {
  atrium = await Atrium.start()
  await atrium.add('good', peer('good.mjs'))
  await atrium.person.link.call('addServer', { id: 'off', config: { ...peer('good.mjs'), enabled: false } })
  atrium.confirm = async (confirmation) => {
    shown.push(confirmation)
    return typeof says === 'boolean' ? says : says()
  }
})
afterAll(() => atrium.close())
beforeEach(() => {
  shown = []
  says = true
})

const call = <N extends CommandName>(name: N, input: Input<N>) => atrium.person.link.call(name, input)
const configured = () => atrium.person.state.configured

/** The question to the user about this command, which they cancelled. */
async function questionOf<N extends CommandName>(name: N, input: Input<N>): Promise<Confirmation> {
  says = false
  await expect(call(name, input)).rejects.toMatchObject({ code: 'forbidden', message: /didn’t confirm/ })
  const [question, ...more] = shown
  if (!question || more.length > 0) throw new Error(`${name} asked ${shown.length} times.`)
  return question
}

describe('a confirmation', () => {
  test('[ELE-3] [ELE-5] is required for a new URL, and nothing of it is stored if the user cancels', async () => {
    const config = {
      type: 'http',
      url: 'https://tools.example/mcp',
      headers: { 'X-Key': { secret: 'server/new/key' } },
    } as const
    const secrets = { 'server/new/key': 'canary-value' }
    expect(await questionOf('addServer', { id: 'new', config, secrets })).toEqual({
      question: 'Add the server “new”?',
      detail: [
        'Arguments for its tools will be sent to:',
        'https://tools.example/mcp',
        'with these headers: X-Key',
      ].join('\n'),
      action: 'Add',
    })
    expect(configured().servers['new']).toBeUndefined()
    expect(atrium.secrets.bare()).toEqual(['log/key', 'log/head', 'anthropic/key'])
  })

  test('[ELE-3] [TRU-20] is required to start a program for the first time, which stays off if the user cancels', async () => {
    await call('addServer', { id: 'asked', config: { ...peer('good.mjs'), env: { NODE_OPTIONS: '--no-warnings' } } })
    expect(shown).toEqual([])
    const ask = await atrium.person.ask('trust', 'asked')
    const answer = { ask: ask.id, contentHash: ask.contentHash, answer: { decision: 'trust' } }
    const question = await questionOf('answer', answer)
    expect(question.question).toBe('Start this program as “asked”?')
    expect(question.detail.split('\n')).toEqual([
      'It will run:',
      expect.stringMatching(/^\/.*node .*good\.mjs/),
      expect.stringMatching(/^SHA-256 [0-9a-f]{64}$/),
      'in the folder:',
      expect.stringMatching(/^\//),
      'with these variables:',
      'NODE_OPTIONS="--no-warnings"',
      'Warnings:',
      'A variable can load other code',
    ])
    expect(atrium.person.state.servers['asked']?.status.state ?? 'off').toBe('off')
    shown = []
    await call('answer', { ...answer, answer: { decision: 'leave-off' } })
    expect(shown).toEqual([])
  })

  test('[TRU-20] lists every change to a program, as far as there is room', async () => {
    const config = peer('good.mjs')
    await call('addServer', { id: 'changed', config })
    await atrium.person.trust('changed')
    shown = []
    await call('updateServer', {
      id: 'changed',
      config: { ...config, args: [...(config.args ?? []), '--new'], cwd: '/' },
    })
    const { id, contentHash, question } = await atrium.person.ask('trust', 'changed')
    const answer = { ask: id, contentHash, answer: { decision: 'trust' } }
    const { detail } = await questionOf('answer', answer)
    const lines = detail.split('\n')
    const [change, ...more] = lines.slice(lines.indexOf('Changed since you allowed it:') + 1)
    expect([change, more]).toEqual([`its arguments + --new; its folder − ${question.before?.cwd} + /`, []])
    await call('answer', { ...answer, answer: { decision: 'leave-off' } })
  })

  test('[TRU-20] fits into a dialog even with the longest texts', () => {
    const long = (text: string) => Array.from({ length: 100 }, (_, index) => `${text}${index}`)
    const launch = {
      command: 'sudo',
      path: '/usr/bin/sudo',
      args: ['env', 'sh', '-c', `docker run -v /:/x image; ${long('word').join(' ')}`, ...long('argument')],
      cwd: `/${long('folder').join('/')}`,
      environment: ['NODE_OPTIONS', 'npm_config_registry', 'HTTPS_PROXY', ...long('V')].map((name) => ({
        name,
        from: 'configuration' as const,
      })),
      sha256: 'a'.repeat(64),
      hash: 'h',
    }
    const before = { ...launch, path: '/bin/sudo', args: long('old'), cwd: '/old', environment: [], sha256: 'b' }
    const question = { server: 'it', launch, before }
    const ask = { id: 'ask', kind: 'trust' as const, contentHash: 'c', question }
    const input = { ask: 'ask', contentHash: 'c', answer: { decision: 'trust' } }
    const { detail = '' } = confirmationFor('answer', input, { ...emptyState, asks: [ask] }) ?? {}
    expect(detail).toContain('more characters')
    expect(detail).toContain('Warnings:')
    expect(fits(detail)).toBe(true)
  })

  test('[ELE-3] [ELE-6] is required to accept definitions for the model, and shows their number and first names', async () => {
    await call('addServer', { id: 'odd-texts', config: peer('hidden-unicode.mjs') })
    await atrium.person.trust('odd-texts')
    shown = []
    const { id, contentHash, question } = await atrium.person.ask('definitions', 'odd-texts')
    const items = question.items.map(({ item }) => item)
    const accept = { decision: 'accept', items }
    expect(await questionOf('answer', { ask: id, contentHash, answer: accept })).toEqual({
      question: 'Accept these definitions from “odd-texts”?',
      detail: [
        'Models will see and can ask to use these 11 tools:',
        ...items.slice(0, 10).map((item) => `${item.slice('tool/'.length)} (new)`),
        'and 1 more',
      ].join('\n'),
      action: 'Accept',
    })
    expect(consentOf(atrium.person.state, 'odd-texts').pins).toEqual({ 'tool/legit': expect.anything() })
    shown = []
    await call('answer', { ask: id, contentHash, answer: { decision: 'keep-off', items: [] } })
    expect(shown).toEqual([])
    await call('setServerEnabled', { id: 'odd-texts', enabled: false })
  })

  test('[ELE-6] shows every character, and a host as it is looked up', async () => {
    const config = {
      command: '/bin/echo',
      args: ['a\u202Eb', 'c\u200Bd', 'e\nf'],
      env: { A: 'b c', TOKEN: { secret: 'server/odd/token' } },
      cwd: '/tmp/\u2066g',
      name: 'x\u00ADy',
      enabled: false,
    }
    await call('addServer', { id: 'odd', config })
    const { detail } = await questionOf('setServerEnabled', { id: 'odd', enabled: true })
    expect(detail.split('\n')).toEqual([
      'Shown as “x[U+00AD]y”.',
      'It will run:',
      String.raw`/bin/echo "a[U+202E]b" "c[U+200B]d" "e\nf"`,
      'in the folder:',
      '/tmp/[U+2066]g',
      'with these variables:',
      'A="b c", TOKEN (a secret)',
      'It stays off until you turn it on.',
    ])
    shown = []
    const http = { type: 'http', url: 'https://аpple.com/mcp' } as const
    expect((await questionOf('addServer', { id: 'new', config: http })).detail.split('\n')).toEqual([
      'Arguments for its tools will be sent to:',
      'https://xn--pple-43d.com/mcp',
    ])
  })

  test('[ELE-6] shows the beginning of a command that is too long, and how much is missing', async () => {
    const args = Array.from({ length: 40 }, (_, index) => `--option-${index}=${'x'.repeat(60)}`)
    await call('addServer', { id: 'long', config: { command: '/bin/echo', args, enabled: false } })
    const { detail } = await questionOf('setServerEnabled', { id: 'long', enabled: true })
    const [, command = ''] = detail.split('\n')
    const whole = ['/bin/echo', ...args].join(' ')
    expect(command).toBe(`${whole.slice(0, 700)}… and ${whole.length - 700} more characters`)
    expect(fits(detail)).toBe(true)
  })

  test('[ELE-3] is required to change a URL, and shows the new one', async () => {
    const config = { type: 'http', url: 'https://other.example/', enabled: false } as const
    const question = await questionOf('updateServer', { id: 'off', config })
    expect(question.question).toBe('Change the server “off”?')
    expect(question.detail.split('\n').slice(1)).toEqual([
      'https://other.example/',
      'It stays off until you turn it on.',
    ])
  })

  test('[ELE-3] is required to turn on a server with any command, and shows what will run', async () => {
    const on = await questionOf('setServerEnabled', { id: 'off', enabled: true })
    expect(on.detail).toContain('good.mjs')
    shown = []
    expect(await questionOf('restartServer', { id: 'off' })).toEqual(on)
    expect(atrium.person.state.servers['off']?.status.state ?? 'off').toBe('off')
  })

  const address = () => configured().settings.models.endpoints['anthropic']?.baseUrl ?? ''

  test('[ELE-3] is required to remove a server, change a model’s URL or key, or raise the step limit', async () => {
    expect((await questionOf('removeServer', { id: 'off' })).detail).toContain(dialogWords.removed)
    shown = []
    const config = { baseUrl: 'https://еvil.example/', profile: 'other' } as const
    const place = await questionOf('setEndpoint', { endpoint: 'anthropic', config })
    expect(place.detail.split('\n')).toEqual([
      'Conversations with its models will be sent to:',
      'https://xn--vil-qdd.example/',
      'The stored key for it won’t be sent there.',
    ])
    shown = []
    expect((await questionOf('changeSettings', { stepLimit: 200 })).detail).toBe(
      'A turn can have up to 200 steps before it stops and asks.',
    )
    shown = []
    const key = await questionOf('setModelKey', { endpoint: 'anthropic', key: 'another-key' })
    expect(key.detail).toContain(configured().settings.models.endpoints['anthropic']?.baseUrl)
    expect(JSON.stringify(key)).not.toContain('another-key')
    expect(atrium.secrets.values.get(storedName('anthropic/key', new URL(address()).origin))).toBe('test-key')
  })

  test('[ELE-3] is needed before the files of other applications are read', async () => {
    expect(await questionOf('findConfigs', {})).toMatchObject({ question: dialogWords.findConfigs })
  })

  test('[ELE-3] [FORM-21] is needed to write secrets into a file, and to change another application’s file', async () => {
    const asked = { client: 'cursor' as const, servers: ['good'] }
    expect(await questionOf('saveExport', { ...asked, withSecrets: true })).toMatchObject({
      question: dialogWords.exportSecrets,
    })
    shown = []
    expect(await questionOf('mergeExport', { ...asked, hash: 'a'.repeat(64) })).toMatchObject({
      question: dialogWords.mergeExport,
      detail: expect.stringMatching(/Cursor’s file: good\b/),
    })
  })

  test('[ELE-3] [FORM-18] is needed to remove imported servers, and names them', async () => {
    const servers = { good: { command: 'true' } }
    expect(await questionOf('undoImport', { servers })).toMatchObject({
      question: dialogWords.undoImport(1),
      detail: expect.stringMatching(/^good\n/),
    })
  })

  test('[ELE-3] [EMA-5] is needed to set a company’s provider, and shows where the user would sign in', async () => {
    const provider = { issuer: 'https://login.acme.example', clientId: 'atrium' }
    expect(await questionOf('setCompanyProvider', { provider, secret: 'typed-by-the-user' })).toMatchObject({
      question: dialogWords.useCompany,
      detail: [dialogWords.companyAt, provider.issuer, dialogWords.companySecret].join('\n'),
    })
  })

  test('[ELE-3] is decided for each admin command in a known list', () => {
    const admin = Object.entries(commands).flatMap(([name, { right }]) => (right === 'admin' ? [name] : []))
    expect(admin.toSorted()).toEqual(
      [
        'addBundleBytes',
        'addServer',
        'approveSkill',
        'changeRules',
        'changeSettings',
        'confirmSecrets',
        'deleteProject',
        'deleteModelKey',
        'endSession',
        'exportServers',
        'fetchRegistryBundle',
        'findConfigs',
        'findFolder',
        'findLocalModels',
        'getRegistryServer',
        'getRegistryUpdate',
        'listConfigFiles',
        'listSessions',
        'mergeExport',
        'openBundle',
        'pickFolder',
        'previewMerge',
        'readImport',
        'removeEndpoint',
        'removeServer',
        'renameServer',
        'restartServer',
        'restoreBundle',
        'reviewBundle',
        'saveExport',
        'saveProject',
        'searchRegistry',
        'setCompanyProvider',
        'setEndpoint',
        'setModelKey',
        'setServerEnabled',
        'startBundle',
        'tryRoute',
        'undoConfigurationChange',
        'undoImport',
        'updateServer',
      ].toSorted(),
    )
  })
})

describe('no confirmation', () => {
  test('[ELE-4] is needed for the theme, the model, fewer steps, a restart, turning off or removing a key', async () => {
    says = false
    const models = { default: { endpoint: 'anthropic', model: 'other' } }
    await call('changeSettings', { appearance: { theme: 'dark' }, models, stepLimit: 10 })
    await call('addServer', { id: 'playground', config: { type: 'playground' } })
    await call('restartServer', { id: 'good' })
    await call('setServerEnabled', { id: 'good', enabled: false })
    await call('deleteModelKey', { endpoint: 'anthropic' })
    expect(shown).toEqual([])
    await atrium.person.until('it is turned off', () => configured().servers['good']?.enabled === false)
    await call('listAudit', {})
    expect(shown).toEqual([])
  })

  test('[ELE-4] is needed for a command that is refused anyway', async () => {
    await expect(call('setServerEnabled', { id: 'nobody', enabled: true })).rejects.toMatchObject({ code: 'not-found' })
    await expect(call('addServer', { id: '../x', config: { command: 'x' } })).rejects.toMatchObject({
      code: 'bad-input',
    })
    const guest = atrium.join('use', 'web:guest')
    await expect(guest.link.call('removeServer', { id: 'off' })).rejects.toMatchObject({ code: 'forbidden' })
    guest.leave()
    expect(shown).toEqual([])
  })
})

describe('a confirmed action', () => {
  test('[ELE-5] is done as shown', async () => {
    await call('updateServer', { id: 'off', config: { type: 'http', url: 'https://other.example/', enabled: false } })
    expect(shown).toHaveLength(1)
    await atrium.person.until('it is changed', () => configured().servers['off']?.type === 'http')
  })

  test('[ELE-5] is refused if it would now do something else', async () => {
    says = async () => {
      const file = path.join(atrium.directory, 'servers.json')
      writeFileSync(file, JSON.stringify({ mcpServers: { off: { command: 'swapped', enabled: false } } }))
      await atrium.person.until('the file is read', () => {
        const config = configured().servers['off']
        return config?.type === 'stdio' && config.command === 'swapped'
      })
      return true
    }
    await expect(call('setServerEnabled', { id: 'off', enabled: true })).rejects.toMatchObject({ code: 'conflict' })
    expect(configured().servers['off']?.enabled).toBe(false)
  })
})

test('[ELE-6] tells whether a text fits into a dialog', () => {
  expect(fits('a line\n'.repeat(28))).toBe(true)
  expect(fits('a line\n'.repeat(30))).toBe(false)
  expect(fits('x'.repeat(1800))).toBe(true)
  expect(fits('x'.repeat(1801))).toBe(false)
  expect(fits('漢'.repeat(901))).toBe(false)
})
