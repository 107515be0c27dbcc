import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Input } from '../../../../shared/contract/commands.ts'
import type { Conversation } from '../../../../shared/state/conversation.ts'
import { costOfTurns } from '../../../../shared/costs/costs.ts'
import { Atrium } from '../../../support/atrium.ts'
import type { ScriptedTurn } from '../../../support/fake-anthropic.mjs'
import { FakeLocal } from '../../../support/fake-local.ts'
import { leaveTime } from '../../../support/waiting.ts'

const local = { endpoint: 'home', model: 'qwen3:8b' }
const cloud = { endpoint: 'anthropic', model: 'claude-sonnet-5-5' }
const tool = 'playground__tell_time'

let fake: FakeLocal
let atrium: Atrium
beforeEach(async () => {
  fake = new FakeLocal('ollama')
  await fake.listen()
})
afterEach(async () => {
  await atrium.close()
  await fake.close()
})

const call = <N extends Parameters<Atrium['person']['link']['call']>[0]>(name: N, input: Input<N>) =>
  atrium.person.link.call(name, input)

const addLocal = () =>
  call('setEndpoint', {
    endpoint: 'home',
    config: { name: 'Mine', baseUrl: `http://127.0.0.1:${fake.port}`, profile: 'ollama' },
  })

/** Sends a message and waits for the end of its turn. */
async function say(text: string, more: Omit<Input<'sendMessage'>, 'text'> = {}): Promise<string> {
  const { conversation, turn } = await call('sendMessage', { text, ...more })
  await atrium.person.event('turn.finished', (event) => event.turn === turn)
  return conversation
}

const read = async (conversation: string): Promise<Conversation> =>
  (await call('getConversation', { conversation })).conversation

const settingsFile = (): Promise<string> => readFile(path.join(atrium.directory, 'settings.json'), 'utf8')

const messagesSent = (): string => JSON.stringify(atrium.requests.at(-1)?.body.messages)

/** Every request was accepted by an API that rejects errors, and caused no warning. */
function soundRequests(): void {
  expect(atrium.requests.map(({ status }) => status)).toEqual(atrium.requests.map(() => 200))
  expect(atrium.requests.flatMap(({ lint = [] }) => lint)).toEqual([])
}

const thinkAndCall: ScriptedTurn = { content: [{ thinking: 'Deeply.' }, { tool_use: { name: tool, input: {} } }] }
const thinkAndSay = (text: string): ScriptedTurn => ({ content: [{ thinking: 'More.' }, { text }] })

describe('[MOD-7] a continued conversation', () => {
  test('moves from the user’s own call to a model, to another endpoint and back', async () => {
    const turns = [thinkAndCall, thinkAndSay('It is late.'), thinkAndSay('Welcome back.')]
    atrium = await Atrium.start({ scenario: { turns } })
    await addLocal()
    await atrium.add('playground', { type: 'playground' })
    const { person } = atrium
    const definition = person.state.servers['playground']?.tools['roll_dice']?.hash ?? ''
    const ran = await call('callTool', { server: 'playground', tool: 'roll_dice', definition, arguments: {} })
    await person.event('turn.finished', (event) => event.turn === ran.turn)
    const { conversation } = ran

    const sent = call('sendMessage', { conversation, text: 'What time is it?' })
    await person.allow('conversation')
    const { turn } = await sent
    await person.event('turn.finished', (event) => event.turn === turn)

    await call('chooseModel', { conversation, choice: local })
    fake.turns = [{ thinking: 'Local.', calls: [{ name: tool, input: {} }] }, { text: 'Still late.' }]
    await say('And now?', { conversation })
    expect(fake.asked).toHaveLength(2)
    const seen = JSON.stringify(fake.asked[0]?.['messages'])
    for (const word of ['roll_dice', tool, 'It is late.', 'And now?']) expect(seen).toContain(word)
    for (const word of ['Deeply', 'More', 'signature', 'cache_control']) expect(seen).not.toContain(word)

    await call('chooseModel', { conversation, choice: cloud })
    await say('Are you there?', { conversation })
    for (const word of ['Still late.', 'Deeply.', 'roll_dice']) expect(messagesSent()).toContain(word)
    expect(messagesSent()).not.toContain('Local.')
    soundRequests()
    const { turns: all, choice } = await read(conversation)
    expect(all.map(({ endpoint, model, end }) => [endpoint, model, end])).toEqual([
      [undefined, undefined, 'done'],
      ['anthropic', 'claude-sonnet-5-5', 'done'],
      ['home', 'qwen3:8b', 'done'],
      ['anthropic', 'claude-sonnet-5-5', 'done'],
    ])
    expect(choice).toEqual(cloud)
    const asked = person.all('model.requested').map(({ model, to, reasoningOf }) => [model, to, reasoningOf])
    const [api, home] = [
      new URL(person.state.configured.settings.models.endpoints['anthropic']?.baseUrl ?? '').origin,
      `http://127.0.0.1:${fake.port}`,
    ]
    expect(asked).toEqual([
      [cloud.model, api, undefined],
      [cloud.model, api, undefined],
      [local.model, home, cloud.model],
      [local.model, home, undefined],
      [cloud.model, api, local.model],
    ])
  })

  test('uses a newly chosen model when its turn continues', async () => {
    atrium = await Atrium.start({ scenario: { turns: [thinkAndCall, { content: [{ text: 'Done.' }] }] } })
    await addLocal()
    await atrium.add('playground', { type: 'playground' })
    await call('changeSettings', { stepLimit: 1 })
    const sent = call('sendMessage', { text: 'What time is it?' })
    await atrium.person.allow('conversation')
    const { conversation, turn } = await sent
    await atrium.person.event('turn.finished', (event) => event.turn === turn && event.end === 'step-limit')
    await call('chooseModel', { conversation, choice: local })
    fake.turns = [{ calls: [{ name: tool, input: {} }] }]
    const next = await call('continueTurn', { conversation })
    await atrium.person.event('turn.finished', (event) => event.turn === next.turn && event.end === 'step-limit')
    await call('chooseModel', { conversation, choice: { ...cloud, model: 'claude-opus-5-5' } })
    const last = await call('continueTurn', { conversation })
    await atrium.person.event('turn.finished', (event) => event.turn === last.turn && event.end === 'done')
    expect(atrium.requests.map(({ status }) => status)).toEqual([200, 200])
    expect(fake.asked).toHaveLength(1)
    expect(messagesSent()).not.toContain('Deeply')
  })
})

