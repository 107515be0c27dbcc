import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { serverConfig } from '../../../../shared/config/server-config.ts'
import type { JsonObject, JsonValue } from '../../../../shared/schema/json.ts'
import { overHttp } from '../../../support/remote-peers.ts'
import { answer, answerAll, answersTo, asked, elicits, eras, formOf, give, nameForm, open, pageAt } from './asked.ts'
import { Fleet, moduleFile, node } from '../../../support/fleet.ts'
import { ScriptedClock } from '../../../support/scripted-clock.ts'

let fleet: Fleet
beforeEach(() => (fleet = new Fleet()))
afterEach(() => fleet.close())

/** Refused with a protocol error; in rounds that ends the call, with a sentence. */
const refusals: [string, JsonObject, string][] = [
  ['without a message', { requestedSchema: { type: 'object', properties: {} } }, 'it has no message'],
  ['of an unknown mode', { ...nameForm, mode: 'hologram' }, 'its mode was not offered'],
  ['for a script', pageAt('javascript:alert(1)'), 'Atrium only opens pages over https'],
  ['for a file', pageAt('file:///etc/passwd'), 'Atrium only opens pages over https'],
  ['for a plain page', pageAt('http://example.org/'), 'Atrium only opens pages over https'],
  [
    'for a page with a password',
    pageAt('https://good.example@evil.example/'),
    'its URL contains a user name or password',
  ],
  ['for a page too long', pageAt(`https://example.org/${'a'.repeat(8192)}`), 'its URL is longer than 1500 characters'],
  ['for a page with hidden characters', pageAt('https://example.org/\u202Egpj.exe'), 'its URL has characters that'],
  ['for no page', pageAt('https://'), 'its URL can’t be read'],
]

test('[ELI-8] refuses a request that can’t be shown, with the reason', async () => {
  await fleet.ready(elicits('legacy'))
  for (const [what, params, reason] of refusals) {
    const [refused] = JSON.parse(await fleet.say('ask', { asks: [params] })) as { error: JsonObject }[]
    const message = expect.stringContaining(`Invalid params: ${reason}`)
    expect([what, refused?.error]).toEqual([what, { code: -32602, message }])
  }
  expect(fleet.of('request.received')).toMatchObject(
    refusals.map(([, , reason]) => ({
      method: 'elicitation/create',
      answer: 'refused',
      detail: expect.stringContaining(reason),
    })),
  )
  expect(fleet.of('ask.opened').filter(({ ask }) => ask.kind !== 'trust')).toEqual([])
})

const nested = formOf({ a: { type: 'object', properties: {} } }, { required: ['a'] })

test.each([
  [{ message: 'Who?' }, 'it has no form'],
  [nested, 'the field "a" is of a kind that forms do not have'],
  [formOf({ a: { type: 'string', title: 'x'.repeat(262_144) } }), 'its form is larger than 256 KB'],
] as const)(
  '[ELI-17] asks about a form that can’t be shown, which can only be declined: %#',
  async (params, problem) => {
    await fleet.ready(elicits('legacy'))
    const said = fleet.say('ask', { asks: [params] })
    const [ask] = await asked(fleet, 'form')
    if (!ask) throw new Error('nothing is asked')
    expect(ask.question).toMatchObject({ server: 'it', problem })
    expect(JSON.stringify(ask.question).length).toBeLessThan(1000)
    await expect(give(fleet, ask, { action: 'accept', content: {} })).rejects.toMatchObject({
      code: 'bad-input',
      message: `This form can’t be shown, so it can only be declined: ${problem}.`,
    })
    await give(fleet, ask, { action: 'decline' })
    const [refused] = JSON.parse(await said) as { error: JsonObject }[]
    const message = expect.stringContaining(`Invalid params: ${problem}`) as string
    expect(refused?.error).toEqual({ code: -32602, message })
    expect(fleet.of('request.received').at(-1)).toMatchObject({ answer: 'refused' })
  },
)

