import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Atrium } from '../../support/atrium.ts'
import { Played } from './conversation.ts'

let atrium: Atrium
let played: Played

// The fake counts some hundred tokens for a request, so one costs more than $0.01.
const prices = { 'claude-sonnet-5-5': { input: 1000, output: 1000 } }

beforeAll(async () => {
  atrium = await Atrium.start()
  await atrium.add('playground', { type: 'playground' })
  await atrium.person.link.call('changeSettings', { models: { prices } })
})
beforeEach(async () => {
  await atrium.fresh()
  played = new Played(atrium)
})
afterAll(() => atrium.close())

const said = { content: [{ text: 'Done.' }] }
const reached = /^This conversation has cost \$\d+\.\d\d, and its budget is \$0\.01\. Raise /

test('[BUD-1] sends no further message when the budget is spent, and continues with a higher one or none', async () => {
  const { link } = atrium.person
  await played.say([said])
  const conversation = played.id ?? ''
  await link.call('setBudget', { conversation, usd: 0.01 })
  const before = atrium.requests.length
  await expect(link.call('sendMessage', { conversation, text: 'More' })).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(reached),
  })
  expect(atrium.requests).toHaveLength(before)
  const { conversation: kept } = await link.call('getConversation', { conversation })
  expect([kept.budget, kept.turns.length]).toEqual([0.01, 1])
  await link.call('setBudget', { conversation, usd: 1000 })
  expect(await played.say([said])).toMatchObject({ end: 'done' })
  await link.call('setBudget', { conversation, usd: null })
  expect(await played.say([said])).toMatchObject({ end: 'done' })
})

test('[BUD-1] stops between two requests of a turn, after the calls have their results', async () => {
  const { link } = atrium.person
  await played.say([said])
  const conversation = played.id ?? ''
  const { conversation: first } = await link.call('getConversation', { conversation })
  expect(first.turns[0]?.messages).toHaveLength(1)
  // Enough for the next request's beginning, not for its end.
  await link.call('setBudget', { conversation, usd: 100_000 })
  const roll = {
    content: [{ tool_use: { name: 'playground__roll_dice', input: {} } }],
    stop_reason: 'tool_use' as const,
  }
  const turn = await played.begin([roll, said])
  await link.call('setBudget', { conversation, usd: 0.01 })
  await atrium.person.allow()
  expect(await played.end(turn)).toMatchObject({ end: 'step-limit', problem: expect.stringMatching(reached) })
  expect(atrium.person.all('call.finished').at(-1)?.outcome.status).toBe('succeeded')
})

test.each([0, -1, Number.NaN, 1e9])('[BUD-1] refuses a budget of %s', async (usd) => {
  await played.say([said])
  await expect(atrium.person.link.call('setBudget', { conversation: played.id ?? '', usd })).rejects.toMatchObject({
    code: 'bad-input',
  })
})