describe('[MOD-8] a conversation’s model', () => {
  test('stays the same when the default for new conversations changes', async () => {
    atrium = await Atrium.start()
    await addLocal()
    fake.turns = [{ text: 'a' }, { text: 'b' }, { text: 'c' }]
    const here = await say('Here', { choice: local })
    await call('changeSettings', { models: { default: { ...cloud, model: 'claude-opus-5-5' } } })
    await say('Still here', { conversation: here })
    await say('New')
    expect(fake.asked).toHaveLength(2)
    expect(atrium.requests.map(({ body }) => body.model)).toEqual(['claude-opus-5-5'])
    expect((await read(here)).choice).toEqual(local)
  })

  test('is missing if the user chose none or its endpoint is gone', async () => {
    atrium = await Atrium.start()
    await addLocal()
    fake.turns = [{ text: 'a' }]
    const conversation = await say('Here', { choice: local })
    const refused = { code: 'unavailable', message: 'No model chosen. Choose one, or run a tool yourself.' }
    await call('chooseModel', { conversation, choice: null })
    await expect(call('sendMessage', { conversation, text: 'b' })).rejects.toMatchObject(refused)
    await call('chooseModel', { conversation, choice: local })
    await call('removeEndpoint', { endpoint: 'home' })
    await expect(call('sendMessage', { conversation, text: 'b' })).rejects.toMatchObject(refused)
    expect(atrium.requests).toEqual([])
    await expect(call('chooseModel', { conversation, choice: local })).rejects.toMatchObject({ code: 'not-found' })
    await call('changeSettings', { models: { default: null } })
    await expect(call('sendMessage', { text: 'b' })).rejects.toMatchObject(refused)
    expect((await call('listConversations', {})).rows).toHaveLength(1)
  })

  test('can’t be set while sending in an existing conversation, or to an unknown endpoint', async () => {
    atrium = await Atrium.start()
    const conversation = await say('Hello')
    for (const input of [
      { conversation, choice: cloud },
      { conversation, system: 'Be brief.' },
    ])
      await expect(call('sendMessage', { text: 'b', ...input })).rejects.toMatchObject({ code: 'bad-input' })
    await expect(call('sendMessage', { text: 'b', choice: local })).rejects.toMatchObject({ code: 'unavailable' })
  })
})

test('[MOD-9] sends a system prompt with every request of its conversation only, until it is removed', async () => {
  atrium = await Atrium.start()
  await addLocal()
  fake.turns = [{ text: 'a' }]
  const system = () => JSON.stringify(atrium.requests.at(-1)?.body.system)
  const conversation = await say('Hello', { system: 'Answer in verse.' })
  expect(system()).toContain('You work in Atrium')
  expect(system()).toContain('Answer in verse.')
  await say('Other')
  expect(system()).not.toContain('Answer in verse.')
  await call('chooseModel', { conversation, choice: local })
  await say('Again', { conversation })
  expect(fake.asked[0]?.['system']).toContain('Answer in verse.')
  await call('setSystemPrompt', { conversation, text: '' })
  await call('chooseModel', { conversation, choice: cloud })
  await say('And again', { conversation })
  expect(system()).not.toContain('Answer in verse.')
  expect((await read(conversation)).system).toBeUndefined()
})

test('[MOD-6] keeps a call written as text with its message, without asking or running anything', async () => {
  atrium = await Atrium.start()
  await addLocal()
  await atrium.add('playground', { type: 'playground' })
  fake.turns = [{ text: `{"name":"${tool}","arguments":{}}` }]
  const conversation = await say('What time is it?', { choice: local })
  const { person } = atrium
  expect([...person.all('ask.opened'), ...person.all('call.requested')]).toEqual([])
  expect((await read(conversation)).turns[0]?.messages[0]).toMatchObject({ unmadeCall: tool, stop: 'end-turn' })
})

