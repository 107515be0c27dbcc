import { describe, expect, test } from 'vitest'
import type { ModelFault } from '../../../../main/host/llm/llm.ts'
import type { Dialect, Scenario, ScriptedTurn } from '../../../support/fake-openai.mjs'
import { png } from '../images.ts'
import { says } from '../provider.ts'
import { key } from '../provider.ts'
import { clock, dialects, Endpoint } from './endpoint.ts'

const http = (status: number, more: object = {}): ScriptedTurn => ({ http_error: { status, ...more } })
const once = { maxRetries: 0 }

describe.each(dialects)('an error of %s', (dialect) => {
  const rows: [string, ScriptedTurn, ModelFault][] = [
    ['a status 400', http(400), 'refused'],
    ['a status 402', http(402), 'spend-limit'],
    ['a status 403', http(403), 'no-permission'],
    ['a status 413', http(413), 'too-large'],
    ['a rate limit', { fault: 'rate_limit' }, 'rate-limited'],
    ['a failure', { fault: 'server_error' }, 'server-error'],
    ['a page of a gateway', { fault: 'bad_gateway' }, 'server-error'],
    ['an overload', http(503), dialect === 'llamacpp' ? 'loading' : 'overloaded'],
    ['an error with status 200', { fault: 'error_in_200' }, 'server-error'],
    ['a closed connection', { fault: 'refuse_connection' }, 'unreachable'],
    ['a reset', { fault: 'disconnect' }, 'broken-stream'],
    ['a cut', { fault: 'truncate' }, 'broken-stream'],
    ['an early end', { fault: 'eof' }, 'broken-stream'],
    ['half an event', { fault: 'malformed' }, 'broken-stream'],
    ['an empty answer', { fault: 'empty_answer', times: 2 }, 'empty-answer'],
  ]
  test.each(rows)('[OAI-7] is one fault with a next step if it is %s', async (_what, turn, fault) => {
    const endpoint = await Endpoint.start(dialect, [turn], once)
    const error = await endpoint.fail()
    expect(error).toMatchObject({ fault })
    expect(error.message).toMatch(/^\S.+\. \S.+\.$/s)
  })

  test('[OAI-7] [OAI-6] ends the answer if it is in the stream, and no call in it is made', async () => {
    const call = { tool_use: { name: 'clock__now', input: {} } }
    const turn: ScriptedTurn = { content: [{ text: 'So' }, call, { fault: 'error' }] }
    const endpoint = await Endpoint.start(dialect, [turn, turn], once)
    const { fault } = await endpoint.fail({ tools: [clock] })
    expect(['server-error', 'broken-stream', 'refused']).toContain(fault)
    expect(endpoint.said('text')).toBe('So')
    expect(endpoint.requests).toHaveLength(1)
  })

  test('[OAI-7] [OAI-26] never repeats the key it is about', async () => {
    const endpoint = await Endpoint.start(dialect, [http(401, { message: `No such key: ${key}` })], once)
    const error = await endpoint.fail()
    expect(error).toMatchObject({ fault: 'bad-key' })
    expect(error.message).not.toContain(key)
  })

  test('[OAI-7] names a model that does not exist', async () => {
    const endpoint = await Endpoint.start(dialect, [{ content: [{ text: 'Any.' }] }], once)
    // llama.cpp has one model, whatever name is asked.
    if (dialect === 'llamacpp') return
    const error = await endpoint.fail({ model: 'no-such-model' })
    expect(error).toMatchObject({ fault: 'no-model', message: expect.stringContaining('no-such-model') })
  })
})

