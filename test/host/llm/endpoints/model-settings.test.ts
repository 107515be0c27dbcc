import { isDeepStrictEqual } from 'node:util'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { Atrium } from '../../../support/atrium.ts'
import { FakeLocal } from '../../../support/fake-local.ts'

let atrium: Atrium
afterEach(() => atrium.close())

const file = (): string => path.join(atrium.directory, 'settings.json')
const written = () => JSON.parse(readFileSync(file(), 'utf8'))
const models = () => atrium.person.state.configured.settings.models

/** Starts with the harness's configuration on the user's screen. */
async function start(): Promise<void> {
  atrium = await Atrium.start()
  await atrium.person.until('the model is configured', () => models().default)
}

/** Writes settings.json like an editor, and waits for the effect. */
async function edit(content: object): Promise<string[]> {
  const { person } = atrium
  const seen = person.events.length
  writeFileSync(file(), JSON.stringify(content))
  await person.until('the edit is read', () =>
    person.events
      .slice(seen)
      .some(
        (event) => event.type === 'configuration.checked' || (event.type === 'configured' && event.actor === 'file'),
      ),
  )
  return person.state.configured.problems.settings
}

/** Waits until the user's screen matches the file. */
const shown = (): Promise<unknown> =>
  atrium.person.until('the change is on screen', () => isDeepStrictEqual({ prices: {}, ...written().models }, models()))

test('[MOD-2] reads settings from the first release, and writes them in today’s format on the next change', async () => {
  await start()
  const old = { anthropic: { baseUrl: 'http://127.0.0.1:9/v', model: 'm' }, stepLimit: 9, note: undefined }
  expect(await edit(old)).toEqual([])
  const now = {
    endpoints: { anthropic: { baseUrl: 'http://127.0.0.1:9/v', profile: 'anthropic' } },
    default: { endpoint: 'anthropic', model: 'm' },
    prices: {},
  }
  expect(models()).toEqual(now)
  await atrium.person.link.call('changeSettings', { appearance: { theme: 'dark' } })
  expect(written()).toEqual({ stepLimit: 9, models: now, appearance: { theme: 'dark' } })
  await shown()
  expect(atrium.person.state.configured).toMatchObject({ settings: { stepLimit: 9 }, problems: { settings: [] } })
})

test('[MOD-12] keeps the rest of the file when a command changes it, and removes values set to null', async () => {
  await start()
  const { link } = atrium.person
  const { baseUrl } = models().endpoints['anthropic'] ?? {}
  const home = { baseUrl: 'http://127.0.0.1:11434', profile: 'ollama' } as const
  await link.call('setEndpoint', { endpoint: 'home', config: home })
  await link.call('changeSettings', {
    models: {
      default: { endpoint: 'home', model: 'q' },
      prices: { a: { input: 1, output: 2 }, 'b*': { input: 0, output: 0 } },
    },
  })
  await link.call('changeSettings', { models: { prices: { a: null } }, stepLimit: 3 })
  expect(written()).toEqual({
    models: {
      endpoints: { anthropic: { baseUrl, profile: 'anthropic' }, home },
      default: { endpoint: 'home', model: 'q' },
      prices: { 'b*': { input: 0, output: 0 } },
    },
    stepLimit: 3,
  })
  await link.call('removeEndpoint', { endpoint: 'home' })
  await shown()
  expect(models()).toEqual({
    endpoints: { anthropic: { baseUrl, profile: 'anthropic' } },
    prices: { 'b*': { input: 0, output: 0 } },
  })
  const changes = atrium.person.all('configured').filter(({ file: name }) => name === 'settings')
  expect(changes.at(-1)).toMatchObject({ before: { models: { endpoints: { home } } }, actor: 'web:test' })
})

test('[MOD-12] always has Anthropic, which can’t be removed', async () => {
  await start()
  expect(await edit({ models: { endpoints: {} } })).toEqual([])
  expect(models().endpoints).toEqual({ anthropic: { baseUrl: 'https://api.anthropic.com', profile: 'anthropic' } })
  await expect(atrium.person.link.call('removeEndpoint', { endpoint: 'anthropic' })).rejects.toMatchObject({
    code: 'bad-input',
  })
})

test('[MOD-12] reports a mistake in the file with its place, and changes nothing', async () => {
  await start()
  const before = models()
  const mistakes: [content: object, problem: RegExp][] = [
    [
      { models: { default: { endpoint: 'none', model: 'm' } } },
      /models\.default\.endpoint: must be one of the endpoints/,
    ],
    [{ models: { endpoints: { 'Not So': { baseUrl: 'http://a', profile: 'ollama' } } } }, /models\.endpoints\.Not So/],
    [{ models: { endpoints: { a: { baseUrl: 'file:///etc', profile: 'ollama' } } } }, /endpoints\.a\.baseUrl/],
    [{ models: { endpoints: { a: { baseUrl: 'http://a', profile: 'new' } } } }, /endpoints\.a\.profile/],
    [{ models: { prices: { m: { input: -1, output: 0 } } } }, /prices\.m\.input/],
    [{ models: [] }, /models/],
  ]
  for (const [content, problem] of mistakes) {
    expect((await edit(content)).join('\n')).toMatch(problem)
    expect(models()).toEqual(before)
  }
})

test('[MOD-12] keeps an endpoint’s list of models until the endpoint’s URL changes or it is removed', async () => {
  const fake = new FakeLocal('vllm', ['a', 'b'])
  const baseUrl = await fake.listen()
  try {
    atrium = await Atrium.start()
    const { person } = atrium
    const config = { baseUrl, profile: 'vllm' } as const
    await person.link.call('setEndpoint', { endpoint: 'home', config })
    const { models: listed } = await person.link.call('listModels', { endpoint: 'home' })
    expect(listed.map(({ id, contextTokens }) => [id, contextTokens])).toEqual([
      ['a', 8192],
      ['b', 8192],
    ])
    const list = await person.until('the list is in the state', () => person.state.models['home'])
    expect(list).toEqual({ models: listed, at: expect.any(Number) })
    await person.event('models.listed')
    expect(person.all('models.requested').at(-1)).toEqual({
      type: 'models.requested',
      endpoint: 'home',
      baseUrl,
      actor: 'web:test',
    })
    await person.link.call('setEndpoint', { endpoint: 'home', config: { ...config, name: 'Renamed' } })
    await shown()
    expect(person.state.models['home']).toBeDefined()
    await person.link.call('setEndpoint', { endpoint: 'home', config: { ...config, baseUrl: 'http://127.0.0.1:9' } })
    await person.until('the list goes', () => person.state.models['home'] === undefined)
    await expect(person.link.call('listModels', { endpoint: 'home' })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/vLLM at 127\.0\.0\.1:9.* Check that vLLM is running, and the URL in Settings\.$/),
    })
    await expect(person.link.call('listModels', { endpoint: 'gone' })).rejects.toMatchObject({ code: 'not-found' })
  } finally {
    await fake.close()
  }
})
