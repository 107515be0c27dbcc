import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openProvider } from '../../../../main/host/llm/endpoints/models.ts'
import type { Profile } from '../../../../shared/config/settings.ts'
import type { ModelInfo } from '../../../../shared/events/events.ts'
import type { Dialect } from '../../../support/fake-openai.mjs'
import { dialects, Endpoint, servers } from './endpoint.ts'

const signal = () => AbortSignal.timeout(10_000)

/** The models of a server that answers these paths with JSON, and 404 to all others. */
async function listed(pages: Record<string, unknown>, profile: Profile = 'other'): Promise<ModelInfo[]> {
  const server = http.createServer((request, response) => {
    const page = pages[request.url ?? '']
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(page))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections()))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return openProvider({ fetch, baseUrl, profile, wire: 'chat', key: async () => 'k', maxRetries: 0 }).models(signal())
}

describe('the list of models', () => {
  const facts: Record<Dialect, Partial<ModelInfo>> = {
    openai: { contextTokens: 1_047_576, outputTokens: 32_768, images: true, documents: true, audio: false },
    azure: { contextTokens: 1_047_576, outputTokens: 32_768, images: true },
    openrouter: {
      contextTokens: 1_047_576,
      outputTokens: 32_768,
      tools: true,
      images: true,
      documents: true,
      audio: false,
      price: { input: 2, output: 8 },
    },
    groq: { contextTokens: 131_072, outputTokens: 32_768 },
    gemini: { contextTokens: 1_048_576, outputTokens: 65_536, images: true },
    mistral: { contextTokens: 131_072, tools: true, images: true },
    deepseek: { contextTokens: 0, outputTokens: 0 },
    ollama: { contextTokens: 4096, tools: true, images: false },
    llamacpp: { contextTokens: 8192, tools: true, images: false, audio: false },
    vllm: { contextTokens: 32_768 },
    lmstudio: { contextTokens: 8192, tools: true, images: false },
  }
  test.each(dialects)('[OAI-22] has each model with its known facts, at %s', async (dialect, { model }) => {
    const endpoint = await Endpoint.start(dialect)
    const models = await endpoint.llm.models(signal())
    expect(models.find(({ id }) => id === model)).toMatchObject({ id: model, ...facts[dialect] })
    expect(models.every(({ id }) => !id.startsWith('models/'))).toBe(true)
  })

  test.each([
    ['openai', 'gpt-4.1', true, false],
    ['openai', 'gpt-audio', undefined, true],
    ['azure', 'gpt-4.1', undefined, undefined],
    ['openrouter', 'openai/gpt-4.1', true, false],
    ['openrouter', 'google/gemini-2.5-flash', true, true],
    ['openrouter', 'deepseek/deepseek-v4-flash', false, false],
    ['gemini', 'gemini-2.5-flash', undefined, undefined],
    ['mistral', 'mistral-small-latest', undefined, undefined],
    ['ollama', 'qwen3-vl:8b', undefined, undefined],
    ['llamacpp', 'Qwen3-8B-Q4_K_M.gguf', undefined, false],
    ['vllm', 'Qwen/Qwen3-8B', undefined, undefined],
  ] as const)(
    '[FIL-30] says at %s whether %s reads PDF files and hears, or that it’s unknown',
    async (dialect, model, documents, audio) => {
      const { llm } = await Endpoint.start(dialect)
      const entry = (await llm.models(signal())).find(({ id }) => id === model)
      expect([entry?.id, entry?.documents, entry?.audio]).toEqual([model, documents, audio])
    },
  )

  test('[OAI-22] says of local models whether they take tools and images, one by one', async () => {
    const { llm } = await Endpoint.start('ollama')
    const models = await llm.models(signal())
    expect(models.map(({ id, tools, images, contextTokens }) => [id, tools, images, contextTokens])).toEqual([
      ['qwen3:8b', true, false, 4096],
      ['qwen3-vl:8b', true, true, 0],
      ['gemma3:270m', false, false, 0],
      ['tiny', true, false, 0],
    ])
  })

  test('[OAI-22] finds out the kind of an unknown server by its first answer', async () => {
    for (const dialect of ['ollama', 'llamacpp', 'lmstudio'] as const) {
      const { llm } = await Endpoint.start(dialect, [], { profile: 'other' })
      const models = await llm.models(signal())
      expect(models.find(({ id }) => id === servers[dialect].model)).toMatchObject(facts[dialect])
    }
  })

  test.each([
    ['in an object', { object: 'list', data: [{ id: 'a' }] }],
    ['alone', [{ id: 'a' }]],
    ['as models', { models: [{ model: 'a' }] }],
    ['as names', { models: [{ name: 'a' }] }],
    ['as plain text', { data: ['a'] }],
  ])('[OAI-22] is read %s', async (_how, page) => {
    expect(await listed({ '/v1/models': page })).toMatchObject([{ id: 'a', name: 'a', contextTokens: 0 }])
  })

  test('[OAI-22] is empty if the server has no models', async () => {
    expect(await listed({ '/v1/models': { object: 'list', data: null } }, 'ollama')).toEqual([])
  })

  test('[OAI-22] leaves out models that can’t chat', async () => {
    const data = [
      'gpt-5',
      'text-embedding-3-small',
      'whisper-1',
      'tts-1',
      'gpt-4o-mini-tts',
      'dall-e-3',
      'gpt-image-1',
      'omni-moderation-latest',
      'gpt-4o-transcribe',
      'gpt-4o-realtime-preview',
      'sora-2',
      'davinci-002',
    ].map((id): object => ({ id }))
    const typed = [
      { id: 'a', type: 'embeddings' },
      { id: 'b', type: 'image' },
      { id: 'c', type: 'chat' },
      { id: 'd', active: false },
      { id: 'e', architecture: { output_modalities: ['image'] } },
      { id: 'f', capabilities: { completion_chat: false } },
      { id: '' },
      { id: 7 },
      null,
      { id: 'x'.repeat(300) },
    ]
    const models = await listed({ '/v1/models': { data: [...data, ...typed] } })
    expect(models.map(({ id }) => id)).toEqual(['gpt-5', 'c'])
  })

  test('[OAI-22] includes a router’s prices, for text and for the cache', async () => {
    const pricing = { prompt: '0.000003', completion: '0.000015', input_cache_read: '0.0000003', image: '0' }
    const data = [
      { id: 'a', pricing },
      { id: 'b', pricing: { prompt: '-1', completion: '-1' } },
      { id: 'c', pricing: { input: 0.2, output: 0.6 } },
    ]
    const models = await listed({ '/v1/models': { data } })
    expect(models.map(({ price }) => price)).toEqual([
      { input: 3, output: 15, cacheRead: 0.3 },
      undefined,
      { input: 0.2, output: 0.6 },
    ])
  })

  test('[OAI-22] has the loaded models at a newer LM Studio', async () => {
    const models = [
      {
        key: 'a',
        type: 'llm',
        max_context_length: 262_144,
        display_name: 'A',
        loaded_instances: [{ id: 'a', config: { context_length: 8192 } }],
        capabilities: { vision: true, trained_for_tool_use: true },
      },
      { key: 'b', type: 'llm', max_context_length: 32_768, loaded_instances: [] },
      { key: 'c', type: 'embedding' },
    ]
    const pages = {
      '/v1/models': { data: [{ id: 'a', owned_by: 'organization_owner' }] },
      '/api/v1/models': { models },
    }
    expect(await listed(pages)).toEqual([
      { id: 'a', name: 'A', contextTokens: 8192, outputTokens: 0, tools: true, images: true },
      { id: 'b', name: 'b', contextTokens: 0, outputTokens: 0, images: false },
    ])
  })

  test.each([
    ['something else', { hello: 'world' }],
    ['a sentence', 'hello'],
  ])('[OAI-22] [OAI-18] reports a wrong address if the answer is %s', async (_what, page) => {
    await expect(listed({ '/v1/models': page })).rejects.toMatchObject({ fault: 'unreachable' })
  })

  test('[OAI-22] is refused with a wrong key', async () => {
    const { llm } = await Endpoint.start('mistral', [], { key: async () => 'wrong' })
    await expect(llm.models(signal())).rejects.toMatchObject({ fault: 'bad-key' })
  })
})
