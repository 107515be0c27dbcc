import { describe, expect, test } from 'vitest'
import { lessonsInMemory } from '../../../../main/host/llm/api/api.ts'
import type { FileOutcome } from '../../../../shared/content/extracted.ts'
import type { RequestMessage, ShownFile } from '../../../../main/host/llm/llm.ts'
import type { JsonValue } from '../../../../shared/schema/json.ts'
import { Endpoint } from '../chat/endpoint.ts'
import { pagesOf, pdf, wav } from '../files.ts'
import { Provider, says } from '../provider.ts'
import { OpenAI } from '../responses/provider.ts'

const read = pagesOf(1)
const attached = (more: Partial<ShownFile> = {}): RequestMessage => ({
  role: 'user',
  content: [
    { type: 'file', name: 'Report.pdf', data: pdf(), reading: read, ...more },
    { type: 'text', text: 'Which word?' },
  ],
})
const resource = (blob: string, mimeType = 'application/pdf'): JsonValue => ({
  type: 'resource',
  resource: { uri: 'file:///plans/Report.pdf', mimeType, blob },
})
const sound: JsonValue = { type: 'audio', data: wav(1000), mimeType: 'audio/wav' }

/** A call by the model, and its result with these blocks; `model` made it at `endpoint`. */
const called = (
  content: JsonValue[],
  { isError = false, endpoint = 'here', model = 'other' } = {},
): RequestMessage[] => [
  says('Read it.'),
  {
    role: 'assistant',
    endpoint,
    model,
    blocks: ['1', '2'].map((id) => ({ type: 'tool_use', id: `call_${id}`, name: 'read', input: {} })),
  },
  {
    role: 'user',
    content: [
      { type: 'tool-result', call: 'call_1', content, isError },
      { type: 'tool-result', call: 'call_2', content: 'Nothing.', isError: false },
    ],
  },
]
const readingOf = (): FileOutcome => read
const document = {
  type: 'document',
  source: { type: 'base64', media_type: 'application/pdf', data: pdf() },
  title: 'Report.pdf',
}
const file = { type: 'file', file: { filename: 'Report.pdf', file_data: `data:application/pdf;base64,${pdf()}` } }
const inputFile = { type: 'input_file', filename: 'Report.pdf', file_data: `data:application/pdf;base64,${pdf()}` }

describe('a PDF file over Messages', () => {
  test('[FIL-1] goes as a document to a model that is listed with PDF input', async () => {
    const provider = await Provider.start()
    await provider.ask({ messages: [attached()] })
    expect(provider.last?.body.messages[0]?.content).toContainEqual(document)
    expect(provider.complaints).toEqual([])
  })

  test('[FIL-1] [FIL-5] goes as its text to one that is listed without', async () => {
    const provider = await Provider.start([], {}, { models: [{ id: 'no-pdf', pdf: false }] })
    await provider.ask({ model: 'no-pdf', messages: [attached()] })
    const sent = JSON.stringify(provider.last?.body)
    expect(sent).toContain('The word is KESTREL.')
    expect(sent).not.toContain('"document"')
    expect(provider.complaints).toEqual([])
  })

  test('[FIL-1] goes in the result that has it', async () => {
    const provider = await Provider.start()
    await provider.ask({ messages: called([resource(pdf())]) })
    expect(provider.last?.body.messages.at(-1)?.content).toContainEqual(
      expect.objectContaining({ type: 'tool_result', content: expect.arrayContaining([document]) }),
    )
    expect(provider.complaints).toEqual([])
  })

  test('[FIL-4] goes as its text, or as a line, in a result that is an error', async () => {
    const provider = await Provider.start()
    await provider.ask({ messages: called([resource(pdf()), sound], { isError: true }), readingOf })
    await provider.ask({ messages: called([resource(pdf()), sound], { isError: true }) })
    const [withText, without] = provider.requests.map(({ body }) => JSON.stringify(body.messages))
    expect(withText).toContain('The word is KESTREL.')
    expect(without).toContain('whose bytes models cannot be shown')
    expect(withText).not.toContain('"document"')
    expect(provider.complaints).toEqual([])
  })

  test('[FIL-6] stays within the pages of the model, over all turns of the conversation', async () => {
    const provider = await Provider.start()
    const turn = attached({ data: pdf(45), reading: pagesOf(45) })
    const messages = [turn, ...called([resource(pdf(40))]), turn]
    const answer = await provider.ask({ model: 'claude-haiku-4-5-20251001', messages })
    expect(answer.stop).toBe('end-turn')
    expect(JSON.stringify(provider.last?.body).match(/"document"/g)).toHaveLength(2)
    expect(JSON.stringify(provider.last?.body.messages[0])).toContain('is given as the text')
    expect(provider.complaints.filter((it) => !/text after tool_result/.test(it))).toEqual([])
  })
})

