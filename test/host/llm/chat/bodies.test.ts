import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openProvider } from '../../../../main/host/llm/endpoints/models.ts'
import { ModelError, type ModelAnswer } from '../../../../main/host/llm/llm.ts'
import { says } from '../provider.ts'
import { clock } from './endpoint.ts'

/** The answer to a request whose whole response is given. */
async function answerTo(body: string, type: string): Promise<ModelAnswer | ModelError> {
  const server = http.createServer((_request, response) => response.writeHead(200, { 'content-type': type }).end(body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections()))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const llm = openProvider({ fetch, baseUrl, profile: 'vllm', wire: 'chat', key: async () => undefined, maxRetries: 0 })
  const request = { endpoint: 'e', model: 'm', system: '', messages: [says('x')], tools: [clock], maxTokens: 10 }
  const quiet = { onDelta: () => undefined, onWait: () => undefined, onLookup: () => undefined }
  return llm.stream(request, { signal: AbortSignal.timeout(10_000), ...quiet }).catch((error: unknown) => {
    if (error instanceof ModelError) return error
    throw error
  })
}

const call = { id: 'a', type: 'function', function: { name: 'clock__now', arguments: '{"zone":"UTC"}' } }
const completion = (message: object, finish: string | null, more: object = {}): string =>
  JSON.stringify({ object: 'chat.completion', choices: [{ index: 0, message, finish_reason: finish }], ...more })
const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`

describe('an answer in one piece', () => {
  test('[OAI-3] is read like one in many', async () => {
    const usage = {
      prompt_tokens: 20,
      completion_tokens: 5,
      total_tokens: 30,
      prompt_tokens_details: { cached_tokens: 8 },
    }
    const message = { role: 'assistant', content: 'Let me see.', reasoning_content: 'Hm.', tool_calls: [call] }
    const answer = await answerTo(`\n\n${completion(message, 'tool_calls', { usage })}`, 'application/json')
    expect(answer).toMatchObject({
      blocks: [
        { type: 'thinking', thinking: 'Hm.' },
        { type: 'text', text: 'Let me see.' },
        { type: 'tool_use', id: 'a' },
      ],
      stop: 'tool-use',
      calls: [{ id: 'a', name: 'clock__now', input: { zone: 'UTC' } }],
      usage: { input: 12, cacheRead: 8, cacheWrite: 0, output: 10 },
    })
  })

  test.each([
    ['text/plain', completion({ content: 'Noon.' }, 'stop')],
    ['application/json', completion({ content: 'Noon.' }, null)],
    ['text/event-stream', completion({ content: [{ type: 'text', text: 'Noon.' }] }, 'stop')],
    ['text/plain', `${chunk({ content: 'Noon.' })}${chunk({}, 'stop')}data: [DONE]`],
    ['application/json', `: hello\n\n${chunk({ content: 'Noon.' }, 'stop')}`],
    ['text/event-stream', chunk({ content: 'Noon.' }, 'stop').trimEnd()],
    ['text/event-stream', `\uFEFF${chunk({ content: 'Noon.' }, 'eos')}`],
  ])('[OAI-3] is recognised by its first character, whatever its type: %s', async (type, body) => {
    expect(await answerTo(body, type)).toMatchObject({ blocks: [{ type: 'text', text: 'Noon.' }], stop: 'end-turn' })
  })

  test.each([
    ['a web page', 'text/html', '<h1>Welcome</h1>', 'unreachable'],
    ['a web page of another type', 'text/plain', '<!doctype html>', 'unreachable'],
    ['half of JSON', 'application/json', '{"choices":[{"mess', 'broken-stream'],
    ['JSON of something else', 'application/json', '{"hello":"world"}', 'broken-stream'],
    ['nothing', 'text/event-stream', '', 'broken-stream'],
    ['a number', 'text/event-stream', 'data: 7\n\n', 'broken-stream'],
    ['a sentence as an error', 'application/json', '{"error":"The model crashed"}', 'server-error'],
    ['a sentence as an event', 'text/event-stream', 'event: error\ndata: The model crashed\n\n', 'server-error'],
    ['an old error field', 'text/event-stream', 'error: {"code":500,"message":"slot unavailable"}\n\n', 'server-error'],
    ['a list of errors', 'text/event-stream', 'data: [{"error":{"code":503,"message":"Busy"}}]\n\n', 'overloaded'],
    ['an error with a status as text', 'application/json', '{"error":{"code":"429","message":"Slow"}}', 'rate-limited'],
    ['a reason that is an error', 'text/event-stream', chunk({ content: 'a' }, 'error'), 'server-error'],
    ['a list of complaints', 'application/json', '{"detail":[{"loc":["body","x"],"msg":"no"}]}', 'server-error'],
  ])('[OAI-7] is a fault if it is %s', async (_what, type, body, fault) => {
    expect(await answerTo(body, type)).toMatchObject({ fault })
  })

  test('[OAI-3] is broken if it is longer than the limit', async () => {
    const body = `data: ${'x'.repeat(17 * 1024 * 1024)}`
    expect(await answerTo(body, 'text/event-stream')).toMatchObject({ fault: 'broken-stream' })
    expect(await answerTo(`{${' '.repeat(17 * 1024 * 1024)}`, 'application/json')).toMatchObject({
      fault: 'broken-stream',
    })
  })
})

describe('the usage in an answer', () => {
  const none = { input: 0, cacheWrite: 0, cacheRead: 0, output: 0 }
  test.each([
    ['is unknown', undefined, none],
    ['is nonsense', { prompt_tokens: 'many', completion_tokens: -4 }, none],
    [
      'counts reasoning beside the completion',
      { prompt_tokens: 10, completion_tokens: 4, total_tokens: 30 },
      { ...none, input: 10, output: 20 },
    ],
    [
      'names cached tokens as DeepSeek does',
      { prompt_tokens: 100, completion_tokens: 4, total_tokens: 104, prompt_cache_hit_tokens: 64 },
      { ...none, input: 36, cacheRead: 64, output: 4 },
    ],
    [
      'has a cost and cache writes as OpenRouter does',
      {
        prompt_tokens: 100,
        completion_tokens: 4,
        total_tokens: 104,
        cost: 0.0025,
        is_byok: true,
        prompt_tokens_details: { cached_tokens: 20, cache_write_tokens: 30 },
        cost_details: { upstream_inference_cost: 0.0075 },
      },
      { input: 50, cacheWrite: 30, cacheRead: 20, output: 4, cost: 0.01 },
    ],
    [
      'has a cost in ticks',
      { prompt_tokens: 1, completion_tokens: 1, cost_in_usd_ticks: 5_000_000 },
      { ...none, input: 1, output: 1, cost: 0.0005 },
    ],
  ])('[OAI-23] %s', async (_what, usage, expected) => {
    const answer = await answerTo(completion({ content: 'Noon.' }, 'stop', { usage }), 'application/json')
    expect(answer).toMatchObject({ usage: expected })
    expect('usage' in answer && 'cost' in answer.usage).toBe('cost' in expected)
  })
})
