import { expect, test } from 'vitest'
import { ModelError, type RequestMessage } from '../../../main/host/llm/llm.ts'
import type { Step } from '../../support/fake-anthropic.mjs'
import { Provider, says } from './provider.ts'

const tool = { name: 'files__read', description: 'Reads a file.', inputSchema: { type: 'object' } }
const call = (raw_json: string): Step => ({ tool_use: { name: tool.name, id: 'toolu_1' }, raw_json, chunk: 3 })

test('[LLM-1] streams text and thinking in pieces with their block and position', async () => {
  const provider = await Provider.start([
    {
      content: [
        { thinking: 'I think so.', chunk: 4 },
        { text: 'Yes, it is.', chunk: 5 },
      ],
    },
  ])
  await provider.ask()
  expect(provider.deltas).toEqual([
    { block: 0, kind: 'thinking', offset: 0, text: 'I th' },
    { block: 0, kind: 'thinking', offset: 4, text: 'ink ' },
    { block: 0, kind: 'thinking', offset: 8, text: 'so.' },
    { block: 1, kind: 'text', offset: 0, text: 'Yes, ' },
    { block: 1, kind: 'text', offset: 5, text: 'it is' },
    { block: 1, kind: 'text', offset: 10, text: '.' },
  ])
  expect(provider.waits.map((wait) => wait.state)).toEqual(['requesting', 'answering'])
})

test('[LLM-1] handles split bytes, CR LF, pings and unknown events', async () => {
  const content: Step[] = [
    { fault: 'unknown_delta' },
    { text: 'Grüße 👩‍🚀', chunk: 2 },
    { ping: true },
    { fault: 'unknown_event' },
    { fault: 'unknown_delta' },
    { text: ' aus Wien' },
  ]
  const provider = await Provider.start([{ content, split_bytes: 1, crlf: true }])
  const answer = await provider.ask()
  expect(answer.blocks).toEqual([
    { type: 'text', text: 'Grüße 👩‍🚀', citations: null },
    { type: 'text', text: ' aus Wien', citations: null },
  ])
})

test('[LLM-2] keeps every kind of block as received, and the API accepts it back', async () => {
  const content: Step[] = [
    { thinking: 'First I look.' },
    { thinking: 'hidden', omitted: true },
    { redacted_thinking: 'b64==' },
    { text: 'Looking.' },
    { server_tool_use: { name: 'web_search', input: { query: 'x' }, id: 'srvtoolu_1' } },
    { tool_use: { name: tool.name, input: { path: '/a', deep: [{ ünï: '\\u0000 "' }] }, id: 'toolu_1' } },
    { tool_use: { name: tool.name, input: {}, id: 'toolu_2' } },
  ]
  const provider = await Provider.start([{ content }, { content: [{ text: 'Done.' }] }])
  const answer = await provider.ask({ tools: [tool] })
  expect(answer.blocks.map((block) => (block as { type: string }).type)).toEqual([
    'thinking',
    'thinking',
    'redacted_thinking',
    'text',
    'server_tool_use',
    'tool_use',
    'tool_use',
  ])
  expect(answer.calls).toEqual([
    { id: 'toolu_1', name: tool.name, input: { path: '/a', deep: [{ ünï: '\\u0000 "' }] } },
    { id: 'toolu_2', name: tool.name, input: {} },
  ])
  const results = ['toolu_1', 'toolu_2'].map((id) => ({
    type: 'tool-result' as const,
    call: id,
    content: 'ok',
    isError: false,
  }))
  const history: RequestMessage[] = [
    says('Hello'),
    { role: 'assistant', endpoint: 'anthropic', model: 'claude-sonnet-5-5', blocks: answer.blocks },
    { role: 'user', content: results },
  ]
  await provider.ask({ tools: [tool], messages: history })
  expect(provider.requests[1]?.body.messages[1]?.content).toEqual(answer.blocks)
  expect(provider.complaints).toEqual([])
})

const json = '{"path":"/data/ä","n":[1,{"a":null}]}'

test('[LLM-3] never runs a call cut off by the token limit at any byte, and the conversation continues', async () => {
  const cuts = [...json].map((_, at) => [...json].slice(0, at).join(''))
  const provider = await Provider.start()
  for (const cut of cuts) {
    provider.fake.setScenario({ turns: [{ content: [{ thinking: 'Hm.' }, call(cut)], stop_reason: 'max_tokens' }] })
    const answer = await provider.ask({ tools: [tool] })
    expect({ cut, calls: answer.calls, stop: answer.stop }).toEqual({ cut, calls: [], stop: 'max-tokens' })
    expect(JSON.stringify(answer.blocks)).not.toContain('tool_use')
    const messages: RequestMessage[] = [
      says('a'),
      { role: 'assistant', endpoint: 'anthropic', model: 'claude-sonnet-5-5', blocks: answer.blocks },
    ]
    await provider.ask({ tools: [tool], messages: [...messages, says('b')] })
  }
  expect(provider.complaints).toEqual([])
})

