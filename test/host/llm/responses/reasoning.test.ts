import { describe, expect, test } from 'vitest'
import type { RequestMessage } from '../../../../main/host/llm/llm.ts'
import { isObject, type JsonObject } from '../../../../shared/schema/json.ts'
import type { ScriptedTurn, Step } from '../../../support/fake-openai.mjs'
import { Provider, says } from '../provider.ts'
import { answered, key, OpenAI, reasoner, results, tool } from './provider.ts'

const read = (path: string) => ({ tool_use: { name: 'files__read', input: { path } } })
const call = read('/a')
const tools = [tool()]

/** Plays a conversation: each answer goes back with results for its calls, until it makes none. */
async function converse(provider: OpenAI, model = reasoner): Promise<RequestMessage[]> {
  const messages: RequestMessage[] = [says('Begin.')]
  for (;;) {
    const answer = await provider.ask({ model, tools, messages })
    messages.push(answered(answer, model))
    if (answer.stop !== 'tool-use') return messages
    messages.push(results(answer))
  }
}

/** The reasoning items of a history, as the API gave them. */
const kept = (messages: RequestMessage[]): JsonObject[] =>
  messages
    .flatMap((message) => (message.role === 'assistant' ? message.blocks : []))
    .flatMap((block) => (isObject(block) && isObject(block['wire']) ? [block['wire']['item'] as JsonObject] : []))

const reasoningOf = (provider: OpenAI): JsonObject[] => provider.input.filter(({ type }) => type === 'reasoning')

