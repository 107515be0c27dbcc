import { expect, onTestFinished, test, vi } from 'vitest'
import { RecentConversations } from '../../../../main/host/agent/recent-conversations.ts'
import { Reader } from '../../../../main/host/journal/queries/reader.ts'
import { allSamples, samples } from '../../journal/samples.ts'
import { openJournal } from '../../journal/support.ts'
import { erasing } from '../../journal/following.ts'

type Read = ConstructorParameters<typeof RecentConversations>[0]['read']

function opened() {
  const journal = openJournal()
  const reader = new Reader(journal)
  onTestFinished(() => reader.close())
  const read = vi.fn<Read>((id) => reader.ask('getConversation', { conversation: id }))
  return { journal, read, recent: new RecentConversations({ journal, read }) }
}

const created = (conversation: string) => ({ ...samples['conversation.created'], conversation })

test('[PRF-5] a held conversation is, after each kind of event, what the log has of it', async () => {
  const { journal, read, recent } = opened()
  journal.append(created('c1'))
  await recent.open('c1')
  const ends = new Set(['conversation.deleted', 'conversation.restored', 'conversation.erased'])
  for (const event of allSamples.filter(({ type }) => !ends.has(type))) {
    journal.append(event)
    const { conversation } = await read('c1')
    expect(await recent.open('c1'), event.type).toEqual(conversation)
  }
})

test('[PRF-5] two who ask for a conversation share one reading, and get the events appended during it too', async () => {
  const { journal, read, recent } = opened()
  journal.append(created('c1'))
  const both = [recent.open('c1'), recent.open('c1')]
  journal.append({ ...samples['turn.started'], turn: 'late' })
  for (const conversation of await Promise.all(both)) expect(conversation.turns.map(({ id }) => id)).toEqual(['late'])
  expect(read).toHaveBeenCalledOnce()
})

test('[PRF-5] a caller that changes its copy changes nothing for the next one', async () => {
  const { journal, recent } = opened()
  journal.append(created('c1'))
  const copy = await recent.open('c1')
  copy.turns.pop()
  copy.title = 'another'
  journal.append(samples['turn.started'])
  expect(await recent.open('c1')).toMatchObject({ title: samples['conversation.created'].title, turns: [{ id: 't1' }] })
})

test('[PRF-5] two conversations are held, and a third takes the place of the one used longest ago', async () => {
  const { journal, read, recent } = opened()
  journal.append(...['a', 'b', 'c'].map(created))
  for (const id of ['a', 'b', 'a', 'c', 'a', 'b']) await recent.open(id)
  expect(read.mock.calls.flat()).toEqual(['a', 'b', 'c', 'b'])
})

test('[PRF-5] a deleted conversation is refused until it is restored, and an erased one is forgotten', async () => {
  const { journal, recent } = opened()
  journal.append(created('c1'))
  await recent.open('c1')
  journal.append(samples['conversation.deleted'])
  await expect(recent.open('c1')).rejects.toMatchObject({ code: 'conflict' })
  journal.append(samples['conversation.restored'])
  expect(await recent.open('c1')).toMatchObject({ id: 'c1', deletedAt: undefined })
  journal.append(samples['conversation.deleted'])
  await erasing(journal).erase('c1')
  await expect(recent.open('c1')).rejects.toMatchObject({ code: 'not-found' })
})
