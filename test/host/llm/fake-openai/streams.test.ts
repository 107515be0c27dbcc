import { describe, expect, test } from 'vitest'
import {
  type Dialect,
  DIALECTS,
  type Fault,
  FAULTS,
  type Quirks,
  type ScriptedTurn,
} from '../../../support/fake-openai.mjs'
import { until } from '../../../support/waiting.ts'
import { Answer, isObject } from './answers.ts'
import { type Change, start, tool, user } from './requests.ts'

const dialects = Object.keys(DIALECTS) as Dialect[]
const thought = 'I should add and multiply them.'
const said = 'Let me reckon: ä€😀.'
const content = [
  { thinking: thought },
  { text: said },
  { tool_use: { name: 'add', input: { a: 1, s: 'ä😀' } } },
  { tool_use: { name: 'mul', input: { a: 22 } } },
]

const asked: Change = { tools: [tool(), tool('mul')], stream: true, stream_options: { include_usage: true } }

/** The answer to one request, and its record. */
async function played(dialect: Dialect, turn: ScriptedTurn = {}) {
  const server = await start(dialect, { turns: [{ content, ...turn }] })
  const answer = await server.post({ ...asked, ...(dialect === 'mistral' ? { stream_options: undefined } : {}) })
  let raw = ''
  const read = async () => {
    for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) raw += piece
  }
  const broken = await read().then(
    () => false,
    () => true,
  )
  await until(() => server.last !== undefined)
  return { ...server, answer: new Answer(raw), status: answer.status, broken, record: server.last }
}

const plainAnswers = new Map<Dialect, Promise<Answer>>()

/** The answer of a dialect without quirks, made once. */
function plain(dialect: Dialect): Promise<Answer> {
  const made = plainAnswers.get(dialect) ?? played(dialect).then(({ answer }) => answer)
  plainAnswers.set(dialect, made)
  return made
}

const whole = ({ text, think, calls }: Answer) => ({
  text,
  think,
  calls: calls.map(({ name, args }) => [name, JSON.parse(args)]),
})
const expected = (dialect: Dialect) => ({
  text: said,
  think: dialect === 'openai' || dialect === 'azure' ? '' : thought,
  calls: [
    ['add', { a: 1, s: 'ä😀' }],
    ['mul', { a: 22 }],
  ],
})

describe.each(dialects)('a stream of %s', (dialect) => {
  test('has the whole answer, with its usage and its own kind of IDs', async () => {
    const { answer } = await played(dialect)
    expect(whole(answer)).toEqual(expected(dialect))
    expect(answer).toMatchObject({ done: true, unread: 0, error: undefined })
    expect(answer.usage).toMatchObject({ prompt_tokens: expect.any(Number), completion_tokens: expect.any(Number) })
    const ids = answer.calls.map(({ id }) => id)
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect(id).toMatch(DIALECTS[dialect].idRe ?? /./)
  })

  test.each([
    ['pieces of 3 bytes with CRLF', { split_bytes: 3, crlf: true }],
    ['single characters', { json_chunk: 1, chunk: 1 }],
  ])('has the same answer in %s', async (_, turn) => {
    expect(whole((await played(dialect, turn)).answer)).toEqual(expected(dialect))
  })

  test('has the same answer in one piece', async () => {
    const server = await start(dialect, { turns: [{ content }] })
    const { choices, usage } = (await (await server.post({ tools: asked['tools'] })).json()) as {
      choices: { message: { tool_calls: { function: { arguments: string } }[] }; finish_reason: string }[]
      usage: Record<string, number>
    }
    const calls = choices[0]?.message.tool_calls.map((it) => JSON.parse(it.function.arguments) as unknown)
    expect(calls).toEqual(expected(dialect).calls.map(([, args]) => args))
    expect(choices[0]?.finish_reason).toBe(dialect === 'gemini' ? 'stop' : 'tool_calls')
    expect(usage['prompt_tokens']).toBeGreaterThan(0)
  })
})

const lacks = (field: string) => (value: object) => !(field in value)

