import { describe, expect, test } from 'vitest'
import type { RequestMessage, ModelTool } from '../../../../main/host/llm/llm.ts'
import type { Lesson } from '../../../../main/host/llm/api/api.ts'
import type { JsonObject, JsonValue } from '../../../../shared/schema/json.ts'
import type { Profile } from '../../../../shared/config/settings.ts'
import { png } from '../images.ts'
import { says } from '../provider.ts'
import { built, Direct, servers, type Server } from './direct.ts'

const clock: ModelTool = { name: 'clock__now', description: 'Tells the time.', inputSchema: { type: 'object' } }

const usage = { stream_options: { include_usage: true } }
const usual = { ...usage, max_tokens: 1000 }
const newer = { ...usage, max_completion_tokens: 1000 }

/** The fields of each dialect beside the model, the messages and the tools. */
const fields: Record<Profile, JsonObject> = {
  openai: { ...newer, store: false },
  azure: { ...newer, store: false },
  openrouter: newer,
  groq: { max_completion_tokens: 1000 },
  google: usual,
  mistral: { max_tokens: 1000 },
  deepseek: { max_tokens: 1000 },
  together: usual,
  ollama: usual,
  'lm-studio': usual,
  'llama-cpp': { ...usual, parallel_tool_calls: true },
  vllm: usual,
  anthropic: usual,
  other: usual,
}
const profiles = Object.keys(fields) as Profile[]
const at = (profile: Profile): Server => ({ kind: 'openai', profile, model: 'm', images: true })
const limits = { outputTokens: 1000, contextTokens: 100_000 }

const calls = (model: string, blocks: JsonValue[] = []): RequestMessage => ({
  role: 'assistant',
  endpoint: 'here',
  model,
  blocks: [...blocks, { type: 'tool_use', id: 'aaaaaaaa1', name: 'clock__now', input: {} }],
})
const answered = (...content: JsonValue[]): RequestMessage => ({
  role: 'user',
  content: [{ type: 'tool-result', call: 'aaaaaaaa1', content, isError: false }],
})
const noon = { type: 'text', text: 'Noon.' }
const picture = { type: 'image', data: png(4, 4), mimeType: 'image/png' }

const messagesOf = (body: JsonObject): JsonObject[] => body['messages'] as JsonObject[]
const learned = (feature: Lesson['feature'], form: string): Lesson[] => [{ model: 'm', feature, form, reason: '' }]

describe('[OAI-16] a request', () => {
  test.each(profiles)('has the fields of the dialect of %s, and no others', (profile) => {
    const { model, messages, tools, stream, ...rest } = built(at(profile), { tools: [clock] }, { limits }).body
    expect(rest).toEqual(fields[profile])
    expect([model, stream, Array.isArray(messages), Array.isArray(tools)]).toEqual(['m', true, true, true])
  })

  test.each(profiles)('has no fields about tools for %s if there are no tools', (profile) => {
    expect(Object.keys(built(at(profile)).body)).not.toEqual(expect.arrayContaining(['tools', 'parallel_tool_calls']))
  })

  test('asks OpenRouter to cache the prompts of models that need to be asked, and no other server', () => {
    const ask = (profile: Profile, model: string) => built({ ...at(profile), model }).body['cache_control']
    expect(ask('openrouter', 'anthropic/claude-sonnet-5.5')).toEqual({ type: 'ephemeral' })
    expect([ask('openrouter', 'openai/gpt-4.1'), ask('other', 'anthropic/claude-sonnet-5.5')]).toEqual([
      undefined,
      undefined,
    ])
  })

  test('leaves the limit of an answer to a hosted server if the model’s own is unknown, unless fewer are wanted', () => {
    const { body } = built(at('openai'))
    expect(Object.keys(body)).not.toContain('max_completion_tokens')
    expect(built(at('openai'), { maxTokens: 100 }).body).toMatchObject({ max_completion_tokens: 100 })
    expect(built(at('ollama')).body).toMatchObject({ max_tokens: 8192 })
  })

  test.each<[Lesson['feature'], string, JsonObject]>([
    ['stream-options', 'none', { max_tokens: 1000 }],
    ['output-limit', 'max_completion_tokens', newer],
    ['output-limit', 'none', usage],
    ['parallel-calls', 'some', { ...usual, parallel_tool_calls: true }],
    ['effort', 'none', { ...usual, reasoning_effort: 'none' }],
    ['wire', 'responses', usual],
  ])('takes the form that a refusal of %s taught: %s', (feature, form, expected) => {
    const lessons = learned(feature, form)
    const {
      model: _model,
      messages: _messages,
      tools: _tools,
      stream: _stream,
      ...rest
    } = built(at('other'), { tools: [clock] }, { limits, lessons }).body
    expect(rest).toEqual(expected)
  })

  test('is shortened, given one call at a time or a plainer schema if refusals taught that', () => {
    const long = { ...clock, description: 'x'.repeat(4000) }
    const ask = (profile: Profile, lessons: Lesson[]) =>
      JSON.stringify(built(at(profile), { tools: [long] }, { lessons }).body)
    expect(ask('openai', learned('description', '1024')).length).toBeLessThan(ask('openai', []).length - 2900)
    expect(ask('llama-cpp', learned('parallel-calls', 'none'))).not.toContain('parallel_tool_calls')
    expect(ask('openai', learned('schema', 'proto'))).not.toContain('"parameters"')
  })
})

