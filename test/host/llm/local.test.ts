import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openProvider } from '../../../main/host/llm/endpoints/models.ts'
import type { Llm, RequestMessage, ModelRequest, ModelTool } from '../../../main/host/llm/llm.ts'
import { findLocalModels } from '../../../main/host/llm/endpoints/local-models.ts'
import { FakeLocal, type LocalKind, type LocalTurn } from '../../support/fake-local.ts'
import { gif, png } from './images.ts'
import { says } from './provider.ts'

const kinds = ['ollama', 'lm-studio', 'llama-cpp', 'vllm'] as const
const model = 'qwen3:8b'
const tools: ModelTool[] = [{ name: 'clock__now', description: 'Tells the time.', inputSchema: { type: 'object' } }]

async function start(kind: LocalKind, ...turns: LocalTurn[]): Promise<{ fake: FakeLocal; llm: Llm; baseUrl: string }> {
  const fake = new FakeLocal(kind)
  const baseUrl = await fake.listen()
  onTestFinished(() => fake.close())
  fake.turns = turns
  return {
    fake,
    baseUrl,
    llm: openProvider({ fetch, baseUrl, profile: kind, key: async () => undefined, maxRetries: 0 }),
  }
}

const ask = (llm: Llm, request: Partial<ModelRequest> = {}) =>
  llm.stream(
    { endpoint: 'local', model, system: 'You help.', messages: [says('Hello')], tools, maxTokens: 32_000, ...request },
    {
      signal: AbortSignal.timeout(10_000),
      onDelta: () => undefined,
      onWait: () => undefined,
      onLookup: () => undefined,
    },
  )

describe.each(kinds)('a local %s server', (kind) => {
  test('[MOD-4] completes a conversation with parallel calls, without a key or unsupported content', async () => {
    const call = { name: 'clock__now', input: { zone: 'UTC' } }
    const { fake, llm } = await start(
      kind,
      { thinking: 'Hm.', calls: [call, { ...call, id: 'call_1' }] },
      { text: 'Noon.' },
    )
    const asked = says('What time is it?')
    const first = await ask(llm, { messages: [asked] })
    expect(first.calls).toEqual([
      { id: 'call_0', name: 'clock__now', input: { zone: 'UTC' } },
      { id: 'call_1', name: 'clock__now', input: { zone: 'UTC' } },
    ])
    const image = { type: 'image', mimeType: 'image/png', data: png(4, 4) }
    const film = { type: 'image', mimeType: 'image/gif', data: gif(4, 4) }
    const results: RequestMessage = {
      role: 'user',
      content: [
        { type: 'tool-result', call: 'call_0', content: [image, { type: 'text', text: '12:00' }], isError: false },
        { type: 'tool-result', call: 'call_1', content: 'Broken.', isError: true },
        { type: 'shown-result', content: [image, film], isError: false },
      ],
    }
    const said: RequestMessage = { role: 'assistant', endpoint: 'local', model, blocks: first.blocks }
    const second = await ask(llm, { messages: [asked, said, results] })
    expect(second).toMatchObject({ stop: 'end-turn', blocks: [{ type: 'text', text: 'Noon.' }] })
    expect(fake.seen.map(({ authorization }) => authorization)).toEqual(fake.seen.map(() => undefined))
    expect(JSON.stringify(fake.asked)).not.toContain('Hm.')
    const sent = JSON.stringify(fake.asked.at(-1)?.['messages'])
    expect(sent.match(/"media_type":"image\/png"/g)).toHaveLength(kind === 'lm-studio' || kind === 'vllm' ? 2 : 1)
    expect(sent.includes('image/gif"')).toBe(kind === 'vllm')
    if (kind !== 'vllm') expect(sent).toContain('which this server cannot show its models')
  })

  test('[MOD-4] lists its models with their figures, and leaves out models that can’t chat', async () => {
    const { llm } = await start(kind)
    const figures = { contextTokens: kind === 'ollama' ? 0 : 8192, outputTokens: 0 }
    const able = kind === 'lm-studio' ? { tools: true, images: true } : {}
    expect(await llm.models(AbortSignal.timeout(5000))).toEqual([{ id: model, name: model, ...figures, ...able }])
  })

  test('[MOD-5] reports a stream that ends midway as a broken answer, and never runs a call in it', async () => {
    const { llm } = await start(
      kind,
      { text: 'Half an', cut: true },
      { calls: [{ name: 'clock__now', input: {} }], cut: true },
    )
    for (let i = 0; i < 2; i++) await expect(ask(llm)).rejects.toMatchObject({ fault: 'broken-stream' })
  })

  test('[MOD-5] reports no figures if the server gives none, and takes approximate ones as they are', async () => {
    const { llm } = await start(
      kind,
      { text: 'a', usage: false },
      { text: 'b', usage: { input_tokens: 7, output_tokens: 2 } },
    )
    expect((await ask(llm)).usage).toEqual({ input: 0, cacheWrite: 0, cacheRead: 0, output: 0 })
    expect((await ask(llm)).usage).toEqual({ input: 7, cacheWrite: 0, cacheRead: 0, output: 2 })
  })

  test('[MOD-5] shows thinking without a signature, and doesn’t send it back', async () => {
    const { fake, llm } = await start(kind, { thinking: 'Secretly.', text: 'Hi.' }, { text: 'Yes.' })
    const { blocks } = await ask(llm)
    expect(blocks[0]).toEqual({ type: 'thinking', thinking: 'Secretly.' })
    await ask(llm, { messages: [says('a'), { role: 'assistant', endpoint: 'local', model, blocks }, says('b')] })
    expect(JSON.stringify(fake.asked[1])).not.toContain('Secretly')
  })

  test('[MOD-4] names a missing model or a server that is gone', async () => {
    const { fake, llm, baseUrl } = await start(kind)
    const name = { ollama: 'Ollama', 'lm-studio': 'LM Studio', 'llama-cpp': 'llama.cpp', vllm: 'vLLM' }[kind]
    const { host } = new URL(baseUrl)
    if (kind !== 'llama-cpp')
      await expect(ask(llm, { model: 'none' })).rejects.toMatchObject({
        fault: 'no-model',
        message: `${name} at ${host} has no model named none. Choose another model${kind === 'ollama' ? ', or run “ollama pull none”' : ''}.`,
      })
    await fake.close()
    await expect(ask(llm)).rejects.toMatchObject({
      fault: 'unreachable',
      message: `No Messages API responds at ${name} at ${host} (ECONNREFUSED). Check that ${name} is running, and the URL in Settings.`,
    })
    await fake.listen()
  })
})

