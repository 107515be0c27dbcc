import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { callLimits } from '../../../main/host/apps/call-gate.ts'
import { appWords } from '../../../main/host/apps/words.ts'
import { systemClock } from '../../../main/host/base/wake.ts'
import { turnOfView } from '../../../shared/events/app-events.ts'
import type { RuleDraft } from '../../../shared/rules/rules.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'
import { Atrium, peer } from '../../support/atrium.ts'
import { ScriptedClock } from '../../support/scripted-clock.ts'
import { ScriptedFrames, ScriptedPage } from './scripted-app.ts'

const { refused } = appWords

let atrium: Atrium
beforeAll(async () => {
  atrium = await Atrium.start({ pageFrames: new ScriptedFrames() })
  await atrium.add('pages', peer('pages.mjs'))
  await atrium.add('neighbour', peer('pages.mjs'))
})
afterAll(() => atrium.close())

/** A live page for a call of the user's. */
async function live(server = 'pages', { person } = atrium) {
  const definition = person.state.servers[server]?.tools['shown']?.hash ?? ''
  const of = await person.link.call('callTool', { server, tool: 'shown', definition, arguments: {} })
  await person.event('call.finished', ({ call }) => call === of.call)
  const page = await ScriptedPage.show(person, of)
  await page.until('an answer is needed, or none', () => page.now.state !== 'reading')
  if (page.now.state === 'asking') await person.answer(await person.ask('server-page'), { decision: 'show' })
  const welcome = await page.shakeHands()
  onTestFinished(() => page.close())
  return { page, of, welcome }
}

const definitionOf = (tool: string, server = 'pages'): string =>
  atrium.person.state.servers[server]?.tools[tool]?.hash ?? ''

const called = (page: ScriptedPage, name: string, input: JsonObject = {}): Promise<JsonObject> =>
  page.ask('tools/call', { name, arguments: input })

/** The calls that a page made, from the log's events. */
const callsOf = (page: ScriptedPage) =>
  atrium.person.all('call.requested').filter(({ turn }) => turn === turnOfView(page.view))

const ruled = async (draft: Pick<RuleDraft, 'effect' | 'tool' | 'definition'>): Promise<void> => {
  const rest = {
    scope: 'always' as const,
    server: 'pages',
    conditions: [],
    destructive: draft.effect === 'allow',
    flows: false,
  }
  const { added } = await atrium.person.link.call('changeRules', { add: [{ ...rest, ...draft }] })
  onTestFinished(async () => void (await atrium.person.link.call('changeRules', { remove: added })))
}

