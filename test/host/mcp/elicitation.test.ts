import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { serverConfig } from '../../../shared/server-config.ts'
import type { JsonObject, JsonValue } from '../../../shared/json.ts'
import { overHttp } from '../../support/remote-peers.ts'
import { answer, answerAll, asked, formOf, give, open } from './asked.ts'
import { Fleet, moduleFile, node, peer } from './fleet.ts'

let fleet: Fleet
beforeEach(() => (fleet = new Fleet()))
afterEach(() => fleet.close())

const eras = ['legacy', 'modern'] as const
const elicits = (MCP_ERA: string, env: Record<string, string> = {}) => peer('elicits.mjs', { MCP_ERA, ...env })
const name = formOf({ name: { type: 'string', minLength: 2 } }, { required: ['name'] })
const page = (url: string, rest: JsonObject = {}): JsonObject => ({ mode: 'url', message: 'Sign in', url, ...rest })

/** What came back to the server, in the same form for both eras: results, or what is said of a refusal. */
async function answers(args: JsonObject): Promise<JsonValue[]> {
  const said = JSON.parse(await fleet.say('ask', args)) as JsonObject
  const list: JsonValue[] = Array.isArray(said) ? said : Object.values(said)
  return list.map((it) => (typeof it === 'object' && it !== null && 'result' in it ? (it['result'] ?? null) : it))
}

describe.each(eras)('a form of a %s server', (era) => {
  beforeEach(() => fleet.ready(elicits(era)))

  test('[ELI-3] is asked at its call, and each way to answer it is told to the server', async () => {
    for (const given of [
      { action: 'accept', content: { name: 'Ada' } },
      { action: 'decline' },
      { action: 'cancel' },
    ] as const) {
      const said = answers({ asks: [name] })
      const ask = await answer(fleet, 'form', given)
      expect(ask.question).toMatchObject({ server: 'it', running: [], message: 'Who are you?', secrets: [] })
      expect(ask.operation).toMatchObject({ conversation: 'c', turn: 't' })
      expect(await said).toEqual([given])
    }
    expect(fleet.of('request.received').map((it) => it.answer)).toEqual(['answered', 'answered', 'answered'])
  })

  test('[ELI-3] is judged again: an answer that does not fit leaves it open', async () => {
    const said = answers({ asks: [formOf({ name: { type: 'string', pattern: '^[A-Z]', minLength: 2 } })] })
    const [ask] = await asked(fleet, 'form')
    if (!ask) throw new Error('nothing is asked')
    for (const content of [{ name: 'A' }, { name: 'ada' }, { name: 1 }, { name: 'Ada', more: true }])
      await expect(give(fleet, ask, { action: 'accept', content })).rejects.toMatchObject({ code: 'bad-input' })
    await give(fleet, ask, { action: 'accept', content: { name: 'Ada' } })
    expect(await said).toEqual([{ action: 'accept', content: { name: 'Ada' } }])
  })

  test('[ELI-3] is one of several that are open and answered in any order', async () => {
    const said = answers({ asks: [name, formOf({ age: { type: 'integer' } }), name] })
    const [first, second, third] = await asked(fleet, 'form', 3)
    if (!first || !second || !third) throw new Error('nothing is asked')
    await give(fleet, third, { action: 'decline' })
    await give(fleet, first, { action: 'accept', content: { name: 'Ada' } })
    await give(fleet, second, { action: 'accept', content: { age: 36 } })
    expect(await said).toEqual([
      { action: 'accept', content: { name: 'Ada' } },
      { action: 'accept', content: { age: 36 } },
      { action: 'decline' },
    ])
  })

  test('[ELI-4] that would be secret is refused unless she insists, and then not kept in the log', async () => {
    const secret = formOf({ user: { type: 'string' }, api_key: { type: 'string' } })
    const said = answers({ asks: [secret] })
    const [ask] = await asked(fleet, 'form')
    if (!ask) throw new Error('nothing is asked')
    expect(ask.question.secrets).toEqual(['api_key'])
    const content = { user: 'ada', api_key: 'correct-horse-battery' }
    await expect(give(fleet, ask, { action: 'accept', content })).rejects.toMatchObject({ code: 'bad-input' })
    await give(fleet, ask, { action: 'accept', content, insists: true })
    // What the server repeats of it is taken out as well.
    expect(await said).toEqual([
      { action: 'accept', content: { user: 'ada', api_key: '[secret that you gave to it]' } },
    ])
    expect(fleet.of('ask.closed').at(-1)?.answer).toEqual({
      action: 'accept',
      content: { user: 'ada', api_key: '[given, not kept]' },
      insists: true,
    })
    expect(JSON.stringify(fleet.events)).not.toContain('correct-horse')
    await fleet.servers.close()
    expect(fleet.violations()).toMatchObject({ 'asks-for-secret': 1 })
  })

  test('[ELI-4] whose message asks for a secret is kept out of the log wholly', async () => {
    const said = fleet.call('ask', { asks: [{ ...name, message: 'Enter your password' }] })
    await answer(fleet, 'form', { action: 'accept', content: { name: 'tr0ub4dor' }, insists: true })
    await said
    expect(fleet.of('ask.closed').at(-1)?.answer).toMatchObject({ content: { name: '[given, not kept]' } })
  })

  test('[ELI-6] leaves nothing open when its call is cancelled', async () => {
    const turn = new AbortController()
    const reply = fleet.call('ask', { asks: [name] }, { signal: turn.signal })
    await asked(fleet, 'form')
    turn.abort()
    expect(await reply).toMatchObject({ status: 'cancelled' })
    await fleet.until(() => open(fleet, 'form').length === 0)
    expect(fleet.of('ask.closed').map(({ by }) => by)).toEqual(['person', 'withdrawn'])
  })

  test('[ELI-6] leaves nothing open when its server is stopped', async () => {
    const reply = fleet.call('ask', { asks: [name] })
    await asked(fleet, 'form')
    await fleet.servers.stop('it')
    expect(await reply).toMatchObject({ status: 'failed' })
    expect(open(fleet, 'form')).toEqual([])
  })

  test('[ELI-7] for a page asks whether to open it, with the address as browsers read it', async () => {
    const said = answers({ asks: [page('https://Bücher.example/a?b=c')] })
    const ask = await answer(fleet, 'url', { action: 'open' })
    expect(ask.question).toEqual({
      server: 'it',
      running: [],
      message: 'Sign in',
      url: 'https://xn--bcher-kva.example/a?b=c',
      written: 'https://Bücher.example/a?b=c',
    })
    if (era === 'modern') await answer(fleet, 'visit', { action: 'done' })
    expect(await said).toEqual([{ action: 'accept' }])
    const declined = answers({ asks: [page('https://example.org/')] })
    await answer(fleet, 'url', { action: 'decline' })
    expect(await declined).toEqual([{ action: 'decline' }])
  })
})

