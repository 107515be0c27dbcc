import { describe, expect, test } from 'vitest'
import type { ScriptedTurn } from '../../../support/fake-openai.mjs'
import { clock, Endpoint } from './endpoint.ts'

const args = '{"zone": "UTC"}'

describe('a call that a model wrote as text', () => {
  test.each([
    ['of Hermes and Qwen', `<tool_call>\n{"name": "clock__now", "arguments": ${args}}\n</tool_call>`],
    [
      'of Qwen3-Coder',
      '<tool_call>\n<function=clock__now>\n<parameter=zone>\nUTC\n</parameter>\n</function>\n</tool_call>',
    ],
    ['of Llama', `<function=clock__now>${args}</function>`],
    ['of Mistral', `[TOOL_CALLS][{"name": "clock__now", "arguments": ${args}}]`],
    ['of newer Mistral', `[TOOL_CALLS]clock__now[ARGS]${args}`],
    ['of GLM', '<tool_call>clock__now\n<arg_key>zone</arg_key>\n<arg_value>UTC</arg_value>\n</tool_call>'],
    ['of gpt-oss', `<|channel|>commentary to=functions.clock__now <|constrain|>json<|message|>${args}`],
    ['without a wrapping', `{"name": "clock__now", "parameters": ${args}}`],
  ])('[OAI-8] is named and not run in the wrapping %s', async (_what, text) => {
    const endpoint = await Endpoint.start('lmstudio', [{ content: [{ text }] }])
    const answer = await endpoint.ask({ tools: [clock] })
    expect(answer).toMatchObject({ unmadeCall: 'clock__now', calls: [], stop: 'end-turn' })
    expect(answer.blocks).toEqual([{ type: 'text', text }])
  })

  test('[OAI-8] is not seen in a word about a tool, or in one that does not exist', async () => {
    const texts = ['Call clock__now to=functions? No.', '<function=other__tool>{}</function>']
    for (const text of texts) {
      const endpoint = await Endpoint.start('lmstudio', [{ content: [{ text }] }])
      expect(await endpoint.ask({ tools: [clock] })).not.toHaveProperty('unmadeCall')
    }
  })

  test('[OAI-8] [OAI-26] is asked for once more if its server could not read it, then shown, cut', async () => {
    const written = `<function=clock__now>${'x'.repeat(5000)}`
    const error = { message: 'Failed to call a function.', type: 'invalid_request_error', code: 'tool_use_failed' }
    const refusal = `data: ${JSON.stringify({ error: { ...error, failed_generation: written, status_code: 400 } })}\n\n`
    const turn: ScriptedTurn = { content: [{ raw_sse: `event: error\n${refusal}` }, { fault: 'eof' }] }
    const endpoint = await Endpoint.start('groq', [turn, turn])
    const answer = await endpoint.ask({ tools: [clock] })
    expect(endpoint.requests).toHaveLength(2)
    expect(answer).toMatchObject({ unmadeCall: 'clock__now', calls: [] })
    expect(answer.blocks).toEqual([{ type: 'text', text: written.slice(0, 2048) }])
  })

  test('[OAI-8] counts as a call if the server can read it in the repeated request', async () => {
    const details = { failed_generation: '<function=clock__now>{}' }
    const turns: ScriptedTurn[] = [
      { http_error: { status: 400, code: 'tool_use_failed', message: 'Failed to call a function.', details } },
      { content: [{ tool_use: { name: 'clock__now', input: {} } }] },
    ]
    const endpoint = await Endpoint.start('groq', turns)
    expect(await endpoint.ask({ tools: [clock] })).toMatchObject({ stop: 'tool-use', calls: [{ name: 'clock__now' }] })
  })
})
