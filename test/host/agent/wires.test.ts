import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { CallOutcome } from '../../../shared/events/turn-events.ts'
import { isObject } from '../../../shared/schema/json.ts'
import { Atrium, peer } from '../../support/atrium.ts'
import { deep } from '../../support/deep.ts'
import { ScriptedModel, speakers, type ScriptedTurn, type Speaker, type Step } from '../../support/scripted-model.ts'
import { soundCalls } from './conversation.ts'

let atrium: Atrium
let model: ScriptedModel

beforeAll(async () => {
  atrium = await Atrium.start()
  await atrium.add('good', peer('good.mjs'))
  await atrium.add('playground', { type: 'playground' })
  await atrium.add('asks', { ...peer('sampling-abuse.mjs', { MCP_ERA: 'legacy' }), sampling: 'ask' })
})
afterAll(() => atrium.close())

const call = (tool: string, input: unknown, more: object = {}): Step => ({
  tool_use: { name: `good__${tool}`, input },
  ...more,
})
const echo = (text: string): Step => call('echo', { text })
const says = (text: string): ScriptedTurn => ({ content: [{ text }] })
const outcomes = (): CallOutcome[] => atrium.person.all('call.finished').map(({ outcome }) => outcome)
const soon = { 'retry-after-ms': '1', 'retry-after': '0.001' }

let conversation: string | undefined

/** Sends a message that gets these answers; resolves with its turn at once. */
async function begin(turns: ScriptedTurn[], text = 'Go on'): Promise<string> {
  model.script(turns)
  const on = conversation === undefined ? {} : { conversation }
  const sent = await atrium.person.link.call('sendMessage', { text, ...on })
  conversation = sent.conversation
  return sent.turn ?? ''
}

const ended = (turn: string) => atrium.person.event('turn.finished', (event) => event.turn === turn)

/** The end of a text that could begin the key comes only with the finished message. */
const heldBack = 'test-key'.length

/** Each text and thinking came in pieces of the same block as in the finished message. */
function shownAsItCame(): void {
  const { person } = atrium
  for (const { message, blocks } of person.all('message.finished')) {
    const whole = 'json' in blocks && Array.isArray(blocks.json) ? blocks.json : []
    for (const [at, block] of whole.entries()) {
      const { type, text, thinking } = isObject(block) ? block : {}
      const said = type === 'thinking' ? thinking : text
      const written = typeof said === 'string' ? said : ''
      const pieces = person.all('message.delta').filter((delta) => delta.message === message && delta.block === at)
      const came = pieces.map((delta) => delta.text).join('')
      expect(written.slice(0, came.length)).toBe(came)
      expect(written.length - came.length).toBeLessThan(heldBack)
      for (const { kind } of pieces) expect(kind).toBe(type)
    }
  }
}

/** The next message is accepted, and no request was refused for its content. */
async function goesOn(): Promise<void> {
  expect(await ended(await begin([says('Here I am.')]))).toMatchObject({ end: 'done' })
  soundCalls(atrium)
}

const title = ({ wire, profile }: Speaker) => ({ name: `${profile} over ${wire}` })

