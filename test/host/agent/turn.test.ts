import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { JsonValue } from '../../../shared/schema/json.ts'
import { Atrium, official, peer } from '../../support/atrium.ts'
import type { Scenario } from '../../support/fake-anthropic.mjs'
import { ownHost } from '../../support/own-host.ts'

let atrium: Atrium
beforeAll(async () => {
  atrium = await Atrium.start()
  await atrium.add('everything', official('everything'))
})
beforeEach(() => atrium.fresh())
afterAll(() => atrium.close())

/** Makes the model call these tools at once, then repeat its results. */
const calling = (...calls: [name: string, input: JsonValue][]) => ({
  turns: [
    { content: calls.map(([name, input]) => ({ tool_use: { name, input } })) },
    { content: [{ text: 'Seen: {{results}}' }] },
  ],
})

/** The text of the call results in the last request. */
const resultsSent = (): string => JSON.stringify(atrium.requests.at(-1)?.body?.messages.at(-1))

/** Questions about calls. */
const questions = () => atrium.person.all('ask.opened').filter(({ ask }) => ask.kind === 'approval')

test('[AGT-1] sends an allowed call to the server and its result to the model', async () => {
  atrium.fake.setScenario(calling(['everything__echo', { message: 'hello' }]))
  const { conversation } = await atrium.person.link.call('sendMessage', { text: 'Say hello' })
  await atrium.person.allow()
  await atrium.person.event('turn.finished', (event) => event.end === 'done')
  const got = await atrium.person.link.call('getConversation', { conversation })
  const call = got.conversation.turns[0]?.messages[0]?.calls[0]
  expect(call).toMatchObject({
    server: 'everything',
    tool: 'echo',
    outcome: { status: 'succeeded' },
    clearedBy: { person: 'web:test' },
  })
  expect(resultsSent()).toContain('Echo: hello')
  expect(got.conversation.title).toBe('Say hello')
})

test('[AGT-2] keeps a denied call from the server, and tells the model the reason', async () => {
  atrium.fake.setScenario(calling(['everything__echo', { message: 'hello' }]))
  await atrium.person.link.call('sendMessage', { text: 'Say hello' })
  await atrium.person.deny('not now')
  await atrium.person.event('turn.finished', (event) => event.end === 'done')
  expect(atrium.person.all('call.started')).toEqual([])
  expect(atrium.person.all('call.finished')[0]?.outcome).toEqual({ status: 'denied', reason: 'not now' })
  expect(resultsSent()).toContain('The person denied this call and said: not now')
})

test('[AGT-3] refuses invalid arguments before asking the user', async () => {
  atrium.fake.setScenario(calling(['everything__get-sum', { a: 'two', b: 2 }]))
  await atrium.person.link.call('sendMessage', { text: 'Add' })
  await atrium.person.event('turn.finished', (event) => event.end === 'done')
  expect(questions()).toEqual([])
  expect(atrium.person.all('call.finished')[0]?.outcome.status).toBe('invalid')
  expect(resultsSent()).toMatch(/don’t fit the tool/)
})

test('[AGT-4] answers a call to an unknown tool with an error', async () => {
  atrium.fake.setScenario(calling(['nobody__nothing', {}], ['everything__echo', { message: 'still' }]))
  await atrium.person.link.call('sendMessage', { text: 'Try' })
  await atrium.person.allow()
  await atrium.person.event('turn.finished', (event) => event.end === 'done')
  expect(resultsSent()).toContain('No tool named nobody__nothing')
  expect(resultsSent()).toContain('Echo: still')
})

test('[AGT-5] applies a permission only in its conversation', async () => {
  const { person } = atrium
  const say = '!tool everything__echo {"message":"again"}'
  const { conversation } = await person.link.call('sendMessage', { text: say })
  await person.allow('conversation')
  await person.until('the first turn ends', () => person.all('turn.finished').length === 1)
  await person.link.call('sendMessage', { conversation, text: say })
  await person.until('the second turn ends', () => person.all('turn.finished').length === 2)
  expect(questions()).toHaveLength(1)
  const [added] = person.all('rule.added')
  expect(person.all('call.cleared')[1]?.by).toEqual({ rule: added?.rule.id, said: added?.rule })
  await person.link.call('sendMessage', { text: say })
  await person.deny()
  await person.until('the third turn ends', () => person.all('turn.finished').length === 3)
  expect(questions()).toHaveLength(2)
})

