import { expect, test } from 'vitest'
import { openProvider } from '../../../main/host/llm/endpoints/models.ts'
import { ModelError, type ModelAnswer } from '../../../main/host/llm/llm.ts'
import type { ApiName } from '../../../shared/config/settings.ts'
import { fc, times } from '../../support/deep.ts'
import { anything, text } from './hostile.ts'
import { says } from './provider.ts'

type Events = fc.Arbitrary<unknown>

/** Any of the fields, each as it should be or as it shouldn't. */
const some = (fields: Record<string, Events>): Events =>
  fc.record(
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, fc.oneof(value, value, anything)])),
    { requiredKeys: [] },
  )
const one = (...values: unknown[]): Events => fc.constantFrom(...values)
const few = (of: Events): Events => fc.array(of, { maxLength: 3 })
const index = fc.nat(3)
const json = one('{"path":"/a"}', '{}{}', '{', '"', '')

const called = some({ name: one('x', ''), arguments: json })
const choice = some({
  index: one(0, 0, 0, 1),
  delta: some({
    role: one('assistant'),
    content: fc.oneof(text, few(some({ type: text, text, thinking: anything }))),
    reasoning: text,
    reasoning_content: text,
    refusal: text,
    function_call: called,
    reasoning_details: few(some({ type: text, text, index })),
    tool_calls: few(some({ index, id: one('a', 'b', ''), type: one('function'), function: called })),
  }),
  message: some({ content: text, tool_calls: few(some({ id: one('a'), function: called })) }),
  finish_reason: one('stop', 'tool_calls', 'length', 'content_filter', 'error', null, ''),
})
const chunk = fc.oneof(
  some({
    choices: few(choice),
    usage: some({ prompt_tokens: index, completion_tokens: index }),
    error: some({ code: text }),
  }),
  one('[DONE]'),
  anything,
)

const block = some({
  type: one('text', 'thinking', 'tool_use'),
  id: one('a', 'b'),
  name: one('x'),
  text,
  input: anything,
})
const message = fc.oneof(
  some({
    type: one('message_start', 'content_block_start', 'content_block_delta', 'content_block_stop', 'message_delta'),
    index,
    content_block: block,
    usage: some({ input_tokens: index }),
    delta: some({
      type: one('text_delta', 'thinking_delta', 'input_json_delta', 'signature_delta', 'citations_delta'),
      text,
      thinking: text,
      partial_json: json,
      stop_reason: one('end_turn', 'tool_use', 'max_tokens'),
    }),
  }),
  one({ type: 'message_stop' }, { type: 'ping' }, { type: 'error', error: { type: 'overloaded_error' } }),
  anything,
)

const item = some({
  type: one('message', 'reasoning', 'function_call', 'web_search_call'),
  id: one('rs_1', ''),
  call_id: one('a', 'b', ''),
  name: one('x', ''),
  arguments: json,
  phase: text,
  encrypted_content: text,
  summary: few(some({ text })),
  content: few(some({ type: text, text, refusal: text })),
})
const responseEvent = fc.oneof(
  some({
    type: one(
      'response.output_item.added',
      'response.output_item.done',
      'response.output_text.delta',
      'response.created',
      'response.reasoning_summary_text.delta',
      'response.function_call_arguments.delta',
      'response.refusal.delta',
      'response.completed',
      'response.incomplete',
      'response.failed',
      'response.future.event',
      'error',
    ),
    output_index: index,
    content_index: index,
    summary_index: index,
    delta: text,
    item,
    response: some({
      status: one('completed', 'incomplete', 'failed', 'cancelled'),
      output: few(item),
      usage: some({ input_tokens: index }),
      error: some({ code: text }),
      incomplete_details: one({ reason: 'max_output_tokens' }, null),
    }),
  }),
  anything,
)

