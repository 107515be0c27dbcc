import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { appWords } from '../../../main/host/apps/words.ts'
import { systemClock } from '../../../main/host/base/wake.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'
import { Atrium, peer } from '../../support/atrium.ts'
import { ScriptedClock } from '../../support/scripted-clock.ts'
import { around, ScriptedFrames, ScriptedApp } from './scripted-app.ts'
import { consentOf } from '../../../shared/state/consents.ts'

const html = '<!doctype html><title>View</title>'
const document = (ui: JsonObject = {}, text = html) =>
  JSON.stringify([{ uri: 'ui://apps/view', mimeType: 'text/html;profile=mcp-app', text, _meta: { ui } }])
const csp = { connectDomains: ['https://api.example.com', 'http://plain.example'] }

const frames = new ScriptedFrames()
let atrium: Atrium
beforeAll(async () => {
  atrium = await Atrium.start({ appFrames: frames })
  await atrium.add('apps', peer('apps.mjs', { APP: document({ csp, permissions: { camera: {} } }) }))
})
afterAll(() => atrium.close())

/** A call of the user's, by its conversation; it ends unless it `waits`. */
async function called(tool: string, input: JsonObject = {}, server = 'apps') {
  const { person } = atrium
  const definition = person.state.servers[server]?.tools[tool]?.hash ?? ''
  const made = await person.link.call('callTool', { server, tool, definition, arguments: input })
  await person.event('call.started', ({ call }) => call === made.call)
  return made
}

const ended = async (call: string) => void (await atrium.person.event('call.finished', (it) => it.call === call))

/** An app whose user said yes, at its frame. */
async function shown(tool = 'shown', input: JsonObject = {}, server = 'apps') {
  const of = await called(tool, input, server)
  const app = await ScriptedApp.show(atrium.person, of)
  await app.until('an answer is needed, or none', () => app.now.state !== 'reading')
  if (app.now.state === 'asking') await allow()
  return { app, of }
}

const allow = async () => {
  const ask = await atrium.person.ask('server-page')
  await atrium.person.answer(ask, { decision: 'show' })
}

describe('an app that wasn’t shown before', () => {
  test('[APP-15] [APS-1] asks first: who, each host with its verdict, and permissions', async () => {
    const of = await called('shown', { city: 'Lyon' })
    await ended(of.call)
    const app = await ScriptedApp.show(atrium.person, of)
    await app.is('asking')
    const ask = await atrium.person.ask('server-page')
    expect(ask.question).toMatchObject({
      server: 'apps',
      tool: 'shown',
      uri: 'ui://apps/view',
      permissions: ['camera'],
      leftOut: 0,
      domains: [
        { list: 'connect', domain: 'https://api.example.com' },
        { list: 'connect', domain: 'http://plain.example', refused: 'form' },
      ],
    })
    expect(frames.served).toEqual([])
    await atrium.person.answer(ask, { decision: 'leave' })
    expect(await app.is('closed')).toEqual({ state: 'closed' })
    expect(frames.served).toEqual([])
  })

  test('[APP-14] [APS-1] [APP-47] is shown after the yes, recorded, and not asked about again', async () => {
    const { app, of } = await shown()
    await app.is('open')
    expect(frames.served.at(-1)).toMatchObject({ html, allowedOrigins: ['https://api.example.com'] })
    const opened = await atrium.person.event('page.opened', ({ call }) => call === of.call)
    expect(opened.page.policy).toBe(frames.served.at(-1)?.policy)
    const again = await ScriptedApp.show(atrium.person, of)
    await again.is('open')
    expect(atrium.person.state.asks).toEqual([])
  })

  test('[APS-1] is asked about again when its document or its hosts change, with the hosts before', async () => {
    const change = (APP: string) =>
      atrium.person.link.call('updateServer', { id: 'changing', config: peer('apps.mjs', { APP }) })
    await atrium.add('changing', peer('apps.mjs', { APP: document() }))
    const { app } = await shown('shown', {}, 'changing')
    await app.is('open')
    await change(document({ csp }))
    await atrium.person.trust('changing')
    await atrium.person.until('it is ready', () => atrium.person.state.servers['changing']?.status.state === 'ready')
    // Another program: what was allowed for the one before doesn't count.
    expect(consentOf(atrium.person.state, 'changing').allowedApps).toBeUndefined()
    const other = await ScriptedApp.show(atrium.person, await called('shown', {}, 'changing'))
    await other.is('asking')
    expect((await atrium.person.ask('server-page', 'changing')).question.domains).toHaveLength(2)
    await atrium.person.link.call('closeApp', { view: other.view, because: 'wanted' })
    await atrium.person.until('the question is withdrawn', () => atrium.person.state.asks.length === 0)
  })

  test('is refused for a call without one, and can’t be taken by another window', async () => {
    const of = await called('plain')
    await expect(ScriptedApp.show(atrium.person, of)).rejects.toMatchObject({ code: 'not-found' })
    const other = atrium.join('admin', 'web:other')
    const { app } = await shown()
    await expect(other.link.call('takeApp', { view: app.view })).rejects.toMatchObject({ code: 'not-found' })
    other.leave()
  })
})