describe.each(speakers.map((speaker) => ({ ...speaker, ...title(speaker) })))('$name', (speaker) => {
  beforeAll(async () => {
    model = await ScriptedModel.open(atrium, speaker)
  })
  beforeEach(async () => {
    await atrium.fresh()
    model.forget()
    conversation = undefined
  })
  afterAll(() => model.close())

  test('[WIRE-1] thinks, makes calls side by side, gets an edited one’s, a denied one’s and a failed one’s result, and continues', async () => {
    const { person } = atrium
    const calls = [echo('one'), echo('two'), call('fail', {})]
    const turn = await begin([{ content: [{ thinking: 'Hm.' }, { text: 'I look.' }, ...calls] }, says('Done.')], 'Look')
    await person.until('three questions', () => person.state.asks.length === 3)
    const [first] = person.state.asks
    if (first) await person.answer(first, { decision: 'allow', scope: 'once', arguments: { text: 'edited' } })
    await person.until('two questions', () => person.state.asks.length === 2)
    await person.deny('not that one')
    await person.allow()
    expect(await ended(turn)).toMatchObject({ end: 'done' })
    expect(
      outcomes()
        .map(({ status }) => status)
        .toSorted(),
    ).toEqual(['denied', 'failed', 'succeeded'])
    const positions = ['edited', 'not that one', 'it failed on purpose'].map((word) => model.lastSent.lastIndexOf(word))
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
    expect(positions).not.toContain(-1)
    expect(person.all('message.finished').map(({ stop }) => stop)).toEqual(['tool-use', 'end-turn'])
    expect(
      person.all('message.finished').every(({ usage }) => usage.input + usage.cacheRead + usage.cacheWrite > 0),
    ).toBe(true)
    shownAsItCame()
    await goesOn()
    expect(model.refusals).toEqual([])
  })

  describe.runIf(deep)('in full', () => {
    test('[WIRE-1] learns when the user stops a running call, and when they stop the turn', async () => {
      const { person } = atrium
      const turn = await begin([{ content: [call('sleep', { ms: 600_000 })] }, says('Stopped.')])
      await person.allow()
      const { call: id } = await person.event('call.progress')
      await person.link.call('cancelCall', { call: id })
      expect(await ended(turn)).toMatchObject({ end: 'done' })
      expect(model.lastSent).toContain('cancelled this call while it ran')
      const next = await begin([{ content: [echo('a'), echo('b')] }])
      await person.until('two questions', () => person.state.asks.length === 2)
      await person.link.call('cancelTurn', { turn: next })
      expect(await ended(next)).toMatchObject({ end: 'cancelled' })
      expect(person.state.asks).toEqual([])
      await goesOn()
      expect(model.refusals).toEqual([])
    })

    test('[WIRE-1] is stopped in the middle of an answer, and continues from what was said', async () => {
      const { person } = atrium
      const turn = await begin([{ content: [{ text: 'The beginning of all', chunk: 100 }, { wait_ms: 600_000 }] }])
      const said = () => person.all('message.delta').map(({ text }) => text)
      await person.until('the beginning arrives', () => said().join('').includes('The beginning of'))
      await person.link.call('cancelTurn', { turn })
      expect(await ended(turn)).toMatchObject({ end: 'cancelled' })
      await goesOn()
      expect(model.lastSent).toContain('The beginning of')
      expect(model.refusals).toEqual([])
    })

    test('[WIRE-1] never gets a call run that is cut off, unreadable or to an unknown tool', async () => {
      const { person } = atrium
      const cut = await begin([
        { content: [{ text: 'I begin' }, call('echo', {}, { raw_json: '{"te' })], stop_reason: 'max_tokens' },
      ])
      expect(await ended(cut)).toMatchObject({ end: 'done' })
      expect(person.all('message.finished').at(-1)?.stop).toBe('max-tokens')
      expect(person.all('call.requested')).toEqual([])
      const broken = await begin([
        { content: [call('echo', {}, { raw_json: '{"text": nope' }), call('nothing', {})] },
        says('Sorry.'),
      ])
      expect(await ended(broken)).toMatchObject({ end: 'done' })
      expect(outcomes().map(({ status }) => status)).toEqual(['invalid', 'invalid'])
      expect(person.all('call.started')).toEqual([])
      await goesOn()
      expect(model.refusals).toEqual([])
    })

    test('[WIRE-1] is asked again after a passing fault, and a broken answer ends its turn with its text kept', async () => {
      const { person } = atrium
      for (const status of [429, 500, 503]) {
        const turn = await begin([{ http_error: { status, headers: soon } }, says('At last.')])
        expect({ status, ...(await ended(turn)) }).toMatchObject({ status, end: 'done' })
      }
      expect(person.all('model.retried')).toHaveLength(3)
      for (const status of [400, 401, 403, 404]) {
        const turn = await begin([{ http_error: { status } }])
        expect({ status, ...(await ended(turn)) }).toMatchObject({ status, end: 'failed' })
      }
      const turn = await begin([
        { content: [{ text: 'The beginning of ', chunk: 100 }, echo('x'), { fault: 'reset' }] },
      ])
      const { end, problem } = await ended(turn)
      expect(end).toBe('failed')
      expect(problem).toMatch(/\.$/)
      expect(person.all('call.requested')).toEqual([])
      await goesOn()
      expect(model.lastSent).toContain('The beginning of')
    })

    test('[WIRE-1] [SMP-1] [SED-7] answers a server that asks for a model in its call', async () => {
      const { person } = atrium
      const messagesWanted = [{ role: 'user', content: { type: 'text', text: 'Sort it.' } }]
      const wanted = { messages: messagesWanted, maxTokens: 100, temperature: 0.2, stopSequences: ['###'] }
      const sample = { tool_use: { name: 'asks__sample', input: { params: wanted } } }
      const turn = await begin([{ content: [sample] }, says('sorted by the model'), says('Done.')])
      await person.allow()
      const ask = await person.ask('sampling')
      const { messages } = ask.question
      await person.answer(ask, { decision: 'send', choice: model.choice, maxTokens: 100, messages })
      const review = await person.ask('review')
      expect(review.question.content).toEqual([{ type: 'text', text: 'sorted by the model' }])
      expect(review.question.wishes).toMatchObject({ temperature: { value: 0.2 }, stopSequences: { wanted: 1 } })
      expect(review.question.tokens.input).toBeGreaterThan(0)
      await person.answer(review, { decision: 'send' })
      expect(await ended(turn)).toMatchObject({ end: 'done' })
      expect(model.lastSent).toContain('sorted by the model')
      expect(model.refusals).toEqual([])
    })

    test('[WIRE-1] gets a result’s image, or the transcript says that it doesn’t', async () => {
      const { person } = atrium
      const turn = await begin([
        { content: [{ tool_use: { name: 'playground__draw_picture', input: {} } }] },
        says('I see.'),
      ])
      await person.allow()
      expect(await ended(turn)).toMatchObject({ end: 'done' })
      const { unseenImages = 0 } = person.all('message.finished').at(-1) ?? {}
      expect(model.lastSent.includes('iVBORw0KGgo')).toBe(unseenImages === 0)
      expect(model.refusals).toEqual([])
    })

    test('[WIRE-1] stops at the step limit and when it goes in circles, and can go on', async () => {
      const { person } = atrium
      const turn = await begin([{ content: [echo('again')], times: 5 }])
      await person.allow('conversation')
      expect(await ended(turn)).toMatchObject({ end: 'step-limit' })
      model.script([says('Enough.')])
      const next = await person.link.call('continueTurn', { conversation: conversation ?? '' })
      expect(await ended(next.turn)).toMatchObject({ end: 'done' })
      expect(model.refusals).toEqual([])
    })
  })
})

