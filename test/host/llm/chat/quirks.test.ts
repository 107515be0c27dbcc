import { describe, expect, test } from 'vitest'
import type { Dialect, Quirks, ScriptedTurn, Step } from '../../../support/fake-openai.mjs'
import { clock, dialects, Endpoint } from './endpoint.ts'

const zone = (name: string): Step => ({ tool_use: { name: 'clock__now', input: { zone: name } } })
const none: Step = { tool_use: { name: 'clock__now', input: {} } }
const asked = [zone('Asia/Tokyo'), none, zone('Asia/Tokyo'), zone('UTC')]
const inputs = [{ zone: 'Asia/Tokyo' }, {}, { zone: 'Asia/Tokyo' }, { zone: 'UTC' }]

const read = async (turn: ScriptedTurn, dialect: Dialect = 'openai') => {
  const endpoint = await Endpoint.start(dialect, [turn])
  const answer = await endpoint.ask({ tools: [clock] })
  const calls = answer.calls.map((call) => ('input' in call ? call.input : call.problem))
  return { answer, calls, endpoint }
}

describe('calls of a server that numbers and names them its own way', () => {
  const rows: [string, Quirks][] = [
    ['numbers all calls zero and gives each an ID', { index: 'zero', args: 'whole' }],
    ['numbers all calls zero and repeats one ID', { index: 'zero', args: 'whole', ids: 'same' }],
    ['numbers all calls zero, in pieces', { index: 'zero' }],
    ['gives no number', { index: 'none', args: 'whole' }],
    ['gives no number, in pieces', { index: 'none' }],
    ['gives no number and one ID for all', { index: 'none', args: 'whole', ids: 'same' }],
    ['gives neither number nor ID', { index: 'none', ids: 'missing', args: 'whole' }],
    ['gives neither number nor ID, in pieces', { index: 'none', ids: 'missing' }],
    ['writes numbers as text', { index: 'string' }],
    ['gives empty IDs', { ids: 'empty' }],
    ['gives no IDs', { ids: 'missing' }],
    ['gives null as ID', { ids: 'null' }],
    ['gives the same ID to all', { ids: 'same' }],
    ['gives IDs of 124 characters', { ids: 'long' }],
    ['counts calls in IDs', { ids: 'kimi' }],
    ['leaves the type out', { type: false }],
    ['sends arguments as an object', { args: 'object' }],
    ['sends null for no arguments', { args: 'null' }],
    ['opens a call without arguments', { headArgs: undefined }],
    ['repeats the name and ID with each piece', { repeatName: true }],
    ['repeats the name with each piece and gives nothing else', { repeatName: true, index: 'none', ids: 'missing' }],
    ['takes turns between calls', { interleave: true }],
    ['takes turns between calls without a name again', { interleave: true, ids: 'missing' }],
    ['says stop', { finish: 'stop' }],
    ['says function_call', { finish: 'function_call' }],
    ['says how it stopped with the last piece', { finishWithLast: true }],
  ]
  test.each(rows)('[OAI-5] are told apart if it %s', async (_what, quirks) => {
    const { answer, calls } = await read({ content: asked, quirks })
    expect(calls).toEqual(inputs)
    expect(answer.calls.every(({ name }) => name === 'clock__now')).toBe(true)
    expect(new Set(answer.calls.map(({ id }) => id)).size).toBe(4)
    expect(answer.stop).toBe('tool-use')
  })

  test('[OAI-5] is one call if it is of the oldest kind', async () => {
    const { calls } = await read({ content: [zone('UTC')], quirks: { legacy: true, finish: 'function_call' } })
    expect(calls).toEqual([{ zone: 'UTC' }])
  })

  test('[OAI-5] keep the ID that the server gave, as long as it is the only one', async () => {
    const id = 'functions.clock__now:0'
    const { answer } = await read({ content: [zone('UTC'), none], quirks: { ids: 'kimi' } })
    expect(answer.calls.map((call) => call.id)).toEqual([id, 'functions.clock__now:1'])
    expect(answer.blocks).toMatchObject([{ id }, { id: 'functions.clock__now:1' }])
  })

  test('[OAI-5] take a name that arrives in pieces', async () => {
    const piece = (call: object) =>
      `data: ${JSON.stringify({ choices: [{ index: 0, delta: { tool_calls: [call] } }] })}\n\n`
    const { calls, answer } = await read({
      content: [
        { raw_sse: piece({ index: 0, id: 'a', function: { name: 'clock', arguments: '' } }) },
        { raw_sse: piece({ index: 0, function: { name: '__now' } }) },
        { raw_sse: piece({ index: 0, function: { arguments: '{"zone":"UTC"}' } }) },
      ],
      finish_reason: 'tool_calls',
    })
    expect(calls).toEqual([{ zone: 'UTC' }])
    expect(answer.calls).toMatchObject([{ id: 'a', name: 'clock__now' }])
  })
})