/** The traits by which a dialect differs from all others. */
const traits: Record<Dialect, [what: string, shows: (answer: Answer) => boolean]> = {
  openai: [
    'padding in every chunk, and usage in the last',
    ({ chunks }) =>
      chunks.every(({ obfuscation }) => typeof obfuscation === 'string') &&
      chunks.slice(0, -1).every(({ usage }) => usage === null) &&
      chunks.at(-1)?.choices?.length === 0,
  ],
  azure: [
    'a filter’s results before the first choice',
    ({ chunks: [first] }) =>
      first?.choices?.length === 0 && first['prompt_filter_results'] !== undefined && first.id === '',
  ],
  openrouter: [
    'comments, a cost, and a choice after the finish',
    ({ comments, usage, chunks }) =>
      comments > 0 &&
      typeof usage?.['cost'] === 'number' &&
      chunks.at(-1)?.choices?.[0]?.finish_reason === null &&
      chunks.at(-2)?.choices?.[0]?.finish_reason === 'tool_calls',
  ],
  groq: [
    'usage below x_groq',
    ({ chunks }) => chunks.some((it) => it['x_groq'] && it.usage && it.choices?.[0]?.finish_reason),
  ],
  gemini: [
    'no index, a signature, and stop after calls',
    ({ pieces, calls, finish }) =>
      pieces.every(lacks('index')) && calls[0]?.signature !== undefined && finish === 'stop',
  ],
  mistral: [
    'no index, no type, and content in parts',
    ({ pieces, deltas, chunks }) =>
      pieces.every(lacks('index')) &&
      pieces.every(lacks('type')) &&
      deltas.some((it) => Array.isArray(it.content)) &&
      chunks.at(-1)?.usage !== undefined,
  ],
  deepseek: [
    'keep-alive comments and its own cache figures',
    ({ comments, usage, chunks }) =>
      comments > 0 && Number(usage?.['prompt_cache_miss_tokens']) > 0 && chunks[0]?.usage === null,
  ],
  ollama: [
    'index 0 for every call, each in one piece',
    ({ pieces }) =>
      pieces.length === 2 && pieces.every((it) => it.index === 0 && isObject(String(it.function?.arguments))),
  ],
  llamacpp: [
    'timings, and no arguments in the head of a call',
    ({ chunks, pieces: [head] }) =>
      chunks.at(-1)?.['timings'] !== undefined && lacks('arguments')(head?.function ?? {}),
  ],
  vllm: [
    'reasoning alone, and the finish beside the last piece',
    ({ deltas, chunks }) =>
      deltas.some((it) => it.reasoning && lacks('reasoning_details')(it) && lacks('content')(it)) &&
      chunks.some(({ choices: [it] = [] }) => it?.finish_reason && it.delta?.tool_calls && 'stop_reason' in it),
  ],
  lmstudio: [
    'reasoning_content, and numbers as IDs',
    ({ deltas, calls: [first] }) => deltas.some((it) => it.reasoning_content) && /^\d{9}$/.test(first?.id ?? ''),
  ],
}

describe.each(dialects)('the trait of %s', (dialect) => {
  const [what, shows] = traits[dialect]

  test(`is ${what}`, async () => {
    const streams = await Promise.all(dialects.map(async (it) => [it, await plain(it)] as const))
    expect(streams.filter(([, answer]) => shows(answer)).map(([it]) => it)).toEqual([dialect])
  })
})

