import { describe, expect, test } from 'vitest'
import { Answer, type Called, eventsIn } from './answers.ts'
import { asks, call, gives, type Message, png, says, start, tool, user } from './requests.ts'
import type { Dialect } from '../../../support/fake-openai.mjs'

const content = [{ thinking: 'I should add.' }, { text: 'Let me.' }, { tool_use: { name: 'add', input: { a: 1 } } }]
const tools = [tool()]

const asMade = ({ id, name, args }: Called, more: object = {}) => ({ ...call(id, name, args), ...more })
const signed = (thought_signature: string | undefined) => ({ extra_content: { google: { thought_signature } } })

/** Sends an answer back as the client would keep it; resolves with the status and the text. */
async function sentBack(dialect: Dialect, kept: (made: Called, answer: Answer) => Message, id?: string) {
  const server = await start(dialect, { turns: [{ content }] })
  const answer = new Answer(await (await server.post({ tools, stream: true })).text())
  const [made] = answer.calls
  if (!made) throw new Error('no call was made')
  const next = await server.post({ tools, messages: [user, kept(made, answer), gives(id ?? made.id)] })
  return [next.status, await next.text()] as const
}

describe('the memory of a fake server', () => {
  const wanted = [400, expect.stringContaining('must be passed back')]

  test.each<[what: string, kept: (made: Called) => Message, id?: string]>([
    ['left out', (made) => asks(asMade(made))],
    ['empty', (made) => ({ ...asks(asMade(made)), reasoning_content: '' })],
    ['left out with another ID', (made) => asks(asMade({ ...made, id: 'abcdefghi' })), 'abcdefghi'],
  ])('refuses DeepSeek’s calls if their reasoning is %s', async (_, kept, id) => {
    expect(await sentBack('deepseek', kept, id)).toEqual(wanted)
  })

  test('accepts DeepSeek’s calls with their reasoning', async () => {
    const kept = (made: Called, { think }: Answer) => ({ ...asks(asMade(made)), reasoning_content: think })
    expect((await sentBack('deepseek', kept))[0]).toBe(200)
  })

  test.each([
    [undefined, 400],
    ['', 400],
    [' ', 200],
  ])('answers reasoning of %j with %i if DeepSeek wants it in every answer', async (reasoning_content, status) => {
    const server = await start('deepseek', { strict_reasoning: true })
    const answer = await server.post({ messages: [user, says('x', { reasoning_content }), user] })
    expect(answer.status).toBe(status)
  })

  test.each<[what: string, kept: (made: Called) => Message, text: string, id?: string]>([
    ['left out', (made) => asks(asMade(made)), 'missing a thought_signature'],
    ['changed', (made) => asks(asMade(made, signed('AAAA'))), 'not valid'],
    [
      'left out with another ID',
      (made) => asks(asMade({ ...made, id: 'abcdefghi', args: ` ${made.args}` })),
      'missing a thought_signature',
      'abcdefghi',
    ],
  ])('refuses Google’s calls if their signature is %s', async (_, kept, text, id) => {
    expect(await sentBack('gemini', kept, id)).toEqual([400, expect.stringContaining(text)])
  })

  test('accepts Google’s calls with their signature', async () => {
    expect((await sentBack('gemini', (made) => asks(asMade(made, signed(made.signature)))))[0]).toBe(200)
  })

  test.each([
    [undefined, 400],
    ['AAAA', 400],
    ['skip_thought_signature_validator', 200],
  ])('answers another model’s call signed %j with %i, but only in the current turn', async (signature, status) => {
    const server = await start('gemini')
    const first = { ...call('c1'), ...(signature ? signed(signature) : {}) }
    const turn = [user, asks(first, call('c2')), gives('c1'), gives('c2')]
    expect((await server.post({ tools, messages: turn })).status).toBe(status)
    expect((await server.post({ tools, messages: [...turn, user] })).status).toBe(200)
    expect(/earlier turn/.test(String(server.last?.lint))).toBe(status === 400)
  })

  test('makes a model silent after its IDs have changed', async () => {
    const turns = [{ content, sticky: true, quirks: { ids: 'kimi' } as const }]
    const server = await start('vllm', { own_ids: true, turns })
    const next = async (messages: Message[]) =>
      new Answer(await (await server.post({ tools, stream: true, messages })).text())
    const [made] = (await next([user])).calls
    if (!made) throw new Error('no call was made')
    expect(made.id).toBe('functions.add:0')
    const kept = await next([user, asks(asMade(made)), gives(made.id)])
    expect(kept.calls.map(({ id }) => id)).toEqual(['functions.add:1'])
    const changed = await next([user, asks(asMade({ ...made, id: 'abcdefghi' })), gives('abcdefghi')])
    expect([changed.text, changed.calls, server.last?.silent]).toEqual(['', [], true])
    expect(server.last?.lint).toContainEqual(expect.stringContaining('came back as "abcdefghi"'))
  })

  test('reads the beginning of a second request from the cache', async () => {
    const server = await start('openai')
    const first = [{ role: 'system', content: 'long '.repeat(2000) }, user]
    const cached = async (messages: Message[]) => {
      const { usage } = (await (await server.post({ messages })).json()) as {
        usage: { prompt_tokens_details: { cached_tokens: number } }
      }
      return usage.prompt_tokens_details.cached_tokens
    }
    expect(await cached(first)).toBe(0)
    expect(await cached([...first, says('x'), user])).toBeGreaterThanOrEqual(1024)
  })
})

