import { describe, expect, test } from 'vitest'
import { type Dialect, DIALECTS } from '../../../support/fake-openai.mjs'
import { hosted, openai, type Refusal } from './hosted-refusals.ts'
import { asks, type Change, call, gives, property, says, shows, start, tool, tools, user } from './requests.ts'

const wordy = (words: number) => [{ role: 'user', content: 'word '.repeat(words) }]

/** Local servers refuse only requests that break them. */
const local: Record<'ollama' | 'llamacpp' | 'vllm' | 'lmstudio', Refusal[]> = {
  ollama: [
    ['a model without tools', { model: 'gemma3:270m', tools: [tool()] }, 400, 'does not support', 'invalid_request'],
    ['arguments that aren’t JSON', { messages: [user, asks(call('c1', 'add', '{')), gives('c1')] }, 400, 'arguments'],
    [
      'the URL of an image',
      { model: 'qwen3-vl:8b', messages: [shows('https://example.invalid/a.png')] },
      400,
      'image URLs are not currently supported',
    ],
    ['an unknown model', { model: 'none' }, 404, "model 'none' not found", 'not_found_error'],
  ],
  llamacpp: [
    ['a pattern without anchors', property({ type: 'string', pattern: '[a-z]+' }), 400, "Pattern must start with '^'"],
    ['a pattern that looks ahead', property({ type: 'string', pattern: '^(?=a)b$' }), 400, 'failed to parse grammar'],
    ['a very long string', property({ type: 'string', maxLength: 10_000 }), 400, 'failed to parse grammar'],
    ['an image', { messages: [shows()] }, 500, 'mmproj', 'server_error'],
    ['a prompt that is too long', { messages: wordy(20_000) }, 400, 'available context size', 'exceed_context_size'],
  ],
  vllm: [
    ['an empty list of tools', { tools: [] }, 400, 'must not be an empty array', 400],
    ['an answer that can outgrow the context', { max_tokens: 32_768 }, 400, 'maximum context length'],
    ['an unknown model', { model: 'none' }, 404, 'does not exist', 'NotFoundError'],
  ],
  lmstudio: [['a schema without properties', { tools: [tool('add', { type: 'object' })] }, 400, 'Required']],
}

const rich = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: {
    a: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    b: { type: ['string', 'null'], pattern: String.raw`\d+` },
    c: { type: 'array', items: {} },
    d: { $ref: '#/$defs/x' },
  },
  $defs: { x: { type: 'string' } },
  additionalProperties: true,
}
const now = { type: 'function', function: { name: 'now' } }
const round = (first: string, second = first) => [
  user,
  first === second ? asks(call(first)) : asks(call(first), call(second)),
  gives(second),
  ...(first === second ? [] : [gives(first)]),
  says('done'),
  user,
]

const accepted: Partial<Record<Dialect, [what: string, change: Change][]>> = {
  openai: [
    ['results in another order', { messages: round('call_1', 'call_2'), tools: [tool()], parallel_tool_calls: true }],
    ['128 tools', { tools: tools(128) }],
    ['a name of 64 characters', { tools: [tool('x'.repeat(64))] }],
    ['a tool without parameters', { tools: [now] }],
    ['an empty object', { tools: [tool('now', { type: 'object', properties: {} })] }],
    ['a rich schema', { tools: [tool('q', rich)] }],
    ['an image', { messages: [shows()] }],
    ['the role developer', { messages: [{ role: 'developer', content: 'x' }, user] }],
    ['calls beside words', { messages: [user, says('Let me see.', { tool_calls: [call()] }), gives(), user] }],
    ['arguments that aren’t JSON', { messages: [user, asks(call('call_1', 'add', '{')), gives()] }],
    ['tools without reasoning', { model: 'gpt-5.6-luna', tools: [tool()], reasoning_effort: 'none' }],
  ],
  gemini: [
    ['a tool without parameters', { tools: [now] }],
    ['an ID with the prefix of its list', { model: 'models/gemini-2.5-flash' }],
  ],
  mistral: [['its own IDs', { messages: round('abcdefghi'), tools: [tool()], tool_choice: 'any' }]],
  ollama: [
    ['a call without a result', { messages: [user, asks(call()), user] }],
    ['an unknown field', { top_k: 3 }],
    ['a prompt that is too long', { model: 'tiny', messages: wordy(2000) }],
  ],
  llamacpp: [['any model', { model: 'whatever' }]],
  vllm: [['an unknown field', { top_k: 3 }]],
}

