import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Atrium } from '../../support/atrium.ts'
import { Played } from './conversation.ts'

let atrium: Atrium
let played: Played

beforeAll(async () => {
  atrium = await Atrium.start()
  await atrium.add('playground', { type: 'playground' })
})
beforeEach(async () => {
  await atrium.fresh()
  played = new Played(atrium)
})
afterAll(() => atrium.close())

const asking = { content: [{ tool_use: { name: 'playground__ask_me', input: {} } }] }
const done = { content: [{ text: 'Seen: {{results}}' }] }

test('[ELI-3] sends the user’s answers in a form to the model only as part of the call’s result', async () => {
  const { person } = atrium
  const turn = await played.begin([asking, done])
  await person.allow()
  const form = await person.ask('form')
  expect(form.operation).toMatchObject({ conversation: played.id, turn })
  const before = atrium.requests.length
  await person.answer(form, { action: 'accept', content: { name: 'Ada', drink: 'tea', sugar: 0, again: false } })
  expect((await played.end(turn)).end).toBe('done')
  expect(atrium.requests).toHaveLength(before + 1)
  expect(JSON.stringify(atrium.requests.at(-1)?.body.messages.at(-1))).toContain('You said: ')
  expect(person.all('call.started').map(({ leg }) => leg)).toEqual([1, 2])
})

test('[ELI-6] closes the form of a stopped turn, and runs the next turn', async () => {
  const { person } = atrium
  const turn = await played.begin([asking, done])
  await person.allow()
  const form = await person.ask('form')
  await person.link.call('cancelTurn', { turn })
  await person.event('ask.closed', ({ ask, by }) => ask === form.id && by === 'withdrawn')
  await played.end(turn)
  expect(person.state.asks).toEqual([])
  await expect(person.answer(form, { action: 'decline' })).rejects.toMatchObject({ code: 'not-found' })
  expect((await played.say([{ content: [{ text: 'Well.' }] }])).end).toBe('done')
})