test('[LLM-3] doesn’t run a complete call in a message that stopped for another reason, but adds a result', async () => {
  const provider = await Provider.start([{ content: [call(json), { text: 'and' }], stop_reason: 'max_tokens' }])
  const answer = await provider.ask({ tools: [tool] })
  expect(answer.calls).toEqual([])
  const messages: RequestMessage[] = [
    says('a'),
    { role: 'assistant', endpoint: 'anthropic', model: 'claude-sonnet-5-5', blocks: answer.blocks },
  ]
  await provider.ask({ tools: [tool], messages: [...messages, says('b')] })
  expect(provider.requests[1]?.body.messages[2]?.content).toMatchObject([
    { type: 'tool_result', tool_use_id: 'toolu_1', is_error: true },
    { type: 'text', text: 'b' },
  ])
  expect(provider.requests.map((it) => it.status)).toEqual([200, 200])
})

test('[LLM-3] returns no call if the connection breaks after any event', async () => {
  const steps: Step[] = [{ thinking: 'Hm.' }, { text: 'I read.' }, call(json)]
  for (let at = 1; at <= steps.length; at++)
    for (const fault of ['reset', 'truncate', 'eof'] as const) {
      const provider = await Provider.start([{ content: [...steps.slice(0, at), { fault }] }])
      const error: unknown = await provider.ask({ tools: [tool] }).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(ModelError)
      expect(error).toMatchObject({ fault: 'broken-stream' })
      expect(provider.requests).toHaveLength(1)
    }
})

test('[LLM-4] returns a problem for arguments that aren’t a JSON object, and the model can be told', async () => {
  const wrong = [json.slice(0, 9), '[1]', '"x"', '{"a":1}}', `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`]
  const provider = await Provider.start()
  for (const raw of wrong) {
    provider.fake.setScenario({ turns: [{ content: [call(raw)] }] })
    const answer = await provider.ask({ tools: [tool] })
    expect(answer.calls).toEqual([{ id: 'toolu_1', name: tool.name, problem: expect.stringMatching(/\.$/) }])
    const messages: RequestMessage[] = [
      says('a'),
      { role: 'assistant', endpoint: 'anthropic', model: 'claude-sonnet-5-5', blocks: answer.blocks },
      { role: 'user', content: [{ type: 'tool-result', call: 'toolu_1', content: 'Not readable.', isError: true }] },
    ]
    await provider.ask({ tools: [tool], messages })
  }
  expect(provider.complaints).toEqual([])
})

test('[LLM-4] doesn’t run an unclosed call or a second call with the same ID', async () => {
  const provider = await Provider.start([
    { content: [{ tool_use: { name: tool.name, id: 'a', input: { n: 1 } }, unclosed: true }] },
    { content: [call('{"n":1}'), call('{"n":2}')] },
  ])
  const unclosed = await provider.ask({ tools: [tool] })
  expect(unclosed.calls).toMatchObject([{ id: 'a', problem: expect.any(String) }])
  const twice = await provider.ask({ tools: [tool] })
  expect(twice.calls).toMatchObject([
    { id: 'toolu_1', input: { n: 1 } },
    { id: 'toolu_1', problem: expect.any(String) },
  ])
})

test('[LLM-23] names every stop reason, and treats a new one as an end', async () => {
  const reasons = {
    end_turn: 'end-turn',
    max_tokens: 'max-tokens',
    stop_sequence: 'stop-sequence',
    pause_turn: 'pause-turn',
    model_context_window_exceeded: 'context-full',
    compaction: 'other',
  }
  const provider = await Provider.start(
    Object.keys(reasons).map((stop_reason) => ({ content: [{ text: 'x' }], stop_reason })),
  )
  for (const [reason, stop] of Object.entries(reasons)) {
    const answer = await provider.ask()
    expect(answer.stop).toBe(stop)
    expect(answer.detail).toBe(stop === 'other' ? reason : undefined)
  }
})

test('[LLM-23] names a refusal’s category, and returns no calls', async () => {
  const stop_details = { type: 'refusal', category: 'cyber', explanation: null }
  const provider = await Provider.start([{ content: [call('{}')], stop_reason: 'refusal', stop_details }])
  expect(await provider.ask({ tools: [tool] })).toMatchObject({ stop: 'refusal', detail: 'cyber', calls: [] })
})
