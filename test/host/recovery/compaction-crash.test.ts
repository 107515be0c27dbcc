import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { compacted } from '../../../shared/state/compactions.ts'
import type { Conversation } from '../../../shared/state/conversation.ts'
import { Atrium } from '../../support/atrium.ts'
import { HostProcess } from './host-process.ts'
import { Ledger } from './ledger.ts'

/** A request for a summary is answered for longer than any test runs. */
const scenario = {
  turns: [
    {
      match: { last_user: 'Write the summary' },
      sticky: true,
      content: [{ text: 'word '.repeat(20_000), chunk: 5, delay_ms: 20 }],
    },
  ],
}

test('[CMP-9] leaves no half summary after kill -9 during its request, and keeps a confirmed one and its undo @all', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'atrium-compaction-crash-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const ledger = new Ledger(directory)
  const atrium = await Atrium.start({ directory, scenario })
  onTestFinished(() => atrium.fake.close())
  await atrium.stop()
  let host = await HostProcess.start(directory)
  onTestFinished(() => host.kill())
  await host.person.link.call('setModelKey', { endpoint: 'anthropic', key: 'test-key' })
  let id = ''
  const read = async (): Promise<Conversation> =>
    (await host.person.link.call('getConversation', { conversation: id })).conversation
  const say = async (text: string): Promise<void> => {
    const sent = await host.person.link.call('sendMessage', { text, ...(id !== '' && { conversation: id }) })
    id = sent.conversation
    await host.person.event('turn.finished', (event) => event.turn === sent.turn)
  }
  const again = async (): Promise<void> => {
    await host.kill()
    host = await HostProcess.start(directory)
    expect(ledger.check()).toEqual([])
  }
  for (const text of ['one', 'two', 'three']) await say(text)

  await host.person.link.call('compactConversation', { conversation: id })
  await host.until('the request', () => host.person.state.compacting?.[id] !== undefined)
  await again()
  const cut = await read()
  expect(cut.compactions).toMatchObject([{ end: 'interrupted' }])
  expect(cut.compactions?.[0]).not.toHaveProperty('summary')
  expect(compacted(cut).turns).toHaveLength(3)
  expect(host.person.state.compacting).toBeUndefined()

  atrium.fake.setScenario({ turns: [{ content: [{ text: 'A whole summary.' }] }] })
  const { compaction } = await host.person.link.call('compactConversation', { conversation: id })
  await host.person.event('compaction.finished', (event) => event.compaction === compaction)
  await host.person.link.call('editSummary', { conversation: id, compaction, text: 'My summary.' })
  await again()
  expect((await read()).compactions?.at(-1)).toMatchObject({ end: 'done', edited: 'My summary.' })
  expect(compacted(await read()).turns).toHaveLength(2)
  await host.person.link.call('undoSummary', { conversation: id, compaction, undone: true })
  await again()
  expect(compacted(await read()).turns).toHaveLength(3)
  await say('four')
  await host.person.link.call('deleteConversation', { conversation: id })
  await host.person.link.call('eraseConversation', { conversation: id })
  await expect(read()).rejects.toMatchObject({ code: 'not-found' })
})