describe('a call by a page', () => {
  test('[APS-2] [APP-46] is declared, asked about with its page, recorded as the page’s, and answered whole', async () => {
    const { page, of, welcome } = await live()
    expect(welcome['hostCapabilities']).toMatchObject({ serverTools: {} })
    const answer = called(page, 'shown', { city: 'Lyon' })
    const ask = await atrium.person.ask()
    expect(ask.question).toMatchObject({
      server: 'pages',
      tool: 'shown',
      arguments: { city: 'Lyon' },
      page: { tool: 'shown' },
    })
    await atrium.person.allow()
    expect(await answer).toMatchObject({
      result: {
        content: [{ type: 'text', text: 'shown' }],
        structuredContent: { city: 'Lyon' },
        _meta: { 'example/only-for-the-page': 1 },
      },
    })
    const [made] = callsOf(page)
    expect(made).toMatchObject({ origin: { page: { turn: of.turn, call: of.call } }, conversation: of.conversation })
    const { rows } = await atrium.person.link.call('listCalls', { ofPage: true, limit: 5 })
    expect(rows[0]).toMatchObject({ call: made?.call, ofPage: true, own: false, outcome: 'succeeded' })
  })

  test('[APS-2] is in no transcript, and only counted at the call with the page', async () => {
    const { page, of } = await live()
    const answer = called(page, 'page_only')
    await atrium.person.allow()
    expect(await answer).toMatchObject({ result: { content: [{ text: 'page_only' }] } })
    const { conversation } = await atrium.person.link.call('getConversation', { conversation: of.conversation })
    expect(conversation.turns).toHaveLength(1)
    expect(conversation.turns[0]).toMatchObject({ messages: [], call: { id: of.call, pageCalls: 1 } })
    expect(JSON.stringify(conversation)).not.toContain('page_only')
    const { places } = await atrium.person.link.call('findInConversation', {
      conversation: of.conversation,
      text: 'page_only',
    })
    expect(places).toEqual([])
  })

  test('[APP-9] is refused if the tool isn’t for pages, recorded, and raises no question', async () => {
    const { page } = await live()
    for (const tool of ['model_only', 'nobody'])
      expect(await called(page, tool)).toMatchObject({ error: { code: -32_602, message: refused.noTool } })
    expect(atrium.person.state.asks).toEqual([])
    const calls = callsOf(page)
    expect(calls.map(({ tool }) => tool)).toEqual(['model_only', 'nobody'])
    for (const { call } of calls)
      expect(await atrium.person.event('call.finished', (it) => it.call === call)).toMatchObject({
        outcome: { status: 'invalid' },
      })
  })

  test('[APP-10] never reaches another server, whatever it is named', async () => {
    const { page } = await live()
    const started = atrium.person.all('call.started').length
    for (const tool of ['neighbour__page_only', 'neighbour/page_only', 'neighbour.page_only', '__proto__', ''])
      expect(await called(page, tool)).toMatchObject({ error: { code: -32_602, message: refused.noTool } })
    expect(callsOf(page).map(({ server }) => server)).toEqual(Array(5).fill('pages'))
    expect(atrium.person.all('call.started')).toHaveLength(started)
  })

  test('[APP-46] needs a name, and an object as its arguments', async () => {
    const { page } = await live()
    for (const params of [{}, { name: 1 }, { name: 'shown', arguments: [] }, { name: 'shown', arguments: 'x' }])
      expect(await page.ask('tools/call', params)).toMatchObject({ error: { code: -32_602, message: refused.badCall } })
    expect(callsOf(page)).toEqual([])
  })

  test('[APS-2] fails with a short message if the user denies it', async () => {
    const { page } = await live()
    const answer = called(page, 'page_only')
    await atrium.person.deny('my reason')
    expect(await answer).toMatchObject({ error: { code: -32_000, message: refused.denied } })
  })

  test('[APS-2] follows rules: one that allows its definition is enough, and one that denies wins', async () => {
    const { page } = await live()
    await ruled({ effect: 'allow', tool: 'page_only', definition: definitionOf('page_only') })
    expect(await called(page, 'page_only')).toMatchObject({ result: { content: [{ text: 'page_only' }] } })
    await ruled({ effect: 'deny', tool: 'page_only' })
    expect(await called(page, 'page_only')).toMatchObject({ error: { code: -32_000, message: refused.denied } })
  })
})

describe('an answer for as long as a page is open', () => {
  test('[APS-2] covers this page’s later calls to this tool, and no other tool or view', async () => {
    const { page, of } = await live()
    const first = called(page, 'page_only', { n: 1 })
    await atrium.person.allow('page')
    await first
    expect(await called(page, 'page_only', { n: 2 })).toMatchObject({ result: {} })
    const second = callsOf(page)[1]?.call
    expect(await atrium.person.event('call.cleared', ({ call }) => call === second)).toMatchObject({
      by: { whilePageOpen: true },
    })
    const other = called(page, 'unknown_word')
    expect((await atrium.person.ask()).question.tool).toBe('unknown_word')
    await atrium.person.deny()
    await other
    const again = await ScriptedPage.show(atrium.person, of)
    await again.shakeHands()
    const anew = called(again, 'page_only')
    expect((await atrium.person.ask()).question.tool).toBe('page_only')
    await atrium.person.deny()
    await anew
    await again.close()
  })

  test('[APS-2] loses against a rule that asks', async () => {
    const { page } = await live()
    const first = called(page, 'page_only')
    await atrium.person.allow('page')
    await first
    await ruled({ effect: 'ask', tool: 'page_only' })
    const second = called(page, 'page_only')
    expect((await atrium.person.ask()).question.because).toBe('rule')
    await atrium.person.deny()
    await second
  })

  test('can’t be widened to the whole conversation', async () => {
    const { page } = await live()
    const answer = called(page, 'page_only')
    const ask = await atrium.person.ask()
    await expect(atrium.person.answer(ask, { decision: 'allow', scope: 'conversation' })).rejects.toMatchObject({
      code: 'bad-input',
    })
    await atrium.person.deny()
    await answer
  })
})