test('[MOD-10] adds up a conversation’s cost from its events, without models that have no price', async () => {
  atrium = await Atrium.start()
  await addLocal()
  fake.turns = [{ text: 'a' }]
  const conversation = await say('Hello')
  await call('chooseModel', { conversation, choice: local })
  await say('Hello', { conversation })
  const { turns } = await read(conversation)
  const { models } = atrium.person.state.configured.settings
  expect(costOfTurns(turns, models)).toMatchObject({ priced: 1, unpriced: 1, usd: expect.any(Number) })
  expect(costOfTurns(turns, models).usd).toBeGreaterThan(0)
  await call('changeSettings', { models: { prices: { 'qwen*': { input: 1_000, output: 0 } } } })
  const priced = await atrium.person.until('the price is known', () => {
    const now = atrium.person.state.configured.settings.models
    return 'qwen*' in now.prices ? now : undefined
  })
  expect(costOfTurns(turns.slice(1), priced)).toEqual({
    usd: 0.012,
    priced: 1,
    reported: 0,
    unpriced: 0,
  })
})

describe('[MOD-1] a request to a model server', () => {
  test('is not sent at startup, or on adding or choosing an endpoint, its key or its model', async () => {
    atrium = await Atrium.start()
    await addLocal()
    await call('setModelKey', { endpoint: 'home', key: 'k' })
    await call('changeSettings', { models: { default: local } })
    await atrium.stop()
    await atrium.open()
    await leaveTime(300)
    expect(fake.seen).toEqual([])
    expect(atrium.fake.state.log).toEqual([])
  })
})

describe('[MOD-3] local model servers', () => {
  test('are searched for only when the user asks, after a log entry, and are not added', async () => {
    atrium = await Atrium.start({ localPorts: [{ port: fake.port, profile: 'ollama' }] })
    expect(fake.seen).toEqual([])
    const before = await settingsFile()
    const { found } = await call('findLocalModels', {})
    expect(found).toMatchObject([{ profile: 'ollama', models: [{ id: 'qwen3:8b' }] }])
    expect(fake.seen).toEqual([{ method: 'GET', path: '/v1/models', authorization: undefined }])
    const sought = await atrium.person.event('models.sought')
    expect(sought).toEqual({
      type: 'models.sought',
      addresses: [`http://127.0.0.1:${fake.port}`],
      actor: 'web:test',
    })
    expect(await settingsFile()).toBe(before)
  })

  test('can’t be searched for by a session that can only chat', async () => {
    atrium = await Atrium.start({ localPorts: [{ port: fake.port, profile: 'ollama' }] })
    const guest = atrium.join('use', 'web:guest')
    await expect(guest.link.call('findLocalModels', {})).rejects.toMatchObject({ code: 'forbidden' })
    guest.leave()
    expect(fake.seen).toEqual([])
  })
})

describe('[MOD-11] an endpoint’s key', () => {
  test('is sent only to its endpoint, and is deleted with it', async () => {
    atrium = await Atrium.start()
    await addLocal()
    await call('setModelKey', { endpoint: 'home', key: 'local-key-0123456789' })
    expect(atrium.secrets.bare()).toEqual(['log/key', 'log/head', 'anthropic/key', 'endpoint/home/key'])
    fake.turns = [{ text: 'a' }]
    await say('Hello', { choice: local })
    await say('Hello')
    expect(fake.asked).toHaveLength(1)
    for (const { authorization } of fake.seen) expect(authorization).toBe('Bearer local-key-0123456789')
    expect(JSON.stringify(atrium.fake.state.log)).not.toContain('local-key')
    await call('removeEndpoint', { endpoint: 'home' })
    expect(atrium.secrets.bare()).toEqual(['log/key', 'log/head', 'anthropic/key'])
    for (const endpoint of ['home', 'other'])
      await expect(call('setModelKey', { endpoint, key: 'k' })).rejects.toMatchObject({ code: 'not-found' })
  })

  test('[SET-3] is not stored if the endpoint rejects it when checked, and an earlier one stays', async () => {
    atrium = await Atrium.start()
    const wrong = { endpoint: 'anthropic', key: 'wrong-key', check: true }
    await expect(call('setModelKey', wrong)).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('rejected this key. Nothing was saved.'),
    })
    expect((await call('listModels', { endpoint: 'anthropic' })).models).not.toEqual([])
    await call('setModelKey', { ...wrong, key: 'test-key' })
  })

  test('[SET-3] is stored if the endpoint can’t be asked', async () => {
    atrium = await Atrium.start()
    await addLocal()
    await fake.close()
    await call('setModelKey', { endpoint: 'home', key: 'local-key-0123456789', check: true })
    expect(atrium.secrets.bare()).toContain('endpoint/home/key')
  })
})
