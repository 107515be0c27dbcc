import { isDeepStrictEqual } from 'node:util'
import http from 'node:http'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Input } from '../../../../shared/contract/commands.ts'
import { Journal } from '../../../../main/host/journal/journal.ts'
import { lessonMs } from '../../../../shared/state/model-facts.ts'
import { createFakeOpenAI } from '../../../support/fake-openai.mjs'
import { Atrium } from '../../../support/atrium.ts'
import { FakeLocal } from '../../../support/fake-local.ts'

let atrium: Atrium
let fake: FakeLocal
let baseUrl: string
beforeEach(async () => {
  fake = new FakeLocal('vllm', ['tiny'])
  baseUrl = await fake.listen()
})
afterEach(async () => {
  await atrium.close()
  await fake.close()
})

const state = () => atrium.person.state
const settings = () => state().configured.settings.models
const call = <N extends Parameters<Atrium['person']['link']['call']>[0]>(name: N, input: Input<N>) =>
  atrium.person.link.call(name, input)

/** Sends a message and waits for the end of its turn. */
async function say(text: string, more: Omit<Input<'sendMessage'>, 'text'> = {}): Promise<string> {
  const { conversation, turn } = await call('sendMessage', { text, ...more })
  await atrium.person.event('turn.finished', (event) => event.turn === turn)
  return conversation
}

type Config = Input<'setEndpoint'>['config']

const add = (config: Partial<Config> = {}, more: Partial<Input<'setEndpoint'>> = {}) =>
  call('setEndpoint', { endpoint: 'home', config: { baseUrl, profile: 'vllm', ...config }, ...more })

const choice = { endpoint: 'home', model: 'tiny' }

describe('[PRV-1] a provider added with its key', () => {
  test('is saved with its models, which Atrium asked for first', async () => {
    atrium = await Atrium.start()
    const { models } = await add({}, { key: 'a-key-0123456789', check: true })
    expect(models).toMatchObject([{ id: 'tiny', contextTokens: 8192 }])
    expect(fake.seen).toMatchObject([{ path: '/v1/models', authorization: 'Bearer a-key-0123456789' }])
    await atrium.person.until('the list is on screen', () => state().models['home'])
    expect(settings().endpoints['home']).toEqual({ baseUrl, profile: 'vllm' })
    expect(state().secrets).toContain('endpoint/home/key')
    // The stored key is used if none is given, and only at its origin.
    await add({ name: 'Renamed' }, { check: true })
    expect(fake.seen.at(-1)?.authorization).toBe('Bearer a-key-0123456789')
  })

  test('isn’t saved if the key is wrong', async () => {
    atrium = await Atrium.start()
    const config = { baseUrl: settings().endpoints['anthropic']?.baseUrl ?? '', profile: 'anthropic' } as const
    const wrong = call('setEndpoint', { endpoint: 'gateway', config, key: 'wrong-key', check: true })
    await expect(wrong).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('Nothing was saved.'),
    })
    expect(settings().endpoints['gateway']).toBeUndefined()
    expect(state().secrets).not.toContain('endpoint/gateway/key')
  })

  test('isn’t saved if the key is wrong and everyone can read the list', async () => {
    atrium = await Atrium.start()
    const open = http.createServer(({ url, headers }, response) => {
      const isKnown = headers.authorization === 'Bearer right-key-0123456789'
      if (url === '/v1/key') response.writeHead(isKnown ? 200 : 401).end('{}')
      else response.setHeader('content-type', 'application/json').end('{"object":"list","data":[{"id":"m"}]}')
    })
    await new Promise<void>((resolve) => open.listen(0, '127.0.0.1', resolve))
    const address = open.address()
    const port = typeof address === 'object' ? address?.port : 0
    const config = { baseUrl: `http://127.0.0.1:${port}/v1`, profile: 'openrouter' } as const
    await expect(add(config, { key: 'wrong-key', check: true })).rejects.toMatchObject({ code: 'bad-input' })
    expect((await add(config, { key: 'right-key-0123456789', check: true })).models).toMatchObject([{ id: 'm' }])
    open.close().closeAllConnections()
  })

  test('isn’t saved if it lists no models, unless the user adds it without asking', async () => {
    atrium = await Atrium.start()
    await fake.close()
    await expect(add({}, { key: 'k', check: true })).rejects.toMatchObject({ code: 'unavailable' })
    expect(settings().endpoints['home']).toBeUndefined()
    expect(await add({}, { key: 'k' })).toEqual({})
    await atrium.person.until('it is added', () => settings().endpoints['home'])
  })
})

describe('[PRV-2] an endpoint’s extra headers', () => {
  test('go with every request to it', async () => {
    atrium = await Atrium.start()
    await add({ headers: { 'x-team': 'garden', accept: 'text/plain' } }).catch(() => undefined)
    expect(settings().endpoints['home']).toBeUndefined()
    await add({ headers: { 'x-team': 'garden' } }, { check: true })
    expect(fake.headers.map((headers) => headers['x-team'])).toEqual(['garden'])
  })

  test.each([
    ['authorization', 'x', 'secret'],
    ['X-Api-Key', 'x', 'secret'],
    ['x-goog-api-key', 'x', 'secret'],
    ['x-session-token', 'x', 'secret'],
    ['x-note', 'Bearer abcdef', 'secret'],
    ['content-type', 'text/plain', 'sets itself'],
    ['not a name', 'x', 'name of a header'],
    ['x-note', 'two\nlines', 'plain text'],
  ])('can’t include %s: %s', async (name, value, reason) => {
    atrium = await Atrium.start()
    await expect(add({ headers: { [name]: value } })).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining(reason),
    })
  })
})