describe('a page’s limits', () => {
  test('[APS-3] are one open question and twelve calls under way', async () => {
    const { page } = await live()
    const most = callLimits.running + callLimits.waiting
    const answers = Array.from({ length: most }, (_, n) => called(page, 'page_only', { n }))
    await atrium.person.ask()
    expect(await called(page, 'page_only')).toMatchObject({ error: { code: -32_000, message: refused.tooManyCalls } })
    expect(atrium.person.state.asks).toHaveLength(1)
    // The answer covers those that wait.
    await atrium.person.allow('page')
    expect(await Promise.all(answers)).toEqual(
      answers.map(() => expect.objectContaining({ result: expect.anything() })),
    )
    expect(atrium.person.state.asks).toEqual([])
    expect(callsOf(page)).toHaveLength(most)
  })

  test('[APS-3] stop its calls after 60 in a minute, until the user lets it continue @all', async () => {
    const clock = new ScriptedClock()
    const { own } = systemClock
    Object.assign(systemClock, { own: clock.own })
    onTestFinished(() => void Object.assign(systemClock, { own }))
    const { page } = await live()
    await ruled({ effect: 'allow', tool: 'page_only', definition: definitionOf('page_only') })
    for (let n = 0; n < callLimits.perMinute; n += 1) {
      clock.pass(100)
      await called(page, 'page_only')
    }
    const held = called(page, 'page_only')
    await page.until('it is held', () => page.now.state === 'open' && page.now.isHeld)
    expect(callsOf(page)).toHaveLength(callLimits.perMinute)
    await atrium.person.link.call('letPageGoOn', { view: page.view })
    expect(await held).toMatchObject({ result: {} })
    await page.until('it isn’t held', () => page.now.state === 'open' && !page.now.isHeld)
  })
})

describe('the end of a page', () => {
  test('[APS-2] withdraws its question and cancels its running call', async () => {
    const { page } = await live()
    await ruled({ effect: 'allow', tool: 'slow', definition: definitionOf('slow') })
    await page.say({ jsonrpc: '2.0', id: 'a', method: 'tools/call', params: { name: 'slow' } })
    await page.say({ jsonrpc: '2.0', id: 'b', method: 'tools/call', params: { name: 'page_only' } })
    await atrium.person.ask()
    const [slow, asked] = callsOf(page)
    await atrium.person.event('call.started', ({ call }) => call === slow?.call)
    await atrium.person.link.call('closePage', { view: page.view, because: 'left' })
    expect(await atrium.person.event('call.finished', ({ call }) => call === slow?.call)).toMatchObject({
      outcome: { status: 'cancelled', mayHaveRun: true },
    })
    expect(await atrium.person.event('call.finished', ({ call }) => call === asked?.call)).toMatchObject({
      outcome: { status: 'cancelled', mayHaveRun: false },
    })
    expect(atrium.person.state.asks).toEqual([])
    expect(atrium.person.state.pageCalls).toEqual({})
  })

  test('[APP-27] doesn’t come when the page cancels one request', async () => {
    const { page } = await live()
    await page.say({ jsonrpc: '2.0', id: 'a', method: 'tools/call', params: { name: 'page_only' } })
    await atrium.person.ask()
    await page.notify('notifications/cancelled', { requestId: 'a' })
    await atrium.person.until('the question is withdrawn', () => atrium.person.state.asks.length === 0)
    expect(await page.ask('ping')).toMatchObject({ result: {} })
  })
})