describe('an app’s handshake', () => {
  test('[APP-28] [APP-32] answers with the window’s looks and the tool as it was listed, and offers only what works', async () => {
    const { app } = await shown()
    const result = await app.shakeHands()
    expect(result).toMatchObject({
      protocolVersion: '2026-01-26',
      hostInfo: { name: 'Atrium' },
      hostContext: {
        theme: 'light',
        displayMode: 'inline',
        locale: 'en',
        timeZone: 'UTC',
        platform: 'web',
        styles: { variables: around.variables },
        containerDimensions: { width: 700, maxHeight: 600 },
        toolInfo: { tool: { name: 'shown', _meta: { ui: { resourceUri: 'ui://apps/view' } } } },
      },
    })
    expect(result['hostCapabilities']).toEqual({
      logging: {},
      message: { text: {} },
      serverTools: {},
      serverResources: {},
      openLinks: {},
      downloadFile: {},
      updateModelContext: { text: {}, structuredContent: {} },
      sandbox: {
        csp: { connectDomains: ['https://api.example.com'], resourceDomains: [], baseUriDomains: [] },
        permissions: {},
      },
    })
  })

  test('[APP-26] [APP-33] [APP-35] sends nothing before its end, then arguments and the whole result', async () => {
    const { app, of } = await shown('shown', { city: 'Lyon' })
    await ended(of.call)
    await app.is('open')
    await app.ask('ui/initialize', { appInfo: { name: 'x', version: '1' }, appCapabilities: {} })
    expect(app.methods()).toEqual([])
    await app.notify('ui/notifications/initialized')
    await app.got('ui/notifications/tool-result')
    expect(app.received.slice(-2)).toEqual([
      { jsonrpc: '2.0', method: 'ui/notifications/tool-input', params: { arguments: { city: 'Lyon' } } },
      {
        jsonrpc: '2.0',
        method: 'ui/notifications/tool-result',
        params: {
          content: [{ type: 'text', text: 'shown' }],
          structuredContent: { city: 'Lyon' },
          _meta: { 'example/only-for-the-app': 1 },
        },
      },
    ])
  })

  test('[APP-26] is answered again if an app shakes hands twice, and tells it nothing twice', async () => {
    const { app } = await shown()
    await app.shakeHands()
    await app.got('ui/notifications/tool-result')
    const before = app.received.length
    expect(await app.ask('ui/initialize', {})).toMatchObject({ result: { protocolVersion: '2026-01-26' } })
    await app.notify('ui/notifications/initialized')
    expect(await app.ask('ping')).toMatchObject({ result: {} })
    expect(app.received.slice(before).filter(({ method }) => method !== undefined)).toEqual([])
  })

  test('[APP-26] [APP-27] refuses requests before it, and what Atrium doesn’t offer', async () => {
    const { app } = await shown()
    await app.is('open')
    expect(await app.ask('tools/call', { name: 'app_only' })).toMatchObject({ error: { code: -32_600 } })
    await app.shakeHands()
    expect(await app.ask('sampling/createMessage')).toMatchObject({ error: { code: -32_601 } })
    expect(await app.ask('__proto__')).toMatchObject({ error: { code: -32_601 } })
  })

  test('[APP-26] lets a request wait that comes between its answer and its end', async () => {
    const { app } = await shown()
    await app.is('open')
    await app.ask('ui/initialize', {})
    await app.say({ jsonrpc: '2.0', id: 'early', method: 'tools/list', params: {} })
    expect(await app.ask('ping')).toMatchObject({ result: {} })
    expect(app.received.some(({ id }) => id === 'early')).toBe(false)
    await app.notify('ui/notifications/initialized')
    await app.until('its answer', () => app.received.find(({ id, result }) => id === 'early' && result))
  })

  test('[APP-46] refuses what isn’t a message', async () => {
    const { app } = await shown()
    await app.shakeHands()
    let deep: JsonObject = {}
    for (let i = 0; i < 70; i++) deep = { deep }
    const before = app.received.length
    await app.say({ id: 7, method: 'ping' }, { jsonrpc: '2.0', id: 8, method: 'ping', params: [] })
    await app.say({ jsonrpc: '2.0', id: 9, method: 'ping', params: deep }, { jsonrpc: '2.0', result: {} })
    await app.until('answers', () => app.received.length >= before + 3)
    expect(app.received.slice(-3)).toMatchObject([7, 8, 9].map((id) => ({ id, error: { code: -32_600 } })))
  })
})

