import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Atrium, peer } from '../../support/atrium.ts'
import { around, ScriptedFrames, ScriptedApp } from './scripted-app.ts'
import { callOf, liveApp } from './shown-app.ts'

let atrium: Atrium
const frames = new ScriptedFrames()
beforeAll(async () => {
  atrium = await Atrium.start({ appFrames: frames })
  await atrium.add('apps', peer('apps.mjs'))
})
afterAll(() => atrium.close())

/** The wish that waits for the app's window. */
const wishOf = (app: ScriptedApp) => app.until('a wish', () => (app.now.state === 'open' ? app.now.wish : undefined))

const answer = (app: ScriptedApp, mode: 'inline' | 'fullscreen', answers?: number) =>
  atrium.person.link.call('changeApp', {
    view: app.view,
    around: { ...around, mode },
    ...(answers !== undefined && { answers }),
  })

describe('an app’s wish for a display mode', () => {
  test('[APP-31] is answered with the mode that the app then has, after it heard of it', async () => {
    const { app } = await liveApp(atrium)
    const answered = app.ask('ui/request-display-mode', { mode: 'fullscreen' })
    const { id, mode } = await wishOf(app)
    expect(mode).toBe('fullscreen')
    // Another change of the window doesn't answer it.
    await answer(app, 'inline')
    await answer(app, 'fullscreen', id)
    expect(await answered).toMatchObject({ result: { mode: 'fullscreen' } })
    const changes = app.received.filter(({ method }) => method === 'ui/notifications/host-context-changed')
    expect(changes.at(-1)).toMatchObject({ params: { displayMode: 'fullscreen' } })
  })

  test('[APP-31] is answered with the mode that it has if the window can’t, or Atrium has no such mode', async () => {
    const { app } = await liveApp(atrium)
    const answered = app.ask('ui/request-display-mode', { mode: 'fullscreen' })
    const { id } = await wishOf(app)
    await answer(app, 'inline', id)
    expect(await answered).toMatchObject({ result: { mode: 'inline' } })
    for (const mode of ['pip', 'inline', 'unknown'])
      expect(await app.ask('ui/request-display-mode', { mode })).toMatchObject({ result: { mode: 'inline' } })
    expect(await app.ask('ui/request-display-mode')).toMatchObject({ error: { code: -32_602 } })
  })

  test('[APP-31] is withdrawn from the window if the app cancels it', async () => {
    const { app } = await liveApp(atrium)
    const request = { jsonrpc: '2.0', id: 'w', method: 'ui/request-display-mode', params: { mode: 'fullscreen' } }
    await app.say(request)
    const { id } = await wishOf(app)
    await app.notify('notifications/cancelled', { requestId: 'w' })
    await app.until('no wish', () => app.now.state === 'open' && app.now.wish === undefined)
    // The app can wish again, and an answer to the cancelled wish doesn't answer the new one.
    const answered = app.ask('ui/request-display-mode', { mode: 'fullscreen' })
    const next = await wishOf(app)
    await answer(app, 'inline', id)
    expect((await wishOf(app)).id).toBe(next.id)
    await answer(app, 'fullscreen', next.id)
    expect(await answered).toMatchObject({ result: { mode: 'fullscreen' } })
    expect(app.received.filter((it) => it['id'] === 'w')).toEqual([])
  })

  test('[APP-30] never leads to a mode that the app didn’t name', async () => {
    const app = await ScriptedApp.show(atrium.person, await callOf(atrium))
    await app.shakeHands({ availableDisplayModes: ['inline'] })
    expect(await app.ask('ui/request-display-mode', { mode: 'fullscreen' })).toMatchObject({
      result: { mode: 'inline' },
    })
    expect(await app.is('open')).toMatchObject({ canFill: false })
  })
})

test('[APP-34] an app gets its call’s arguments whole: it can’t be shown before they were sent', async () => {
  const { person } = atrium
  const { conversation } = await person.link.call('sendMessage', { text: '!tool apps__shown {"city":"Lyon"}' })
  const { operation } = await person.ask()
  const call = operation?.call ?? ''
  await expect(ScriptedApp.show(person, { conversation, call })).rejects.toMatchObject({ code: 'not-found' })
  await person.allow()
  const { app } = await liveApp(atrium, { conversation, call })
  expect(app.methods()).not.toContain('ui/notifications/tool-input-partial')
  expect(app.methods().filter((method) => method === 'ui/notifications/tool-input')).toHaveLength(1)
})

test('[APP-38] an app that wants to end hears so, has time to answer, and leaves no frame', async () => {
  const { app } = await liveApp(atrium)
  const { address } = await app.is('open')
  await app.notify('ui/notifications/request-teardown')
  const { id = '' } = await app.got('ui/resource-teardown')
  expect(frames.running).toContain(address)
  await app.say({ jsonrpc: '2.0', id, result: {} })
  expect(await app.is('closed')).toEqual({ state: 'closed' })
  expect(frames.running).not.toContain(address)
})

test('[APS-16] an export has the text of a result that has an app, and nothing of the app', async () => {
  const { of } = await liveApp(atrium)
  for (const format of ['markdown', 'html'] as const) {
    const wanted = { conversation: of.conversation, format, results: true }
    const { file } = await atrium.person.link.call('exportConversation', wanted)
    const text = readFileSync(file, 'utf8')
    expect(text).toContain('shown')
    expect(text).not.toContain('<title>View</title>')
  }
})
