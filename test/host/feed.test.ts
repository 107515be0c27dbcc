import { expect, onTestFinished, test } from 'vitest'
import type { FeedMessage } from '../../shared/contract/commands.ts'
import { subscribe } from '../../main/host/feed.ts'
import type { Journal, JournalOptions } from '../../main/host/journal/journal.ts'
import { bulk, connect, note, openJournal, storedSeqs } from './journal/support.ts'

/** A journal and a subscriber that checks, with each message, what is on disk at that moment. */
function told(options?: JournalOptions): { journal: Journal; next: () => Promise<FeedMessage & { stored: number }> } {
  const journal = openJournal(options)
  const db = connect(journal.file)
  journal.append(note('before the subscriber'))
  const messages: (FeedMessage & { stored: number })[] = []
  let wake = Promise.withResolvers<void>()
  const leave = subscribe(journal, { actor: 'web:1', right: 'admin' }, (message) => {
    messages.push({ ...message, stored: storedSeqs(db).at(-1) ?? 0 })
    wake.resolve()
  })
  onTestFinished(leave)
  const next = async (): Promise<FeedMessage & { stored: number }> => {
    for (;;) {
      const message = messages.shift()
      if (message) return message
      wake = Promise.withResolvers()
      await wake.promise
    }
  }
  return { journal, next }
}

const seqsIn = (message: FeedMessage): (number | null)[] =>
  'snapshot' in message ? [message.seq] : message.events.map(({ seq }) => seq)

test('[JRN-24] sends each message of the feed once its events are on disk', async () => {
  const { journal, next } = told()
  const snapshot = await next()
  expect([seqsIn(snapshot), snapshot.durable, snapshot.stored]).toEqual([[1], 1, 1])
  for (let seq = 2; seq <= 20; seq++) {
    journal.append(note(`${seq}`))
    const frame = await next()
    expect([seqsIn(frame), frame.durable, frame.stored]).toEqual([[seq], seq, seq])
  }
})

test('[JRN-24] reports in each message what is on disk while the log can’t be written', async () => {
  let pages = 1_000_000
  const { journal, next } = told({ retryMs: 60_000, maxPages: () => pages })
  await next()
  pages = 1
  journal.append(bulk())
  journal.append(note('while it fails'))
  const failing = await next()
  expect(seqsIn(failing)).toEqual([2, 3, null])
  expect([failing.durable, failing.stored]).toEqual([1, 1])
  // A stop is shown although it can't be written, and doesn't cause another disk write.
  journal.append(note('a brake'))
  const later = await next()
  expect([seqsIn(later), later.durable, later.stored]).toEqual([[4], 1, 1])
  pages = 1_000_000
  journal.flush()
  const healed = await next()
  expect([seqsIn(healed), healed.durable, healed.stored]).toEqual([[null], 4, 4])
})
