import { describe, expect, test } from 'vitest'
import { ModelError } from '../../../../main/host/llm/llm.ts'
import type { ScriptedTurn, Step } from '../../../support/fake-openai.mjs'
import { png } from '../images.ts'
import { says } from '../provider.ts'
import { answered, OpenAI, reasoner, results, tool } from './provider.ts'

const call = (input: object = { path: '/a' }, name = 'files__read'): Step => ({ tool_use: { name, input } })
const failed = (answer: Promise<unknown>): Promise<unknown> =>
  answer.then(
    () => undefined,
    (error: unknown) => error,
  )

describe.each(['openai', 'azure'] as const)('an answer over Responses at %s', (dialect) => {
  test('[OAI-24] streams reasoning and text in pieces, and reports tokens', async () => {
    const content: Step[] = [{ thinking: 'I think so, and so on.' }, { text: 'Yes, it is.' }]
    const provider = await OpenAI.start([{ content }], { dialect })
    const answer = await provider.ask()
    expect(answer).toMatchObject({ stop: 'end-turn', calls: [] })
    expect(answer.blocks).toMatchObject([
      { type: 'thinking', thinking: 'I think so, and so on.' },
      { type: 'text', text: 'Yes, it is.' },
    ])
    expect(provider.deltas.map(({ block, kind, offset }) => [block, kind, offset])).toEqual([
      [0, 'thinking', 0],
      [0, 'thinking', 20],
      [1, 'text', 0],
    ])
    const usage = provider.last?.usage ?? {}
    expect(answer.usage).toEqual({
      input: usage['prompt_tokens'],
      cacheRead: 0,
      cacheWrite: 0,
      output: usage['completion_tokens'],
    })
    expect(provider.complaints).toEqual([])
  })

  test('[OAI-24] keeps nothing at the server and sends everything each time', async () => {
    const provider = await OpenAI.start([{ content: [call()] }], { dialect })
    const first = await provider.ask({ tools: [tool()] })
    await provider.ask({ tools: [tool()], messages: [says('Hello'), answered(first), results(first)] })
    expect(provider.requests.map(({ path }) => path)).toEqual(Array(2).fill(`${provider.fake.base}/responses`))
    expect(provider.last?.body).toMatchObject({
      store: false,
      include: ['reasoning.encrypted_content'],
      instructions: 'You help.',
      tools: [{ type: 'function', name: 'files__read', strict: false, parameters: { type: 'object', properties: {} } }],
    })
    expect(provider.last?.body).not.toHaveProperty('previous_response_id')
    expect(provider.input.map(({ type }) => type)).toEqual([
      'message',
      'reasoning',
      'function_call',
      'function_call_output',
    ])
    expect(provider.complaints).toEqual([])
  })

  test('[OAI-24] makes calls, several at once, with their arguments in the server’s terms', async () => {
    const content = [{ text: 'Both.' }, call({ path: '/ü "x"' }), call({}, 'files__list')]
    const provider = await OpenAI.start([{ content, json_chunk: 1 }], { dialect })
    const answer = await provider.ask({ tools: [tool(), tool('files__list')] })
    expect(answer.stop).toBe('tool-use')
    expect(answer.calls).toEqual([
      { id: expect.stringMatching(/^call_/), name: 'files__read', input: { path: '/ü "x"' } },
      { id: expect.stringMatching(/^call_/), name: 'files__list', input: {} },
    ])
    expect(answer.blocks.map((block) => (block as { type: string }).type)).toEqual([
      'thinking',
      'text',
      'tool_use',
      'tool_use',
    ])
  })
})

