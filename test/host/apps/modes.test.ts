import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Atrium, peer } from '../../support/atrium.ts'
import { around, ScriptedFrames, ScriptedPage } from './scripted-app.ts'
import { callOf, livePage } from './shown-app.ts'

let atrium: Atrium
const frames = new ScriptedFrames()
beforeAll(async () => {
  atrium = await Atrium.start({ pageFrames: frames })
  await atrium.add('pages', peer('pages.mjs'))
})
afterAll(() => atrium.close())

/** The wish that waits for the page's window. */
const wishOf = (page: ScriptedPage) =>
  page.until('a wish', () => (page.now.state === 'open' ? page.now.wish : undefined))

const answer = (page: ScriptedPage, mode: 'inline' | 'fullscreen', answers?: number) =>
  atrium.person.link.call('changePage', {
    view: page.view,
    around: { ...around, mode },
    ...(answers !== undefined && { answers }),
  })

describe('a page’s wish for a display mode', () => {
  test('[APP-31] is answered with the mode that the page then has, after it heard of it', async () => {
    const { page } = await livePage(atrium)
    const answered = page.ask('ui/request-display-mode', { mode: 'fullscreen' })
    const { id, mode } = await wishOf(page)
    expect(mode).toBe('fullscreen')
    // Another change of the window doesn't answer it.
    await answer(page, 'inline')
    await answer(page, 'fullscreen', id)
    expect(await answered).toMatchObject({ result: { mode: 'fullscreen' } })
    const changes = page.received.filter(({ method }) => method === 'ui/notifications/host-context-changed')
    expect(changes.at(-1)).toMatchObject({ params: { displayMode: 'fullscreen' } })
  })

  test('[APP-31] is answered with the mode that it has if the window can’t, or Atrium has no such mode', async () => {
    const { page } = await livePage(atrium)
    const answered = page.ask('ui/request-display-mode', { mode: 'fullscreen' })
    const { id } = await wishOf(page)
    await answer(page, 'inline', id)
    expect(await answered).toMatchObject({ result: { mode: 'inline' } })
    for (const mode of ['pip', 'inline', 'unknown'])
      expect(await page.ask('ui/request-display-mode', { mode })).toMatchObject({ result: { mode: 'inline' } })
    expect(await page.ask('ui/request-display-mode')).toMatchObject({ error: { code: -32_602 } })
  })

  test('[APP-31] is withdrawn from the window if the page cancels it', async () => {
    const { page } = await livePage(atrium)
    const request = { jsonrpc: '2.0', id: 'w', method: 'ui/request-display-mode', params: { mode: 'fullscreen' } }
    await page.say(request)
    const { id } = await wishOf(page)
    await page.notify('notifications/cancelled', { requestId: 'w' })
    await page.until('no wish', () => page.now.state === 'open' && page.now.wish === undefined)
    // The page can wish again, and an answer to the cancelled wish doesn't answer the new one.
    const answered = page.ask('ui/request-display-mode', { mode: 'fullscreen' })
    const next = await wishOf(page)
    await answer(page, 'inline', id)
    expect((await wishOf(page)).id).toBe(next.id)
    await answer(page, 'fullscreen', next.id)
    expect(await answered).toMatchObject({ result: { mode: 'fullscreen' } })
    expect(page.received.filter((it) => it['id'] === 'w')).toEqual([])
  })

  test('[APP-30] never leads to a mode that the page didn’t name', async () => {
    const page = await ScriptedPage.show(atrium.person, await callOf(atrium))
    await page.shakeHands({ availableDisplayModes: ['inline'] })
    expect(await page.ask('ui/request-display-mode', { mode: 'fullscreen' })).toMatchObject({
      result: { mode: 'inline' },
    })
    expect(await page.is('open')).toMatchObject({ canFill: false })
  })
})

test('[APP-34] a page gets its call’s arguments whole: it can’t be shown before they were sent', async () => {
  const { person } = atrium
  const { conversation } = await person.link.call('sendMessage', { text: '!tool pages__shown {"city":"Lyon"}' })
  const { operation } = await person.ask()
  const call = operation?.call ?? ''
  await expect(ScriptedPage.show(person, { conversation, call })).rejects.toMatchObject({ code: 'not-found' })
  await person.allow()
  const { page } = await livePage(atrium, { conversation, call })
  expect(page.methods()).not.toContain('ui/notifications/tool-input-partial')
  expect(page.methods().filter((method) => method === 'ui/notifications/tool-input')).toHaveLength(1)
})

test('[APP-38] a page that wants to end hears so, has time to answer, and leaves no frame', async () => {
  const { page } = await livePage(atrium)
  const { address } = await page.is('open')
  await page.notify('ui/notifications/request-teardown')
  const { id = '' } = await page.got('ui/resource-teardown')
  expect(frames.running).toContain(address)
  await page.say({ jsonrpc: '2.0', id, result: {} })
  expect(await page.is('closed')).toEqual({ state: 'closed' })
  expect(frames.running).not.toContain(address)
})

test('[APS-16] an export has the text of a result that has a page, and nothing of the page', async () => {
  const { of } = await livePage(atrium)
  for (const format of ['markdown', 'html'] as const) {
    const wanted = { conversation: of.conversation, format, results: true }
    const { file } = await atrium.person.link.call('exportConversation', wanted)
    const text = readFileSync(file, 'utf8')
    expect(text).toContain('shown')
    expect(text).not.toContain('<title>View</title>')
  }
})