test('[ELI-16] asks a form without the optional field that can’t be shown', async () => {
  await fleet.ready(elicits('legacy'))
  const said = answersTo(fleet, {
    asks: [formOf({ a: { anyOf: [{ type: 'string' }, { type: 'null' }] }, b: { type: 'object', properties: {} } })],
  })
  await answer(fleet, 'form', { action: 'accept', content: { a: 'x' } })
  expect(await said).toEqual([{ action: 'accept', content: { a: 'x' } }])
})

test('[ELI-8] allows a page on this computer without HTTPS', async () => {
  await fleet.ready(elicits('legacy'))
  const said = answersTo(fleet, { asks: [pageAt('http://localhost:8080/x')] })
  await answer(fleet, 'url', { action: 'cancel' })
  expect(await said).toEqual([{ action: 'cancel' }])
})

test('[ELI-8] ends a modern call with the reason if its request can’t be shown', async () => {
  await fleet.ready(elicits('modern'))
  expect(await fleet.call('ask', { asks: [pageAt('file:///x'), nameForm] })).toEqual({
    status: 'failed',
    problem: 'it didn’t finish this: its request was refused: Invalid params: Atrium only opens pages over https.',
    mayHaveRun: true,
  })
  expect(open(fleet, 'form')).toEqual([])
})

describe('[ELI-9] a page that must be visited first', () => {
  test.each(eras)('[ELI-9] is opened and waited for before the call is sent again (%s)', async (era) => {
    await fleet.ready(elicits(era))
    const pages = [pageAt('https://example.org/connect', { elicitationId: 'e1' })]
    const said = fleet.say('pages', { pages })
    await answer(fleet, 'url', { action: 'open' })
    const visit = await answer(fleet, 'visit', { action: 'done' })
    expect(visit.question).toMatchObject({ server: 'it', message: 'Sign in', url: 'https://example.org/connect' })
    expect(await said).toBe('after the page')
  })

  test('[ELI-9] is over only when the server reports it by its own id', async () => {
    await fleet.ready(elicits('legacy'))
    const said = fleet.say('pages', { pages: [pageAt('https://example.org/', { elicitationId: 'e1' })] })
    await answer(fleet, 'url', { action: 'open' })
    await asked(fleet, 'visit')
    await fleet.say('complete', { ids: ['another', '__proto__', 7] })
    expect(open(fleet, 'visit')).toHaveLength(1)
    await fleet.say('complete', { ids: ['e1'] })
    expect(await said).toBe('after the page')
    expect(open(fleet, 'visit')).toEqual([])
    await fleet.say('complete', { ids: ['e1'] })
  })

  test('[ELI-9] ends the call with a message if it isn’t visited', async () => {
    await fleet.ready(elicits('legacy'))
    for (const kind of ['url', 'visit'] as const) {
      const reply = fleet.call('pages', { pages: [pageAt('https://example.org/')] })
      if (kind === 'visit') await answer(fleet, 'url', { action: 'open' })
      await answer(fleet, kind, { action: 'cancel' })
      expect(await reply).toMatchObject({ status: 'failed', problem: expect.stringContaining('that was declined') })
      await fleet.say('pages')
    }
  })
})

