import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { Journal } from '../../../main/host/journal/journal.ts'
import type { FeedMessage } from '../../../shared/contract/commands.ts'
import type { HostEvent } from '../../../shared/events/events.ts'
import { Atrium, peer } from '../../support/atrium.ts'
import { ownHost } from '../../support/own-host.ts'
import { forProgram, storedName } from '../../../shared/risk/secret-names.ts'

let shared: Atrium
let atrium: Atrium
beforeAll(async () => {
  shared = await Atrium.start()
  await shared.add('good', peer('good.mjs'))
})
beforeEach(async () => {
  atrium = shared
  await shared.fresh()
})
afterAll(() => shared.close())

const echo = (text: string): string => `!tool good__echo ${JSON.stringify({ text })}`

test('[AGT-11] writes clearance and start to disk before sending a byte to the server', async () => {
  await atrium.person.link.call('sendMessage', { text: echo('order') })
  await atrium.person.allow()
  await atrium.person.event('call.finished')
  const { rows } = await atrium.person.link.call('listAudit', { limit: 200 })
  const seq = (type: string): number => rows.find((row) => row.type === type)?.seq ?? Number.NaN
  expect(seq('call.requested')).toBeLessThan(seq('ask.opened'))
  expect(seq('ask.opened')).toBeLessThan(seq('ask.closed'))
  expect(seq('call.cleared')).toBe(seq('ask.closed') + 1)
  expect(seq('call.started')).toBe(seq('call.cleared') + 1)
  expect(seq('call.finished')).toBeGreaterThan(seq('call.started'))
})

test('[AGT-12] keeps transcript and log over a restart, expires the open question and can send the history', async () => {
  const first = await atrium.person.link.call('sendMessage', { text: echo('kept') })
  await atrium.person.allow()
  await atrium.person.event('turn.finished')
  const { conversation } = first
  await atrium.person.link.call('sendMessage', { conversation, text: echo('left open') })
  await atrium.person.ask()
  await atrium.stop()
  await atrium.open()
  const { person } = atrium
  const got = await person.link.call('getConversation', { conversation })
  expect(got.conversation.turns.map((turn) => turn.end)).toEqual(['done', 'interrupted'])
  const calls = got.conversation.turns.flatMap((turn) => turn.messages.flatMap((message) => message.calls))
  expect(calls[0]?.outcome?.status).toBe('succeeded')
  expect(calls[1]?.outcome?.status).toMatch(/^(cancelled|expired)$/)
  expect(person.state.asks).toEqual([])
  expect(person.state.turns).toEqual({})
  const { rows } = await person.link.call('listAudit', {})
  expect(rows.some((row) => row.type === 'call.finished' && row.tool === 'echo' && row.outcome === 'succeeded')).toBe(
    true,
  )
  await person.until('the server is back', () => person.state.servers['good']?.status.state === 'ready')
  await person.link.call('sendMessage', { conversation, text: 'Still there?' })
  await person.event('turn.finished', (event) => event.end === 'done')
  expect(atrium.requests.at(-1)?.status).toBe(200)
})

test('[AGT-14] queues one message behind a running turn, lets the user take it back, and sends it at the end', async () => {
  const { person } = atrium
  const { conversation } = await person.link.call('sendMessage', { text: echo('first') })
  await person.ask()
  expect(await person.link.call('sendMessage', { conversation, text: 'wrong' })).toMatchObject({ queued: true })
  await expect(person.link.call('sendMessage', { conversation, text: 'third' })).rejects.toMatchObject({
    code: 'conflict',
  })
  const waiting = await person.until('the message waits', () => person.state.queued[conversation])
  await person.link.call('unqueueMessage', { conversation, message: waiting.id })
  await person.link.call('sendMessage', { conversation, text: 'right' })
  await person.allow()
  await person.until('both turns end', () => person.all('turn.finished').length === 2)
  const got = await person.link.call('getConversation', { conversation })
  expect(got.conversation.turns.map((turn) => turn.message?.parts[0])).toEqual([
    { type: 'text', text: echo('first') },
    { type: 'text', text: 'right' },
  ])
  expect(person.state.queued).toEqual({})
})

test('[AGT-15] withdraws an open question when its definition changes, and asks again', async () => {
  await atrium.add('shop', peer('changing.mjs'))
  onTestFinished(() => shared.remove('shop'))
  const { person } = atrium
  await person.link.call('sendMessage', { text: '!tool shop__target {}\n!tool shop__flip {}' })
  await person.until('two questions', () => person.state.asks.length === 2)
  const [target, flip] = person.state.asks
  if (target?.kind !== 'approval' || !flip) throw new Error('two questions were open')
  await person.answer(flip, { decision: 'allow', scope: 'once' })
  await person.event('ask.closed', (event) => event.ask === target.id && event.by === 'withdrawn')
  const anew = await person.ask()
  expect(anew.question.definition).not.toBe(target.question.definition)
  expect(anew.question.description).toBe('As it is now.')
  await expect(person.answer(target, { decision: 'allow', scope: 'once' })).rejects.toMatchObject({ code: 'not-found' })
  await person.answer(anew, { decision: 'allow', scope: 'once' })
  await person.event('turn.finished', (event) => event.end === 'done')
})