const refused: [Dialect, Refusal[]][] = Object.entries({ openai, ...hosted, ...local }) as [Dialect, Refusal[]][]

describe.each(refused)('the fake %s server', (dialect, rows) => {
  test.each(rows)('refuses %s, and for no other reason', async (_, change, ...refusal) => {
    const [status, text, mark] = refusal
    const answer = await (await start(dialect)).post(change)
    const told = await answer.text()
    expect([answer.status, told]).toEqual([status, expect.stringContaining(JSON.stringify(text).slice(1, -1))])
    if (mark !== undefined) expect(told).toContain(typeof mark === 'number' ? `"code":${mark}` : mark)
    expect((await (await start(dialect, {}, true)).post(change)).status).toBe(200)
  })
})

describe.each(Object.entries(accepted) as [Dialect, [string, Change][]][])('the fake %s server', (dialect, rows) => {
  test.each(rows)('accepts %s', async (_, change) => {
    const server = await start(dialect)
    const answer = await server.post(change)
    expect([answer.status, server.last?.error]).toEqual([200, undefined])
  })
})

test('tells in its log, and nowhere else, that Ollama has cut a prompt', async () => {
  const server = await start('ollama')
  await server.post({ model: 'tiny', messages: wordy(2000) })
  expect(server.last?.usage).toMatchObject({ prompt_tokens: 600 })
  expect(server.last?.lint).toContainEqual(expect.stringContaining('cut to 600 without a word'))
})

describe('the paths of a fake server', () => {
  const messages = [user]

  test('accept only a known key, and record none', async () => {
    const server = await start('openai', { keys: ['k'] })
    const models = (authorization?: string) =>
      fetch(`${server.root}/v1/models`, authorization === undefined ? {} : { headers: { authorization } })
    expect((await models('Bearer k')).status).toBe(200)
    const wrong = await models('Bearer sk-bad')
    expect([wrong.status, await wrong.text()]).toEqual([401, expect.stringContaining('invalid_api_key')])
    expect((await models()).status).toBe(401)
    expect(JSON.stringify(server.fake.state.log)).not.toContain('sk-bad')
  })

  test('distinguish Azure’s deployments from other paths', async () => {
    const server = await start('azure')
    const at = async (path: string, key: object) => {
      const headers = { 'content-type': 'application/json', ...key }
      const body = JSON.stringify({ model: 'gpt-4.1', messages })
      return (await fetch(server.root + path, { method: 'POST', headers, body })).status
    }
    const [key, deployment] = [{ 'api-key': 'k' }, '/openai/deployments/gpt-4.1/chat/completions']
    expect(await at('/openai/v1/chat/completions', key)).toBe(200)
    expect(await at(`${deployment}?api-version=2024-10-21`, key)).toBe(200)
    expect(await at(deployment, key)).toBe(404)
    expect(await at('/openai/v1/chat/completions', {})).toBe(401)
  })

  test.each([
    ['deepseek', '/v1/v1/models', 'Not Found'],
    ['ollama', '/models', '404 page not found'],
    ['openrouter', '/v1/models', '<!DOCTYPE html><html><body>Not Found</body></html>'],
  ] as const)('answer a wrong path of %s without JSON', async (dialect, path, text) => {
    const answer = await (await start(dialect)).get(path)
    expect([answer.status, await answer.text()]).toEqual([404, text])
  })

  test.each(Object.keys(DIALECTS) as Dialect[])('list the models of %s', async (dialect) => {
    const server = await start(dialect)
    const { data } = (await (await server.get(`${server.fake.base}/models`)).json()) as { data: { id: string }[] }
    const ids = data.map(({ id }) => id.replace(/^models\//, ''))
    expect(ids).toEqual(server.fake.state.models.map(({ id }) => id))
  })

  test('tell what local servers know about their models', async () => {
    const told = async (dialect: Dialect, path: string): Promise<unknown> =>
      (await (await start(dialect)).get(path)).json()
    expect(await told('ollama', '/api/ps')).toMatchObject({ models: [{ context_length: 4096 }] })
    expect(await told('llamacpp', '/props')).toMatchObject({ default_generation_settings: { n_ctx: 8192 } })
    expect(await told('lmstudio', '/api/v0/models')).toMatchObject({ data: [{ capabilities: ['tool_use'] }, {}] })
    const { root } = await start('ollama')
    const shown = await fetch(`${root}/api/show`, { method: 'POST', body: '{"model":"gemma3:270m"}' })
    expect(await shown.json()).toMatchObject({ capabilities: ['completion'] })
  })
})
