import {
  AppBridge,
  McpUiDownloadFileResultSchema,
  McpUiHostContextChangedNotificationSchema,
  McpUiInitializeResultSchema,
  McpUiMessageResultSchema,
  McpUiOpenLinkResultSchema,
  McpUiRequestDisplayModeResultSchema,
  McpUiResourceTeardownRequestSchema,
  McpUiToolInputNotificationSchema,
  McpUiToolResultNotificationSchema,
} from '@modelcontextprotocol/ext-apps/app-bridge'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JsonObject } from '../../../shared/schema/json.ts'
import { Atrium, peer } from '../../support/atrium.ts'
import { around, ScriptedFrames } from './scripted-app.ts'
import { liveApp } from './shown-app.ts'

let atrium: Atrium
beforeAll(async () => {
  atrium = await Atrium.start({ appFrames: new ScriptedFrames() })
  await atrium.add('apps', peer('apps.mjs'))
})
afterAll(() => atrium.close())

const hello = { appInfo: { name: 'page', version: '1' }, appCapabilities: {}, protocolVersion: '2026-01-26' }

/** The extension's own host, in memory, with an app of which a test writes each message. */
async function otherHost() {
  const answers: JsonObject[] = []
  const transport: Parameters<AppBridge['connect']>[0] = {
    start: () => Promise.resolve(),
    send: (message: object) => Promise.resolve(void answers.push(JSON.parse(JSON.stringify(message)) as JsonObject)),
    close: () => Promise.resolve(),
  }
  const bridge = new AppBridge(
    null,
    { name: 'Other', version: '1' },
    { openLinks: {}, message: { text: {} } },
    { hostContext: { theme: 'light', displayMode: 'inline' } },
  )
  bridge.onopenlink = () => Promise.resolve({})
  bridge.onmessage = () => Promise.resolve({})
  bridge.onrequestdisplaymode = () => Promise.resolve({ mode: 'inline' })
  await bridge.connect(transport)
  let last = 0
  const ask = (method: string, params: object): Promise<JsonObject> => {
    const id = ++last
    transport.onmessage?.({ jsonrpc: '2.0', id, method, params: { ...params } })
    return expect
      .poll(() => answers.find((it) => it['id'] === id))
      .toBeDefined()
      .then(() => answers.find((it) => it['id'] === id) ?? {})
  }
  const shakeHands = async (): Promise<void> => {
    await ask('ui/initialize', hello)
    transport.onmessage?.({ jsonrpc: '2.0', method: 'ui/notifications/initialized' })
  }
  return { ask, shakeHands }
}

const shapeOf = (answer: JsonObject): unknown =>
  'error' in answer ? (answer['error'] as JsonObject)['code'] : Object.keys(answer['result'] as JsonObject).toSorted()

test.each<[string, object]>([
  ['ui/initialize', hello],
  ['ping', {}],
  ['ui/request-display-mode', { mode: 'inline' }],
  ['ui/message', { role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
  ['sampling/createMessage', { messages: [], maxTokens: 1 }],
  ['tasks/list', {}],
  ['no/such-method', {}],
])('[APP-27] [APP-28] answers an app in the shape of the extension’s own host: %s', async (method, params) => {
  const other = await otherHost()
  if (method !== 'ui/initialize') await other.shakeHands()
  const { app } = await liveApp(atrium)
  expect(shapeOf(await app.ask(method, JSON.parse(JSON.stringify(params))))).toEqual(
    shapeOf(await other.ask(method, params)),
  )
  await app.close()
})

test('[APP-28] [APP-33] [APP-35] says to an app only what the extension’s own library can read', async () => {
  const { app } = await liveApp(atrium)
  const { result: welcome } = await app.ask('ui/initialize', hello)
  expect(McpUiInitializeResultSchema.parse(welcome)).toMatchObject({
    hostInfo: { name: 'Atrium' },
    hostCapabilities: { openLinks: {}, serverTools: {}, serverResources: {}, downloadFile: {} },
    hostContext: { theme: 'light', displayMode: 'inline' },
  })
  await atrium.person.link.call('changeApp', { view: app.view, around: { ...around, theme: 'dark' } })
  const notifications = {
    'ui/notifications/tool-input': McpUiToolInputNotificationSchema,
    'ui/notifications/tool-result': McpUiToolResultNotificationSchema,
    'ui/notifications/host-context-changed': McpUiHostContextChangedNotificationSchema,
  }
  for (const [method, schema] of Object.entries(notifications)) schema.parse(await app.got(method))
  const { result: mode } = await app.ask('ui/request-display-mode', { mode: 'inline' })
  McpUiRequestDisplayModeResultSchema.parse(mode)
  const { result: message } = await app.ask('ui/message', { role: 'user', content: [{ type: 'text', text: 'Hello' }] })
  McpUiMessageResultSchema.parse(message)

  const asked = async (method: string, params: JsonObject) => {
    const answer = app.ask(method, params)
    await atrium.person.answer(await atrium.person.ask('page-wish'), { decision: 'allow' })
    return (await answer)['result']
  }
  McpUiOpenLinkResultSchema.parse(await asked('ui/open-link', { url: 'https://example.com/' }))
  const resource = { uri: 'ui://x/a.txt', text: 'a' }
  McpUiDownloadFileResultSchema.parse(await asked('ui/download-file', { contents: [{ type: 'resource', resource }] }))

  const closing = atrium.person.link.call('closeApp', { view: app.view, because: 'wanted' })
  const teardown = await app.got('ui/resource-teardown')
  McpUiResourceTeardownRequestSchema.parse(teardown)
  await app.say({ jsonrpc: '2.0', id: teardown['id'] ?? '', result: {} })
  await closing
})