test('[APS-2] the end of the host cancels a page’s running call, one that asks and one that waits', async () => {
  const own = await Atrium.start({ pageFrames: new ScriptedFrames() })
  await own.add('pages', peer('pages.mjs'))
  const { page } = await live('pages', own)
  let asked = 100
  for (const name of ['slow', 'page_only', 'page_only'])
    await page.say({ jsonrpc: '2.0', id: ++asked, method: 'tools/call', params: { name } })
  await own.person.allow()
  await own.person.event('call.started', ({ turn }) => turn === turnOfView(page.view))
  await own.person.ask()
  await own.stop()
  await own.open()
  const { rows } = await own.person.link.call('listCalls', { ofPage: true, limit: 5 })
  expect(rows.map(({ outcome }) => outcome)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  expect(own.person.state.asks).toEqual([])
  await own.close()
})

test('[APP-7] [APS-2] a page from the record can call only after the same question, and not while its server is off', async () => {
  await atrium.add('leaving', peer('pages.mjs'))
  const { page, of } = await live('leaving')
  await page.close()
  const again = await ScriptedPage.show(atrium.person, of)
  await again.shakeHands()
  const answer = called(again, 'page_only')
  await atrium.person.ask('approval', 'leaving')
  await atrium.person.allow()
  expect(await answer).toMatchObject({ result: { content: [{ text: 'page_only' }] } })
  await atrium.person.link.call('setServerEnabled', { id: 'leaving', enabled: false })
  await atrium.person.until('it is off', () => atrium.person.state.servers['leaving']?.status.state === 'off')
  expect(await called(again, 'page_only')).toMatchObject({ error: { code: -32_000, message: refused.notRunning } })
  await again.close()
})

describe('a page’s own server', () => {
  test('[APP-27] answers the page’s reads of its resources, which are recorded, and of no others', async () => {
    const { page, of, welcome } = await live()
    expect(welcome['hostCapabilities']).toMatchObject({ serverResources: {} })
    expect(await page.ask('resources/read', { uri: 'notes://one' })).toMatchObject({
      result: { contents: [{ uri: 'notes://one', mimeType: 'text/plain', text: 'The note' }] },
    })
    expect(await atrium.person.event('resource.read')).toMatchObject({
      server: 'pages',
      uri: 'notes://one',
      conversation: of.conversation,
      turn: turnOfView(page.view),
    })
    for (const uri of ['notes://two', 'file:///etc/passwd', 'https://example.com/'])
      expect(await page.ask('resources/read', { uri })).toMatchObject({
        error: { code: -32_000, message: refused.noResource },
      })
    expect(await page.ask('resources/read')).toMatchObject({ error: { code: -32_602, message: refused.badUri } })
  })

  test('[APP-27] lists its resources, and the templates and prompts that the user accepted', async () => {
    const { page } = await live()
    expect(await page.ask('resources/list')).toMatchObject({
      result: { resources: [{ uri: 'notes://one', name: 'one', title: 'The one', mimeType: 'text/plain' }] },
    })
    expect(await page.ask('resources/templates/list')).toMatchObject({
      result: { resourceTemplates: [{ uriTemplate: 'notes://{name}', name: 'notes' }] },
    })
    expect(await page.ask('prompts/list')).toMatchObject({ result: { prompts: [] } })
  })
})

describe('a hostile page', () => {
  test('[APS-3] [APS-5] is stopped after few calls if it floods its server, and all of them end', async () => {
    const { page } = await live()
    const flood = Array.from({ length: 100 }, (_, id) => ({
      jsonrpc: '2.0',
      id: `${id}`,
      method: 'tools/call',
      params: { name: 'slow', arguments: { id } },
    }))
    await Promise.all(Array.from({ length: 14 }, () => page.say(...flood).catch(() => undefined)))
    expect(await page.is('closed')).toEqual({ state: 'closed', problem: appWords.flooded('pages') })
    expect(callsOf(page).length).toBeLessThanOrEqual(callLimits.running)
    await atrium.person.until(
      'its calls have ended',
      () => Object.keys(atrium.person.state.pageCalls ?? {}).length === 0,
    )
    expect(atrium.person.state.asks).toEqual([])
  })

  test('[APP-46] gains nothing by unrequested answers, IDs in use or huge arguments', async () => {
    const { page } = await live()
    await page.say(...['atrium-1', 'atrium-99', 'x'].map((id) => ({ jsonrpc: '2.0', id, result: { content: [] } })), {
      jsonrpc: '2.0',
      id: 'twice',
      method: 'tools/call',
      params: { name: 'page_only' },
    })
    await atrium.person.ask()
    expect(await page.ask('tools/call', { name: 'page_only' }, 'twice')).toMatchObject({
      error: { code: -32_600, message: refused.sameId },
    })
    await atrium.person.deny()
    const text = 'x'.repeat(900_000)
    const answer = called(page, 'page_only', { text })
    await atrium.person.allow()
    expect(await answer).toMatchObject({ result: { content: [{ text: 'page_only' }] } })
    expect(callsOf(page).at(-1)?.arguments).toMatchObject({ blob: expect.any(String) })
  })
})

test('[APP-9] tools/list names the server’s tools for pages, as it lists them', async () => {
  const { page } = await live()
  const { result } = await page.ask('tools/list')
  const names = (result as { tools: { name: string }[] }).tools.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['shown', 'page_only', 'unknown_word']))
  for (const name of ['model_only', 'nobody']) expect(names).not.toContain(name)
})