describe('a modern call with input rounds', () => {
  beforeEach(() => fleet.ready(elicits('modern')))

  test('[ELI-10] has at most ten rounds, each a leg of the same call', async () => {
    answerAll(fleet, 'form', { action: 'accept', content: { name: 'Ada' } })
    const legs: number[] = []
    const onLeg = async (leg: number) => void legs.push(leg)
    expect(await answersTo(fleet, { asks: [nameForm], rounds: 3 })).toHaveLength(1)
    const reply = await fleet.call(
      'ask',
      { asks: [nameForm], rounds: -1 },
      { onLeg: async (leg) => onLeg(leg).then(() => undefined) },
    )
    expect(reply).toMatchObject({
      status: 'failed',
      problem: 'it didn’t finish this: it asked for input more than 10 times.',
    })
    expect(legs).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  })

  test('[ELI-10] returns the server’s state unchanged, whatever it contains, up to a megabyte', async () => {
    answerAll(fleet, 'form', { action: 'decline' })
    fleet.secrets.set('key', 'hunter2hunter2')
    const state = '"\u2028 hunter2hunter2 \uD83D\uDE00 __proto__'
    expect(await answersTo(fleet, { asks: [nameForm], state })).toEqual([{ action: 'decline' }])
    expect(await answersTo(fleet, { asks: [nameForm], state: 's'.repeat(1_000_000) })).toEqual([{ action: 'decline' }])
    expect(await fleet.call('ask', { asks: [nameForm], state: 's'.repeat(5_000_000) })).toMatchObject({
      status: 'failed',
      problem: 'it didn’t finish this: it wanted more than 1 MB to be sent back with the answers.',
    })
  })
})

test('[ELI-10] runs input rounds over HTTP as over stdio', async () => {
  const remote = await overHttp('elicits.mjs')
  try {
    await fleet.ready(serverConfig.parse({ type: 'http', url: remote.url }))
    const said = answersTo(fleet, { asks: [nameForm, pageAt('https://example.org/')] })
    await answer(fleet, 'form', { action: 'accept', content: { name: 'Ada' } })
    await answer(fleet, 'url', { action: 'open' })
    await answer(fleet, 'visit', { action: 'done' })
    expect(await said).toEqual([{ action: 'accept', content: { name: 'Ada' } }, { action: 'accept' }])
    answerAll(fleet, 'form', { action: 'accept', content: { name: 'Ada' } })
    const endless = await fleet.call('ask', { asks: [nameForm], rounds: -1 })
    expect(endless).toMatchObject({ problem: 'it didn’t finish this: it asked for input more than 10 times.' })
  } finally {
    await remote.stop()
  }
})

test('[ELI-9] opens a page for the reference server, and waits for a visit if it requires one', async () => {
  await fleet.ready(node([moduleFile('@modelcontextprotocol/server-everything/dist/index.js'), 'stdio']))
  const said = fleet.call('trigger-url-elicitation', { url: 'https://example.org/', errorPath: true })
  await answer(fleet, 'url', { action: 'open' })
  await answer(fleet, 'visit', { action: 'done' })
  const ask = await answer(fleet, 'url', { action: 'open' })
  expect(ask.question.url).toBe('https://example.org/')
  expect(await said).toMatchObject({ status: 'answered' })
})

test('[SED-9] lets twenty forms of a server in one moment through, refuses the next, and no other server’s', async () => {
  const clock = new ScriptedClock()
  const paced = new Fleet({ clock })
  onTestFinished(() => paced.close())
  await paced.ready(elicits('legacy'))
  await paced.ready(elicits('legacy'), 'other')
  answerAll(paced, 'form', { action: 'decline' })
  const asks = async (count: number, server = 'it'): Promise<JsonValue[]> =>
    answersTo(paced, { asks: Array.from({ length: count }, () => nameForm) }, server)
  const declined = { action: 'decline' }
  const error = { code: -32000, message: 'Too many requests in a short time' }
  const refused = expect.objectContaining({ error })

  for (let round = 0; round < 4; round++) expect(await asks(5)).toEqual(Array.from({ length: 5 }, () => declined))
  expect(await asks(1)).toEqual([refused])
  expect(await asks(5, 'other')).toEqual(Array.from({ length: 5 }, () => declined))
  clock.pass(2999)
  expect(await asks(1)).toEqual([refused])
  clock.pass(1)
  expect(await asks(2)).toEqual([declined, refused])
  expect(paced.of('ask.opened').filter(({ ask }) => ask.kind === 'form')).toHaveLength(26)
})