type Item = { type: string; id?: string; call_id?: string; encrypted_content?: string; [field: string]: unknown }
type ResponseEvent = { type: string; sequence_number: number; output_index?: number; delta?: string; item?: Item }

const flat = { ...tool().function, type: 'function', strict: false }
const base = {
  model: 'gpt-5.6-luna',
  store: false,
  include: ['reasoning.encrypted_content'],
  tools: [flat, { ...flat, name: 'mul' }],
}
const question: object = { role: 'user', content: 'think' }

/** A server that has answered with reasoning, words and two calls. */
async function responded() {
  const both = [...content, { tool_use: { name: 'mul', input: { a: 2 } } }]
  const server = await start('openai', { turns: [{ match: { last_user: 'think' }, content: both, times: 2 }] })
  const { events } = eventsIn(await (await server.respond({ ...base, input: [question], stream: true })).text())
  const told = events.map(({ event, data }) => ({ event, ...(JSON.parse(data) as ResponseEvent) }))
  const { response } = told.at(-1) as unknown as { response: { id: string; output: Item[] } }
  const output = response.output.map(({ status: _, ...item }): Item => item)
  const results: Item[] = output
    .filter(({ type }) => type === 'function_call')
    .map(({ call_id = '' }) => ({ type: 'function_call_output', call_id, output: '3' }))
  const send = async (input: object[] | undefined, more: object = {}) => {
    const answer = await server.respond({ ...base, input, ...more })
    return [answer.status, await answer.text()] as const
  }
  return { told, output, results, response, send }
}

type Sent = Awaited<ReturnType<typeof responded>>
const rest = ({ output, results }: Sent) => [...output.slice(1), ...results]

