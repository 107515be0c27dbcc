import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mostAppDrafts } from '../../../shared/content/attachments.ts'
import { Atrium, official, peer } from '../../support/atrium.ts'
import { ScriptedFrames } from './scripted-app.ts'
import { callOf, liveApp } from './shown-app.ts'

let atrium: Atrium
beforeAll(async () => {
  atrium = await Atrium.start({ appFrames: new ScriptedFrames() })
  await atrium.add('apps', peer('apps.mjs'))
  await atrium.add('everything', official('everything'))
})
afterAll(() => atrium.close())

const said = (...texts: string[]) => ({ role: 'user', content: texts.map((text) => ({ type: 'text', text })) })
const draftsIn = (conversation: string) => atrium.person.state.appDrafts?.[conversation] ?? []

/** An app that wrote a message, which is a draft now. */
async function written(text: string) {
  const { app, of } = await liveApp(atrium)
  expect(await app.ask('ui/message', said(text))).toMatchObject({ result: {} })
  const draft = await atrium.person.until('a draft', () => draftsIn(of.conversation)[0])
  return { app, ...of, draft }
}

describe('a message that an app writes', () => {
  test('[APP-42] [APS-8] is a draft when it is answered, and never sent by itself', async () => {
    const turns = atrium.person.all('turn.started').length
    const { conversation, draft, call } = await written('Book the table')
    expect(draft).toMatchObject({ server: 'apps', tool: 'shown', call, text: 'Book the table' })
    expect(atrium.person.all('turn.started')).toHaveLength(turns + 1)
    expect(atrium.person.state.turns).toEqual({})
    expect(atrium.requests).toEqual([])
    await atrium.person.link.call('removeAppDraft', { conversation, draft: draft.id })
    await atrium.person.until('it is gone', () => draftsIn(conversation).length === 0)
    await expect(atrium.person.link.call('removeAppDraft', { conversation, draft: draft.id })).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  test('[APP-42] is offered as text, and taken as one block or as several', async () => {
    const { app, of, offered } = await liveApp(atrium)
    expect(offered['message']).toEqual({ text: {} })
    await app.ask('ui/message', { role: 'user', content: { type: 'text', text: 'one' } })
    await app.ask('ui/message', said('two', 'three'))
    await atrium.person.until('two drafts', () => draftsIn(of.conversation).length === 2)
    expect(draftsIn(of.conversation).map(({ text }) => text)).toEqual(['one', 'two\n\nthree'])
  })

  test('[APS-8] is refused if it isn’t text of the user’s role, is empty, or has more than 32 KiB', async () => {
    const { app, of } = await liveApp(atrium)
    const image = { type: 'image', data: '', mimeType: 'image/png' }
    for (const params of [
      { role: 'assistant', content: [{ type: 'text', text: 'x' }] },
      { role: 'user', content: [{ type: 'text', text: 'x' }, image] },
      { role: 'user' },
      said('  '),
      said('é'.repeat(16 * 1024), 'x'),
    ])
      expect(await app.ask('ui/message', params)).toMatchObject({ error: { code: -32_602 } })
    expect(draftsIn(of.conversation)).toEqual([])
  })

  test('[APS-8] is refused while as many wait as a composer shows', async () => {
    const { app, conversation } = await written('first')
    for (let i = 1; i < mostAppDrafts; i++) await app.ask('ui/message', said(`message ${i}`))
    expect(await app.ask('ui/message', said('one too many'))).toMatchObject({ error: { code: -32_000 } })
    expect(draftsIn(conversation)).toHaveLength(mostAppDrafts)
  })

  test('[APS-8] has its hidden characters written out, because no text field shows them', async () => {
    const { draft } = await written('pay\u200B now\u202E\u00A0!')
    expect(draft.text).toBe('pay[U+200B] now[U+202E] !')
  })

  test('[APS-8] keeps its origin when it is sent: in the log, in exports, and marked if it was changed', async () => {
    const { conversation, draft, call } = await written('Reserve for two')
    await atrium.person.link.call('sendMessage', { conversation, text: 'Reserve for three', drafts: [draft.id] })
    const started = await atrium.person.event('turn.started', (it) => it.conversation === conversation && !it.origin)
    const origin = { draft: draft.id, server: 'apps', tool: 'shown', call, changed: true }
    expect(started.message?.from).toEqual([origin])
    await atrium.person.event('turn.finished', ({ turn }) => turn === started.turn)
    expect(draftsIn(conversation)).toEqual([])
    const { rows } = await atrium.person.link.call('listAudit', { limit: 100, conversation })
    expect(rows.find(({ turn, type }) => turn === started.turn && type === 'turn.started')).toMatchObject({
      server: 'apps',
      tool: 'shown',
      outcome: 'written-by-page',
    })
    const exported = { conversation, format: 'markdown', results: false } as const
    const { file } = await atrium.person.link.call('exportConversation', exported)
    expect(readFileSync(file, 'utf8')).toContain(
      'Written by an app of apps, for shown. You changed it before you sent it.',
    )
  })

  test('[APS-8] keeps its origin when a window sends its text without naming it', async () => {
    const { conversation, draft } = await written('Order more paper')
    await atrium.person.link.call('sendMessage', { conversation, text: 'Order more paper' })
    const started = await atrium.person.event('turn.started', (it) => it.conversation === conversation && !it.origin)
    expect(started.message?.from).toEqual([expect.objectContaining({ draft: draft.id })])
    expect(started.message?.from?.[0]).not.toHaveProperty('changed')
    await atrium.person.event('turn.finished', ({ turn }) => turn === started.turn)
  })

  test('[APS-8] is a draft again after its message was taken out of the queue', async () => {
    const { conversation, draft } = await written('And then pay')
    await atrium.person.link.call('sendMessage', { conversation, text: '!tool everything__echo {"message":"hold"}' })
    await atrium.person.ask()
    await atrium.person.link.call('sendMessage', { conversation, text: draft.text, drafts: [draft.id] })
    const queued = await atrium.person.until('it is queued', () => atrium.person.state.queued[conversation])
    expect(draftsIn(conversation)).toEqual([])
    await atrium.person.link.call('unqueueMessage', { conversation, message: queued.id })
    await atrium.person.until('it is a draft', () => draftsIn(conversation)[0]?.text === draft.text)
    await atrium.person.deny()
    await atrium.person.until('the turn ends', () => Object.keys(atrium.person.state.turns).length === 0)
  })

  test('[APS-8] stays its server’s data after it was sent, so a call to another server is asked about', async () => {
    const secret = 'the meeting is at the old lighthouse on friday evening'
    const { conversation, draft } = await written(`!tool everything__echo {"message":"${secret}"}`)
    await atrium.person.link.call('sendMessage', { conversation, text: draft.text, drafts: [draft.id] })
    const { question } = await atrium.person.ask()
    expect(question.flows?.[0]?.source).toMatchObject({ kind: 'attachment', server: 'apps' })
    await atrium.person.deny()
    await atrium.person.until('the turn ends', () => Object.keys(atrium.person.state.turns).length === 0)
  })

  test('[APS-8] is still there after a restart, and gone with its conversation', async () => {
    const { conversation, draft } = await written('Still here')
    await atrium.stop()
    await atrium.open()
    await atrium.person.until('it is ready', () => atrium.person.state.servers['apps']?.status.state === 'ready')
    expect(draftsIn(conversation)).toEqual([draft])
    await atrium.person.link.call('deleteConversation', { conversation })
    await atrium.person.until('it is gone', () => draftsIn(conversation).length === 0)
  })
})

test('an app of one conversation writes into no other', async () => {
  const first = await callOf(atrium)
  const { app } = await liveApp(atrium)
  await app.ask('ui/message', said('only here'))
  expect(draftsIn(first.conversation)).toEqual([])
})