describe('[CHAT-29] a model that takes no tools', () => {
  test('ends its turn with an offer, and continues without tools only if the user agrees', async () => {
    await atrium.fresh()
    conversation = undefined
    const { person } = atrium
    const blunt: Speaker = { wire: 'chat', profile: 'ollama', model: 'gemma3:270m', dialect: 'ollama' }
    model = await ScriptedModel.open(atrium, blunt, 'blunt')
    onTestFinished(() => model.close())
    const turn = await begin([])
    expect(await ended(turn)).toMatchObject({ end: 'failed', offers: 'tools' })
    expect(person.all('message.finished')).toEqual([])
    model.script([says('Without, then.')])
    const on = { conversation: conversation ?? '' }
    const next = await person.link.call('continueTurn', { ...on, without: 'tools' })
    expect(await ended(next.turn)).toMatchObject({ end: 'done' })
    expect(person.all('model.requested').map(({ tools }) => tools > 0)).toEqual([true, false])
    expect(await ended(await begin([says('Still without.')]))).toMatchObject({ end: 'done' })
    expect(person.all('turn.started').map(({ without }) => without)).toEqual([undefined, ['tools'], ['tools']])
    await person.link.call('chooseModel', { ...on, choice: model.choice })
    expect(await ended(await begin([]))).toMatchObject({ end: 'failed', offers: 'tools' })
  })
})
