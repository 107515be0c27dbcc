import { describe, expect, test } from 'vitest'
import type { RequestMessage } from '../../../../main/host/llm/llm.ts'
import type { Dialect } from '../../../support/fake-openai.mjs'
import { says } from '../provider.ts'
import { clock, Endpoint, servers } from './endpoint.ts'

/** A conversation with one long result of a tool. */
function withResult(dialect: Dialect, characters: number): RequestMessage[] {
  const { model } = servers[dialect]
  const call = { type: 'tool_use', id: 'a12345678', name: 'clock__now', input: {} }
  const text = 'It is noon in Rome. '.repeat(characters / 20)
  return [
    says('What time is it?'),
    { role: 'assistant', endpoint: 'here', model, blocks: [call] },
    {
      role: 'user',
      content: [{ type: 'tool-result', call: 'a12345678', content: [{ type: 'text', text }], isError: false }],
    },
  ]
}

describe('a request that is too long', () => {
  const refusing: Dialect[] = [
    'openai',
    'azure',
    'openrouter',
    'groq',
    'gemini',
    'mistral',
    'deepseek',
    'vllm',
    'lmstudio',
  ]
  test.each([...refusing, 'llamacpp' as const])(
    '[OAI-19] is shortened by the figures of %s and sent once more',
    async (dialect) => {
      const turns = [{ content: [{ text: 'Noon.' }] }, { content: [{ text: 'One.' }] }]
      // The list tells a longer context than the server has, as far as it tells one.
      const endpoint = await Endpoint.start(dialect, turns, { scenario: { ctx: 2500 } })
      const messages = withResult(dialect, 12_000)
      const answer = await endpoint.ask({ messages, tools: [clock], maxTokens: 300 })
      expect(answer).toMatchObject({ blocks: [{ text: 'Noon.' }], noRoom: { shortened: 1 } })
      const sent = endpoint.requests
      expect(sent.map(({ status }) => status)).toEqual(dialect === 'llamacpp' ? [200] : [400, 200])
      expect(await endpoint.ask({ messages, tools: [clock], maxTokens: 300 })).toMatchObject({
        blocks: [{ text: 'One.' }],
      })
      expect(endpoint.requests).toHaveLength(sent.length + 1)
    },
  )

  test.each([...refusing, 'llamacpp' as const])(
    '[OAI-19] [CMP-10] goes to %s without its oldest messages if it has many short ones',
    async (dialect) => {
      const { model } = servers[dialect]
      const messages = Array.from({ length: 40 }, (_, at): RequestMessage[] => [
        says(`Question ${at}: ${'why? '.repeat(60)}`),
        { role: 'assistant', endpoint: 'here', model, blocks: [{ type: 'text', text: `Because ${at}.` }] },
      ]).flat()
      const endpoint = await Endpoint.start(dialect, [{ content: [{ text: 'Yes.' }] }], { scenario: { ctx: 2500 } })
      const answer = await endpoint.ask({
        messages: [...messages, says('The newest?')],
        tools: [clock],
        maxTokens: 300,
      })
      expect(answer).toMatchObject({ blocks: [{ text: 'Yes.' }], noRoom: { messages: expect.any(Number) } })
      const sent = JSON.stringify(endpoint.requests.at(-1)?.body)
      expect(sent).toContain('The newest?')
      expect(sent).toContain('earlier messages are left out')
      expect(sent).not.toContain('Question 3:')
    },
  )

  test('[OAI-19] is a fault after one try if it can’t be shortened', async () => {
    const endpoint = await Endpoint.start('openai', [], { scenario: { ctx: 300 } })
    expect(await endpoint.fail({ messages: [says('Why? '.repeat(2000))] })).toMatchObject({ fault: 'too-large' })
    expect(endpoint.requests).toHaveLength(1)
  })

  test('[OAI-20] is reported with its figures if Ollama cuts it silently', async () => {
    const endpoint = await Endpoint.start('ollama', [], { scenario: { ctx: 4096 } })
    const { cut, usage } = await endpoint.ask({ messages: [says('Why? '.repeat(6000))] })
    expect(cut).toEqual({ sent: expect.any(Number), read: 4096 })
    expect(cut?.sent).toBeGreaterThan(8000)
    expect(usage.input).toBe(4096)
  })

  test('[OAI-20] is shortened before sending to the context that Ollama gave the model', async () => {
    const endpoint = await Endpoint.start('ollama', [{ content: [{ text: 'Noon.' }] }])
    const answer = await endpoint.ask({ messages: withResult('ollama', 40_000), tools: [clock], maxTokens: 300 })
    expect(answer).toMatchObject({ noRoom: { shortened: 1 } })
    expect(answer.cut).toBeUndefined()
    expect(endpoint.requests[0]?.lint?.join()).not.toContain('was cut')
  })

  test('[OAI-20] is not reported as cut if it fits', async () => {
    const endpoint = await Endpoint.start('ollama', [{ content: [{ text: 'Noon.' }] }])
    expect((await endpoint.ask({ messages: [says('Why? '.repeat(1500))] })).cut).toBeUndefined()
  })
})
