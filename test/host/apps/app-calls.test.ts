import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { callLimits } from '../../../main/host/apps/call-gate.ts'
import { appWords } from '../../../main/host/apps/words.ts'
import { systemClock } from '../../../main/host/base/wake.ts'
import { turnOfView } from '../../../shared/events/app-events.ts'
import type { RuleDraft } from '../../../shared/rules/rules.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'
import { Atrium, peer } from '../../support/atrium.ts'
import { ScriptedClock } from '../../support/scripted-clock.ts'
import { ScriptedFrames, ScriptedApp } from './scripted-app.ts'

const { refused } = appWords

let atrium: Atrium
beforeAll(async () => {
  atrium = await Atrium.start({ appFrames: new ScriptedFrames() })
  await atrium.add('apps', peer('apps.mjs'))
  await atrium.add('neighbour', peer('apps.mjs'))
})
afterAll(() => atrium.close())

/** A live app for a call of the user's. */
async function live(server = 'apps', { person } = atrium) {
  const definition = person.state.servers[server]?.tools['shown']?.hash ?? ''
  const of = await person.link.call('callTool', { server, tool: 'shown', definition, arguments: {} })
  await person.event('call.finished', ({ call }) => call === of.call)
  const app = await ScriptedApp.show(person, of)
  await app.until('an answer is needed, or none', () => app.now.state !== 'reading')
  if (app.now.state === 'asking') await person.answer(await person.ask('server-page'), { decision: 'show' })
  const welcome = await app.shakeHands()
  onTestFinished(() => app.close())
  return { app, of, welcome }
}

const definitionOf = (tool: string, server = 'apps'): string =>
  atrium.person.state.servers[server]?.tools[tool]?.hash ?? ''

const called = (app: ScriptedApp, name: string, input: JsonObject = {}): Promise<JsonObject> =>
  app.ask('tools/call', { name, arguments: input })

/** The calls that an app made, from the log's events. */
const callsOf = (app: ScriptedApp) =>
  atrium.person.all('call.requested').filter(({ turn }) => turn === turnOfView(app.view))

const ruled = async (draft: Pick<RuleDraft, 'effect' | 'tool' | 'definition'>): Promise<void> => {
  const rest = {
    scope: 'always' as const,
    server: 'apps',
    conditions: [],
    destructive: draft.effect === 'allow',
    flows: false,
  }
  const { added } = await atrium.person.link.call('changeRules', { add: [{ ...rest, ...draft }] })
  onTestFinished(async () => void (await atrium.person.link.call('changeRules', { remove: added })))
}

