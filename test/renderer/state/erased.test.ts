import { expect, onTestFinished, test } from 'vitest'
import { Transcript } from '../../../renderer/state/chat/transcript.ts'
import { Replica } from '../../../renderer/state/replica.ts'
import { Atrium } from '../../support/atrium.ts'

test('[CHAT-6] removes a conversation with all its text when another window erases it', async () => {
  const atrium = await Atrium.start()
  onTestFinished(() => atrium.close())
  const { link } = atrium.person
  const { conversation } = await link.call('sendMessage', { text: 'Remember the word oboe' })
  await atrium.person.event('turn.finished')
  const other = new Replica(atrium.host.link({ actor: 'web:other', right: 'use' }))
  const transcript = new Transcript(conversation, other)
  const leave = transcript.open()
  onTestFinished(leave)
  await expect.poll(() => JSON.stringify(transcript.turns)).toContain('oboe')

  await link.call('deleteConversation', { conversation })
  await expect.poll(() => transcript.status).toEqual({ state: 'deleted' })
  await link.call('eraseConversation', { conversation })
  await expect.poll(() => transcript.status).toEqual({ state: 'gone' })
  expect(transcript.turns).toEqual([])
  expect(transcript.title).toBe('')
})
