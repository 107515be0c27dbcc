import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { Atrium, peer } from '../../support/atrium.ts'
import type { ScriptedTurn, Step } from '../../support/fake-anthropic.mjs'
import { goesOn, Played, sentence, soundCalls } from './conversation.ts'

let atrium: Atrium
let played: Played

beforeAll(async () => {
  atrium = await Atrium.start()
  await atrium.add('good', peer('good.mjs'))
})
beforeEach(async () => {
  await atrium.fresh()
  played = new Played(atrium)
})
afterAll(() => atrium.close())

const call = (name: string, input: unknown, more: object = {}): Step => ({ tool_use: { name, input }, ...more })
const echo = (text: string) => call('good__echo', { text })
const quick = { 'retry-after-ms': '1' }

/** The events of an answer with thinking, text and a call, as sent. */
const events = (
  [
    ['start', 0, { content_block: { type: 'thinking', thinking: '', signature: '' } }],
    ['delta', 0, { delta: { type: 'thinking_delta', thinking: 'Hm.' } }],
    ['delta', 0, { delta: { type: 'signature_delta', signature: 'c2ln' } }],
    ['stop', 0, {}],
    ['start', 1, { content_block: { type: 'text', text: '' } }],
    ['delta', 1, { delta: { type: 'text_delta', text: 'I ' } }],
    ['delta', 1, { delta: { type: 'text_delta', text: 'echo.' } }],
    ['stop', 1, {}],
    ['start', 2, { content_block: { type: 'tool_use', id: 'toolu_cut', name: 'good__echo', input: {} } }],
    ['delta', 2, { delta: { type: 'input_json_delta', partial_json: '{"text":' } }],
    ['delta', 2, { delta: { type: 'input_json_delta', partial_json: '"x"}' } }],
    ['stop', 2, {}],
  ] as const
).map(([kind, index, more]) => {
  const type = `content_block_${kind}`
  return `event: ${type}\ndata: ${JSON.stringify({ type, index, ...more })}\n\n`
})

describe('[FIR-1] an answer that breaks off', () => {
  const faults: Step[] = [
    { fault: 'reset' },
    { fault: 'truncate' },
    { fault: 'eof' },
    { fault: 'malformed' },
    { fault: 'error', type: 'api_error' },
    {
      raw_sse:
        'event: content_block_delta\ndata: {"type":"content_block_delta","index":9,"delta":{"type":"text_delta","text":"x"}}\n\n',
    },
    { raw_sse: 'event: content_block_start\ndata: [1,\n\n' },
  ]

  test.each(faults)('fails the turn without a call if $fault$raw_sse follows any of its events', async (fault) => {
    for (let after = 1; after <= events.length; after++) {
      const turn = await played.begin([{ content: [{ raw_sse: events.slice(0, after).join('') }, fault] }])
      const { end, problem } = await played.end(turn)
      expect({ after, end }).toEqual({ after, end: 'failed' })
      expect(problem).toMatch(sentence)
    }
    expect(atrium.person.all('call.requested')).toEqual([])
    await goesOn(played, atrium)
    const sent = JSON.stringify(atrium.requests.at(-1)?.body.messages)
    expect(sent).toContain('I echo.')
    expect(sent).not.toContain('toolu_cut')
  })

  test('is requested again if it broke before any content, and this is logged', async () => {
    const { end } = await played.say([{ content: [{ fault: 'reset' }] }, { content: [{ text: 'Yes.' }] }])
    expect(end).toBe('done')
    expect(atrium.person.all('model.retried')).toMatchObject([{ attempt: 1, reason: expect.stringMatching(sentence) }])
    await goesOn(played, atrium)
  })
})