/** Refused in the words of the protocol; in rounds that ends the call, in a sentence. */
const refusals: [string, JsonObject, string][] = [
  ['without a message', { requestedSchema: { type: 'object', properties: {} } }, 'it has no message'],
  ['of an unknown mode', { ...name, mode: 'hologram' }, 'its mode is not one that was offered'],
  ['without a form', { message: 'Who?' }, 'it has no form'],
  [
    'that is nested',
    formOf({ a: { type: 'object', properties: {} } }),
    'the field "a" is of a kind that forms do not have',
  ],
  ['for a script', page('javascript:alert(1)'), 'only pages over https are opened'],
  ['for a file', page('file:///etc/passwd'), 'only pages over https are opened'],
  ['for a plain page', page('http://example.org/'), 'only pages over https are opened'],
  [
    'for a page with a password',
    page('https://good.example@evil.example/'),
    'its address has a name or a password in it',
  ],
  ['for a page too long', page(`https://example.org/${'a'.repeat(8192)}`), 'its address has more than 1500 characters'],
  ['for a page with hidden characters', page('https://example.org/\u202Egpj.exe'), 'its address has characters that'],
  ['for no page', page('https://'), 'its address cannot be read'],
]

test.each(refusals)('[ELI-8] a request %s is refused with the reason', async (_what, params, reason) => {
  await fleet.ready(elicits('legacy'))
  const [refused] = JSON.parse(await fleet.say('ask', { asks: [params] })) as { error: JsonObject }[]
  expect(refused?.error).toEqual({ code: -32602, message: expect.stringContaining(`Invalid params: ${reason}`) })
  expect(fleet.of('request.received')).toMatchObject([
    { method: 'elicitation/create', answer: 'refused', detail: expect.stringContaining(reason) },
  ])
  expect(fleet.of('ask.opened').filter(({ ask }) => ask.kind !== 'trust')).toEqual([])
})