/** Proxies and old versions, and how they show. */
const quirks: [what: string, quirks: Quirks, shows: (answer: Answer) => boolean][] = [
  ['empty IDs', { ids: 'empty' }, ({ pieces }) => pieces.some((it) => it.id === '')],
  ['no IDs', { ids: 'missing' }, ({ pieces }) => pieces.every(lacks('id'))],
  ['one ID for all calls', { ids: 'same' }, ({ calls: [a, b] }) => a?.id === b?.id],
  ['long IDs', { ids: 'long' }, ({ calls: [a] }) => (a?.id.length ?? 0) > 64],
  [
    'index 0 for all calls',
    { index: 'zero' },
    ({ pieces }) => pieces.length > 2 && pieces.every((it) => it.index === 0),
  ],
  ['no index', { index: 'none' }, ({ pieces }) => pieces.every(lacks('index'))],
  ['neither index nor IDs', { index: 'zero', ids: 'empty', args: 'whole' }, ({ pieces }) => pieces.length === 2],
  ['an object as arguments', { args: 'object' }, ({ pieces: [it] }) => typeof it?.function?.arguments === 'object'],
  ['names again', { repeatName: true }, ({ pieces }) => pieces.every((it) => it.function?.name && it.id)],
  ['calls that interleave', { interleave: true }, ({ pieces }) => /01.*0/.test(pieces.map((it) => it.index).join(''))],
  ['no space after data', { noSpace: true }, ({ raw }) => /^data:\{/m.test(raw)],
  ['stop after calls', { finish: 'stop' }, ({ finish }) => finish === 'stop'],
  ['no finish reason', { finish: 'null' }, ({ finish }) => finish === undefined],
  ['thoughts in tags', { reasoning: 'tags' }, ({ think }) => think !== ''],
  ['no end mark', { done: false }, ({ done }) => !done],
  ['roles in all deltas', { role: 'every' }, ({ deltas }) => deltas.filter((it) => it.role).length > 3],
]

describe('a stream of a proxy', () => {
  test.each(quirks)('can have %s', async (_, bent, shows) => {
    const { answer } = await played('openai', { quirks: bent, json_chunk: 5 })
    expect({ ...whole(answer), think: '' }).toEqual(expected('openai'))
    expect(shows(answer)).toBe(true)
    expect(shows(await plain('openai'))).toBe(false)
  })

  test('can have the older form of a call', async () => {
    const { answer } = await played('openai', {
      quirks: { legacy: true, finish: 'function_call' },
      content: [{ tool_use: { name: 'add', input: { a: 1 } } }],
    })
    expect(answer).toMatchObject({ finish: 'function_call', pieces: [], calls: [{ args: '{"a":1}' }] })
  })

  test('can have a choice without a delta, from a filter that runs late', async () => {
    const { answer } = await played('azure', { async_filter: true })
    expect(whole(answer)).toEqual(expected('azure'))
    expect(answer.chunks.some(({ choices = [] }) => choices.some(lacks('delta')))).toBe(true)
  })
})

type Played = Awaited<ReturnType<typeof played>>

/** The effects of each fault on a turn with a word and a call. */
const faults: Record<Exclude<Fault, 'slow' | 'stall' | 'refuse_connection'>, (it: Played) => boolean> = {
  rate_limit: ({ status }) => status === 429,
  quota: ({ status, record }) => status === 429 && record?.error?.code === 'insufficient_quota',
  server_error: ({ status }) => status === 500,
  bad_gateway: ({ status, answer }) => status === 502 && answer.raw.startsWith('<html>'),
  error_in_200: ({ status, answer }) => status === 200 && answer.chunks.length === 0,
  disconnect: ({ broken }) => broken,
  truncate: ({ broken }) => broken,
  eof: ({ broken, answer: a }) => !broken && !a.done && a.finish === undefined && a.text === 'one',
  stream_error: ({ answer: a }) => a.error !== undefined && !a.done,
  no_done: ({ answer: a }) => !a.done && a.finish === 'tool_calls',
  no_finish: ({ answer: a }) => a.done && a.finish === undefined && a.calls.length === 1,
  garbage: ({ answer: a }) => a.raw.includes('not an event') && a.done && a.unread === 0 && a.calls.length === 1,
  malformed: ({ answer: a }) => a.unread === 1 && a.done,
  empty_choices: ({ answer: a }) => a.done && a.chunks.some(lacks('choices')),
  bad_json_args: ({ answer: { calls } }) => calls.length === 1 && !isObject(calls[0]?.args ?? ''),
  concatenated_args: ({ answer: { calls } }) => calls[0]?.args === '{"a":1}{"a":2}',
  unknown_tool: ({ answer: { calls }, record }) =>
    calls[0]?.name === 'no_such_tool' && (record?.lint ?? []).some((it) => it.includes('no_such_tool')),
  duplicate_ids: ({ answer: { calls } }) => calls.length === 2 && calls[0]?.id === calls[1]?.id,
  empty_answer: ({ answer: a }) => a.done && a.text === '' && a.calls.length === 0,
  cut_call: ({ answer: a }) => a.finish === 'length' && !isObject(a.calls[0]?.args ?? ''),
}

const failing = (fault?: Fault): ScriptedTurn => ({
  ...(fault ? { fault } : {}),
  content: [
    { text: 'one' },
    { tool_use: { name: 'add', input: { a: 12 } } },
    ...(fault === 'duplicate_ids' ? [{ tool_use: { name: 'mul' } }] : []),
  ],
})

describe('a faulty answer', () => {
  test.each(Object.entries(faults) as [Fault, (it: Played) => boolean][])('shows %s', async (fault, shows) => {
    const it = await played('openai', failing(fault))
    expect([it.record?.fault, shows(it)]).toEqual([fault, true])
    expect(shows(await played('openai', failing()))).toBe(false)
  })

  test('fails if the connection is refused', async () => {
    await expect(played('openai', failing('refuse_connection'))).rejects.toThrow('fetch failed')
  })

  test('shows every named fault but those that take time', () => {
    expect(FAULTS.slow({})).toMatchObject({ first_byte_ms: 400 })
    expect(FAULTS.stall({})).toMatchObject({ content: [{}, { wait_ms: 60_000 }] })
    const shown = [...Object.keys(faults), 'slow', 'stall', 'refuse_connection']
    expect(Object.keys(FAULTS).toSorted()).toEqual(shown.toSorted())
  })

  test.each([
    ['openai', { error: { type: 'server_error' }, done: false }],
    ['openrouter', { error: { code: 502 }, done: true }],
    ['groq', { error: { code: 'tool_use_failed' }, done: false }],
    ['gemini', { error: { status: 'INTERNAL' }, done: false }],
    ['mistral', { error: { object: 'error' }, done: false }],
    ['ollama', { error: undefined, done: false, finish: undefined }],
    ['llamacpp', { error: { code: 500 }, done: false }],
    ['vllm', { error: { code: 500 }, done: true }],
    ['lmstudio', { error: { message: expect.any(String) }, done: false }],
  ] as const)('has an error in the words of %s', async (dialect, error) => {
    expect((await played(dialect, failing('stream_error'))).answer).toMatchObject(error)
  })

  test('says when to try again, and is recorded as aborted if the client leaves', async () => {
    const server = await start('openai', { turns: [{ fault: 'rate_limit' }, { content: [{ wait_ms: 30_000 }] }] })
    const { headers } = await server.post()
    expect([headers.get('retry-after'), headers.get('retry-after-ms')]).toEqual(['1', '900'])
    const waiting = await server.post({ stream: true, messages: [user] })
    await waiting.body?.cancel()
    await until(() => server.fake.state.log.length === 2)
    expect(server.last?.client_aborted).toBe(true)
  })
})
