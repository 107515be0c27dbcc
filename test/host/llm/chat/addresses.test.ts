import http, { type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openProvider } from '../../../../main/host/llm/endpoints/models.ts'
import { isNear } from '../../../../main/host/llm/openai/client.ts'
import { key } from '../provider.ts'
import { Endpoint } from './endpoint.ts'

const noon = { content: [{ text: 'Noon.' }] }

async function listen(server: Server, host: string): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections()))
  return (server.address() as AddressInfo).port
}

describe('the address of an endpoint', () => {
  test.each([
    ['as it is', 'openai', '/v1', 0],
    ['with a slash at the end', 'openai', '/v1/', 0],
    ['with the path of a request', 'openai', '/v1/chat/completions', 0],
    ['with the path of the list', 'groq', '/openai/v1/models', 0],
    ['without its version', 'openai', '', 1],
    ['without its version, and with the path of a request', 'groq', '/openai/chat/completions', 1],
    ['without its version, if a page of text answers', 'ollama', '', 1],
    ['without its version, if a server takes both', 'deepseek', '', 0],
  ] as const)('[OAI-2] works %s', async (_what, dialect, path, misses) => {
    const endpoint = await Endpoint.start(dialect, [noon, noon], { path })
    expect(await endpoint.ask()).toMatchObject({ blocks: [{ text: 'Noon.' }] })
    expect(await endpoint.ask()).toMatchObject({ blocks: [{ text: 'Noon.' }] })
    const missed = endpoint.fake.state.log.filter(({ status }) => status === 404)
    expect(missed).toHaveLength(misses)
  })

  test('[OAI-2] keeps the query of a deployment', async () => {
    const path = '/openai/deployments/gpt-4.1/chat/completions?api-version=2024-10-21'
    const endpoint = await Endpoint.start('azure', [noon], { path })
    expect(await endpoint.ask()).toMatchObject({ stop: 'end-turn' })
    expect(endpoint.requests.map((it) => it.path)).toEqual([path])
  })

  test.each(['127.0.0.1', '::1'])('[OAI-2] reaches localhost if the server listens only at %s', async (host) => {
    const body = { choices: [{ index: 0, message: { content: 'Here.' }, finish_reason: 'stop' }] }
    const port = await listen(
      http.createServer((_request, response) => response.end(JSON.stringify(body))),
      host,
    )
    const baseUrl = `http://localhost:${port}/v1`
    const llm = openProvider({
      fetch,
      baseUrl,
      profile: 'other',
      wire: 'chat',
      key: async () => undefined,
      maxRetries: 0,
    })
    const quiet = { onDelta: () => undefined, onWait: () => undefined, onLookup: () => undefined }
    const request = { endpoint: 'e', model: 'm', system: '', messages: [], tools: [], maxTokens: 10 }
    const answer = await llm.stream(request, { signal: AbortSignal.timeout(5000), ...quiet })
    expect(answer.blocks).toEqual([{ type: 'text', text: 'Here.' }])
  })

  test.each([
    ['http://localhost:1234', true],
    ['http://127.0.0.1:1234/v1', true],
    ['http://[::1]:1234', true],
    ['http://192.168.1.5:8000', true],
    ['http://10.0.0.7', true],
    ['http://172.20.1.1', true],
    ['http://gpu.local:8080', true],
    ['http://gpu:8080', true],
    ['http://172.40.1.1', false],
    ['https://api.openai.com/v1', false],
    ['https://10.example.com', false],
  ])('[OAI-21] counts as near for %s: %s', (url, near) => {
    expect(isNear(url)).toBe(near)
  })
})

describe('a request', () => {
  test('[OAI-2] carries the key in the header that the server wants', async () => {
    const [openai, azure] = [await Endpoint.start('openai', [noon]), await Endpoint.start('azure', [noon])]
    await Promise.all([openai.ask(), azure.ask()])
    expect(openai.requests[0]?.headers).toMatchObject({ authorization: expect.stringMatching(/^Bearer sha=/) })
    expect(azure.requests[0]?.headers).toMatchObject({ 'api-key': expect.stringMatching(/^sha=/) })
    expect(azure.requests[0]?.headers).not.toHaveProperty('authorization')
  })

  test('[OAI-1] [OAI-2] goes to its address only, without a key if there is none, and tells nothing of this computer', async () => {
    const endpoint = await Endpoint.start('ollama', [noon], { key: async () => undefined })
    vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:9/')
    vi.stubEnv('OPENAI_API_KEY', key)
    onTestFinished(() => void vi.unstubAllEnvs())
    await endpoint.ask()
    const headers = Object.keys(endpoint.requests[0]?.headers ?? {})
    expect(headers).not.toContain('authorization')
    expect(headers.filter((name) => /^x-|user-agent|referer|cookie/.test(name))).toEqual(['user-agent'])
    expect(endpoint.requests[0]?.headers['user-agent']).toBe('node')
  })

  test('[OAI-1] follows no redirect', async () => {
    const other = await Endpoint.start('openai', [noon])
    const target = other.fake.server.address() as AddressInfo
    const web = http.createServer((_request, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${target.port}/v1/chat/completions` }).end(),
    )
    const baseUrl = `http://127.0.0.1:${await listen(web, '127.0.0.1')}/v1`
    const endpoint = await Endpoint.start('openai', [], { baseUrl })
    expect(await endpoint.fail()).toMatchObject({ fault: 'unreachable' })
    expect(other.requests).toEqual([])
  })
})