const shownFacts = (facts: object | undefined): Promise<unknown> =>
  atrium.person.until('the facts are on screen', () => isDeepStrictEqual(settings().facts, facts))

describe('[PRV-3] the user’s facts about a model', () => {
  test('limit its requests if the server says nothing, and leave with their endpoint', async () => {
    const silent = new FakeLocal('ollama', ['tiny'])
    silent.turns = [{ text: 'Short.' }]
    atrium = await Atrium.start()
    await add({ baseUrl: await silent.listen(), profile: 'ollama' })
    await call('changeSettings', { models: { facts: { home: { tiny: { contextTokens: 2000, images: true } } } } })
    await shownFacts({ home: { tiny: { contextTokens: 2000, images: true } } })
    await say('Hello', { choice })
    // A quarter of a shared context is for the answer.
    expect(silent.asked.at(-1)?.['max_tokens']).toBe(500)
    await call('changeSettings', { models: { facts: { home: { other: { tools: true } } } } })
    await call('changeSettings', { models: { facts: { home: { other: null } } } })
    await shownFacts({ home: { tiny: { contextTokens: 2000, images: true } } })
    await call('removeEndpoint', { endpoint: 'home' })
    await shownFacts(undefined)
    await silent.close()
  })
})

describe('[PRV-4] a probe', () => {
  const usage = { input_tokens: 40, output_tokens: 9 }

  test('sends one request with one tool, and keeps what it showed with its date', async () => {
    atrium = await Atrium.start()
    await add()
    fake.turns = [{ calls: [{ name: 'ping', input: { text: 'hello' } }], usage }]
    await call('probeModel', choice)
    expect(fake.asked).toMatchObject([{ model: 'tiny', max_tokens: 64, tools: [{ name: 'ping' }] }])
    expect(fake.seen.filter(({ method }) => method === 'POST')).toHaveLength(1)
    const probe = await atrium.person.until('the result is on screen', () => state().probes?.['home']?.['tiny'])
    expect(probe).toEqual({ calls: 'made', streams: true, usage: true, at: expect.any(Number) })
    await atrium.person.event('model.probed')
    expect(atrium.person.all('models.requested').at(-1)).toMatchObject({ endpoint: 'home', baseUrl, probe: 'tiny' })
    fake.turns = [{ text: 'Hello.', usage: false }]
    await call('probeModel', choice)
    await atrium.person.until(
      'the newer result is on screen',
      () => state().probes?.['home']?.['tiny']?.calls === 'none',
    )
    await add({ baseUrl: 'http://127.0.0.1:9' })
    await atrium.person.until('it ends with the URL', () => state().probes?.['home'] === undefined)
  })

  test('fails with the server’s name and the next step, and is not kept then', async () => {
    atrium = await Atrium.start()
    await add()
    await fake.close()
    await expect(call('probeModel', choice)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/^.*vLLM at 127\.0\.0\.1.*Check that vLLM is running/),
    })
    expect(state().probes).toBeUndefined()
  })

  test('comes before the first message to an unknown server’s model, once', async () => {
    atrium = await Atrium.start()
    await add({ profile: 'other', wire: 'messages' })
    fake.turns = [{ calls: [{ name: 'ping', input: { text: 'hello' } }], usage }, { text: 'One.' }, { text: 'Two.' }]
    const conversation = await say('Hello', { choice })
    await say('Again', { conversation })
    expect(fake.asked.map(({ messages }) => JSON.stringify(messages).includes('ping'))).toEqual([true, false, false])
    expect(atrium.person.all('model.probed')).toMatchObject([{ actor: 'host', facts: { calls: 'made' } }])
  })
})

describe('[PRV-5] a form of requests that a refusal taught', () => {
  test('is used for a day with its reason in the state, and until the user forgets it', async () => {
    let later = 0
    const served = { endpoint: 'home', model: 'gpt-5.2' }
    const directory = mkdtempSync(path.join(tmpdir(), 'atrium-lessons-'))
    const strict = createFakeOpenAI({ dialect: 'openai', keys: ['a-key-0123456789'] })
    const journal = Journal.open(directory, { now: () => Date.now() + later })
    atrium = await Atrium.start({ directory, journal })
    await add({ baseUrl: `${await strict.listen()}${strict.base}`, wire: 'chat' }, { key: 'a-key-0123456789' })
    // With a known context the answer is limited, by a field that this model refuses.
    await call('changeSettings', { models: { facts: { home: { 'gpt-5.2': { contextTokens: 100_000 } } } } })
    const asked = () => strict.state.log.filter(({ path: asks }) => asks.endsWith('/chat/completions')).length
    await say('Hello', { choice: served })
    const lesson = await atrium.person.until('the lesson is on screen', () => state().lessons?.['home']?.[0])
    expect(lesson).toMatchObject({ model: served.model, feature: 'output-limit', reason: expect.stringMatching(/\w/) })
    expect(asked()).toBe(2)
    await say('Again', { choice: served })
    expect(asked()).toBe(3)
    await call('forgetLessons', { endpoint: 'home' })
    await say('After forgetting', { choice: served })
    expect(asked()).toBe(5)
    later = lessonMs
    await say('A day later', { choice: served })
    expect(asked()).toBe(7)
    await strict.close()
  })
})