test('[ELI-8] a page on this computer needs no https', async () => {
  await fleet.ready(elicits('legacy'))
  const said = answers({ asks: [page('http://localhost:8080/x')] })
  await answer(fleet, 'url', { action: 'cancel' })
  expect(await said).toEqual([{ action: 'cancel' }])
})

test('[ELI-8] one that cannot be shown ends a call of the newer era with the reason', async () => {
  await fleet.ready(elicits('modern'))
  expect(await fleet.call('ask', { asks: [page('file:///x'), name] })).toEqual({
    status: 'failed',
    problem: 'it did not finish this: what it asked for was refused: Invalid params: only pages over https are opened.',
    mayHaveRun: true,
  })
  expect(open(fleet, 'form')).toEqual([])
})

describe('[ELI-9] a page that has to be visited first', () => {
  test.each(eras)('[ELI-9] (%s) is opened, waited for, and the call sent again', async (era) => {
    await fleet.ready(elicits(era))
    const pages = [page('https://example.org/connect', { elicitationId: 'e1' })]
    const said = fleet.say('pages', { pages })
    await answer(fleet, 'url', { action: 'open' })
    const visit = await answer(fleet, 'visit', { action: 'done' })
    expect(visit.question).toMatchObject({ server: 'it', message: 'Sign in', url: 'https://example.org/connect' })
    expect(await said).toBe('after the page')
  })

  test('[ELI-9] is over when the server says so, and only by its own id', async () => {
    await fleet.ready(elicits('legacy'))
    const said = fleet.say('pages', { pages: [page('https://example.org/', { elicitationId: 'e1' })] })
    await answer(fleet, 'url', { action: 'open' })
    await asked(fleet, 'visit')
    await fleet.say('complete', { ids: ['another', '__proto__', 7] })
    expect(open(fleet, 'visit')).toHaveLength(1)
    await fleet.say('complete', { ids: ['e1'] })
    expect(await said).toBe('after the page')
    expect(open(fleet, 'visit')).toEqual([])
    await fleet.say('complete', { ids: ['e1'] })
  })

  test('[ELI-9] and is not, ends the call with a sentence', async () => {
    await fleet.ready(elicits('legacy'))
    for (const kind of ['url', 'visit'] as const) {
      const reply = fleet.call('pages', { pages: [page('https://example.org/')] })
      if (kind === 'visit') await answer(fleet, 'url', { action: 'open' })
      await answer(fleet, kind, { action: 'cancel' })
      expect(await reply).toMatchObject({ status: 'failed', problem: expect.stringContaining('that was declined') })
      await fleet.say('pages')
    }
  })
})

describe('rounds', () => {
  beforeEach(() => fleet.ready(elicits('modern')))

  test('[ELI-10] are ten at most, and each is a leg of the same call', async () => {
    answerAll(fleet, 'form', { action: 'accept', content: { name: 'Ada' } })
    const legs: number[] = []
    const onLeg = async (leg: number) => void legs.push(leg)
    expect(await answersOf({ asks: [name], rounds: 3 })).toHaveLength(1)
    const reply = await fleet.call(
      'ask',
      { asks: [name], rounds: -1 },
      { onLeg: async (leg) => onLeg(leg).then(() => undefined) },
    )
    expect(reply).toMatchObject({
      status: 'failed',
      problem: 'it did not finish this: it asked for input more than 10 times.',
    })
    expect(legs).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  })

  test('[ELI-10] hand back the state as it came, whatever is in it, up to a megabyte', async () => {
    answerAll(fleet, 'form', { action: 'decline' })
    fleet.secrets.set('key', 'hunter2hunter2')
    const state = '"\u2028 hunter2hunter2 \uD83D\uDE00 __proto__'
    expect(await answersOf({ asks: [name], state })).toEqual([{ action: 'decline' }])
    expect(await answersOf({ asks: [name], state: 's'.repeat(1_000_000) })).toEqual([{ action: 'decline' }])
    expect(await fleet.call('ask', { asks: [name], state: 's'.repeat(5_000_000) })).toMatchObject({
      status: 'failed',
      problem: 'it did not finish this: it wanted more than 1 MB to be sent back with the answers.',
    })
  })

  const answersOf = answers
})