describe('an answer over Responses', () => {
  test('[OAI-24] reads split bytes, CR LF, comments and unknown events', async () => {
    const content: Step[] = [
      { text: 'Grüße 👩‍🚀 aus Wien' },
      { ping: true as const },
      { fault: 'unknown_event' as const },
      { fault: 'unknown_delta' as const },
      { fault: 'garbage' },
    ]
    const provider = await OpenAI.start([{ content, split_bytes: 1, crlf: true, chunk: 2 }])
    expect((await provider.ask({ model: 'gpt-4.1' })).blocks).toEqual([{ type: 'text', text: 'Grüße 👩‍🚀 aus Wien' }])
  })

  test.each<[string, Partial<ScriptedTurn>, object]>([
    ['the token limit', { finish_reason: 'length' }, { stop: 'max-tokens' }],
    ['a filter', { finish_reason: 'content_filter' }, { stop: 'refusal', detail: 'content_filter' }],
  ])('[OAI-6] [OAI-24] runs no call after %s, even a whole one', async (_what, turn, expected) => {
    const provider = await OpenAI.start([{ content: [{ text: 'Now.' }, call()], ...turn }])
    const answer = await provider.ask({ tools: [tool()] })
    expect(answer).toMatchObject({ ...expected, calls: [] })
    await provider.ask({ tools: [tool()], messages: [says('Hello'), answered(answer), says('Go on.')] })
    expect(provider.complaints).toEqual([])
  })

  test('[OAI-6] [OAI-24] leaves out a call that the token limit cut, with the reasoning before it', async () => {
    const provider = await OpenAI.start([{ content: [{ text: 'Now.' }, call()], fault: 'cut_call' }])
    const answer = await provider.ask({ tools: [tool()] })
    expect(answer).toMatchObject({ stop: 'max-tokens', calls: [], blocks: [{ type: 'thinking' }, { type: 'text' }] })
    const bare = await OpenAI.start([{ content: [call()], fault: 'cut_call' }])
    const cut = await bare.ask({ tools: [tool()] })
    await bare.ask({ messages: [says('Hello'), answered(cut), says('Go on.')] })
    expect(bare.input.map(({ role }) => role)).toEqual(['user', 'user'])
    expect(bare.complaints).toEqual([])
  })

  test('[OAI-24] shows a refusal and stops for it', async () => {
    const provider = await OpenAI.start([{ content: [{ refusal: 'I can’t help with that.' }] }])
    const answer = await provider.ask()
    expect(answer).toMatchObject({ stop: 'refusal', calls: [] })
    expect(answer.blocks.at(-1)).toEqual({ type: 'text', text: 'I can’t help with that.' })
  })

  test.each(['bad_json_args', 'concatenated_args'] as const)(
    '[OAI-5] [OAI-24] returns a problem for %s, and sends the conversation on',
    async (fault) => {
      const provider = await OpenAI.start([{ content: [call(), call({ path: '/b' })], fault }])
      const answer = await provider.ask({ tools: [tool()] })
      expect(answer.calls.some((it) => 'problem' in it)).toBe(true)
      await provider.ask({ tools: [tool()], messages: [says('Hello'), answered(answer), results(answer)] })
      expect(provider.complaints).toEqual([])
    },
  )

  test.each(['truncate', 'eof', 'disconnect', 'no_finish', 'malformed'] as const)(
    '[OAI-6] [OAI-24] calls a stream broken after %s, and runs nothing of it',
    async (fault) => {
      const provider = await OpenAI.start([{ content: [{ text: 'Now.' }, call()], fault }])
      expect(await failed(provider.ask({ tools: [tool()] }))).toMatchObject({ fault: 'broken-stream' })
    },
  )

  test.each<[string, ScriptedTurn, string]>([
    ['an error event', { content: [{ text: 'Half' }, { fault: 'error' }] }, 'server-error'],
    ['an error as the body of status 200', { error_in_200: true }, 'server-error'],
    [
      'a failed response',
      {
        content: [{ raw_sse: failedEvent('server_error', 'It broke.') }, { fault: 'eof' }],
      },
      'server-error',
    ],
    ['a failed response without an error', { content: [{ raw_sse: failedEvent() }, { fault: 'eof' }] }, 'server-error'],
    [
      'a rate limit in the stream',
      { content: [{ raw_sse: failedEvent('rate_limit_exceeded', 'Slow down.') }, { fault: 'eof' }] },
      'rate-limited',
    ],
    [
      'a full context in the stream',
      { content: [{ raw_sse: failedEvent('context_length_exceeded', 'Too long.') }, { fault: 'eof' }] },
      'too-large',
    ],
    ['a spending limit', { fault: 'quota' }, 'spend-limit'],
  ])('[OAI-7] [OAI-24] reports %s as the fault it is', async (_what, turn, fault) => {
    const provider = await OpenAI.start([turn], { maxRetries: 0 })
    const error = await failed(provider.ask())
    expect(error).toBeInstanceOf(ModelError)
    expect(error).toMatchObject({ fault })
  })

  test('[OAI-24] shows the model images that a tool returned, inside the result', async () => {
    const provider = await OpenAI.start([{ content: [call()] }])
    const first = await provider.ask({ tools: [tool()] })
    const [{ id } = { id: '' }] = first.calls
    const image = { type: 'image', data: png(5, 5), mimeType: 'image/png' }
    const content = [{ type: 'text', text: 'A dot:' }, image]
    const result = { type: 'tool-result' as const, call: id, content, isError: false }
    const messages = [says('Hello'), answered(first), { role: 'user' as const, content: [result] }]
    await provider.ask({ tools: [tool()], messages })
    expect(provider.input.at(-1)).toEqual({
      type: 'function_call_output',
      call_id: id,
      output: [
        { type: 'input_text', text: 'A dot:' },
        { type: 'input_image', image_url: `data:image/png;base64,${png(5, 5)}` },
      ],
    })
    expect(provider.complaints).toEqual([])
  })

  test('[OAI-24] limits the answer to the tokens wanted, and to no fewer than the API takes', async () => {
    const provider = await OpenAI.start([], { scenario: { models: [reasoner, 'mine'] } })
    await provider.ask({ maxTokens: 1 })
    expect(provider.last?.body['max_output_tokens']).toBe(16)
    await provider.ask({ model: 'mine', maxTokens: 1_000_000 })
    expect(provider.last?.body).not.toHaveProperty('max_output_tokens')
    expect(provider.complaints).toEqual([])
  })

  test('[OAI-16] [OAI-24] lowers the limit of the answer to the one that the API names', async () => {
    const message = `Invalid 'max_output_tokens': integer above maximum value. Expected a value <= 32768, but got 100000 instead.`
    const refusal: ScriptedTurn = {
      http_error: { status: 400, code: 'integer_above_max_value', param: 'max_output_tokens', message },
    }
    const provider = await OpenAI.start([refusal])
    await provider.ask({ maxTokens: 1_000_000 })
    expect(provider.requests.map(({ body }) => body['max_output_tokens'])).toEqual([100_000, 32_768])
  })

  test('[OAI-14] [OAI-24] leaves out one tool that the API refuses in every form, and names it', async () => {
    const refusal: ScriptedTurn = {
      http_error: {
        status: 400,
        code: 'invalid_function_parameters',
        param: 'tools[0].parameters',
        message: "Invalid schema for function 'files__read': something is wrong.",
      },
    }
    const provider = await OpenAI.start([refusal, refusal])
    const answer = await provider.ask({ tools: [tool(), tool('other__tool')] })
    expect(answer).toMatchObject({ stop: 'end-turn', leftOut: ['files__read'] })
    expect(provider.requests.map(({ body }) => body.tools?.map(({ name }) => name))).toEqual([
      ['files__read', 'other__tool'],
      ['files__read', 'other__tool'],
      ['other__tool'],
    ])
  })

  test('[OAI-24] reads an answer in one piece, as proxies send it', async () => {
    const provider = await OpenAI.start([{ content: [{ thinking: 'Hm.' }, { text: 'Yes.' }, call()] }], {
      fetch: (url, init) => {
        const body = typeof init?.body === 'string' ? init.body.replace('"stream":true', '"stream":false') : null
        return fetch(url, { ...init, body })
      },
    })
    const answer = await provider.ask({ tools: [tool()] })
    expect(answer).toMatchObject({ stop: 'tool-use', calls: [{ name: 'files__read', input: { path: '/a' } }] })
    expect(provider.deltas.map(({ text }) => text)).toEqual(['Hm.', 'Yes.'])
    expect(answer.blocks).toMatchObject([{ thinking: 'Hm.' }, { text: 'Yes.' }, { type: 'tool_use' }])
    expect(provider.last).toMatchObject({ model: reasoner, status: 200 })
  })
})

function failedEvent(code?: string, message?: string): string {
  const error = code === undefined ? null : { code, message }
  const data = { type: 'response.failed', response: { id: 'resp_1', status: 'failed', error } }
  return `event: response.failed\ndata: ${JSON.stringify(data)}\n\n`
}