describe('the next step', () => {
  const image = { role: 'user' as const, content: [{ type: 'image' as const, name: 'a.png', data: png(4, 4) }] }
  type Row = { dialect: Dialect; scenario?: Scenario; model?: string; fault: ModelFault; step: string }
  const rows: [string, Row][] = [
    [
      'Ollama has a model without tools',
      { dialect: 'ollama', model: 'gemma3:270m', fault: 'no-tools', step: 'ollama show' },
    ],
    [
      'OpenRouter has a model without tools',
      { dialect: 'openrouter', model: 'some/no-tools', fault: 'no-tools', step: 'lists with tools' },
    ],
    [
      'vLLM lacks a tool parser',
      { dialect: 'vllm', scenario: { no_tool_parser: true }, fault: 'no-tools', step: '--tool-call-parser' },
    ],
    [
      'llama.cpp lacks --jinja',
      { dialect: 'llamacpp', scenario: { no_jinja: true }, fault: 'no-tools', step: '--jinja' },
    ],
    [
      'Azure lacks the deployment',
      { dialect: 'azure', model: 'mine', fault: 'no-model', step: 'name of your deployment' },
    ],
    ['Ollama lacks the model', { dialect: 'ollama', model: 'mine', fault: 'no-model', step: 'ollama pull mine' }],
  ]
  test.each(rows)(
    '[OAI-18] is the one for that server if %s',
    async (_what, { dialect, scenario = {}, model, fault, step }) => {
      const endpoint = await Endpoint.start(dialect, [], { scenario, ...once })
      const error = await endpoint.fail({ tools: [clock], ...(model !== undefined && { model }) })
      expect(error).toMatchObject({ fault })
      expect(error.message).toContain(step)
    },
  )

  test.each([
    ['openrouter', 404, 'No endpoints found that support image input', 'no-images'],
    ['deepseek', 400, 'messages[0]: unknown variant `image_url`, expected `text`', 'no-images'],
    ['llamacpp', 500, 'image input is not supported - hint: you may need to provide the mmproj', 'no-images'],
    ['vllm', 400, 'At most 0 image(s) may be provided in one prompt.', 'no-images'],
    ['openrouter', 404, 'No endpoints found matching your data policy (Free model publication).', 'data-policy'],
    ['lmstudio', 400, 'Unexpected endpoint or method. (POST /chat/completions)', 'unreachable'],
    ['openai', 404, 'Invalid URL (POST /v1/chat/completions)', 'unreachable'],
    ['openai', 405, 'Method Not Allowed', 'unreachable'],
    ['gemini', 400, 'API key not valid. Please pass a valid API key.', 'bad-key'],
    ['deepseek', 402, 'Insufficient Balance', 'spend-limit'],
  ] as const)('[OAI-18] suits the sentence of %s with status %i: %s', async (dialect, status, message, fault) => {
    const endpoint = await Endpoint.start(dialect, [{ http_error: { status, message }, sticky: true }], once)
    expect(await endpoint.fail({ messages: [says('Hello'), image] })).toMatchObject({ fault })
  })

  test('[OAI-18] is to check the address if a web page answers', async () => {
    const turn: ScriptedTurn = { http_error: { status: 404, html: '<h1>Not here</h1>' }, sticky: true }
    const endpoint = await Endpoint.start('openrouter', [turn], once)
    expect(await endpoint.fail()).toMatchObject({
      fault: 'unreachable',
      message: expect.stringMatching(
        /^No Chat Completions API responds at .+ \(404\)\. Check the URL in Settings; it is usually https:/,
      ),
    })
  })

  test('[OAI-26] quotes a refusal as the server’s words, cut, without control characters and key', async () => {
    const message = `No: ${key} \u001b[31m${'x'.repeat(5000)}`
    const endpoint = await Endpoint.start('openai', [http(400, { message })], once)
    const error = await endpoint.fail()
    expect(error.message).toMatch(/refused the request \(“No: \[key\] x+ …”\)\./)
    expect(error.message.length).toBeLessThan(600)
  })

  test('[OAI-7] [OAI-26] takes the cause that a router passes on', async () => {
    const details = { raw: '{"error":{"message":"temperature is odd"}}', provider_name: 'P' }
    const endpoint = await Endpoint.start(
      'openrouter',
      [http(400, { message: 'Provider returned error', details })],
      once,
    )
    expect((await endpoint.fail()).message).toContain('Provider returned error temperature is odd')
  })
})

describe('a limit', () => {
  test.each([
    ['in milliseconds', 'openai', { headers: { 'retry-after-ms': '40' } }, 40],
    ['in seconds', 'azure', { headers: { 'retry-after': '0.05', 'retry-after-ms': '-1' } }, 50],
    [
      'in a sentence',
      'groq',
      { message: 'Rate limit reached. Please try again in 30ms.', code: 'rate_limit_exceeded' },
      30,
    ],
  ] as const)('[OAI-17] is waited for %s', async (_how, dialect, error, ms) => {
    const endpoint = await Endpoint.start(dialect, [http(429, error), { content: [{ text: 'Here.' }] }], {
      now: () => 1000,
    })
    expect(await endpoint.ask()).toMatchObject({ blocks: [{ text: 'Here.' }] })
    expect(endpoint.waits[1]).toMatchObject({ state: 'retrying', attempt: 1, at: 1000 + ms })
  })

  test.each([
    ['a spending limit', 'openai', { fault: 'quota' }, 'spend-limit'],
    ['credits that are used up', 'openrouter', http(402), 'spend-limit'],
    [
      'tokens per minute that one request exceeds',
      'groq',
      http(413, {
        message: 'Request too large for model `x` on tokens per minute (TPM): Limit 6000, Requested 8123',
        code: 'rate_limit_exceeded',
      }),
      'too-large',
    ],
    ['a wait of an hour', 'mistral', http(429, { headers: { 'retry-after': '3600' } }), 'rate-limited'],
  ] as const)('[OAI-17] is not waited for if it is %s', async (_what, dialect, turn, fault) => {
    const endpoint = await Endpoint.start(dialect, [turn])
    expect(await endpoint.fail()).toMatchObject({ fault })
    expect(endpoint.waits.map(({ state }) => state)).toEqual(['requesting'])
  })

  test('[OAI-17] has its figures in the error if it counts tokens per minute', async () => {
    const message = 'Request too large on tokens per minute (TPM): Limit 6000, Requested 8123, please reduce it.'
    const endpoint = await Endpoint.start('groq', [http(413, { message })])
    expect((await endpoint.fail()).message).toContain(
      '6,000 tokens per minute, and this conversation needs 8,123 at once',
    )
  })

  test('[OAI-17] is waited for while a model is loaded, because only time can lift it', async () => {
    const loading = http(503, { message: 'Loading model', type: 'unavailable_error' })
    const endpoint = await Endpoint.start('llamacpp', [
      loading,
      loading,
      loading,
      loading,
      { content: [{ text: 'Up.' }] },
    ])
    const now = () => AbortSignal.abort()
    expect(await endpoint.ask({}, { now })).toMatchObject({ blocks: [{ text: 'Up.' }] })
    const waits = endpoint.waits.filter(({ state }) => state === 'retrying')
    expect(waits).toHaveLength(4)
    expect(waits[0]).toMatchObject({ reason: expect.stringMatching(/is still loading the model\.$/) })
  })

  test('[OAI-17] is not waited for after content', async () => {
    const endpoint = await Endpoint.start('openai', [{ content: [{ text: 'Half' }, { fault: 'reset' }] }])
    expect(await endpoint.fail()).toMatchObject({ fault: 'broken-stream' })
    expect(endpoint.requests).toHaveLength(1)
  })
})