test('[AGT-16] accepts the first answer, tells the second who was first, and refuses other answers', async () => {
  const { person } = atrium
  const other = atrium.join('use', 'web:other')
  await person.link.call('sendMessage', { text: echo('race') })
  const ask = await person.ask()
  const changed = { ...ask, contentHash: '0'.repeat(64) }
  await expect(person.answer(changed, { decision: 'allow', scope: 'once' })).rejects.toMatchObject({ code: 'conflict' })
  await expect(
    person.link.call('answer', { ask: ask.id, contentHash: ask.contentHash, answer: { decision: 'maybe' } }),
  ).rejects.toMatchObject({
    code: 'bad-input',
  })
  const answers = await Promise.allSettled([
    other.answer(ask, { decision: 'deny' }),
    person.answer(ask, { decision: 'allow', scope: 'once' }),
  ])
  expect(answers.map((it) => it.status)).toEqual(['fulfilled', 'rejected'])
  expect(answers[1]).toMatchObject({ reason: { code: 'conflict', message: expect.stringContaining('web:other') } })
  await person.event('turn.finished')
  expect(person.all('call.started')).toEqual([])
  other.leave()
})

test('[AGT-17] limits a session to its right, and changes nothing on refusal', async () => {
  const guest = atrium.join('use', 'web:guest')
  const seen = (await guest.link.call('listAudit', {})).asOf
  const config = peer('good.mjs')
  await expect(guest.link.call('addServer', { id: 'x', config })).rejects.toMatchObject({ code: 'forbidden' })
  const call = guest.link.call as (name: string, input: unknown) => Promise<unknown>
  await expect(call('constructor', {})).rejects.toMatchObject({
    code: 'not-found',
    message: 'No command named constructor.',
  })
  await expect(call('sendMessage', { text: '' })).rejects.toMatchObject({ code: 'bad-input' })
  await expect(call('sendMessage', { text: 'hi', extra: 1 })).rejects.toMatchObject({ code: 'bad-input' })
  await expect(guest.link.call('sendMessage', { conversation: 'nowhere', text: 'hi' })).rejects.toMatchObject({
    code: 'not-found',
  })
  expect((await guest.link.call('listAudit', {})).asOf).toBe(seen)
  guest.leave()
})

test('[AGT-18] folds the feed to the same state as a fresh snapshot', async () => {
  atrium = await ownHost()
  await atrium.add('good', peer('good.mjs'))
  await atrium.person.link.call('sendMessage', { text: echo('same') })
  await atrium.person.allow('conversation')
  await atrium.person.event('turn.finished')
  const fresh = atrium.join('read', 'web:reader')
  expect(fresh.state).toEqual(atrium.person.state)
  fresh.leave()
})

test('[AGT-19] disconnects a slow subscriber and sends it a snapshot with the text so far', async () => {
  const scenario = {
    turns: [{ content: [{ repeat: { text: 'word ', times: 4000 } }, { wait_ms: 60_000 }, { text: 'end' }] }],
  }
  const directory = mkdtempSync(path.join(tmpdir(), 'atrium-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const journal = Journal.open(directory)
  atrium = await ownHost({ scenario, directory, journal })
  const got: FeedMessage[] = []
  let release = (): void => undefined
  const leave = atrium.host.link({ actor: 'web:slow', right: 'read' }).subscribe((message) => {
    got.push(message)
    return got.length === 2 ? new Promise<void>((resolve) => (release = resolve)) : undefined
  })
  const { person } = atrium
  const sent = (_: unknown, i: number): HostEvent => ({ type: 'request.sent', server: 'it', method: `method/${i}` })
  journal.append(sent(undefined, 0))
  await person.until('the slow one is behind', () => got.length === 2)
  journal.append(...Array.from({ length: 2100 }, sent))
  await person.link.call('sendMessage', { text: 'Go' })
  await person.until(
    'the text is there',
    () => (Object.values(person.state.turns)[0]?.message?.blocks[0]?.text.length ?? 0) >= 20_000,
  )
  release()
  const again = await person.until('a new snapshot', () => got.slice(1).find((message) => 'snapshot' in message))
  const text = 'snapshot' in again ? Object.values(again.snapshot.turns)[0]?.message?.blocks[0]?.text : undefined
  expect(text).toHaveLength(20_000)
  leave()
})

test('[CFG-4] keeps secret values out of all files, events and rows', async () => {
  atrium = await ownHost()
  const { person } = atrium
  const canary = 'canary-7d1f0a6e'
  const env = { TOKEN: { secret: 'server/it/env/TOKEN' } }
  const config = { ...peer('good.mjs'), env }
  await person.link.call('addServer', { id: 'it', config, secrets: { 'server/it/env/TOKEN': canary } })
  await person.trust('it')
  await person.until('it is ready', () => person.state.servers['it']?.status.state === 'ready')
  await person.link.call('setModelKey', { endpoint: 'anthropic', key: 'test-key' })
  expect(await atrium.secrets.get(storedName('server/it/env/TOKEN', forProgram))).toBe(canary)
  await atrium.stop()
  const files = ['servers.json', 'settings.json', 'journal.db']
  for (const file of files) expect(readFileSync(path.join(atrium.directory, file)).includes(canary)).toBe(false)
  for (const file of files) expect(readFileSync(path.join(atrium.directory, file)).includes('test-key')).toBe(false)
  await atrium.open()
})