describe('a response', () => {
  test('has numbered events whose pieces make up its items', async () => {
    const { told, output } = await responded()
    expect(told.map((it) => it.sequence_number)).toEqual(told.map((_, i) => i))
    expect(told.filter(({ event, type }) => event !== type)).toEqual([])
    expect([told[0]?.type, told.at(-1)?.type]).toEqual(['response.created', 'response.completed'])
    expect(output.map(({ type }) => type)).toEqual(['reasoning', 'message', 'function_call', 'function_call'])
    const pieces = told.filter((it) => it.type.endsWith('arguments.delta') && it.output_index === 2)
    expect(pieces.map(({ delta }) => delta).join('')).toBe(output[2]?.['arguments'])
    const added = told.find(({ type }) => type === 'response.output_item.added')
    expect(output[0]?.encrypted_content).not.toBe(added?.item?.encrypted_content)
  })

  test.each<[what: string, input: (it: Sent) => object[]]>([
    ['all of it', ({ output, results }) => [question, ...output, ...results]],
    [
      'an image as a result',
      ({ output, results: [first = {}, second = {}] }) => [
        question,
        ...output,
        { ...first, output: [{ type: 'input_image', image_url: png }] },
        second,
      ],
    ],
    [
      'neither IDs nor reasoning',
      ({ output, results }) => [question, ...output.slice(2).map(({ id: _, ...item }) => item), ...results],
    ],
  ])('can come back with %s', async (_, input) => {
    const it = await responded()
    expect((await it.send(input(it)))[0]).toBe(200)
  })

  test.each<[what: string, send: (it: Sent) => ReturnType<Sent['send']>, status: number, text: string]>([
    [
      'a call without its result',
      ({ send, output, results: [first = {}] }) => send([question, ...output, first]),
      400,
      'No tool output found for function call',
    ],
    [
      'a result without its call',
      ({ send, results: [first = {}] }) => send([question, first]),
      400,
      'No tool call found',
    ],
    ['a call without its reasoning', (it) => it.send([question, ...rest(it)]), 400, "its required 'reasoning' item"],
    [
      'reasoning without its seal',
      (it) => it.send([question, { ...it.output[0], encrypted_content: undefined }, ...rest(it)]),
      404,
      'not persisted',
    ],
    [
      'a wrong seal',
      (it) => it.send([question, { ...it.output[0], encrypted_content: 'gAAAAx' }, ...rest(it)]),
      400,
      'could not be verified',
    ],
    [
      'reasoning at the end',
      ({ send, output: [reasoning = {}] }) => send([question, reasoning]),
      400,
      'required following item',
    ],
    ['messages', ({ send }) => send(undefined, { messages: [user] }), 400, 'moved to'],
    ['a tool in the shape of chat', ({ send }) => send([question], { tools }), 400, 'tools[0].name'],
    [
      'an ID of the wrong kind',
      ({ send, output, results: [first = {}] }) => send([question, { ...output[2], id: 'call_1' }, first]),
      400,
      'begins with',
    ],
    [
      'a response that wasn’t stored',
      ({ send, response }) => send([question], { previous_response_id: response.id }),
      400,
      'previous_response_not_found',
    ],
    [
      'the model’s text as input',
      ({ send }) => send([{ role: 'assistant', content: [{ type: 'input_text', text: 'x' }] }]),
      400,
      'output_text',
    ],
  ])('is refused with %s', async (_, send, status, text) => {
    expect(await send(await responded())).toEqual([status, expect.stringContaining(text)])
  })

  test('isn’t offered by Groq', async () => {
    expect((await (await start('groq')).respond({ ...base, input: [question] })).status).toBe(404)
  })
})

describe('a scenario', () => {
  test('is not needed: the fake echoes, makes the calls of a message and repeats results', async () => {
    const server = await start('openai')
    const answer = async (change: object = {}) => {
      const { choices } = (await (await server.post(change)).json()) as { choices: { message: Message }[] }
      return choices[0]?.message
    }
    expect((await answer())?.content).toBe('Echo: Hello')
    const asked: Message = { role: 'user', content: '!tool add {"a":1}\n!tool mul' }
    const both = { tools: [tool(), tool('mul')] }
    const made = await answer({ ...both, messages: [asked] })
    const [first, second] = (made?.['tool_calls'] ?? []) as Called[]
    const results = [gives(first?.id, 'one'), gives(second?.id, 'two')]
    const history = [asked, asks(...((made?.['tool_calls'] ?? []) as object[])), ...results]
    expect((await answer({ ...both, messages: history }))?.content).toBe('Results: one | two')
  })

  test('can change over the control plane, with its dialect, and is checked and recorded', async () => {
    const { fake, root, post } = await start('openai')
    await post()
    const expectations = [
      { path: 'messages[-1].content', contains: 'Hello' },
      { path: 'tools', exists: false },
    ]
    const turns = [
      { expect: expectations, content: [{ text: 'as asked, {{last_user}}' }] },
      { expect: [{ path: 'max_tokens', gte: 5 }] },
    ]
    const body = JSON.stringify({ dialect: 'vllm', turns, on_exhausted: 'error' })
    await fetch(`${root}/__fake/scenario`, { method: 'POST', body })
    const asked = () => post({ model: 'Qwen/Qwen3-8B' })
    expect(await (await asked()).json()).toMatchObject({ choices: [{ message: { content: 'as asked, Hello' } }] })
    expect((await asked()).status).toBe(400)
    expect((await asked()).status).toBe(500)
    expect(fake.state.log.map(({ dialect }) => dialect)).toEqual(['openai', 'vllm', 'vllm', 'vllm'])
    expect(fake.state.log[2]?.expect_failures).toHaveLength(1)
    expect(await (await fetch(`${root}/__fake/state`)).json()).toMatchObject({ dialect: 'vllm', n: 6 })
    await fetch(`${root}/__fake/reset`, { method: 'POST' })
    expect(fake.state.log).toEqual([])
  })
})
