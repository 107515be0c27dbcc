import { describe, expect, test } from 'vitest'
import type { RequestMessage, ModelTool } from '../../../../main/host/llm/llm.ts'
import type { Lesson } from '../../../../main/host/llm/api/api.ts'
import type { Profile } from '../../../../shared/config/settings.ts'
import type { JsonObject, JsonValue } from '../../../../shared/schema/json.ts'
import { says } from '../provider.ts'
import { built, type Server } from './direct.ts'

const at = (profile: Profile, model = 'm'): Server => ({ kind: 'openai', profile, model, images: true })

const call = (id: string, more: JsonObject = {}): JsonObject => ({
  type: 'tool_use',
  id,
  name: 'clock__now',
  input: { zone: 'UTC' },
  ...more,
})
const answer = (model: string, ...blocks: JsonValue[]): RequestMessage => ({
  role: 'assistant',
  endpoint: 'here',
  model,
  blocks,
})
const sent = (server: Server, messages: RequestMessage[], lessons: Lesson[] = []): JsonObject[] =>
  built(server, { messages: [says('a'), ...messages], system: '' }, { lessons }).body['messages'] as JsonObject[]
const idsIn = (messages: JsonObject[]): unknown[] =>
  messages.flatMap(({ tool_calls: made }) => (Array.isArray(made) ? made.map((it) => Object(it).id as unknown) : []))
const answersOf = (messages: JsonObject[]): JsonObject[] => messages.filter(({ role }) => role === 'assistant')

describe('[OAI-10] IDs of calls', () => {
  test('go back unchanged to the model that made them, if its server takes them', () => {
    const own = answer('m', call('functions.clock__now:0'), call('call_1'), call('x'.repeat(41)))
    expect(idsIn(sent(at('openai'), [own]))).toEqual(['functions.clock__now:0', 'call_1', 'call00001'])
    expect(idsIn(sent(at('mistral'), [own]))).toEqual(['call00001', 'call00002', 'call00003'])
  })

  test('are replaced if another model made them, if they repeat or if they are empty', () => {
    const history = [answer('n', call('toolu_1')), answer('m', call('b'), call('b'), call(''))]
    const ids = idsIn(sent(at('groq'), history))
    expect(ids).toEqual(['call00001', 'b', 'call00002', 'call00003'])
    expect(sent(at('groq'), history).filter(({ role }) => role === 'tool')).toHaveLength(4)
  })

  test('are the same in each request, however the conversation continues', () => {
    const history = [answer('n', call('toolu_1')), answer('m', call('b')), answer('n', call('toolu_2'))]
    const first = idsIn(sent(at('mistral'), history))
    expect(idsIn(sent(at('mistral'), [...history, says('b'), answer('m', call('c'))])).slice(0, 3)).toEqual(first)
  })

  test('are counted for a Kimi model as it counts its own, if other models made them', () => {
    const history = [
      answer('n', call('toolu_1')),
      answer('kimi-k2', call('functions.clock__now:1')),
      answer('n', call('z')),
    ]
    expect(idsIn(sent(at('openrouter', 'kimi-k2'), history))).toEqual([
      'functions.clock__now:0',
      'functions.clock__now:1',
      'functions.clock__now:2',
    ])
  })
})

describe('[OAI-9] names of tools', () => {
  const odd = (name: string): ModelTool => ({ name, description: '', inputSchema: {} })

  test('begin with a letter or an underscore, are unique, and are restored in calls', () => {
    const { body, restore } = built(at('google'), { tools: [odd('7zip__list'), odd('_7zip__list'), odd('-')] })
    const tools = body['tools'] as { function: { name: string } }[]
    const names = tools.map((it) => it.function.name)
    expect(names).toEqual(['_-', '_7zip__list_2', '_7zip__list'])
    expect(names.map((name) => restore.name(name))).toEqual(['-', '7zip__list', '_7zip__list'])
  })

  test('are the same in earlier calls, also of tools that are gone', () => {
    const history = [
      answer('m', call('a', { name: '7zip__list' }), call('b', { name: 'größe/…' }), call('c', { name: '' })),
    ]
    const { body } = built(at('google'), { tools: [odd('7zip__list')], messages: [says('a'), ...history] })
    const text = JSON.stringify(body['messages'])
    expect([...text.matchAll(/"name":"([^"]*)"/g)].map(([, name]) => name)).toEqual(['_7zip__list', 'gr__e__', '_'])
  })
})

describe('[OAI-13] reasoning', () => {
  const thought = (wire: JsonObject): JsonObject => ({
    type: 'thinking',
    thinking: 'Hm.',
    wire: { type: 'chat', ...wire },
  })
  const signature = { google: { thought_signature: 'Ep1' } }
  const standIn = { google: { thought_signature: 'skip_thought_signature_validator' } }
  const details = [
    { type: 'reasoning.text', text: 'Hm.', index: 0 },
    { type: 'reasoning.encrypted', data: 'x' },
  ]

  test('goes back to the DeepSeek model that wrote it, and to no other', () => {
    const own = answer('m', thought({ field: 'reasoning_content' }), call('a'))
    expect(answersOf(sent(at('deepseek'), [own]))[0]).toMatchObject({ reasoning_content: 'Hm.', content: null })
    for (const server of [at('deepseek', 'n'), at('openai'), at('groq'), at('vllm'), at('other')])
      expect(JSON.stringify(sent(server, [own]))).not.toContain('Hm.')
  })

  test('is one space in messages without any, once a server insisted on it', () => {
    const lessons: Lesson[] = [{ model: 'm', feature: 'reasoning', form: 'blank', reason: '' }]
    const history = [answer('n', call('a')), answer('m', thought({ field: 'reasoning_content' }), call('b'))]
    const said = answersOf(sent(at('deepseek'), history, lessons)).map((it) => it['reasoning_content'])
    expect(said).toEqual([' ', 'Hm.'])
  })

  test('goes back in OpenRouter’s details, unchanged and in order', () => {
    const own = answer('m', thought({ field: 'reasoning', details }), { type: 'text', text: 'Hi.' })
    expect(answersOf(sent(at('openrouter'), [own]))).toEqual([
      { role: 'assistant', content: 'Hi.', reasoning_details: details },
    ])
    expect(JSON.stringify(sent(at('openrouter', 'n'), [own]))).not.toContain('reasoning')
  })

  test('is signed in Google’s calls; other models’ calls have the documented stand-in', () => {
    const wire = { type: 'chat', extra: signature }
    const history = [answer('n', call('a'), call('b')), answer('m', call('c', { wire }), call('d'))]
    const extras = answersOf(sent(at('google'), history)).flatMap(({ tool_calls: made }) =>
      (made as JsonObject[]).map((it) => it['extra_content']),
    )
    expect(extras).toEqual([standIn, undefined, signature, undefined])
    expect(JSON.stringify(sent(at('openai'), history))).not.toMatch(/Ep1|extra|wire/)
  })

  test('stays out of Chat Completions if another API gave it', () => {
    const signed = { type: 'thinking', thinking: 'Hm.', signature: 's' }
    const sealed = { type: 'thinking', thinking: 'Hm.', wire: { type: 'reasoning', encrypted_content: 'e' } }
    for (const profile of ['deepseek', 'openrouter', 'google'] as const)
      expect(JSON.stringify(sent(at(profile), [answer('m', signed, sealed, call('a'))]))).not.toMatch(/Hm|wire|"e"/)
  })
})
