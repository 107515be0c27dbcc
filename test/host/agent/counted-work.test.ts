import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Journal } from '../../../main/host/journal/journal.ts'
import { JournalStore } from '../../../main/host/journal/store.ts'
import type { HostEvent } from '../../../shared/events/events.ts'
import { Atrium, official } from '../../support/atrium.ts'
import { prepareJournal } from '../journal/prepared.ts'

/** The conversation's part of one commit: the kinds of its records, and the characters of their bodies. */
type Written = { types: HostEvent['type'][]; characters: number }

const directory = mkdtempSync(path.join(tmpdir(), 'atrium-'))
let atrium: Atrium
let allowed: string
beforeAll(async () => {
  prepareJournal(directory)
  // A stopped clock: a reply that takes long is saved in pieces, and records that no one waits for are committed after
  // ten milliseconds. Both would count here.
  const still = { now: () => Date.UTC(2026, 0, 1), after: () => ({ cancel: () => undefined }) }
  atrium = await Atrium.start({ directory, journal: Journal.open(directory, still) })
  await atrium.add('everything', official('everything'))
  const first = await atrium.person.link.call('sendMessage', { text: '!tool everything__echo {"message":"first"}' })
  await atrium.person.allow('conversation')
  await atrium.person.event('turn.finished')
  allowed = first.conversation
  // The first check of arguments loads it; until then, checks are messages to a thread.
  await import('../../../main/host/validation/quick-check.ts')
})
afterAll(async () => {
  await atrium.close()
  rmSync(directory, { recursive: true, force: true })
})

/** A turn in which the model makes these calls in each step: its batches, and the messages to threads. */
async function turn(steps: number, callsPerStep: number, message: string) {
  const call = (step: number) => (_: unknown, n: number) => ({
    tool_use: { name: 'everything__echo', input: { message: `${message} ${step} ${n}` } },
  })
  const content = Array.from({ length: steps }, (_, step) => ({
    content: [{ text: `Step ${step}` }, ...Array.from({ length: callsPerStep }, call(step))],
  }))
  atrium.fake.setScenario({ turns: [...content, { content: [{ text: 'Done.' }] }] })
  const batches: Written[] = []
  const commit = vi.spyOn(JournalStore.prototype, 'commit').mockImplementation(function (this: JournalStore, batch) {
    write.call(this, batch)
    // The server asks for roots and changes its list of tools when it likes, which can be during the turn.
    const own = batch.entries.filter(({ recorded: { event } }) => 'conversation' in event)
    batches.push({
      types: own.map(({ recorded }) => recorded.event.type),
      characters: own.reduce((sum, { body }) => sum + body.length, 0),
    })
  })
  const posted = vi.spyOn(Worker.prototype, 'postMessage')
  const begun = await atrium.person.link.call('sendMessage', { conversation: allowed, text: 'Go' })
  await atrium.person.event('turn.finished', (event) => event.turn === begun.turn && event.end === 'done')
  const messages = posted.mock.calls.map(([told]) => JSON.stringify(told))
  commit.mockRestore()
  posted.mockRestore()
  return { batches: batches.filter(({ types }) => types.some((type) => type.startsWith('call.'))), messages }
}
const write = JournalStore.prototype.commit

const count = (batches: Written[], type: HostEvent['type']): number[] =>
  batches.map(({ types }) => types.filter((it) => it === type).length)

test('[PRF-1] a call in a turn costs one commit before it is sent, and shares the next with the model request', async () => {
  const { batches, messages } = await turn(3, 1, 'x'.repeat(1024))
  const sent = ['message.finished', 'call.requested', 'call.cleared', 'call.started']
  expect(batches.map(({ types }) => types)).toEqual(
    [1, 2, 3].flatMap(() => [sent, ['call.finished', 'model.requested']]),
  )
  expect(messages.filter((message) => !message.includes('"name":"'))).toEqual([])
  // The message, once as asked for and once as returned, and at most 2 KB around them.
  for (const [at, { characters }] of batches.entries())
    expect(characters).toBeLessThan(at % 2 === 0 ? 2 * 1100 + 2048 : 1100 + 1024)
})

test('[PRF-5] a turn reads nothing of the conversation that the turn before it left', async () => {
  const { messages } = await turn(1, 1, 'again')
  expect(messages.filter((message) => message.includes('"name":"conversation"'))).toEqual([])
})

test('[PRF-1] 32 calls that arrive together are sent after one commit', async () => {
  const { batches, messages } = await turn(1, 32, 'together')
  expect(count(batches, 'call.started').filter((started) => started > 0)).toEqual([32])
  expect(count(batches, 'call.cleared').filter((cleared) => cleared > 0)).toEqual([32])
  expect(messages.filter((message) => !message.includes('"name":"'))).toEqual([])
})

test('[PRF-6] the host’s thread passes a conversation on as the JSON that the reading thread wrote', async () => {
  const link = atrium.host.link({ actor: 'test', right: 'use' })
  const { conversation } = await link.call('getConversation', { conversation: allowed })
  // Brings the search index up to date now, so it doesn't read the turns during the count.
  expect(await link.call('findText', { text: 'together', limit: 1 })).toMatchObject({ unread: 0 })
  const written = vi.spyOn(JSON, 'stringify')
  const read = vi.spyOn(JSON, 'parse')
  const json = await link.callForJson('getConversation', { conversation: allowed })
  const touched = [...written.mock.results.map(({ value }) => String(value)), ...read.mock.calls.map(([text]) => text)]
  written.mockRestore()
  read.mockRestore()
  expect(JSON.parse(json).conversation).toEqual(JSON.parse(JSON.stringify(conversation)))
  expect(touched.filter((text) => text.includes('Step 0'))).toEqual([])
})
