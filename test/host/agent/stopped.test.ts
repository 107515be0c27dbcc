import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Atrium, peer } from '../../support/atrium.ts'
import type { ScriptedTurn, Step } from '../../support/fake-anthropic.mjs'
import { ownHost } from '../../support/own-host.ts'
import { goesOn, Played, soundCalls } from './conversation.ts'

let atrium: Atrium
let played: Played

beforeAll(async () => {
  atrium = await Atrium.start()
  const impatient = { ...peer('good.mjs'), timeouts: { work: 1 } }
  await atrium.add('good', peer('good.mjs'))
  await atrium.add('impatient', impatient)
})
beforeEach(async () => {
  await atrium.fresh()
  played = new Played(atrium)
})
afterAll(() => atrium.close())

const call = (name: string, input: unknown): Step => ({ tool_use: { name, input } })
const done: ScriptedTurn = { content: [{ text: 'Done.' }] }

/** The results that the last request but `back` gave the model, and the calls they answer. */
function exchanged(back = 0) {
  const messages = atrium.requests.at(-1 - back)?.body.messages ?? []
  const blocks = (at: number) => {
    const content = messages.at(at)?.content ?? []
    return typeof content === 'string' ? [] : content
  }
  return {
    calls: blocks(-2).flatMap((block) => (block.type === 'tool_use' ? [block['id']] : [])),
    results: blocks(-1).map((block) => (block.type === 'tool_result' ? block['tool_use_id'] : block.type)),
    texts: blocks(-1).map((block) => JSON.stringify(block['content'])),
  }
}

test('[FIR-5] gives ten results in order for allowed, denied, cancelled, slow, failing and wrong calls', async () => {
  const { person } = atrium
  const wanted: [Step, RegExp][] = [
    [call('good__echo', { text: 'one' }), /one/],
    [call('good__echo', { text: 'two' }), /denied this call and said: not two/],
    [call('good__fail', {}), /failed on purpose/],
    [call('impatient__sleep', { ms: 60_000 }), /was told to stop/],
    [call('nobody__nothing', {}), /No tool named/],
    [call('good__echo', { text: 6 }), /don’t fit the tool/],
    [call('good__sleep', { ms: 60_000 }), /cancelled this call while it ran/],
    [call('good__add', { a: 1, b: 2 }), /see the sum/],
    [call('good__sleep', { ms: 1 }), /cancelled this call before it ran/],
    [call('good__echo', { text: 'ten' }), /ten/],
  ]
  const turn = await played.begin([{ content: wanted.map(([step]) => step) }, done])
  await person.until('eight questions', () => person.state.asks.length === 8)
  for (const ask of person.state.asks) {
    if (ask.kind !== 'approval') continue
    const given = JSON.stringify(ask.question.arguments)
    if (given.includes('"ms":1}')) await person.link.call('cancelCall', { call: ask.operation?.call ?? '' })
    else if (given.includes('two')) await person.answer(ask, { decision: 'deny', reason: 'not two' })
    else await person.answer(ask, { decision: 'allow', scope: 'once' })
  }
  const slow = await person.event('call.started', (event) => event.server === 'good' && event.tool === 'sleep')
  await person.link.call('cancelCall', { call: slow.call })
  expect((await played.end(turn)).end).toBe('done')
  const { calls, results, texts } = exchanged()
  expect(calls).toHaveLength(10)
  expect(new Set(calls).size).toBe(10)
  expect(results).toEqual(calls)
  wanted.forEach(([, words], i) => expect(texts[i]).toMatch(words))
  soundCalls(atrium)
  await goesOn(played, atrium)
})

describe('[FIR-7] a stopped turn', () => {
  const moments: [string, ScriptedTurn, (turn: string) => Promise<unknown>][] = [
    [
      'before the first byte',
      { content: [{ text: 'x' }], first_byte_ms: 60_000 },
      () => atrium.person.event('model.requested'),
    ],
    [
      'while it thinks',
      { content: [{ thinking: 'Hm.' }, { wait_ms: 60_000 }] },
      () => atrium.person.event('message.delta'),
    ],
    ['while it writes', { content: [{ text: 'So' }, { wait_ms: 60_000 }] }, () => atrium.person.event('message.delta')],
    [
      'while it writes a call',
      { content: [{ text: 'So' }, call('good__echo', { text: 'x' }), { wait_ms: 60_000 }] },
      () => atrium.person.event('message.delta'),
    ],
    [
      'while it waits to ask again',
      { http_error: { status: 529, headers: { 'retry-after': '60' } } },
      () => atrium.person.event('model.retried'),
    ],
    ['while it asks the user', { content: [call('good__echo', { text: 'x' })] }, () => atrium.person.ask()],
    [
      'while a call runs and another waits',
      { content: [call('good__sleep', { ms: 60_000 }), call('good__echo', { text: 'x' })] },
      async () => {
        await atrium.person.allow()
        await atrium.person.event('call.started')
      },
    ],
  ]

  test.each(moments)('ends as cancelled if stopped %s', async (_name, scripted, reached) => {
    const turn = await played.begin([scripted])
    await reached(turn)
    await atrium.person.link.call('cancelTurn', { turn })
    expect((await played.end(turn)).end).toBe('cancelled')
    soundCalls(atrium)
    await goesOn(played, atrium)
  })

  test('ends as cancelled if stopped between a result and the next request', async () => {
    const { person } = atrium
    const turn = await played.begin([
      { content: [call('good__echo', { text: 'x' })] },
      { ...done, first_byte_ms: 60_000 },
    ])
    await person.allow()
    await person.event('call.finished')
    await person.link.call('cancelTurn', { turn })
    expect((await played.end(turn)).end).toBe('cancelled')
    await goesOn(played, atrium)
    const sent = JSON.stringify(atrium.requests.at(-1)?.body.messages)
    expect(sent.match(/"tool_result"/g)).toHaveLength(1)
  })
})

test('[FIR-7] runs messages from two windows one after the other, and tells a third to wait', async () => {
  const own = await ownHost()
  const talk = new Played(own)
  await talk.say([done])
  const windows = ['a', 'b', 'c'].map((name) => own.join('use', `web:${name}`))
  own.fake.setScenario({ turns: [{ ...done, first_byte_ms: 300, times: 2 }] })
  const sent = await Promise.allSettled(
    windows.map((window, i) => window.link.call('sendMessage', { conversation: talk.id, text: `From ${i}` })),
  )
  expect(sent.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  const { person } = own
  await person.until('both are answered', () => person.all('turn.finished').length === 3)
  expect(own.fake.state.maxInflight).toBe(1)
  for (const window of windows) window.leave()
  await goesOn(played, atrium)
})
