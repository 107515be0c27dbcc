import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Atrium, official, peer } from '../../support/atrium.ts'
import { ScriptedFrames, type ScriptedApp } from './scripted-app.ts'
import { liveApp } from './shown-app.ts'

let atrium: Atrium
beforeAll(async () => {
  atrium = await Atrium.start({ appFrames: new ScriptedFrames() })
  await atrium.add('apps', peer('apps.mjs'))
  await atrium.add('everything', official('everything'))
})
afterAll(() => atrium.close())

const update = (app: ScriptedApp, text: string, structuredContent?: object) =>
  app.ask('ui/update-model-context', {
    content: [{ type: 'text', text }],
    ...(structuredContent && { structuredContent: JSON.parse(JSON.stringify(structuredContent)) }),
  })
const contextOf = ({ view }: ScriptedApp) => atrium.person.state.appContexts?.[view]

/** Sends a message with an app's context, as a window does, and waits for the turn. */
async function send(conversation: string, text: string, handle?: string) {
  const picked = handle === undefined ? [] : [{ handle }]
  const { turn } = await atrium.person.link.call('sendMessage', { conversation, text, picked })
  const ended = atrium.person.event('turn.finished', (it) => it.turn === turn)
  return { turn, ended }
}

describe('an app’s context', () => {
  test('[APP-43] [APS-9] has only the last update’s content, and sends nothing to a model by itself', async () => {
    const { app, of, offered } = await liveApp(atrium)
    expect(offered['updateModelContext']).toEqual({ text: {}, structuredContent: {} })
    expect(await update(app, 'three rows')).toMatchObject({ result: {} })
    await update(app, 'four rows', { selected: [4] })
    const context = await atrium.person.until('the second one', () => contextOf(app))
    expect(context).toMatchObject({ conversation: of.conversation, server: 'apps', tool: 'shown' })
    expect(Object.values(atrium.person.state.appContexts ?? {})).toHaveLength(1)
    const { contents } = await atrium.person.link.call('getAppContext', { handle: context.handle })
    expect(contents.map((it) => 'text' in it && it.text)).toEqual(['four rows', '{\n "selected": [\n  4\n ]\n}'])
    expect(atrium.requests).toEqual([])
  })

  test('[APP-43] [APS-9] goes with the next message as its server’s words between marks, and not again unchanged', async () => {
    const { app, of } = await liveApp(atrium)
    await update(app, 'the user looks at row 7')
    const { handle } = await atrium.person.until('it', () => contextOf(app))
    const { parts } = await atrium.person.link.call('describeRequest', { conversation: of.conversation })
    expect(parts.find(({ kind }) => kind === 'app-context')).toMatchObject({ server: 'apps' })
    await (
      await send(of.conversation, 'What do I see?', handle)
    ).ended
    const asked = JSON.stringify(atrium.requests.at(-1)?.body)
    expect(asked).toContain(String.raw`what the app for the tool \"shown\" of the server \"apps\" shows`)
    expect(asked).toContain('was written by that server, not by me')
    expect(asked).toContain('the user looks at row 7')
    expect(contextOf(app)).toBeUndefined()
    await update(app, 'the user looks at row 7')
    await app.ask('ping')
    expect(contextOf(app)).toBeUndefined()
    await update(app, 'the user looks at row 8')
    await atrium.person.until('the changed one', () => contextOf(app))
  })

  test('[APS-9] is its server’s data in the data flow, like a tool’s result', async () => {
    const words = 'the parcel waits behind the green door of house nine'
    const { app, of } = await liveApp(atrium)
    await update(app, words)
    const { handle } = await atrium.person.until('it', () => contextOf(app))
    const call = { tool_use: { name: 'everything__echo', input: { message: words } } }
    atrium.fake.setScenario({ turns: [{ content: [call] }] })
    const { ended } = await send(of.conversation, 'Echo what it shows', handle)
    const { question } = await atrium.person.ask()
    expect(question.flows?.[0]?.source).toMatchObject({ kind: 'attachment', server: 'apps' })
    await atrium.person.deny()
    await ended
  })

  test('[APS-9] can be removed by the user, emptied by the app, and is gone with it', async () => {
    const { app } = await liveApp(atrium)
    await update(app, 'one')
    await atrium.person.until('it', () => contextOf(app))
    await atrium.person.link.call('removeAppContext', { view: app.view })
    await atrium.person.until('it is removed', () => contextOf(app) === undefined)
    await update(app, 'two')
    await atrium.person.until('the next', () => contextOf(app))
    await app.ask('ui/update-model-context', {})
    await atrium.person.until('it is emptied', () => contextOf(app) === undefined)
    await update(app, 'three')
    await atrium.person.until('the last', () => contextOf(app))
    await atrium.person.link.call('closeApp', { view: app.view, because: 'left' })
    await atrium.person.until('it is gone', () => contextOf(app) === undefined)
    expect(Object.keys(atrium.person.state.appContexts ?? {})).not.toContain(app.view)
  })

  test('[APS-9] is refused if it is more than 64 KiB, or anything but text and an object', async () => {
    const { app } = await liveApp(atrium)
    expect(await update(app, 'x'.repeat(64 * 1024))).toMatchObject({ error: { code: -32_602 } })
    for (const params of [
      { content: [{ type: 'image', data: '', mimeType: 'image/png' }] },
      { content: 'text' },
      { structuredContent: [] },
    ])
      expect(await app.ask('ui/update-model-context', params)).toMatchObject({ error: { code: -32_602 } })
    expect(contextOf(app)).toBeUndefined()
  })

  test('[APS-9] doesn’t outlive the host', async () => {
    const { app } = await liveApp(atrium)
    await update(app, 'until the end')
    await atrium.person.until('it', () => contextOf(app))
    await atrium.stop()
    await atrium.open()
    await atrium.person.until('the servers', () => Object.keys(atrium.person.state.servers).length > 0)
    expect(atrium.person.state.appContexts).toBeUndefined()
  })
})