describe('reasoning over Responses', () => {
  test.each(['openai', 'azure'] as const)(
    '[OAI-13] [OAI-24] goes back unchanged, directly before what it preceded, at %s',
    async (dialect) => {
      const provider = await OpenAI.start(
        [
          { content: [{ thinking: 'Two files.' }, { text: 'Both.' }, call, call] },
          { content: [call] },
          { content: [{ thinking: 'x' }, { text: 'Done.' }] },
        ],
        { dialect },
      )
      const messages = await converse(provider)
      await provider.ask({ tools, messages: [...messages, says('And now?')] })
      expect(provider.input.map(({ type, role }) => role ?? type)).toEqual([
        'user',
        'reasoning',
        'assistant',
        'function_call',
        'function_call',
        'function_call_output',
        'function_call_output',
        'reasoning',
        'function_call',
        'function_call_output',
        'reasoning',
        'assistant',
        'user',
      ])
      expect(reasoningOf(provider)).toEqual(kept(messages))
      expect(kept(messages)[0]).toMatchObject({
        summary: [{ type: 'summary_text', text: 'Two files.' }],
        encrypted_content: expect.stringMatching(/^gAAAA.{40,}/),
      })
      expect(provider.complaints).toEqual([])
    },
  )

  test('[OAI-13] [OAI-24] goes back to the same model at the same endpoint only', async () => {
    const provider = await OpenAI.start([{ content: [{ thinking: 'Hm.' }, call] }])
    const messages = await converse(provider)
    for (const other of [{ model: 'gpt-5.6-luna' }, { endpoint: 'elsewhere' }, { model: 'gpt-4.1' }]) {
      await provider.ask({ tools, messages: [...messages, says('And now?')], ...other })
      expect(reasoningOf(provider)).toEqual([])
      expect(provider.input.filter(({ type }) => type === 'function_call')).toHaveLength(1)
    }
    await provider.ask({ tools, messages: [...messages, says('And now?')] })
    expect(reasoningOf(provider)).toHaveLength(2)
    expect(provider.complaints).toEqual([])
  })

  test('[OAI-24] asks for summaries once the model is known to reason', async () => {
    const provider = await OpenAI.start()
    await provider.ask({ model: 'gpt-4.1' })
    await provider.ask({ model: 'gpt-4.1' })
    await provider.ask()
    await provider.ask()
    expect(provider.requests.map(({ body }) => body['reasoning'])).toEqual([
      undefined,
      undefined,
      undefined,
      { summary: 'auto' },
    ])
    expect(provider.complaints).toEqual([])
  })

  test.each<[string, string, object]>([
    ['summaries', 'reasoning.summary', { include: ['reasoning.encrypted_content'] }],
    ['reasoning', 'include', { store: false }],
  ])('[OAI-16] [OAI-24] repeats a request without %s if the API refuses them', async (_what, param, expected) => {
    const refusal: ScriptedTurn = {
      http_error: { status: 400, param, code: 'unsupported_value', message: `Not with ${key}.` },
    }
    const provider = await OpenAI.start([
      { content: [{ text: 'Yes.' }] },
      refusal,
      { content: [{ text: 'Yes.' }], times: 2 },
    ])
    await provider.ask()
    expect((await provider.ask()).stop).toBe('end-turn')
    await provider.ask()
    expect(provider.requests).toHaveLength(4)
    expect(JSON.stringify(provider.lessons.of(reasoner))).not.toContain(key)
    for (const { body } of provider.requests.slice(2)) {
      expect(body).toMatchObject(expected)
      expect(body).not.toHaveProperty('reasoning')
      expect('include' in body).toBe(param !== 'include')
    }
  })

  test('[OAI-24] is dropped from earlier turns first if another account can’t read it', async () => {
    const first = await OpenAI.start([{ content: [{ thinking: 'Hm.' }, call] }, { content: [{ text: 'Done.' }] }])
    const before = await converse(first)
    const second = await OpenAI.start([{ content: [{ thinking: 'New.' }, call] }, { content: [{ text: 'Done.' }] }])
    const messages = [...before, says('And now?')]
    const answer = await second.ask({ tools, messages })
    expect(second.requests.map(({ status }) => status)).toEqual([400, 200])
    expect(reasoningOf(second)).toEqual([])
    messages.push(answered(answer), results(answer))
    await second.ask({ tools, messages })
    expect(second.requests.map(({ status }) => status)).toEqual([400, 200, 200])
    expect(reasoningOf(second)).toEqual(kept([answered(answer)]))
  })

  test('[OAI-24] is dropped from the running turn if it is refused there, too', async () => {
    const first = await OpenAI.start([{ content: [{ thinking: 'Hm.' }, call], times: 2 }])
    const messages: RequestMessage[] = [says('Begin.')]
    for (const words of ['And now?', undefined]) {
      const answer = await first.ask({ tools, messages })
      messages.push(answered(answer), results(answer), ...(words === undefined ? [] : [says(words)]))
    }
    const second = await OpenAI.start()
    await second.ask({ tools, messages })
    expect(second.requests.map(({ status }) => status)).toEqual([400, 400, 200])
    expect(reasoningOf(second)).toEqual([])
    await second.ask({ tools, messages })
    expect(second.requests.map(({ status }) => status)).toEqual([400, 400, 200, 200])
  })

  test('[OAI-13] is left out for Chat Completions and Anthropic, and returns with the model that wrote it', async () => {
    const responses = await OpenAI.start([{ content: [{ thinking: 'Hm.' }, { text: 'Now.' }, call] }])
    const chat = await OpenAI.start([{ content: [{ text: 'Mine.' }, read('/b')] }], { wire: 'chat' })
    const anthropic = await Provider.start([{ content: [{ thinking: 'So.' }, read('/c')] }])
    const messages = await converse(responses)
    messages.push(says('You now.'))
    const fromChat = await chat.ask({ endpoint: 'chat', model: 'gpt-4.1', tools, messages })
    messages.push(answered(fromChat, 'gpt-4.1', 'chat'), results(fromChat))
    const claude = { endpoint: 'anthropic', model: 'claude-sonnet-5-5' }
    const fromClaude = await anthropic.ask({ ...claude, tools, messages })
    messages.push(answered(fromClaude, claude.model, claude.endpoint), results(fromClaude))
    await responses.ask({ tools, messages })
    await chat.ask({ endpoint: 'chat', model: 'gpt-4.1', tools, messages })
    await anthropic.ask({ ...claude, tools, messages })
    expect(reasoningOf(responses)).toEqual(kept(messages).filter((it) => it !== undefined))
    expect(reasoningOf(responses)).toHaveLength(2)
    for (const { fake } of [chat, anthropic])
      expect(JSON.stringify(fake.state.log.map(({ body }) => body))).not.toMatch(/gAAAA|"wire"/)
    expect([...responses.complaints, ...chat.complaints, ...anthropic.complaints]).toEqual([])
  })

  test('[OAI-24] sends back whether a text was a comment or the answer', async () => {
    const item = (text: string, phase: string) => ({
      type: 'message',
      role: 'assistant',
      phase,
      content: [{ type: 'output_text', text }],
    })
    const done = (index: number, it: JsonObject): Step => ({
      raw_sse: `data: ${JSON.stringify({ type: 'response.output_item.done', output_index: index, item: it })}\n\n`,
    })
    const content = [
      { text: 'x' },
      done(5, item('First I look.', 'commentary')),
      done(6, item('Here.', 'final_answer')),
    ]
    const provider = await OpenAI.start([{ content }])
    const answer = await provider.ask({ model: 'gpt-4.1' })
    await provider.ask({ model: 'gpt-4.1', messages: [says('Hello'), answered(answer, 'gpt-4.1'), says('Go on.')] })
    expect(provider.input.slice(1, -1)).toEqual([
      { type: 'message', role: 'assistant', content: 'x' },
      { type: 'message', role: 'assistant', content: 'First I look.', phase: 'commentary' },
      { type: 'message', role: 'assistant', content: 'Here.', phase: 'final_answer' },
    ])
    expect(provider.complaints).toEqual([])
  })
})
