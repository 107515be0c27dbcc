import { expect, test } from 'vitest'
import { KeptTranscripts } from '../../../renderer/state/chat/kept-transcripts.ts'
import { emptyConversation } from '../../../shared/state/conversation.ts'
import type { Recorded } from '../../../shared/events/events.ts'

type Listener = { events(recorded: Recorded[]): void; reset(): void }

/** A host that answers each question for a conversation with an empty one. */
function source() {
  const asked: string[] = []
  const listeners = new Set<Listener>()
  const call = async (_name: string, { conversation }: { conversation: string }) => {
    asked.push(conversation)
    return { conversation: emptyConversation(conversation), asOf: 0 }
  }
  return {
    asked,
    listeners,
    link: { call: call as never },
    onEvents: (listener: Listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    say: (recorded: Recorded[]) => [...listeners].forEach((it) => it.events(recorded)),
    reset: () => [...listeners].forEach((it) => listeners.has(it) && it.reset()),
  }
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('[CHAT-38] shows one of the last five conversations again without asking, with what happened since', async () => {
  const host = source()
  const kept = new KeptTranscripts(host)
  for (const id of ['a', 'b', 'c', 'd', 'e']) kept.show(kept.of(id))()
  await settle()
  const actor = 'web:1'
  host.say([{ seq: 1, at: 1, event: { type: 'conversation.renamed', conversation: 'a', title: 'New', actor } }])
  const again = kept.of('a')
  const leave = kept.show(again)
  expect(host.asked).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(again.status).toEqual({ state: 'ready' })
  expect(again.title).toBe('New')
  leave()
})

test('[CHAT-38] forgets the one that was used longest ago, and never one that a page shows', async () => {
  const host = source()
  const kept = new KeptTranscripts(host)
  const leave = kept.show(kept.of('shown'))
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) kept.prefetch(id)
  await settle()
  // The kept ones, the shown one and the place that keeps them.
  expect(host.listeners.size).toBe(7)
  expect(kept.of('a').status).toEqual({ state: 'loading' })
  expect(kept.of('shown').status).toEqual({ state: 'ready' })
  leave()
  expect(host.listeners.size).toBe(6)
})

test('[CHAT-38] asks after a break only for what a page shows', async () => {
  const host = source()
  const kept = new KeptTranscripts(host)
  kept.show(kept.of('shown'))
  kept.prefetch('idle')
  await settle()
  host.reset()
  expect(host.asked).toEqual(['shown', 'idle', 'shown'])
})

test('[CHAT-38] drops the content of an erased conversation that no page shows', async () => {
  const host = source()
  const kept = new KeptTranscripts(host)
  kept.prefetch('a')
  await settle()
  host.say([{ seq: 1, at: 1, event: { type: 'conversation.erased', conversation: 'a', events: 0 } }])
  expect(kept.of('a').status).toEqual({ state: 'gone' })
  expect(kept.of('a').turns).toEqual([])
})