test('[ELI-10] work over HTTP as they do over stdio', async () => {
  const remote = await overHttp('elicits.mjs')
  try {
    await fleet.ready(serverConfig.parse({ type: 'http', url: remote.url }))
    const said = answers({ asks: [name, page('https://example.org/')] })
    await answer(fleet, 'form', { action: 'accept', content: { name: 'Ada' } })
    await answer(fleet, 'url', { action: 'open' })
    await answer(fleet, 'visit', { action: 'done' })
    expect(await said).toEqual([{ action: 'accept', content: { name: 'Ada' } }, { action: 'accept' }])
  } finally {
    await remote.stop()
  }
})

test('[ELI-11] a prompt that asks first is asked and goes on, without a call', async () => {
  const server = await fleet.ready(elicits('modern', { ASKS: JSON.stringify(name) }))
  const got = server.ask('prompts/get', { name: 'asks' })
  const ask = await answer(fleet, 'form', { action: 'accept', content: { name: 'Ada' } })
  expect(ask.operation).toBeUndefined()
  expect(JSON.stringify(await got)).toContain('Ada')
})

test('[ELI-6] a question that the server takes back, or dies over, is closed', async () => {
  await fleet.ready(elicits('legacy'))
  expect(await fleet.say('ask', { asks: [name], cancelAfter: 300 })).toBe('cancelled')
  expect(fleet.of('ask.closed').at(-1)).toMatchObject({ kind: 'form', by: 'withdrawn' })
  await fleet.call('die', { params: name })
  expect(open(fleet, 'form')).toEqual([])
  expect(fleet.of('ask.opened').filter(({ ask }) => ask.kind === 'form')).toHaveLength(2)
})

test('[ELI-6] the clock of a call stands still while a person is asked', async () => {
  await fleet.ready({ ...elicits('legacy'), timeouts: { idle: 1, work: 1 } })
  const said = answers({ asks: [name] })
  await asked(fleet, 'form')
  await new Promise((resolve) => setTimeout(resolve, 1500))
  await answer(fleet, 'form', { action: 'decline' })
  expect(await said).toEqual([{ action: 'decline' }])
})

describe('servers of others', () => {
  test('[ELI-3] the reference server has its thirteen fields filled, with what it proposes', async () => {
    await fleet.ready(node([moduleFile('@modelcontextprotocol/server-everything/dist/index.js'), 'stdio']))
    const said = fleet.call('trigger-elicitation-request')
    const [ask] = await asked(fleet, 'form')
    const { properties } = ask?.question.schema ?? {}
    expect(Object.keys(properties as JsonObject)).toHaveLength(13)
    expect(ask?.question.secrets).toEqual([])
    const content = {
      ...{ name: 'Ada', check: true, firstLine: 'It was.', email: 'ada@example.org', homepage: 'https://example.org/' },
      ...{ birthdate: '1815-12-10', integer: 42, number: 3.14, untitledSingleSelectEnum: 'Monica' },
      ...{
        untitledMultipleSelectEnum: ['Piano'],
        titledSingleSelectEnum: 'hero-2',
        titledMultipleSelectEnum: ['fish-1'],
      },
      legacyTitledEnum: 'pet-1',
    }
    await answer(fleet, 'form', { action: 'accept', content })
    expect(JSON.stringify(await said)).toContain('ada@example.org')
  })

  test('[ELI-9] the reference server has a page opened, or visited before it goes on', async () => {
    await fleet.ready(node([moduleFile('@modelcontextprotocol/server-everything/dist/index.js'), 'stdio']))
    const said = fleet.call('trigger-url-elicitation', { url: 'https://example.org/', errorPath: true })
    await answer(fleet, 'url', { action: 'open' })
    await answer(fleet, 'visit', { action: 'done' })
    const ask = await answer(fleet, 'url', { action: 'open' })
    expect(ask.question.url).toBe('https://example.org/')
    expect(await said).toMatchObject({ status: 'answered' })
  })

  test.each(eras)('[ELI-3] the playground asks what to serve (%s)', async (era) => {
    await fleet.ready(serverConfig.parse({ type: 'playground', era }))
    const said = fleet.say('ask_me')
    const content = { name: 'Ada', drink: 'tea', sugar: 2, again: false }
    await answer(fleet, 'form', { action: 'accept', content })
    expect(await said).toContain('"drink":"tea"')
  })
})