test('[AGT-6] runs a message’s calls in parallel, and answers in call order', async () => {
  const scenario = calling(
    ['everything__trigger-long-running-operation', { duration: 0.2, steps: 2 }],
    ['everything__echo', { message: 'quick' }],
  )
  atrium.fake.setScenario(scenario)
  const { person } = atrium
  await person.link.call('sendMessage', { text: 'Both' })
  await person.until('two questions', () => person.state.asks.length === 2)
  await person.allow()
  await person.until('one question', () => person.state.asks.length === 1)
  await person.allow()
  await person.event('turn.finished', (event) => event.end === 'done')
  const order = person.events.flatMap((event) => (event.type === 'call.finished' ? [event.call] : []))
  const requested = person.all('call.requested').map((event) => event.call)
  expect(order).toEqual(requested.toReversed())
  const results = [atrium.requests.at(-1)?.body.messages.at(-1)?.content ?? []].flat()
  expect(results).toMatchObject([{ type: 'tool_result' }, { type: 'tool_result' }])
  expect(JSON.stringify(results[0])).toContain('Long running operation completed')
  expect(JSON.stringify(results[1])).toContain('Echo: quick')
  expect(person.all('call.progress').length).toBeGreaterThan(0)
})

test('[AGT-7] withdraws the question and cancels the running call when a turn stops; the next message works', async () => {
  const long = '!tool everything__trigger-long-running-operation {"duration":30,"steps":300}'
  const { person } = atrium
  const sent = await person.link.call('sendMessage', { text: `${long}\n!tool everything__echo {"message":"never"}` })
  await person.allow()
  await person.event('call.progress')
  await person.link.call('cancelTurn', { turn: sent.turn ?? '' })
  await person.event('turn.finished', (event) => event.end === 'cancelled')
  expect(person.state.asks).toEqual([])
  expect(person.all('ask.closed').at(-1)).toMatchObject({ by: 'withdrawn' })
  const outcomes = person.all('call.finished').map((event) => event.outcome)
  expect(outcomes).toContainEqual({ status: 'cancelled', mayHaveRun: true })
  expect(outcomes).toContainEqual({ status: 'cancelled', mayHaveRun: false })
  expect(person.all('request.sent')).toContainEqual(expect.objectContaining({ method: 'notifications/cancelled' }))
  await person.link.call('sendMessage', { conversation: sent.conversation, text: 'Never mind' })
  await person.event('turn.finished', (event) => event.end === 'done')
  expect(atrium.requests.at(-1)?.status).toBe(200)
})

test('[AGT-8] cancels one call without ending the turn', async () => {
  const { person } = atrium
  await person.link.call('sendMessage', {
    text: '!tool everything__trigger-long-running-operation {"duration":30,"steps":300}',
  })
  await person.allow()
  const { call } = await person.event('call.progress')
  await person.link.call('cancelCall', { call })
  await person.event('turn.finished', (event) => event.end === 'done')
  expect(resultsSent()).toContain('The person cancelled this call while it ran. It may have finished on the server.')
})

test('[AGT-9] stops a turn at its step limit, and can continue it', async () => {
  const again = { content: [{ tool_use: { name: 'everything__echo', input: { message: 'more' } } }], times: 2 }
  atrium.fake.setScenario({ turns: [again, { content: [{ text: 'Enough' }] }] })
  const { person } = atrium
  await person.link.call('changeSettings', { stepLimit: 2 })
  onTestFinished(() => person.link.call('changeSettings', { stepLimit: 25 }))
  const { conversation } = await person.link.call('sendMessage', { text: 'For ever' })
  await person.allow('conversation')
  await person.event('turn.finished', (event) => event.end === 'step-limit')
  await person.link.call('continueTurn', { conversation })
  await person.event('turn.finished', (event) => event.end === 'done')
  expect(atrium.requests.every((request) => request.status === 200)).toBe(true)
})