/** A sound answer with text and a call, some of whose events are missing and between which others appear. */
const disturbed = (sound: unknown[], event: Events): fc.Arbitrary<unknown[]> =>
  fc
    .tuple(
      fc.subarray(sound, { minLength: sound.length - 2 }),
      fc.array(fc.tuple(fc.nat(sound.length), event), { maxLength: 2 }),
    )
    .map(([kept, others]) => others.reduce<unknown[]>((list, [at, other]) => list.toSpliced(at, 0, other), kept))

const delta = (value: object, reason: string | null = null): unknown => ({
  choices: [{ index: 0, delta: value, finish_reason: reason }],
})
const soundChunks = [
  delta({ role: 'assistant', content: 'Now.' }),
  delta({ tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'x', arguments: '' } }] }),
  delta({ tool_calls: [{ index: 0, function: { arguments: '{"path":' } }] }),
  delta({ tool_calls: [{ index: 0, function: { arguments: '"/a"}' } }] }),
  delta({}, 'tool_calls'),
  '[DONE]',
]
const soundMessages = [
  { type: 'message_start', message: { usage: { input_tokens: 1 } } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'Now.' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 'a', name: 'x', input: {} } },
  { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"path":"/a"}' } },
  { type: 'content_block_stop', index: 1 },
  { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
  { type: 'message_stop' },
]
const call = { type: 'function_call', call_id: 'a', name: 'x', arguments: '' }
const soundResponse = [
  { type: 'response.created', response: {} },
  { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'Now.' },
  { type: 'response.output_item.added', output_index: 1, item: call },
  { type: 'response.function_call_arguments.delta', output_index: 1, delta: '{"path":"/a"}' },
  { type: 'response.output_item.done', output_index: 1, item: { ...call, arguments: '{"path":"/a"}' } },
  { type: 'response.completed', response: { status: 'completed' } },
]
const wires: [ApiName, fc.Arbitrary<unknown[]>][] = [
  ['messages', fc.oneof(fc.array(message, { maxLength: 8 }), disturbed(soundMessages, message))],
  ['chat', fc.oneof(fc.array(chunk, { maxLength: 8 }), disturbed(soundChunks, chunk))],
  ['responses', fc.oneof(fc.array(responseEvent, { maxLength: 8 }), disturbed(soundResponse, responseEvent))],
]
const headers = { 'content-type': 'text/event-stream' }
const options = { onDelta: () => undefined, onWait: () => undefined, onLookup: () => undefined }

test.each(wires)('[LLM-3] [OAI-6] [OAI-7] makes an answer or a fault of any stream over %s', async (wire, stream) => {
  let body = ''
  const llm = openProvider({
    baseUrl: 'http://model.test/v1',
    profile: wire === 'messages' ? 'anthropic' : 'openai',
    wire,
    maxRetries: 0,
    key: () => Promise.resolve('k'),
    fetch: (url: unknown) =>
      Promise.resolve(
        /models/.test(String(url)) ? Response.json({}, { status: 404 }) : new Response(body, { headers }),
      ),
  })
  const request = { endpoint: 'here', model: 'gpt-4.1', system: '', messages: [says('Go.')], tools: [], maxTokens: 100 }
  const seen = { calls: 0 }
  await fc.assert(
    fc.asyncProperty(stream, async (events) => {
      body = events
        .map((it) => (typeof it === 'object' && it !== null && 'type' in it ? named(it) : plain(it)))
        .join('')
      const signal = new AbortController().signal
      const answer = await llm.stream(request, { signal, ...options }).catch((error: unknown) => error)
      if (answer instanceof ModelError) return
      expect(answer).toMatchObject({ blocks: expect.any(Array), usage: { input: expect.any(Number) } })
      const { calls, stop } = answer as ModelAnswer
      if (calls.length > 0) seen.calls++
      expect(calls.length === 0 || stop === 'tool-use').toBe(true)
    }),
    { numRuns: times(300, 4000) },
  )
  expect(seen.calls).toBeGreaterThan(0)
})

const plain = (event: unknown): string => `data: ${event === '[DONE]' ? event : JSON.stringify(event)}\n\n`
const named = (event: { type: unknown }): string => `event: ${String(event.type)}\n${plain(event)}`
