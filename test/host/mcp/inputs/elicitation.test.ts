import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { serverConfig } from '../../../../shared/config/server-config.ts'
import { isObject, type JsonObject } from '../../../../shared/schema/json.ts'
import { deep } from '../../../support/deep.ts'
import { answer, asked, elicits, answersTo, eras, formOf, give, nameForm, open, pageAt } from './asked.ts'
import { Fleet, moduleFile, node, peer } from '../../../support/fleet.ts'
import { ScriptedClock } from '../../../support/scripted-clock.ts'

let fleet: Fleet
beforeEach(() => (fleet = new Fleet()))
afterEach(() => fleet.close())

describe.each(eras)('a form from a %s server', (era) => {
  beforeEach(() => fleet.ready(elicits(era)))

  test('[ELI-3] is shown during its call, and the server gets any kind of answer', async () => {
    for (const given of [
      { action: 'accept', content: { name: 'Ada' } },
      { action: 'decline' },
      { action: 'cancel' },
    ] as const) {
      const said = answersTo(fleet, { asks: [nameForm] })
      const ask = await answer(fleet, 'form', given)
      expect(ask.question).toMatchObject({ server: 'it', running: [], message: 'Who are you?', secrets: [] })
      expect(ask.operation).toMatchObject({ conversation: 'c', turn: 't' })
      expect(await said).toEqual([given])
    }
    expect(fleet.of('request.received').map((it) => it.answer)).toEqual(['answered', 'answered', 'answered'])
  })

  test('[ELI-3] can be open beside others and is answered in any order', async () => {
    const said = answersTo(fleet, { asks: [nameForm, formOf({ age: { type: 'integer' } }), nameForm] })
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

  test('[ELI-6] closes when its call is cancelled', async () => {
    const turn = new AbortController()
    const reply = fleet.call('ask', { asks: [nameForm] }, { signal: turn.signal })
    await asked(fleet, 'form')
    turn.abort()
    expect(await reply).toMatchObject({ status: 'cancelled' })
    await fleet.until(() => open(fleet, 'form').length === 0)
    expect(fleet.of('ask.closed').map(({ by }) => by)).toEqual(['person', 'withdrawn'])
  })

  test('[ELI-6] closes when its server is stopped', async () => {
    const reply = fleet.call('ask', { asks: [nameForm] })
    await asked(fleet, 'form')
    await fleet.servers.stop('it')
    expect(await reply).toMatchObject({ status: 'failed' })
    expect(open(fleet, 'form')).toEqual([])
  })

  test('[ELI-7] asks whether to open a page, and shows its URL as browsers read it', async () => {
    const said = answersTo(fleet, { asks: [pageAt('https://Bücher.example/a?b=c')] })
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
    const declined = answersTo(fleet, { asks: [pageAt('https://example.org/')] })
    await answer(fleet, 'url', { action: 'decline' })
    expect(await declined).toEqual([{ action: 'decline' }])
  })
})

/** Questions and answers are the same for every carrier. */
describe.each(deep ? eras : eras.slice(0, 1))('the answer to a form from a %s server', (era) => {
  beforeEach(() => fleet.ready(elicits(era)))

  test('[ELI-3] is checked again, and leaves the form open if it doesn’t fit', async () => {
    const said = answersTo(fleet, { asks: [formOf({ name: { type: 'string', pattern: '^[A-Z]', minLength: 2 } })] })
    const [ask] = await asked(fleet, 'form')
    if (!ask) throw new Error('nothing is asked')
    for (const content of [{ name: 'A' }, { name: 'ada' }, { name: 1 }, { name: 'Ada', more: true }])
      await expect(give(fleet, ask, { action: 'accept', content })).rejects.toMatchObject({ code: 'bad-input' })
    await give(fleet, ask, { action: 'accept', content: { name: 'Ada' } })
    expect(await said).toEqual([{ action: 'accept', content: { name: 'Ada' } }])
  })

  test('[ELI-4] is refused if it has a secret, unless the user insists, and the log doesn’t keep the secret', async () => {
    const secret = formOf({ user: { type: 'string' }, api_key: { type: 'string' } })
    const said = answersTo(fleet, { asks: [secret] })
    const [ask] = await asked(fleet, 'form')
    if (!ask) throw new Error('nothing is asked')
    expect(ask.question.secrets).toEqual(['api_key'])
    const content = { user: 'ada', api_key: 'correct-horse-battery' }
    await expect(give(fleet, ask, { action: 'accept', content })).rejects.toMatchObject({ code: 'bad-input' })
    await give(fleet, ask, { action: 'accept', content, insists: true })
    // The server's repetition of it is redacted too.
    expect(await said).toEqual([
      { action: 'accept', content: { user: 'ada', api_key: '[secret that you gave to it]' } },
    ])
    expect(fleet.of('ask.closed').at(-1)?.answer).toEqual({
      action: 'accept',
      fields: ['user', 'api_key'],
      digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      insists: true,
    })
    expect(JSON.stringify(fleet.events)).not.toContain('correct-horse')
    // Other servers' texts aren't affected.
    await fleet.add({ good: peer('good.mjs') })
    expect(await fleet.say('echo', { text: content.api_key }, { id: 'good' })).toBe(content.api_key)
    await fleet.servers.close()
    expect(fleet.violations()).toMatchObject({ 'asks-for-secret': 1 })
  })

  test('[ELI-4] is kept out of the log entirely if the form’s message asks for a secret', async () => {
    const said = fleet.call('ask', { asks: [{ ...nameForm, message: 'Enter your password' }] })
    await answer(fleet, 'form', { action: 'accept', content: { name: 'tr0ub4dor' }, insists: true })
    expect(await said).toMatchObject({ status: 'answered' })
    expect(fleet.of('ask.closed').at(-1)?.answer).toMatchObject({ action: 'accept', fields: ['name'] })
    expect(JSON.stringify([await said, fleet.events])).not.toContain('tr0ub4dor')
  })
})

test('[ELI-18] is in the log as the fields’ names and a digest that the log alone can’t be tried against', async () => {
  await fleet.ready(elicits('modern'))
  const form = formOf({ city: { type: 'string' }, code: { type: 'integer' } })
  const content = { city: 'Brobdingnag', code: 48_151_623 }
  const digests: unknown[] = []
  for (let round = 0; round < 2; round++) {
    const said = answersTo(fleet, { asks: [form] })
    const { id } = await answer(fleet, 'form', { action: 'accept', content })
    await said
    const closed = fleet.of('ask.closed').find((it) => it.ask === id)
    expect(closed?.answer).toEqual({
      action: 'accept',
      fields: ['city', 'code'],
      digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    })
    digests.push(isObject(closed?.answer) && closed.answer['digest'])
    const key = Buffer.from(fleet.secrets.get('log/answers') ?? '', 'base64')
    expect(key).toHaveLength(32)
    const text = `atrium form answer 1\n${id}\n{"city":"Brobdingnag","code":48151623}`
    expect(digests.at(-1)).toBe(createHmac('sha256', key).update(text).digest('hex'))
  }
  // Equal answers have different digests.
  expect(new Set(digests).size).toBe(2)
  // The server's repetition in its results is the server's text; everything else is free of it.
  const own = fleet.events.filter(({ event: { type } }) => type !== 'call.finished')
  expect(JSON.stringify(own)).not.toMatch(/Brobdingnag|48151623/)
})

test.each([
  ['prompt', 'prompts/get', { name: 'asks' }],
  ['resource', 'resources/read', { uri: 'x://asks' }],
] as const)(
  '[ELI-11] shows the form that a %s asks for first, and continues without a call',
  async (_what, method, params) => {
    const server = await fleet.ready(elicits('modern', { ASKS: JSON.stringify(nameForm) }))
    const got = server.ask(method, params)
    const ask = await answer(fleet, 'form', { action: 'accept', content: { name: 'Ada' } })
    expect(ask.operation).toBeUndefined()
    expect(JSON.stringify(await got)).toContain('Ada')
    const left = new AbortController()
    const given = server.ask(method, params, left.signal)
    await asked(fleet, 'form')
    left.abort()
    expect(await given).toEqual({ status: 'cancelled' })
    expect(open(fleet, 'form')).toEqual([])
  },
)

test('[ELI-6] closes a form when its server withdraws it or exits', async () => {
  await fleet.ready(elicits('legacy'))
  expect(await fleet.say('ask', { asks: [nameForm], cancelAfter: 300 })).toBe('cancelled')
  expect(fleet.of('ask.closed').at(-1)).toMatchObject({ kind: 'form', by: 'withdrawn' })
  await fleet.call('die', { params: nameForm })
  expect(open(fleet, 'form')).toEqual([])
  expect(fleet.of('ask.opened').filter(({ ask }) => ask.kind === 'form')).toHaveLength(2)
})

test('[ELI-6] names all calls that a form may belong to, and closes it when the last is over', async () => {
  await fleet.ready(elicits('legacy'))
  const turns = [new AbortController(), new AbortController()]
  const replies = turns.map(({ signal }) => fleet.call('ask', { asks: [nameForm] }, { signal }))
  const [, second] = await asked(fleet, 'form', 2)
  expect(second?.operation).toBeUndefined()
  expect(second?.question.running).toHaveLength(2)
  turns[0]?.abort()
  expect(await replies[0]).toMatchObject({ status: 'cancelled' })
  expect(open(fleet, 'form')).toHaveLength(2)
  turns[1]?.abort()
  expect(await replies[1]).toMatchObject({ status: 'cancelled' })
  await fleet.until(() => open(fleet, 'form').length === 0)
})

test('[ELI-6] pauses a call’s clock while the user is asked', async () => {
  await fleet.close()
  const clock = new ScriptedClock()
  fleet = new Fleet({ clock })
  await fleet.ready({ ...elicits('legacy'), timeouts: { idle: 1, work: 1 } })
  const said = answersTo(fleet, { asks: [nameForm] })
  await asked(fleet, 'form')
  clock.pass(5000)
  await answer(fleet, 'form', { action: 'decline' })
  expect(await said).toEqual([{ action: 'decline' }])
})

describe('a form from a real server', () => {
  test('[ELI-3] has the reference server’s thirteen fields, which are all filled in', async () => {
    await fleet.ready(node([moduleFile('@modelcontextprotocol/server-everything/dist/index.js'), 'stdio']))
    const said = fleet.call('trigger-elicitation-request')
    const [ask] = await asked(fleet, 'form')
    const { properties } = ask?.question.schema ?? {}
    expect(Object.keys(properties as JsonObject)).toHaveLength(13)
    expect(ask?.question.secrets).toEqual([])
    const content = {
      name: 'Ada',
      check: true,
      firstLine: 'It was.',
      email: 'ada@example.org',
      homepage: 'https://example.org/',
      birthdate: '1815-12-10',
      integer: 42,
      number: 3.14,
      untitledSingleSelectEnum: 'Monica',
      untitledMultipleSelectEnum: ['Piano'],
      titledSingleSelectEnum: 'hero-2',
      titledMultipleSelectEnum: ['fish-1'],
      legacyTitledEnum: 'pet-1',
    }
    await answer(fleet, 'form', { action: 'accept', content })
    expect(JSON.stringify(await said)).toContain('ada@example.org')
  })

  test('[ELI-3] is asked in a round by a server that uses the official library', async () => {
    await fleet.ready(peer('modern-peer.mjs', { LEGACY: 'reject' }))
    const said = fleet.say('ask_form')
    const ask = await answer(fleet, 'form', { action: 'accept', content: { name: 'Ada' } })
    expect(ask.question.schema).toMatchObject({ properties: { name: { default: 'Bob' } } })
    expect(await said).toContain('Ada')
  })

  test.each(eras)('[ELI-3] asks what to serve in the playground (%s)', async (era) => {
    await fleet.ready(serverConfig.parse({ type: 'playground', era }))
    const said = fleet.say('ask_me')
    const content = { name: 'Ada', drink: 'tea', sugar: 2, again: false }
    await answer(fleet, 'form', { action: 'accept', content })
    expect(await said).toContain('"drink":"tea"')
  })
})
