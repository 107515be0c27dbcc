import { expect, test } from 'vitest'
import { Inbox } from '../../../../main/host/inbox.ts'
import { bulk, connect, openJournal, storedSeqs } from '../../journal/support.ts'
import { samples } from '../../journal/samples.ts'

const session = { actor: 'web:test', right: 'use' } as const
const allow = { decision: 'allow', scope: 'once' }
const deny = { decision: 'deny' }

/** This many waiting calls in a separate journal, whose disk can be full. */
function waiting(count: number) {
  const disk = { pages: 1_000_000 }
  const journal = openJournal({ maxPages: () => disk.pages, retryMs: 20 })
  const inbox = new Inbox(journal)
  const { signal } = new AbortController()
  const { ask } = samples['ask.opened']
  if (ask.kind !== 'approval') throw new Error('the sample is about a call')
  const answered = Array.from({ length: count }, () => inbox.ask('approval', ask.question, { signal }))
  const answers = (answer: object) =>
    journal.state.asks.map(({ id, contentHash }) => ({ ask: id, contentHash, answer: { ...answer } }))
  return { disk, journal, inbox, answered, answers, stored: () => storedSeqs(connect(journal.file)).length }
}

test('[RUL-13] resolves a plan with an approval when all of it is on disk, in one commit', async () => {
  const { journal, inbox, answered, answers, stored } = waiting(50)
  await journal.durable()
  const before = stored()
  const all = inbox.answerAll(answers(allow), session)
  expect(stored()).toBe(before)
  await all
  expect(stored()).toBe(before + 50)
  expect(await Promise.all(answered)).toEqual(answered.map(() => ({ answer: allow, actor: session.actor })))
})

test('[RUL-13] changes nothing on a plan with approvals while the log fails, but accepts one that only denies', async () => {
  const { disk, journal, inbox, answered, answers } = waiting(3)
  await journal.durable()
  disk.pages = 1
  journal.append(bulk(), bulk())
  await expect(journal.durable()).rejects.toMatchObject({ code: 'unavailable' })
  const mixed = answers(deny).map((one, i) => (i === 2 ? { ...one, answer: allow } : one))
  const open = journal.state.asks
  await expect(inbox.answerAll(mixed, session)).rejects.toMatchObject({ code: 'unavailable' })
  expect(journal.state.asks).toEqual(open)
  await inbox.answerAll(answers(deny), session)
  expect(journal.state.asks).toEqual([])
  expect(await Promise.all(answered)).toEqual(answered.map(() => ({ answer: deny, actor: session.actor })))
  disk.pages = 1_000_000
})