test('[AGT-10] never runs a call in a message that ran out of tokens', async () => {
  const cut = { tool_use: { name: 'everything__echo', input: { message: 'half' } }, unclosed: true }
  atrium.fake.setScenario({ turns: [{ content: [{ text: 'I begin' }, cut], stop_reason: 'max_tokens' }] })
  const { person } = atrium
  const { conversation } = await person.link.call('sendMessage', { text: 'Go' })
  await person.event('turn.finished')
  expect(person.all('call.requested')).toEqual([])
  expect(person.all('message.finished')[0]?.stop).toBe('max-tokens')
  await person.link.call('sendMessage', { conversation, text: 'Go on' })
  await person.until('the second turn ends', () => person.all('turn.finished').length === 2)
  expect(atrium.requests.at(-1)?.status).toBe(200)
})

test('[AGT-20] uses tools of both eras and starts each server once', async () => {
  const both = await ownHost()
  await both.add('modern', peer('modern-peer.mjs', { LEGACY: 'reject' }))
  await both.add('legacy', peer('good.mjs'))
  const { person } = both
  const echo = person.state.servers['modern']?.tools['echo']
  expect(echo).toBeDefined()
  await person.link.call('sendMessage', {
    text: '!tool modern__echo {"text":"new"}\n!tool legacy__echo {"text":"old"}',
  })
  await person.allow()
  await person.until('one question', () => person.state.asks.length === 1)
  await person.allow()
  await person.event('turn.finished', (event) => event.end === 'done')
  const eras = person.all('call.started').map(({ server, era }) => [server, era])
  expect(Object.fromEntries(eras)).toEqual({ modern: 'modern', legacy: 'legacy' })
  const starts = person.all('server.changed').filter((event) => event.to.state === 'starting')
  expect(starts.map((event) => event.server).toSorted()).toEqual(['legacy', 'modern'])
  expect(person.all('call.finished').map((event) => event.outcome.status)).toEqual(['succeeded', 'succeeded'])
})

test('[AGT-21] keeps the text of a broken answer, in a turn that can be retried', async () => {
  const scenario: Scenario = {
    turns: [{ content: [{ text: 'The beginning of ' }, { fault: 'reset' }] }, { content: [{ text: 'All of it' }] }],
  }
  atrium.fake.setScenario(scenario)
  const { person } = atrium
  const { conversation } = await person.link.call('sendMessage', { text: 'Tell me' })
  const { problem } = await person.event('turn.finished', (event) => event.end === 'failed')
  expect(problem).toMatch(/\.$/)
  const before = await person.link.call('getConversation', { conversation })
  expect(before.conversation.turns[0]?.messages[0]).toMatchObject({
    state: 'partial',
    draft: [{ text: 'The beginning of ' }],
  })
  await person.link.call('continueTurn', { conversation })
  await person.event('turn.finished', (event) => event.end === 'done')
  expect(atrium.requests.at(-1)?.status).toBe(200)
})

test('[AGT-21] logs a repeated request with its reason', async () => {
  const busy: Scenario = {
    turns: [{ http_error: { status: 529, headers: { 'retry-after-ms': '10' } } }, { content: [{ text: 'Now' }] }],
  }
  atrium.fake.setScenario(busy)
  const { person } = atrium
  await person.link.call('sendMessage', { text: 'Busy?' })
  await person.event('turn.finished', (event) => event.end === 'done')
  expect(person.all('model.retried')).toMatchObject([{ attempt: 1, reason: expect.stringMatching(/overloaded/i) }])
})

test('[LLM-6] keeps trying while a model is overloaded, and tries at once if the user says so', async () => {
  const busy: Scenario = { turns: [{ http_error: { status: 529 }, times: 3 }, { content: [{ text: 'Now' }] }] }
  atrium.fake.setScenario(busy)
  const { person } = atrium
  const { turn = '' } = await person.link.call('sendMessage', { text: 'Busy?' })
  await person.event('model.retried', (event) => event.attempt === 3)
  await person.link.call('sendNow', { turn })
  await person.event('turn.finished', (event) => event.end === 'done')
  expect(person.all('model.retried')).toHaveLength(3)
})