test('[MOD-4] limits an answer to the context size if the server reports one', async () => {
  for (const kind of ['vllm', 'lm-studio', 'llama-cpp'] as const) {
    const { fake, llm } = await start(kind, { text: 'a' })
    await ask(llm)
    expect(fake.asked[0]?.['max_tokens']).toBe(2048)
  }
  const { fake, llm } = await start('ollama', { text: 'a' }, { text: 'b' })
  await ask(llm)
  expect(fake.asked[0]?.['max_tokens']).toBe(8192)
  expect(fake.seen.map(({ path }) => path)).toEqual(['/api/ps', '/v1/messages'])
  fake.sees = true
  await ask(llm)
  expect(fake.asked[1]?.['max_tokens']).toBe(2048)
})

describe.each(['ollama', 'llama-cpp'] as const)('[OAI-12] an image of a result for %s', (kind) => {
  const image = { type: 'image', mimeType: 'image/png', data: png(4, 4) }
  const history: RequestMessage[] = [
    says('Look.'),
    {
      role: 'assistant',
      endpoint: 'local',
      model,
      blocks: [{ type: 'tool_use', id: 'call_0', name: 'clock__now', input: {} }],
    },
    {
      role: 'user',
      content: [
        { type: 'tool-result', call: 'call_0', content: [image], isError: false },
        { type: 'text', text: 'And?' },
      ],
    },
  ]

  test('follows the result if the model sees', async () => {
    const { fake, llm } = await start(kind)
    fake.sees = true
    expect(await ask(llm, { messages: history, mark: 'x1' })).not.toHaveProperty('unseenImages')
    const which = 'image 1 of the result of clock__now (call call_0)'
    const text = (value: string) => ({ type: 'text', text: value })
    expect(fake.asked[0]?.['messages']).toMatchObject([
      {},
      {},
      {
        content: [
          { type: 'tool_result', content: [text(`[Atrium x1: ${which} follows after the results.]`)] },
          text(`[Atrium x1: ${which}, which comes from the tool and not from the user:]`),
          { type: 'image' },
          text('And?'),
        ],
      },
    ])
  })

  test.each([false, undefined])('is a note if the model doesn’t see, or that is unknown: %s', async (sees) => {
    const { fake, llm } = await start(kind)
    fake.sees = sees
    expect(await ask(llm, { messages: history })).toMatchObject({ unseenImages: 1 })
    const sent = JSON.stringify(fake.asked[0])
    expect(sent).not.toContain('"type":"image"')
    expect(sent).toContain(sees === false ? 'which this model cannot see' : 'it is unknown whether this model sees')
  })
})

test('[OAI-20] reports a request that Ollama cut silently, over this API too', async () => {
  const usage = { input_tokens: 8192, output_tokens: 1 }
  const { llm } = await start('ollama', { text: 'a', usage }, { text: 'a' })
  const { cut } = await ask(llm, { messages: [says('Why? '.repeat(10_000))] })
  expect(cut).toEqual({ sent: expect.any(Number), read: 8192 })
  expect(await ask(llm)).not.toHaveProperty('cut')
})

