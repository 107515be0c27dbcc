import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openProvider } from '../../../main/host/llm/endpoints/models.ts'
import type { RequestMessage, ModelTool } from '../../../main/host/llm/llm.ts'
import type { Step } from '../../support/fake-anthropic.mjs'
import { Provider, says } from './provider.ts'

const tools: ModelTool[] = ['a', 'b'].map((name) => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { type: 'object' },
}))
const system = 'You help. '.repeat(1000)

/** Plays a conversation: each answer goes back with results for its calls, until it makes none. */
async function converse(provider: Provider, model: string): Promise<RequestMessage[]> {
  const messages: RequestMessage[] = [says('Begin.')]
  for (;;) {
    const answer = await provider.ask({ model, system, tools, messages })
    messages.push({ role: 'assistant', endpoint: 'anthropic', model, blocks: answer.blocks })
    if (answer.stop !== 'tool-use') return messages
    const content = answer.calls.map(({ id }) => ({
      type: 'tool-result' as const,
      call: id,
      content: `Result of ${id}.`,
      isError: false,
    }))
    messages.push({ role: 'user', content })
  }
}

const calls = (count: number): Step[] =>
  Array.from({ length: count }, (_, i) => ({ tool_use: { name: i % 2 ? 'a' : 'b', input: { i } } }))

test('[LLM-12] reads all of the previous request from the cache, also after thirty parallel calls', async () => {
  const provider = await Provider.start([
    { content: calls(2) },
    { content: calls(30) },
    { content: [{ thinking: 'Hm.' }, ...calls(1)] },
    { content: [{ text: 'Done.' }] },
  ])
  await converse(provider, 'claude-sonnet-5-5')
  const usages = provider.requests.map(({ usage = {} }) => usage)
  expect(usages[0]).toMatchObject({ cache_read_input_tokens: 0, input_tokens: 0 })
  usages.slice(1).forEach((usage, i) => {
    const before = usages[i]
    const sentBefore = (before?.['cache_read_input_tokens'] ?? 0) + (before?.['cache_creation_input_tokens'] ?? 0)
    expect(usage['cache_read_input_tokens']).toBe(sentBefore)
  })
  expect(provider.complaints).toEqual([])
})

test('[LLM-12] reads tools and system prompt from the cache in another conversation with the same tools', async () => {
  const provider = await Provider.start()
  await provider.ask({ system, tools, messages: [says('One.')] })
  const answer = await provider.ask({ system, tools: tools.toReversed(), messages: [says('Two.')] })
  expect(answer.usage.cacheRead).toBeGreaterThan(2000)
  expect(answer.usage).toEqual({
    cacheRead: provider.requests[1]?.usage?.['cache_read_input_tokens'],
    cacheWrite: provider.requests[1]?.usage?.['cache_creation_input_tokens'],
    input: 0,
    output: provider.requests[1]?.usage?.['output_tokens'],
  })
})

test('[LLM-2] sends thinking and parallel calls that every model in the API’s list accepts', async () => {
  const provider = await Provider.start()
  const models = await provider.llm.models(AbortSignal.timeout(5000))
  expect(models.length).toBeGreaterThan(10)
  for (const { id, outputTokens } of [...models, { id: 'claude-haiku-4-5', outputTokens: 64_000 }]) {
    provider.fake.setScenario({
      turns: [
        { content: [{ thinking: 'First.' }, ...calls(2)] },
        { content: [{ thinking: 'x', omitted: true }, { text: 'Now.' }, ...calls(1)] },
        { content: [{ text: 'Done.' }] },
      ],
    })
    await converse(provider, id)
    const asked = await provider.ask({ model: id, maxTokens: 1_000_000 })
    expect(asked.stop).toBe('end-turn')
    expect(provider.requests.at(-1)?.body.max_tokens).toBe(outputTokens)
  }
  expect(provider.complaints).toEqual([])
})

test('[FIL-30] says of each model whether it reads PDF files', async () => {
  const provider = await Provider.start([], {}, { models: ['claude-sonnet-5-5', { id: 'no-pdf', pdf: false }] })
  const models = await provider.llm.models(AbortSignal.timeout(5000))
  expect(models.map(({ id, documents, audio }) => [id, documents, audio]).toSorted()).toEqual([
    ['claude-sonnet-5-5', true, undefined],
    ['no-pdf', false, undefined],
  ])
})