describe('a call by an app', () => {
  test('[APS-2] [APP-46] is declared, asked about with its app, recorded as the app’s, and answered whole', async () => {
    const { app, of, welcome } = await live()
    expect(welcome['hostCapabilities']).toMatchObject({ serverTools: {} })
    const answer = called(app, 'shown', { city: 'Lyon' })
    const ask = await atrium.person.ask()
    expect(ask.question).toMatchObject({
      server: 'apps',
      tool: 'shown',
      arguments: { city: 'Lyon' },
      page: { tool: 'shown' },
    })
    await atrium.person.allow()
    expect(await answer).toMatchObject({
      result: {
        content: [{ type: 'text', text: 'shown' }],
        structuredContent: { city: 'Lyon' },
        _meta: { 'example/only-for-the-app': 1 },
      },
    })
    const [made] = callsOf(app)
    expect(made).toMatchObject({ origin: { page: { turn: of.turn, call: of.call } }, conversation: of.conversation })
    const { rows } = await atrium.person.link.call('listCalls', { ofApp: true, limit: 5 })
    expect(rows[0]).toMatchObject({ call: made?.call, ofApp: true, own: false, outcome: 'succeeded' })
  })

  test('[APS-2] is in no transcript, and only counted at the call with the app', async () => {
    const { app, of } = await live()
    const answer = called(app, 'app_only')
    await atrium.person.allow()
    expect(await answer).toMatchObject({ result: { content: [{ text: 'app_only' }] } })
    const { conversation } = await atrium.person.link.call('getConversation', { conversation: of.conversation })
    expect(conversation.turns).toHaveLength(1)
    expect(conversation.turns[0]).toMatchObject({ messages: [], call: { id: of.call, appCalls: 1 } })
    expect(JSON.stringify(conversation)).not.toContain('app_only')
    const { places } = await atrium.person.link.call('findInConversation', {
      conversation: of.conversation,
      text: 'app_only',
    })
    expect(places).toEqual([])
  })

  test('[APP-9] is refused if the tool isn’t for apps, recorded, and raises no question', async () => {
    const { app } = await live()
    for (const tool of ['model_only', 'nobody'])
      expect(await called(app, tool)).toMatchObject({ error: { code: -32_602, message: refused.noTool } })
    expect(atrium.person.state.asks).toEqual([])
    const calls = callsOf(app)
    expect(calls.map(({ tool }) => tool)).toEqual(['model_only', 'nobody'])
    for (const { call } of calls)
      expect(await atrium.person.event('call.finished', (it) => it.call === call)).toMatchObject({
        outcome: { status: 'invalid' },
      })
  })

  test('[APP-10] never reaches another server, whatever it is named', async () => {
    const { app } = await live()
    const started = atrium.person.all('call.started').length
    for (const tool of ['neighbour__app_only', 'neighbour/app_only', 'neighbour.app_only', '__proto__', ''])
      expect(await called(app, tool)).toMatchObject({ error: { code: -32_602, message: refused.noTool } })
    expect(callsOf(app).map(({ server }) => server)).toEqual(Array(5).fill('apps'))
    expect(atrium.person.all('call.started')).toHaveLength(started)
  })

  test('[APP-46] needs a name, and an object as its arguments', async () => {
    const { app } = await live()
    for (const params of [{}, { name: 1 }, { name: 'shown', arguments: [] }, { name: 'shown', arguments: 'x' }])
      expect(await app.ask('tools/call', params)).toMatchObject({ error: { code: -32_602, message: refused.badCall } })
    expect(callsOf(app)).toEqual([])
  })

  test('[APS-2] fails with a short message if the user denies it', async () => {
    const { app } = await live()
    const answer = called(app, 'app_only')
    await atrium.person.deny('my reason')
    expect(await answer).toMatchObject({ error: { code: -32_000, message: refused.denied } })
  })

  test('[APS-2] follows rules: one that allows its definition is enough, and one that denies wins', async () => {
    const { app } = await live()
    await ruled({ effect: 'allow', tool: 'app_only', definition: definitionOf('app_only') })
    expect(await called(app, 'app_only')).toMatchObject({ result: { content: [{ text: 'app_only' }] } })
    await ruled({ effect: 'deny', tool: 'app_only' })
    expect(await called(app, 'app_only')).toMatchObject({ error: { code: -32_000, message: refused.denied } })
  })
})

describe('an answer for as long as an app is open', () => {
  test('[APS-2] covers this app’s later calls to this tool, and no other tool or view', async () => {
    const { app, of } = await live()
    const first = called(app, 'app_only', { n: 1 })
    await atrium.person.allow('page')
    await first
    expect(await called(app, 'app_only', { n: 2 })).toMatchObject({ result: {} })
    const second = callsOf(app)[1]?.call
    expect(await atrium.person.event('call.cleared', ({ call }) => call === second)).toMatchObject({
      by: { whilePageOpen: true },
    })
    const other = called(app, 'unknown_word')
    expect((await atrium.person.ask()).question.tool).toBe('unknown_word')
    await atrium.person.deny()
    await other
    const again = await ScriptedApp.show(atrium.person, of)
    await again.shakeHands()
    const anew = called(again, 'app_only')
    expect((await atrium.person.ask()).question.tool).toBe('app_only')
    await atrium.person.deny()
    await anew
    await again.close()
  })

  test('[APS-2] loses against a rule that asks', async () => {
    const { app } = await live()
    const first = called(app, 'app_only')
    await atrium.person.allow('page')
    await first
    await ruled({ effect: 'ask', tool: 'app_only' })
    const second = called(app, 'app_only')
    expect((await atrium.person.ask()).question.because).toBe('rule')
    await atrium.person.deny()
    await second
  })

  test('can’t be widened to the whole conversation', async () => {
    const { app } = await live()
    const answer = called(app, 'app_only')
    const ask = await atrium.person.ask()
    await expect(atrium.person.answer(ask, { decision: 'allow', scope: 'conversation' })).rejects.toMatchObject({
      code: 'bad-input',
    })
    await atrium.person.deny()
    await answer
  })
})