describe('a file over Chat Completions', () => {
  const sent = (endpoint: Endpoint, at = -1) => endpoint.requests.at(at)?.body.messages ?? []

  test('[FIL-1] goes as a file part to a model that is known to take it', async () => {
    const endpoint = await Endpoint.start('openai')
    await endpoint.ask({ messages: [attached()] })
    expect(sent(endpoint).at(-1)?.content).toContainEqual(file)
  })

  test.each(['azure', 'gemini', 'groq', 'mistral', 'deepseek', 'ollama', 'lmstudio', 'llamacpp', 'vllm'] as const)(
    '[FIL-5] goes as its text to %s if nothing is known of the model',
    async (dialect) => {
      const endpoint = await Endpoint.start(dialect)
      await endpoint.ask({ messages: [attached()] })
      expect(endpoint.requests.at(-1)).toMatchObject({ status: 200 })
      expect(JSON.stringify(sent(endpoint))).toContain('The word is KESTREL.')
    },
  )

  test.each(['azure', 'gemini'] as const)(
    '[FIL-5] goes as it is to %s if the user says that the model takes it',
    async (dialect) => {
      const endpoint = await Endpoint.start(dialect, [], {
        facts: () => ({ documents: true }),
        scenario: { models: [{ id: dialect === 'azure' ? 'gpt-4.1' : 'gemini-2.5-flash', files: true }] },
      })
      await endpoint.ask({ messages: [attached()] })
      expect(endpoint.requests.at(-1)).toMatchObject({ status: 200 })
      expect(sent(endpoint).at(-1)?.content).toContainEqual(file)
    },
  )

  test('[FIL-5] stays text if its server takes none, whatever the user says', async () => {
    const endpoint = await Endpoint.start('ollama', [], { facts: () => ({ documents: true, audio: true }) })
    await endpoint.ask({ messages: [attached(), ...called([sound])] })
    expect(endpoint.requests.at(-1)).toMatchObject({ status: 200 })
  })

  test('[FIL-3] follows the last result in one user message that names its call', async () => {
    const endpoint = await Endpoint.start('openai')
    await endpoint.ask({ messages: called([resource(pdf())]) })
    const roles = sent(endpoint).map(({ role }) => role)
    expect(roles).toEqual(['system', 'user', 'assistant', 'tool', 'tool', 'user'])
    expect(sent(endpoint).at(-1)?.content).toEqual([
      {
        type: 'text',
        text: expect.stringMatching(/file 1 of the result of read \(call call\d+\), which comes from the tool/),
      },
      file,
    ])
    expect(sent(endpoint)[3]?.content).toMatch(/file 1 of the result of read .* follows after the results/s)
  })

  test('[FIL-8] goes to OpenRouter only for a model that takes it, and only with the native engine', async () => {
    const endpoint = await Endpoint.start('openrouter')
    await endpoint.ask({ messages: [attached()] })
    expect(endpoint.requests.at(-1)?.body['plugins']).toEqual([{ id: 'file-parser', pdf: { engine: 'native' } }])
    expect(sent(endpoint).at(-1)?.content).toContainEqual(file)
    await endpoint.ask({ model: 'deepseek/deepseek-v4-flash', messages: [attached()] })
    expect(endpoint.requests.at(-1)?.body).not.toHaveProperty('plugins')
    expect(JSON.stringify(sent(endpoint))).toContain('The word is KESTREL.')
    await endpoint.ask()
    expect(endpoint.requests.at(-1)?.body).not.toHaveProperty('plugins')
    expect(endpoint.requests.flatMap(({ lint = [] }) => lint).filter((it) => /engine|plugins/.test(it))).toEqual([])
  })

  test('[FIL-1] is a sound for a model that hears, and a line with its length and size for others', async () => {
    const models = [{ id: 'ears', audio: true }, { id: 'deaf' }]
    const endpoint = await Endpoint.start('llamacpp', [], { scenario: { models } })
    await endpoint.ask({ model: 'ears', messages: called([sound]) })
    expect(sent(endpoint).at(-1)?.content).toContainEqual({
      type: 'input_audio',
      input_audio: { data: wav(1000), format: 'wav' },
    })
    const deaf = await Endpoint.start('llamacpp')
    await deaf.ask({ messages: called([sound]) })
    expect(JSON.stringify(sent(deaf))).toContain('1 second, 8,044 bytes), which this model cannot hear')
  })

  test('[FIL-28] goes in the form of each model, as the conversation moves on', async () => {
    const endpoint = await Endpoint.start('openrouter')
    const messages = [attached(), ...called([resource(pdf())])]
    for (const model of ['openai/gpt-4.1', 'deepseek/deepseek-v4-flash', 'openai/gpt-4.1'])
      await endpoint.ask({ model, messages, readingOf })
    const counts = endpoint.requests.map(({ body }) => JSON.stringify(body).match(/"type":"file"/g)?.length ?? 0)
    expect(counts).toEqual([2, 0, 2])
    expect(endpoint.requests.map(({ status }) => status)).toEqual([200, 200, 200])
  })
})

describe('a PDF file over Responses', () => {
  test('[FIL-1] goes in a message and in the result that has it', async () => {
    const provider = await OpenAI.start([])
    await provider.ask({ messages: [attached(), ...called([resource(pdf())])] })
    const input = JSON.stringify(provider.last?.body.input)
    expect(provider.last).toMatchObject({ status: 200 })
    expect(input.split(JSON.stringify(inputFile))).toHaveLength(3)
    expect(provider.last?.body.input).toContainEqual(
      expect.objectContaining({ type: 'function_call_output', output: expect.arrayContaining([inputFile]) }),
    )
  })
})