describe('[FIR-2] a refused request', () => {
  const refusals: ScriptedTurn[] = [
    ...[408, 409, 429, 500, 503, 504, 529].map((status) => ({ http_error: { status, headers: quick }, times: 3 })),
    ...[401, 402, 403, 404, 413, 422].map((status) => ({ http_error: { status } })),
    { http_error: { status: 429, headers: { 'retry-after': '900' } } },
    { http_error: { status: 429, details: { error_code: 'enforced_spend_limit_reached' } } },
    { http_error: { status: 502, html: '<h1>Bad gateway</h1>', headers: quick }, times: 3 },
    { http_error: { status: 407, html: 'Proxy' }, times: 3 },
    { refuse_connection: true, times: 3 },
  ]

  test('ends the turn with an explanation, and the next turn succeeds @all', async () => {
    for (const refusal of refusals) {
      const { end, problem } = await played.say([refusal])
      expect({ refusal, end }).toEqual({ refusal, end: 'failed' })
      expect(problem).toMatch(sentence)
      await goesOn(played, atrium)
    }
  })
})

describe('[FIR-3] a message that stops early or oddly', () => {
  const stops: [string, ScriptedTurn, string][] = [
    ['for a refusal', { content: [echo('x')], stop_reason: 'refusal' }, 'refusal'],
    [
      'for its length within a call',
      { content: [call('good__echo', {}, { raw_json: '{"te', unclosed: true })], stop_reason: 'max_tokens' },
      'max-tokens',
    ],
    [
      'for its length after a call',
      { content: [{ text: 'a' }, echo('x'), { text: 'b' }], stop_reason: 'max_tokens' },
      'max-tokens',
    ],
    ['for its length without content', { content: [], stop_reason: 'max_tokens' }, 'max-tokens'],
    ['for a full context', { content: [echo('x')], stop_reason: 'model_context_window_exceeded' }, 'context-full'],
    ['for an unknown reason', { content: [echo('x')], stop_reason: 'tea_time' }, 'other'],
    ['at a stop sequence', { content: [{ text: 'x' }], stop_reason: 'stop_sequence' }, 'stop-sequence'],
    ['at its end without content', { content: [] }, 'end-turn'],
    ['at its end with only blanks', { content: [{ text: '\n' }] }, 'end-turn'],
    ['at its end with a call', { content: [echo('x')], stop_reason: 'end_turn' }, 'end-turn'],
  ]

  test.each(stops)('runs no call if it stops %s', async (_name, turn, stop) => {
    expect(await played.say([turn])).toMatchObject({ end: 'done' })
    expect(atrium.person.all('message.finished').map((event) => event.stop)).toEqual([stop])
    expect(atrium.person.all('call.requested')).toEqual([])
    await goesOn(played, atrium)
  })

  test('is sent back unchanged after a pause, until it ends or reaches the limit', async () => {
    const paused: ScriptedTurn = { content: [{ thinking: 'Hm.' }, { text: 'Wait' }], stop_reason: 'pause_turn' }
    expect(await played.say([{ ...paused, times: 2 }, { content: [{ text: 'Done' }] }])).toMatchObject({ end: 'done' })
    await goesOn(played, atrium)
    expect(await played.say([{ ...paused, sticky: true }])).toMatchObject({
      end: 'step-limit',
      problem: expect.stringMatching(sentence),
    })
    await goesOn(played, atrium)
  })

  test('ends without a call if it claims calls but has none', async () => {
    const none: ScriptedTurn = { content: [{ text: 'x' }], stop_reason: 'tool_use' }
    expect((await played.say([none, { content: [{ text: 'y' }] }])).end).toBe('done')
    await goesOn(played, atrium)
  })
})