describe('a running app', () => {
  test('[APP-36] hears that its call was cancelled', async () => {
    const { app, of } = await shown('slow')
    await app.shakeHands()
    await app.got('ui/notifications/tool-input')
    await atrium.person.link.call('cancelCall', { call: of.call })
    expect(await app.got('ui/notifications/tool-cancelled')).toMatchObject({
      params: { reason: appWords.told.cancelled },
    })
    expect(app.methods()).not.toContain('ui/notifications/tool-result')
  })

  test('[APP-39] hears of changes of the window, and only those', async () => {
    const { app } = await shown()
    await app.shakeHands()
    await app.got('ui/notifications/tool-result')
    await atrium.person.link.call('changeApp', { view: app.view, around })
    await atrium.person.link.call('changeApp', { view: app.view, around: { ...around, theme: 'dark' } })
    expect(await app.got('ui/notifications/host-context-changed')).toMatchObject({ params: { theme: 'dark' } })
    const changes = app.received.filter(({ method }) => method === 'ui/notifications/host-context-changed')
    expect(changes.map(({ params }) => params)).toEqual([{ theme: 'dark' }])
  })

  test('[APP-37] hears before it ends, and is waited for', async () => {
    const { app } = await shown()
    await app.shakeHands()
    await app.got('ui/notifications/tool-result')
    const open = await app.is('open')
    const closing = atrium.person.link.call('closeApp', { view: app.view, because: 'wanted' })
    const { id = '' } = await app.got('ui/resource-teardown')
    expect(frames.running).toContain(open.address)
    await app.say({ jsonrpc: '2.0', id, result: {} })
    await closing
    expect(frames.running).not.toContain(open.address)
    expect(await app.is('closed')).toEqual({ state: 'closed' })
  })

  test('[APP-45] writes to its server’s log, up to a rate', async () => {
    const { app } = await shown()
    await app.shakeHands()
    const line = (data: string) => ({
      jsonrpc: '2.0',
      method: 'notifications/message',
      params: { level: 'info', data },
    })
    await app.say(...Array.from({ length: 60 }, (_, index) => line(`line ${index}`)))
    await app.ask('ping')
    const { rows } = await atrium.person.link.call('listLog', { server: 'apps', text: 'line', sources: ['server'] })
    expect(rows.map(({ logger }) => logger)).toEqual(rows.map(() => appWords.appOf('shown', null)))
    expect(rows.length).toBeGreaterThanOrEqual(50)
    expect(rows.length).toBeLessThan(60)
  })

  test('[APS-13] leaves each message in the server’s traffic, and its result only once', async () => {
    const { app } = await shown('shown', { city: 'Nantes' })
    await app.shakeHands()
    await app.got('ui/notifications/tool-result')
    const { rows } = await atrium.person.link.call('listFrames', { server: 'apps', text: 'App of shown' })
    const methods = rows.map(({ method }) => method)
    expect(methods).toEqual(
      expect.arrayContaining(['ui/initialize', 'ui/notifications/initialized', 'ui/notifications/tool-input']),
    )
    const result = rows.find(({ method }) => method === 'ui/notifications/tool-result')
    const { request } = await atrium.person.link.call('getFrame', { frame: result?.id ?? 0 })
    expect(request.text).not.toContain('Nantes')
  })
})

test('[APP-7] an app is shown again from the record, without its server and without another call', async () => {
  await atrium.add('leaving', peer('apps.mjs', { APP: document() }))
  const { app, of } = await shown('shown', { city: 'Brest' }, 'leaving')
  await app.is('open')
  await atrium.person.link.call('setServerEnabled', { id: 'leaving', enabled: false })
  await atrium.person.until('it is off', () => atrium.person.state.servers['leaving']?.status.state === 'off')
  const calls = atrium.person.all('call.started').length
  const again = await ScriptedApp.show(atrium.person, of)
  await again.shakeHands()
  expect(await again.got('ui/notifications/tool-input')).toMatchObject({ params: { arguments: { city: 'Brest' } } })
  await again.got('ui/notifications/tool-result')
  expect(frames.served.at(-1)?.html).toBe(html)
  expect(atrium.person.all('call.started')).toHaveLength(calls)
})

test('[APS-5] an app that floods Atrium is stopped, and the call’s result stays', async () => {
  const { app, of } = await shown()
  await app.shakeHands()
  const flood = Array.from({ length: 100 }, () => ({ jsonrpc: '2.0', method: 'notifications/message', params: {} }))
  await Promise.all(Array.from({ length: 14 }, () => app.say(...flood).catch(() => undefined)))
  expect(await app.is('closed')).toEqual({ state: 'closed', problem: appWords.flooded('apps') })
  const { conversation } = await atrium.person.link.call('getConversation', { conversation: of.conversation })
  expect(conversation.turns[0]?.call?.outcome?.status).toBe('succeeded')
})

describe('an app’s times', () => {
  test('says that the handshake is late after 15 s, and still takes it', async () => {
    const clock = new ScriptedClock()
    const { after, own } = systemClock
    Object.assign(systemClock, { after: clock.after, own: clock.own })
    onTestFinished(() => void Object.assign(systemClock, { after, own }))
    const { app } = await shown()
    await app.is('open')
    clock.pass(14_999)
    expect(app.now).toMatchObject({ isLate: false })
    clock.pass(1)
    await app.until('it is late', () => app.now.state === 'open' && app.now.isLate)
    await app.shakeHands()
    await app.until('it is ready', () => app.now.state === 'open' && app.now.isReady && !app.now.isLate)
    const closing = atrium.person.link.call('closeApp', { view: app.view, because: 'wanted' })
    await app.got('ui/resource-teardown')
    clock.pass(2000)
    await closing
  })
})