describe('a file that the server refuses', () => {
  const unreadable = { unreadable_pdf: true }

  test('[FIL-7] goes once more as its text over Messages, and never again as it is', async () => {
    const lessons = lessonsInMemory()
    const provider = await Provider.start([], { lessons }, unreadable)
    const answer = await provider.ask({ messages: [attached()] })
    expect(answer).toMatchObject({ stop: 'end-turn', refusedFiles: ['Report.pdf'] })
    const said: RequestMessage = {
      role: 'assistant',
      endpoint: 'anthropic',
      model: 'claude-sonnet-5-5',
      blocks: answer.blocks,
    }
    expect(await provider.ask({ messages: [attached(), said, says('And now?')] })).toMatchObject({ stop: 'end-turn' })
    expect(provider.requests.map(({ status }) => status)).toEqual([400, 200, 200])
    expect(JSON.stringify(provider.last?.body)).toContain('The word is KESTREL.')
    expect(lessons.of('claude-sonnet-5-5')).toMatchObject([
      {
        feature: expect.stringMatching(/^file:[0-9a-f]{64}$/),
        form: 'text',
        reason: expect.stringContaining('Could not process PDF'),
      },
    ])
  })

  test('[FIL-7] is the only one that goes as its text, if the refusal names it', async () => {
    const provider = await Provider.start()
    const locked = attached({ name: 'Locked.pdf', data: pdf(1, { locked: true }) })
    expect(await provider.ask({ messages: [attached(), locked] })).toMatchObject({ refusedFiles: ['Locked.pdf'] })
    expect(provider.requests.map(({ status }) => status)).toEqual([400, 200])
    expect(JSON.stringify(provider.last?.body).match(/"document"/g)).toHaveLength(1)
  })

  test('[FIL-7] in a result without text becomes a line', async () => {
    const provider = await Provider.start([], {}, unreadable)
    expect(await provider.ask({ messages: called([resource(pdf())]) })).toMatchObject({ stop: 'end-turn' })
    expect(provider.requests.map(({ status }) => status)).toEqual([400, 200])
    expect(JSON.stringify(provider.last?.body)).toContain('whose bytes models cannot be shown')
  })

  test('[FIL-7] goes once more as its text over Chat Completions and Responses', async () => {
    const endpoint = await Endpoint.start('openai', [], { scenario: unreadable })
    expect(await endpoint.ask({ messages: [attached()] })).toMatchObject({ refusedFiles: ['Report.pdf'] })
    expect(await endpoint.ask({ messages: [attached()] })).toMatchObject({ stop: 'end-turn' })
    expect(endpoint.requests.map(({ status }) => status)).toEqual([400, 200, 200])
    const responses = await OpenAI.start([], { scenario: unreadable })
    expect(await responses.ask({ messages: [attached()] })).toMatchObject({ refusedFiles: ['Report.pdf'] })
    expect(responses.requests.map(({ status }) => status)).toEqual([400, 200])
  })

  test.each([
    ['openai', 'gpt-4.1', {}],
    ['azure', 'gpt-4.1', { documents: true }],
    ['gemini', 'gemini-2.5-flash', { documents: true }],
    ['openrouter', 'openai/gpt-4.1', {}],
  ] as const)('[FIL-7] teaches that a model at %s takes none', async (dialect, model, facts) => {
    const lessons = lessonsInMemory()
    const endpoint = await Endpoint.start(dialect, [], { lessons, facts: () => facts })
    // Its list said that the model takes files.
    await endpoint.llm.models(AbortSignal.timeout(5000))
    endpoint.fake.setScenario({ turns: [], models: [{ id: model }] })
    expect(await endpoint.ask({ messages: [attached()] })).toMatchObject({ stop: 'end-turn' })
    expect(await endpoint.ask({ messages: [attached({ data: pdf(2) })] })).toMatchObject({ stop: 'end-turn' })
    expect(endpoint.requests.map(({ status }) => status)).toEqual([dialect === 'openrouter' ? 404 : 400, 200, 200])
    expect(lessons.of(model)).toMatchObject([{ feature: 'documents', form: 'none' }])
  })

  test('[FIL-7] leads to an error, not to another request, if the refusal is about something else', async () => {
    const lessons = lessonsInMemory()
    const about = (message: string) => ({ http_error: { status: 400, message } })
    const turns = [about('No.'), about('tools.0.input_schema: “document” is not allowed')]
    const endpoint = await Endpoint.start('openai', turns, { lessons })
    expect(await endpoint.fail({ messages: [attached()] })).toMatchObject({ fault: 'refused' })
    expect(await endpoint.fail({ messages: [attached()] })).toMatchObject({ fault: 'refused' })
    expect(endpoint.requests).toHaveLength(2)
    expect(lessons.of('gpt-4.1')).toEqual([])
  })
})