describe('[FIR-4] an invalid call', () => {
  const prototype = JSON.parse('{"text":"x","__proto__":{"polluted":true},"constructor":{"prototype":{}}}')
  const senseless: [string, Step][] = [
    ['names an unknown tool', call('nobody__nothing', {})],
    ['names __proto__ as its tool', call('__proto__', {})],
    ['names constructor as its tool', call('constructor', {})],
    ['has invalid arguments', call('good__echo', { text: 7 })],
    ['lacks required arguments', call('good__echo', {})],
    ['has arguments that aren’t JSON', call('good__echo', {}, { raw_json: '{"text":' })],
    ['has a list as arguments', call('good__echo', {}, { raw_json: '["x"]' })],
    [
      'has endlessly nested arguments',
      call('good__echo', {}, { raw_json: `${'{"text":'.repeat(2000)}1${'}'.repeat(2000)}` }),
    ],
    ['is not closed', call('good__echo', { text: 'x' }, { unclosed: true })],
  ]

  test.each(senseless)('fails if it %s, and the call beside it runs', async (_name, step) => {
    const turn = await played.begin([{ content: [step, echo('beside')] }, { content: [{ text: 'I see' }] }])
    await atrium.person.allow()
    expect(await played.end(turn)).toMatchObject({ end: 'done' })
    const outcomes = atrium.person.all('call.finished').map(({ outcome }) => outcome)
    expect(outcomes.map(({ status }) => status)).toEqual(['invalid', 'succeeded'])
    expect(outcomes[0]).toMatchObject({ problem: expect.stringMatching(sentence) })
    expect(atrium.person.all('call.started')).toHaveLength(1)
    soundCalls(atrium)
    await goesOn(played, atrium)
  })

  test('runs only once if two calls share an ID', async () => {
    const same = (text: string): Step => ({ tool_use: { name: 'good__echo', id: 'toolu_same', input: { text } } })
    const turn = await played.begin([{ content: [same('a'), same('b')] }, { content: [{ text: 'Twice?' }] }])
    await atrium.person.allow()
    expect(await played.end(turn)).toMatchObject({ end: 'done' })
    const again = await played.begin([{ content: [same('c')] }, { content: [{ text: 'Again' }] }])
    await atrium.person.allow()
    await played.end(again)
    expect(atrium.person.all('call.finished').map(({ outcome }) => outcome.status)).toEqual([
      'invalid',
      'succeeded',
      'succeeded',
    ])
    soundCalls(atrium)
    await goesOn(played, atrium)
  })

  test('reaches the server as data if it has inherited names, and changes no object in Atrium', async () => {
    const turn = await played.begin([{ content: [call('good__echo', prototype)] }, { content: [{ text: 'Ok' }] }])
    const { question } = await atrium.person.ask()
    expect(Object.keys(question.arguments as object)).toEqual(['text', '__proto__', 'constructor'])
    await atrium.person.allow()
    await played.end(turn)
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
    await goesOn(played, atrium)
  })
})

describe('[FIR-6] a model in a loop', () => {
  const again: ScriptedTurn = { content: [echo('more')], sticky: true }

  test('is stopped after three equal messages without repeated notes, and can continue', async () => {
    const turn = await played.begin([again])
    await atrium.person.allow('conversation')
    const { end, problem } = await played.end(turn)
    expect({ end, problem }).toEqual({ end: 'step-limit', problem: expect.stringMatching(/three|3 times/) })
    expect(atrium.person.all('call.started')).toHaveLength(3)
    atrium.fake.setScenario({ turns: [{ content: [{ text: 'Enough.' }] }] })
    const more = await atrium.person.link.call('continueTurn', { conversation: played.id ?? '' })
    expect((await played.end(more.turn)).end).toBe('done')
    await goesOn(played, atrium)
  })

  test('is stopped if it repeats a denied call', async () => {
    const turn = await played.begin([again])
    for (let i = 0; i < 3; i++) await atrium.person.deny('no')
    expect((await played.end(turn)).end).toBe('step-limit')
    await goesOn(played, atrium)
  })

  test('continues while calls or results differ, until the step limit', async () => {
    const { link } = atrium.person
    await link.call('changeSettings', { stepLimit: 7 })
    onTestFinished(() => link.call('changeSettings', { stepLimit: 25 }))
    const differing = ['a', 'b', 'a', 'b', 'a', 'a', 'b'].map((text): ScriptedTurn => ({ content: [echo(text)] }))
    const turn = await played.begin(differing)
    await atrium.person.allow('conversation')
    expect(await played.end(turn)).toMatchObject({
      end: 'step-limit',
      problem: 'The model reached this turn’s limit of 7 steps.',
    })
    expect(atrium.person.all('call.started')).toHaveLength(7)
    await goesOn(played, atrium)
  })
})