describe('an app’s limits', () => {
  test('[APS-3] are one open question and twelve calls under way', async () => {
    const { app } = await live()
    const most = callLimits.running + callLimits.waiting
    const answers = Array.from({ length: most }, (_, n) => called(app, 'app_only', { n }))
    await atrium.person.ask()
    expect(await called(app, 'app_only')).toMatchObject({ error: { code: -32_000, message: refused.tooManyCalls } })
    expect(atrium.person.state.asks).toHaveLength(1)
    // The answer covers those that wait.
    await atrium.person.allow('page')
    expect(await Promise.all(answers)).toEqual(
      answers.map(() => expect.objectContaining({ result: expect.anything() })),
    )
    expect(atrium.person.state.asks).toEqual([])
    expect(callsOf(app)).toHaveLength(most)
  })

  test('[APS-3] stop its calls after 60 in a minute, until the user lets it continue @all', async () => {
    const clock = new ScriptedClock()
    const { own } = systemClock
    Object.assign(systemClock, { own: clock.own })
    onTestFinished(() => void Object.assign(systemClock, { own }))
    const { app } = await live()
    await ruled({ effect: 'allow', tool: 'app_only', definition: definitionOf('app_only') })
    for (let n = 0; n < callLimits.perMinute; n += 1) {
      clock.pass(100)
      await called(app, 'app_only')
    }
    const held = called(app, 'app_only')
    await app.until('it is held', () => app.now.state === 'open' && app.now.isHeld)
    expect(callsOf(app)).toHaveLength(callLimits.perMinute)
    await atrium.person.link.call('letAppGoOn', { view: app.view })
    expect(await held).toMatchObject({ result: {} })
    await app.until('it isn’t held', () => app.now.state === 'open' && !app.now.isHeld)
  })
})

describe('the end of an app', () => {
  test('[APS-2] withdraws its question and cancels its running call', async () => {
    const { app } = await live()
    await ruled({ effect: 'allow', tool: 'slow', definition: definitionOf('slow') })
    await app.say({ jsonrpc: '2.0', id: 'a', method: 'tools/call', params: { name: 'slow' } })
    await app.say({ jsonrpc: '2.0', id: 'b', method: 'tools/call', params: { name: 'app_only' } })
    await atrium.person.ask()
    const [slow, asked] = callsOf(app)
    await atrium.person.event('call.started', ({ call }) => call === slow?.call)
    await atrium.person.link.call('closeApp', { view: app.view, because: 'left' })
    expect(await atrium.person.event('call.finished', ({ call }) => call === slow?.call)).toMatchObject({
      outcome: { status: 'cancelled', mayHaveRun: true },
    })
    expect(await atrium.person.event('call.finished', ({ call }) => call === asked?.call)).toMatchObject({
      outcome: { status: 'cancelled', mayHaveRun: false },
    })
    expect(atrium.person.state.asks).toEqual([])
    expect(atrium.person.state.appCalls).toEqual({})
  })

  test('[APP-27] doesn’t come when the app cancels one request', async () => {
    const { app } = await live()
    await app.say({ jsonrpc: '2.0', id: 'a', method: 'tools/call', params: { name: 'app_only' } })
    await atrium.person.ask()
    await app.notify('notifications/cancelled', { requestId: 'a' })
    await atrium.person.until('the question is withdrawn', () => atrium.person.state.asks.length === 0)
    expect(await app.ask('ping')).toMatchObject({ result: {} })
  })
})