describe('a call that is not clear', () => {
  test.each([
    ['whose arguments are not JSON', 'bad_json_args'],
    ['whose arguments are two objects glued together', 'concatenated_args'],
  ] as const)('[OAI-5] comes back with its problem if it is one %s', async (_what, fault) => {
    const { calls } = await read({ content: [zone('UTC')], fault, json_chunk: 7 })
    expect(calls).toEqual(['The arguments aren’t a readable JSON object.'])
  })

  test.each([
    ['the answer was too long', { finish_reason: 'length' }, 'max-tokens'],
    ['a filter stopped it', { finish_reason: 'content_filter' }, 'refusal'],
    ['the reason is unknown', { finish_reason: 'abort' }, 'other'],
    ['it was cut', { fault: 'cut_call' }, 'max-tokens'],
  ] as const)('[OAI-6] is not made if %s', async (_what, turn, stop) => {
    const { answer } = await read({ content: [{ text: 'So' }, zone('UTC')], ...turn })
    expect(answer).toMatchObject({ stop, calls: [] })
  })

  test.each([
    ['nothing says how it stopped', { fault: 'no_finish' }],
    ['neither a reason nor the end came', { fault: 'no_finish', quirks: { done: false } }],
  ] as const)('[OAI-6] is not made, and the answer is broken, if %s', async (_what, turn) => {
    const endpoint = await Endpoint.start('openai', [{ content: [zone('UTC')], ...turn }])
    expect(await endpoint.fail({ tools: [clock] })).toMatchObject({ fault: 'broken-stream' })
  })
})

describe('a stream', () => {
  test.each(dialects)('[OAI-3] can be cut at any byte and have other line ends, at %s', async (dialect) => {
    const content = [{ thinking: 'Größe? ☀️' }, { text: 'Fünf — 五.' }, zone('Europe/Rome'), none]
    const plain = await read({ content }, dialect)
    for (const turn of [
      { split_bytes: 1 },
      { split_bytes: 3, crlf: true },
      { crlf: true, quirks: { noSpace: true } },
    ]) {
      const { calls, endpoint } = await read({ content, ...turn }, dialect)
      expect(calls).toEqual([{ zone: 'Europe/Rome' }, {}])
      expect(endpoint.said('text')).toBe(plain.endpoint.said('text'))
    }
  })

  test.each([
    ['lines that aren’t events', { fault: 'garbage' }],
    ['chunks without choices', { fault: 'empty_choices' }],
    ['unknown events', { content: [{ fault: 'unknown_delta' }, { text: 'Noon.' }] }],
    ['no announced end', { fault: 'no_done' }],
    ['comments', { content: [{ ping: true }, { text: 'Noon.' }, { ping: true }] }],
    ['a late filter', { async_filter: true }],
    ['the role again with each piece', { quirks: { role: 'every' } }],
    ['an empty reason until the last piece', { quirks: { finishWithLast: true, role: 'none' } }],
  ] as const)('[OAI-3] is read if it has %s', async (_what, turn) => {
    const content = [{ text: 'Noon.' }]
    const { answer } = await read({ content, ...turn } as unknown as ScriptedTurn, 'azure')
    expect(answer).toMatchObject({ blocks: [{ type: 'text', text: 'Noon.' }], stop: 'end-turn' })
    expect(answer.usage.output).toBeGreaterThan(0)
  })

  test('[OAI-3] counts the last usage if each piece has one', async () => {
    const { answer } = await read({ content: [{ text: 'Noon. Noon.' }], chunk: 2, quirks: { usage: 'every' } }, 'vllm')
    expect(answer.usage).toMatchObject({ output: 3, cacheRead: 0, cacheWrite: 0 })
  })

  test('[OAI-3] is an answer if its text ended without a reason but its end was announced', async () => {
    const { answer } = await read({ content: [{ text: 'Noon.' }], fault: 'no_finish' })
    expect(answer).toMatchObject({ blocks: [{ text: 'Noon.' }], stop: 'end-turn' })
  })
})

describe('reasoning in the content', () => {
  const think = (chunks: string[]): ScriptedTurn => ({ content: [{ text: chunks.join(''), chunks }] })
  test.each([
    ['in one piece', ['<think>Six.</think>\n\nTwelve.']],
    ['with tags in pieces', ['<th', 'ink', '>', 'Si', 'x.', '<', '/think', '>\n', '\nTwelve.']],
    ['between other tags', ['\n<thought>Six.</thought>Twelve.']],
    ['whose opening tag was part of the prompt', ['Six', '.\n</thi', 'nk>', '\n\nTwelve.']],
  ])('[OAI-5] is kept apart from the text %s', async (_what, chunks) => {
    const { answer } = await read(think(chunks), 'lmstudio')
    expect(answer.blocks).toMatchObject([
      { type: 'thinking', thinking: expect.stringMatching(/^Six\.\n?$/) },
      { type: 'text', text: 'Twelve.' },
    ])
  })

  test.each([
    ['inside a sentence', ['The tag ', '<think> ends with </think> here.']],
    ['that is never closed properly', ['a < b </thin', ' and so on']],
    ['like the start of one', ['<thin', 'g>']],
  ])('[OAI-5] is not seen in a tag %s', async (_what, chunks) => {
    const { answer } = await read(think(chunks), 'lmstudio')
    expect(answer.blocks).toEqual([{ type: 'text', text: chunks.join('') }])
  })
})