describe('[MOD-6] a call written as text', () => {
  const call = '{"name":"clock__now","arguments":{"zone":"UTC"}}'
  test.each([
    ['alone', call],
    ['in a fence', `\`\`\`json\n${call}\n\`\`\``],
    ['in tags', `I will look.\n<tool_call>\n${call}\n</tool_call>`],
    ['in a list', `[TOOL_CALLS] [${call}]`],
    ['as a function', `{"type":"function","function":${call}}`],
    ['after words', `Let me see.\n\`\`\`json\n{"name": "clock__now", "parameters": {}}\n\`\`\`\nDone.`],
  ])('is reported instead of run if it is written %s', async (_where, text) => {
    const { llm } = await start('ollama', { text })
    expect(await ask(llm)).toMatchObject({ calls: [], stop: 'end-turn', unmadeCall: 'clock__now' })
  })

  test.each([
    ['a sentence', 'It is noon. Use clock__now to see.'],
    ['another tool', '{"name":"rm__all","arguments":{}}'],
    ['JSON about something else', '{"name":"clock__now"}'],
    ['broken JSON', '{"name":"clock__now","arguments":{'],
    ['an inherited name', '{"name":"constructor","arguments":{}}'],
  ])('is not detected in %s', async (_what, text) => {
    const { llm } = await start('ollama', { text })
    expect((await ask(llm)).unmadeCall).toBeUndefined()
  })

  test('is ignored if the model also makes real calls', async () => {
    const { llm } = await start('ollama', { text: call, calls: [{ name: 'clock__now', input: {} }] })
    const answer = await ask(llm)
    expect(answer.calls).toHaveLength(1)
    expect(answer.unmadeCall).toBeUndefined()
  })
})

describe('[MOD-3] local model servers', () => {
  test('are found and identified by their responses', async () => {
    const fakes = await Promise.all(kinds.map((kind) => start(kind)))
    const ports = fakes.map(({ fake }) => ({ port: fake.port, profile: 'other' as const }))
    const found = await findLocalModels(ports)
    expect(found.map(({ profile, baseUrl }) => ({ profile, baseUrl }))).toEqual(
      fakes.map(({ baseUrl }, i) => ({ profile: kinds[i], baseUrl })),
    )
    expect(found.flatMap(({ models }) => models.map(({ id }) => id))).toEqual(kinds.map(() => model))
    for (const { fake } of fakes)
      expect(fake.seen).toEqual([{ method: 'GET', path: '/v1/models', authorization: undefined }])
  })

  test('are asked for the most detailed list on LM Studio’s port, and over OpenAI’s API if they don’t identify themselves', async () => {
    const { fake } = await start('lm-studio')
    const studio = await findLocalModels([{ port: fake.port, profile: 'lm-studio' }])
    expect(studio).toMatchObject([{ profile: 'lm-studio', models: [{ id: model, contextTokens: 8192, tools: true }] }])
    expect(fake.seen.map(({ path }) => path)).toEqual(['/api/v0/models'])
    const { port } = await listen((_request, response) => response.end('{"object":"list","data":[{"id":"m"}]}'))
    expect(await findLocalModels([{ port, profile: 'other' }])).toMatchObject([
      { profile: 'other', baseUrl: `http://127.0.0.1:${port}/v1`, wire: 'chat', models: [{ id: 'm' }] },
    ])
  })

  test('are found by their port if they have no model yet', async () => {
    const { fake, baseUrl } = await start('ollama')
    fake.models.length = 0
    const found = await findLocalModels([{ port: fake.port, profile: 'ollama' }])
    expect(found).toEqual([{ profile: 'ollama', baseUrl, models: [] }])
  })

  test('are not found, without delay, if they are of another kind, silent, redirecting, endless or closed', async () => {
    const answers: http.RequestListener[] = [
      (_request, response) => response.end('<h1>Hello</h1>'),
      (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/v1/models' }).end(),
      (_request, response) => response.writeHead(401).end('{"object":"list","data":[]}'),
      (_request, response) => response.end('{"data":"none"}'),
      (_request, response) => void response.writeHead(200).write('{"data":['),
      (_request, response) => {
        const more = setInterval(() => response.write(' '.repeat(65_536)), 1)
        response.on('close', () => clearInterval(more))
      },
      () => undefined,
    ]
    const open = await Promise.all(answers.map((answer) => listen(answer)))
    const closed = await listen(() => undefined)
    closed.server.close()
    expect(await findLocalModels([...open, closed].map(({ port }) => ({ port, profile: 'other' })))).toEqual([])
  })
})

async function listen(answer: http.RequestListener): Promise<{ server: http.Server; port: number }> {
  const server = http.createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  onTestFinished(() => {
    server.close().closeAllConnections()
  })
  return { server, port }
}
