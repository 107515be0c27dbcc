import { describe, expect, test } from 'vitest'
import { lessonsInMemory } from '../../../../main/host/llm/api/api.ts'
import type { Dialect, ScriptedTurn } from '../../../support/fake-openai.mjs'
import { says } from '../provider.ts'
import { key } from '../provider.ts'
import { clock, Endpoint, servers } from './endpoint.ts'

const noon: ScriptedTurn = { content: [{ text: 'Noon.' }] }
const refusal = (status: number, message: string, more: object = {}): ScriptedTurn => ({
  http_error: { status, message, ...more },
})

describe('a refused parameter', () => {
  test('[OAI-16] is left out from then on, with the reason of the server', async () => {
    const lessons = lessonsInMemory()
    const endpoint = await Endpoint.start('openai', [noon, noon], {
      scenario: { rejects_stream_options: true },
      lessons,
    })
    expect(await endpoint.ask()).toMatchObject({ blocks: [{ text: 'Noon.' }] })
    await endpoint.ask()
    expect(endpoint.requests.map(({ status }) => status)).toEqual([422, 200, 200])
    expect(endpoint.requests.map(({ body }) => 'stream_options' in body)).toEqual([true, false, false])
    expect(lessons.of(servers.openai.model)).toEqual([
      {
        model: servers.openai.model,
        feature: 'stream-options',
        form: 'none',
        reason: 'The server refused the usual form of the request: “Extra inputs are not permitted”',
      },
    ])
  })

  type Row = [what: string, dialect: Dialect, refusals: ScriptedTurn[], lesson: { feature: string; form: string }]
  const rows: Row[] = [
    [
      'the limit under its newer name',
      'openai',
      [
        refusal(400, "Unsupported parameter: 'max_completion_tokens' is not supported.", {
          param: 'max_completion_tokens',
        }),
      ],
      { feature: 'output-limit', form: 'max_tokens' },
    ],
    [
      'the limit under its older name',
      'lmstudio',
      [refusal(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")],
      { feature: 'output-limit', form: 'max_completion_tokens' },
    ],
    [
      'the limit under both names',
      'lmstudio',
      [refusal(400, 'Unknown field max_tokens'), refusal(400, 'Unknown field max_completion_tokens')],
      { feature: 'output-limit', form: 'none' },
    ],
    [
      'calls at once',
      'llamacpp',
      [refusal(400, 'parallel_tool_calls is not supported')],
      { feature: 'parallel-calls', form: 'none' },
    ],
    [
      'a long description',
      'openai',
      [
        refusal(
          400,
          "Invalid 'tools[0].function.description': string too long. Expected a string with maximum length 512.",
          {
            code: 'string_above_max_length',
            param: 'tools[0].function.description',
          },
        ),
      ],
      { feature: 'description', form: '512' },
    ],
    [
      'a schema',
      'openai',
      [refusal(400, "Invalid schema for function 'clock__now': no", { code: 'invalid_function_parameters' })],
      { feature: 'schema', form: 'proto' },
    ],
  ]
  test.each(rows)('[OAI-16] is learned if it is %s', async (_what, dialect, refusals, lesson) => {
    const lessons = lessonsInMemory()
    const endpoint = await Endpoint.start(dialect, [...refusals, noon], { lessons })
    expect(await endpoint.ask({ tools: [clock] })).toMatchObject({ blocks: [{ text: 'Noon.' }] })
    expect(lessons.of(servers[dialect].model)).toMatchObject([lesson])
  })

  test('[OAI-16] [OAI-14] leaves out only its tool if it belongs to one, and the answer names it', async () => {
    const bad = { ...clock, name: 'bad__tool' }
    const no = refusal(400, "Invalid schema for function 'bad__tool': no", {
      code: 'invalid_function_parameters',
      param: 'tools[0].function.parameters',
    })
    const endpoint = await Endpoint.start('openai', [no, no, noon])
    expect(await endpoint.ask({ tools: [clock, bad] })).toMatchObject({ leftOut: ['bad__tool'] })
    const names = endpoint.requests.map(({ body }) => body.tools?.length)
    expect(names).toEqual([2, 2, 1])
  })

  test('[OAI-16] is not sent again if the other form is refused too', async () => {
    const no = refusal(400, 'parallel_tool_calls is not supported')
    const endpoint = await Endpoint.start('llamacpp', [no, no, no])
    expect(await endpoint.fail({ tools: [clock] })).toMatchObject({ fault: 'refused' })
    expect(endpoint.requests).toHaveLength(2)
  })

  test('[OAI-16] teaches the limit of the answer', async () => {
    const no = refusal(
      400,
      'max_completion_tokens is too large: 4096. This model supports at most 1024 completion tokens.',
    )
    const endpoint = await Endpoint.start('openai', [no, noon])
    await endpoint.ask()
    expect(endpoint.requests.map(({ body }) => body['max_completion_tokens'])).toEqual([4096, 1024])
  })

  test('[OAI-16] can be missing reasoning, which DeepSeek then gets with every answer', async () => {
    const other = {
      role: 'assistant' as const,
      endpoint: 'there',
      model: 'other',
      blocks: [{ type: 'text', text: 'Hi.' }],
    }
    const endpoint = await Endpoint.start('deepseek', [noon, noon], { scenario: { strict_reasoning: true } })
    const messages = [says('Hello'), other, says('And now?')]
    expect(await endpoint.ask({ messages })).toMatchObject({ blocks: [{ text: 'Noon.' }] })
    await endpoint.ask({ messages })
    expect(endpoint.requests.map(({ status }) => status)).toEqual([400, 200, 200])
  })

  test('[OAI-26] keeps the key out of what is remembered', async () => {
    const lessons = lessonsInMemory()
    const no = refusal(400, `${key} has no parallel_tool_calls, ${'x'.repeat(2000)}`)
    const endpoint = await Endpoint.start('llamacpp', [no, noon], { lessons })
    await endpoint.ask({ tools: [clock] })
    const [lesson] = lessons.of(servers.llamacpp.model)
    expect(lesson?.reason).toMatch(/“\[key\] has no parallel_tool_calls, x+ …”$/)
    expect(lesson?.reason.length).toBeLessThan(300)
  })

  test('[OAI-16] is never a tool, an image or the system prompt', async () => {
    const no = refusal(400, '`tools` is not a known field; system is not either')
    const endpoint = await Endpoint.start('openai', [no, no])
    expect(await endpoint.fail({ tools: [clock] })).toMatchObject({ fault: 'refused' })
    expect(endpoint.requests).toHaveLength(1)
  })
})