test('[LLM-1] asks a model for its thinking only if the model is known to think adaptively', async () => {
  const provider = await Provider.start()
  await provider.ask({ model: 'claude-opus-5' })
  await provider.ask({ model: 'claude-haiku-4-5' })
  expect(provider.requests.map((it) => it.body.thinking)).toEqual([
    { type: 'adaptive', display: 'summarized' },
    undefined,
  ])
  expect(provider.fake.state.log.filter((it) => it.path.startsWith('/v1/models/'))).toHaveLength(2)
  await provider.ask({ model: 'claude-opus-5' })
  expect(provider.fake.state.log.filter((it) => it.path.startsWith('/v1/models/'))).toHaveLength(2)
})

test('[LLM-19] lets the model change between two turns', async () => {
  const provider = await Provider.start([
    { content: [{ thinking: 'Mine.' }, ...calls(1)] },
    { content: [{ thinking: 'Mine too.' }, { text: 'Done.' }] },
  ])
  const messages = await converse(provider, 'claude-sonnet-5-5')
  await provider.ask({ model: 'claude-opus-5-5', tools, messages: [...messages, says('Again.')] })
  expect(JSON.stringify(provider.requests.at(-1)?.body)).not.toContain('"thinking":"')
  expect(provider.requests.map((it) => it.status)).toEqual([200, 200, 200])
})

/** A server that answers GET with these bodies by path. */
async function serve(
  bodies: Record<string, unknown>,
): Promise<{ baseUrl: string; headers: http.IncomingHttpHeaders[] }> {
  const headers: http.IncomingHttpHeaders[] = []
  const server = http.createServer((request, response) => {
    headers.push(request.headers)
    const body = bodies[request.url ?? '']
    const json = request.url?.includes('broken') ? '{"da' : JSON.stringify(body ?? {})
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(json)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close().closeAllConnections()
  })
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, headers }
}

test('[LLM-21] lists models over all pages, and stops at a repeated page', async () => {
  const named = (id: string) => ({ id, display_name: id.toUpperCase(), max_input_tokens: 10, max_tokens: 5 })
  const { baseUrl } = await serve({
    '/v1/models?limit=1000': { data: [named('a')], has_more: true, last_id: 'a' },
    '/v1/models?limit=1000&after_id=a': { data: [named('b'), null, { id: 7 }], has_more: true, last_id: 'b' },
    '/v1/models?limit=1000&after_id=b': { data: [named('c')], has_more: true, last_id: 'b' },
  })
  const llm = openProvider({ fetch, baseUrl, key: () => Promise.resolve('k') })
  expect(await llm.models(AbortSignal.timeout(5000))).toEqual(
    ['a', 'b', 'c'].map((id) => ({ id, name: id.toUpperCase(), contextTokens: 10, outputTokens: 5 })),
  )
})

test('[LLM-21] understands a local server that needs no key and lists only IDs', async () => {
  const { baseUrl, headers } = await serve({
    '/v1/models?limit=1000': { object: 'list', data: [{ id: 'qwen', object: 'model', owned_by: 'library' }] },
  })
  const llm = openProvider({ fetch, baseUrl, key: () => Promise.resolve(undefined) })
  expect(await llm.models(AbortSignal.timeout(5000))).toEqual([
    { id: 'qwen', name: 'qwen', contextTokens: 0, outputTokens: 0 },
  ])
  expect(headers[0]?.authorization).toBeUndefined()
})

test('[LLM-21] reports an address to check if the response isn’t a list of models', async () => {
  const { baseUrl } = await serve({
    '/a/v1/models?limit=1000': { models: [] },
    '/b/v1/models?limit=1000': [],
    '/broken/v1/models?limit=1000': 1,
  })
  for (const path of ['/a', '/b', '/none', '/broken']) {
    const llm = openProvider({ fetch, baseUrl: `${baseUrl}${path}`, key: () => Promise.resolve('k') })
    await expect(llm.models(AbortSignal.timeout(5000))).rejects.toMatchObject({ fault: 'unreachable' })
  }
})