test('[APS-2] the end of the host cancels an app’s running call, one that asks and one that waits', async () => {
  const own = await Atrium.start({ appFrames: new ScriptedFrames() })
  await own.add('apps', peer('apps.mjs'))
  const { app } = await live('apps', own)
  let asked = 100
  for (const name of ['slow', 'app_only', 'app_only'])
    await app.say({ jsonrpc: '2.0', id: ++asked, method: 'tools/call', params: { name } })
  await own.person.allow()
  await own.person.event('call.started', ({ turn }) => turn === turnOfView(app.view))
  await own.person.ask()
  await own.stop()
  await own.open()
  const { rows } = await own.person.link.call('listCalls', { ofApp: true, limit: 5 })
  expect(rows.map(({ outcome }) => outcome)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  expect(own.person.state.asks).toEqual([])
  await own.close()
})

test('[APP-7] [APS-2] an app from the record can call only after the same question, and not while its server is off', async () => {
  await atrium.add('leaving', peer('apps.mjs'))
  const { app, of } = await live('leaving')
  await app.close()
  const again = await ScriptedApp.show(atrium.person, of)
  await again.shakeHands()
  const answer = called(again, 'app_only')
  await atrium.person.ask('approval', 'leaving')
  await atrium.person.allow()
  expect(await answer).toMatchObject({ result: { content: [{ text: 'app_only' }] } })
  await atrium.person.link.call('setServerEnabled', { id: 'leaving', enabled: false })
  await atrium.person.until('it is off', () => atrium.person.state.servers['leaving']?.status.state === 'off')
  expect(await called(again, 'app_only')).toMatchObject({ error: { code: -32_000, message: refused.notRunning } })
  await again.close()
})

describe('an app’s own server', () => {
  test('[APP-27] answers the app’s reads of its resources, which are recorded, and of no others', async () => {
    const { app, of, welcome } = await live()
    expect(welcome['hostCapabilities']).toMatchObject({ serverResources: {} })
    expect(await app.ask('resources/read', { uri: 'notes://one' })).toMatchObject({
      result: { contents: [{ uri: 'notes://one', mimeType: 'text/plain', text: 'The note' }] },
    })
    expect(await atrium.person.event('resource.read')).toMatchObject({
      server: 'apps',
      uri: 'notes://one',
      conversation: of.conversation,
      turn: turnOfView(app.view),
    })
    for (const uri of ['notes://two', 'file:///etc/passwd', 'https://example.com/'])
      expect(await app.ask('resources/read', { uri })).toMatchObject({
        error: { code: -32_000, message: refused.noResource },
      })
    expect(await app.ask('resources/read')).toMatchObject({ error: { code: -32_602, message: refused.badUri } })
  })

  test('[APP-27] lists its resources, and the templates and prompts that the user accepted', async () => {
    const { app } = await live()
    expect(await app.ask('resources/list')).toMatchObject({
      result: { resources: [{ uri: 'notes://one', name: 'one', title: 'The one', mimeType: 'text/plain' }] },
    })
    expect(await app.ask('resources/templates/list')).toMatchObject({
      result: { resourceTemplates: [{ uriTemplate: 'notes://{name}', name: 'notes' }] },
    })
    expect(await app.ask('prompts/list')).toMatchObject({ result: { prompts: [] } })
  })
})

describe('a hostile app', () => {
  test('[APS-3] [APS-5] is stopped after few calls if it floods its server, and all of them end', async () => {
    const { app } = await live()
    const flood = Array.from({ length: 100 }, (_, id) => ({
      jsonrpc: '2.0',
      id: `${id}`,
      method: 'tools/call',
      params: { name: 'slow', arguments: { id } },
    }))
    await Promise.all(Array.from({ length: 14 }, () => app.say(...flood).catch(() => undefined)))
    expect(await app.is('closed')).toEqual({ state: 'closed', problem: appWords.flooded('apps') })
    expect(callsOf(app).length).toBeLessThanOrEqual(callLimits.running)
    await atrium.person.until(
      'its calls have ended',
      () => Object.keys(atrium.person.state.appCalls ?? {}).length === 0,
    )
    expect(atrium.person.state.asks).toEqual([])
  })

  test('[APP-46] gains nothing by unrequested answers, IDs in use or huge arguments', async () => {
    const { app } = await live()
    await app.say(...['atrium-1', 'atrium-99', 'x'].map((id) => ({ jsonrpc: '2.0', id, result: { content: [] } })), {
      jsonrpc: '2.0',
      id: 'twice',
      method: 'tools/call',
      params: { name: 'app_only' },
    })
    await atrium.person.ask()
    expect(await app.ask('tools/call', { name: 'app_only' }, 'twice')).toMatchObject({
      error: { code: -32_600, message: refused.sameId },
    })
    await atrium.person.deny()
    const text = 'x'.repeat(900_000)
    const answer = called(app, 'app_only', { text })
    await atrium.person.allow()
    expect(await answer).toMatchObject({ result: { content: [{ text: 'app_only' }] } })
    expect(callsOf(app).at(-1)?.arguments).toMatchObject({ blob: expect.any(String) })
  })
})

test('[APP-9] tools/list names the server’s tools for apps, as it lists them', async () => {
  const { app } = await live()
  const { result } = await app.ask('tools/list')
  const names = (result as { tools: { name: string }[] }).tools.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['shown', 'app_only', 'unknown_word']))
  for (const name of ['model_only', 'nobody']) expect(names).not.toContain(name)
})