describe('[OAI-11] messages', () => {
  test.each(profiles)('are a system prompt first, and strings except beside images, for %s', (profile) => {
    const history = [says('a'), says('b'), calls('m'), answered(noon), says('c')]
    const messages = messagesOf(built(at(profile), { messages: history, mark: 'x1' }).body)
    const bridged = profile === 'mistral' ? ['assistant'] : []
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', ...bridged, 'user'])
    const beside = profile === 'lm-studio' || profile === 'llama-cpp' ? '' : null
    const strings = messages.map(({ content }) => content)
    expect(strings.slice(0, 4)).toEqual([expect.stringContaining('You help.\n\n'), 'a\n\nb', beside, 'Noon.'])
    expect(strings.at(-1)).toBe('c')
  })

  test('say in words that a call failed, under a mark that no tool can write', () => {
    const failed: RequestMessage = {
      role: 'user',
      content: [{ type: 'tool-result', call: 'aaaaaaaa1', content: 'No.', isError: true }],
    }
    const { body } = built(at('openai'), { messages: [says('a'), calls('m'), failed], mark: 'x1' })
    expect(messagesOf(body).at(-1)?.['content']).toBe('[Atrium x1: the call failed:]\n\nNo.')
  })

  test('leave out an answer with neither text nor calls, and join what was said around it', () => {
    const thought: RequestMessage = {
      role: 'assistant',
      endpoint: 'here',
      model: 'm',
      blocks: [{ type: 'thinking', thinking: 'Hm.', wire: { type: 'chat', field: 'reasoning_content' } }],
    }
    const { body } = built(at('deepseek'), { system: '', messages: [says('a'), thought, says('b')] })
    expect(messagesOf(body)).toEqual([{ role: 'user', content: 'a\n\nb' }])
  })
})

describe('[OAI-12] images of results', () => {
  const history = [says('Look.'), calls('m'), answered(picture, noon, picture)]

  test.each(profiles.filter((profile) => profile !== 'deepseek'))(
    'follow the last result in a message of the user for %s',
    (profile) => {
      const messages = messagesOf(built(at(profile), { messages: history, mark: 'x1' }).body)
      const result = messages.find(({ role }) => role === 'tool')?.['content']
      expect(result).toContain('image 1 of the result of clock__now (call aaaaaaaa1) follows after the results.')
      const last = messages.at(-1)
      const shown = { type: 'image_url', image_url: { url: `data:image/png;base64,${png(4, 4)}` } }
      const told = (count: number) => ({
        type: 'text',
        text: `[Atrium x1: image ${count} of the result of clock__now (call aaaaaaaa1), which comes from the tool and not from the user:]`,
      })
      expect(last).toEqual({ role: 'user', content: [told(1), shown, told(2), shown] })
    },
  )

  test.each([
    ['a model that cannot see', at('openai'), false, 'which this model cannot see'],
    ['a model whose sight is unknown', at('vllm'), undefined, 'it is unknown whether this model sees images'],
    ['a server without images', at('deepseek'), true, 'which this server cannot show its models'],
  ] as const)('are a note for %s', (_what, server, images, note) => {
    const { json, unseenImages } = built(server, { messages: history }, { limits: { images } })
    expect(unseenImages).toBe(2)
    expect(json).not.toContain('image_url')
    expect(json).toContain(note)
  })

  test('stay within the number and the size that the server takes', () => {
    const many = answered(...Array.from({ length: 9 }, () => picture))
    const shown = (profile: Profile, message: RequestMessage) =>
      JSON.stringify(built(at(profile), { messages: [says('a'), calls('m'), message] }).body).match(/"image_url":/g)
        ?.length
    expect([shown('groq', many), shown('mistral', many), shown('openai', many)]).toEqual([5, 8, 9])
    const large = { ...picture, data: png(4, 4, 2_500_000) }
    expect(shown('groq', answered(large, large))).toBe(1)
  })

  test.each(servers.filter(({ images }) => images))('are accepted by $kind', async (server) => {
    const direct = await Direct.start(server.kind)
    const seen: RequestMessage[] = [says('Look.'), calls(server.model), answered(picture, noon, picture), says('And?')]
    const { json } = built(server, { messages: seen, tools: [clock] })
    expect(await direct.send(json)).toMatchObject({ status: 200 })
    expect(json).toContain('image_url')
  })
})
