import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Compaction } from '../../../../shared/state/conversation.ts'
import { Atrium, peer } from '../../../support/atrium.ts'
import { deep } from '../../../support/deep.ts'
import { ScriptedModel, speakers, type ScriptedTurn, type Step } from '../../../support/scripted-model.ts'

let atrium: Atrium
let model: ScriptedModel
let conversation: string | undefined

beforeAll(async () => {
  atrium = await Atrium.start()
  await atrium.add('good', peer('good.mjs'))
})
beforeEach(async () => {
  await atrium.fresh()
  await atrium.person.link.call('changeSettings', { compaction: 'ask', compactionShare: 80 })
  conversation = undefined
})
afterAll(() => atrium.close())

const says = (text: string): ScriptedTurn => ({ content: [{ text }] })
const call = (tool: string, input: unknown): Step => ({ tool_use: { name: `good__${tool}`, input } })

async function begin(text: string, turns: ScriptedTurn[]): Promise<string> {
  model.script(turns)
  const on = conversation === undefined ? {} : { conversation }
  const sent = await atrium.person.link.call('sendMessage', { text, ...on })
  conversation = sent.conversation
  return sent.turn ?? ''
}

const ended = (turn: string) => atrium.person.event('turn.finished', (event) => event.turn === turn)
const say = async (text: string, answer: string) => ended(await begin(text, [says(answer)]))
const read = async () =>
  (await atrium.person.link.call('getConversation', { conversation: conversation ?? '' })).conversation
const of = () => ({ conversation: conversation ?? '' })

/** Has the conversation summarised, with this answer. */
async function summarise(turns: ScriptedTurn[]): Promise<Compaction> {
  model.script(turns)
  const { compaction } = await atrium.person.link.call('compactConversation', of())
  await atrium.person.event('compaction.finished', (event) => event.compaction === compaction)
  const found = (await read()).compactions?.find(({ id }) => id === compaction)
  if (!found) throw new Error('The conversation has no such summary.')
  return found
}

/** Thinks, calls side by side, has one denied, and ends. */
async function work(): Promise<void> {
  const { person } = atrium
  const turn = await begin('Look at both', [
    {
      content: [{ thinking: 'Hm.' }, call('echo', { text: 'the first result' }), call('echo', { text: 'secret plan' })],
    },
    says('The first is fine.'),
  ])
  await person.until('two questions', () => person.state.asks.length === 2)
  const [first] = person.state.asks
  if (first) await person.answer(first, { decision: 'allow', scope: 'once' })
  await person.until('one question', () => person.state.asks.length === 1)
  await person.deny('not that one')
  expect(await ended(turn)).toMatchObject({ end: 'done' })
}

/** One of each API; all of them in the deep run. */
const places = speakers.filter(({ wire }, at) => deep || speakers.findIndex((one) => one.wire === wire) === at)

describe.each(places.map((speaker) => ({ ...speaker, name: `${speaker.profile} over ${speaker.wire}` })))(
  '$name',
  (speaker) => {
    beforeAll(async () => {
      model = await ScriptedModel.open(atrium, speaker, 'compacting')
    })
    beforeEach(() => model.forget())
    afterAll(() => model.close())

    test('[CMP-1] [CMP-2] replaces older turns by a summary and the calls’ facts, and continues from it', async () => {
      await work()
      await say('Second', 'Two.')
      await say('Third', 'Three.')
      const summary = await summarise([says('They looked at both.')])
      expect(summary).toMatchObject({ end: 'done', summary: 'They looked at both.', turns: 1 })
      expect(summary.usage?.output).toBeGreaterThan(0)
      expect(summary.facts?.calls.map(({ tool, outcome, by, said }) => [tool, outcome, by, said])).toEqual([
        ['echo', 'succeeded', undefined, undefined],
        ['echo', 'denied', 'person', 'not that one'],
      ])
      await work()
      expect(model.lastSent).toContain('They looked at both.')
      expect(model.lastSent).toContain('not that one')
      expect(model.lastSent).toContain('permits nothing')
      await say('Fourth', 'Four.')
      // The second summary has the first one as its beginning.
      expect(await summarise([says('All of it.')])).toMatchObject({ end: 'done' })
      expect(model.lastSent).toContain('They looked at both.')
      await say('Fifth', 'Five.')
      expect(model.lastSent).not.toContain('They looked at both.')
      expect(model.lastSent).toContain('All of it.')
      expect(model.refusals).toEqual([])
    })
  },
)

describe('over Messages', () => {
  beforeAll(async () => {
    model = await ScriptedModel.open(atrium, { wire: 'messages', profile: 'anthropic', model: 'claude-sonnet-5-5' })
  })
  beforeEach(() => model.forget())

  test('[CMP-3] gives the edited text, gives the turns again after Undo, and the summary again', async () => {
    const { link } = atrium.person
    await say('The oldest question', 'One.')
    await say('Second', 'Two.')
    await say('Third', 'Three.')
    const { id: compaction } = await summarise([says('The first summary.')])
    await link.call('editSummary', { ...of(), compaction, text: 'The edited summary.' })
    await say('Fourth', 'Four.')
    expect(model.lastSent).toContain('The edited summary.')
    expect(model.lastSent).not.toContain('The first summary.')
    expect(model.lastSent).not.toContain('The oldest question')
    await link.call('undoSummary', { ...of(), compaction, undone: true })
    await say('Fifth', 'Five.')
    expect(model.lastSent).toContain('The oldest question')
    expect(model.lastSent).not.toContain('summary.')
    await link.call('undoSummary', { ...of(), compaction, undone: false })
    await say('Sixth', 'Six.')
    expect(model.lastSent).toContain('The edited summary.')
    const { turns } = await read()
    expect(turns).toHaveLength(6)
    expect(await link.call('findInConversation', { ...of(), text: 'oldest question' })).toMatchObject({
      places: [expect.anything()],
    })
    await expect(link.call('editSummary', { ...of(), compaction: 'x', text: 'y' })).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  test('[CMP-4] counts only in branches that have all its turns', async () => {
    const { link } = atrium.person
    await say('The oldest question', 'One.')
    await say('Second', 'Two.')
    await say('Third', 'Three.')
    await summarise([says('A summary.')])
    const [first, second] = (await read()).turns
    model.script([says('Another two.')])
    const beside = await link.call('sendAgain', { ...of(), turn: second?.id ?? '', text: 'Another second' })
    await ended(beside.turn)
    expect(model.lastSent).toContain('A summary.')
    model.script([says('Another one.')])
    const other = await link.call('sendAgain', { ...of(), turn: first?.id ?? '', text: 'Another first' })
    await ended(other.turn)
    expect(model.lastSent).not.toContain('A summary.')
    expect(model.lastSent).not.toContain('The oldest question')
  })

  test('[CMP-5] says why it failed, or that it was stopped, and leaves everything as it was', async () => {
    const { person } = atrium
    await say('The oldest question', 'One.')
    await say('Second', 'Two.')
    await say('Third', 'Three.')
    expect(await summarise([{ http_error: { status: 400, message: 'no' } }])).toMatchObject({
      end: 'failed',
      problem: expect.any(String),
    })
    expect(await summarise([says('  ')])).toMatchObject({ end: 'failed', problem: 'The model wrote no summary.' })
    model.script([{ content: [{ text: 'A beginning' }, { wait_ms: 600_000 }] }, says('Here I am.')])
    const { compaction } = await person.link.call('compactConversation', of())
    await person.until('the request', () => person.state.compacting?.[of().conversation]?.id === compaction)
    await expect(person.link.call('compactConversation', of())).rejects.toMatchObject({ code: 'conflict' })
    const queued = await person.link.call('sendMessage', { ...of(), text: 'Fourth' })
    expect(queued).toMatchObject({ queued: true })
    await person.link.call('cancelCompaction', { compaction })
    expect(await person.event('compaction.finished', (event) => event.compaction === compaction)).toMatchObject({
      end: 'cancelled',
    })
    const turn = await person.event('turn.started', ({ message }) => JSON.stringify(message).includes('Fourth'))
    expect(await ended(turn.turn)).toMatchObject({ end: 'done' })
    expect(model.lastSent).toContain('The oldest question')
    expect(person.state.compacting).toBeUndefined()
  })

  test('[CMP-6] does it by itself before a request that would be too large, if the user wants that', async () => {
    const { person } = atrium
    const { endpoint, model: name } = model.choice
    await person.link.call('changeSettings', {
      compaction: 'automatic',
      compactionShare: 20,
      models: { facts: { [endpoint]: { [name]: { contextTokens: 20_000 } } } },
    })
    onTestFinished(() => person.link.call('changeSettings', { models: { facts: { [endpoint]: { [name]: null } } } }))
    const long = 'A long text. '.repeat(2000)
    await ended(await begin(long, [says('One.')]))
    const turn = await begin('Second', [says('A short summary.'), says('Two.')])
    expect(await ended(turn)).toMatchObject({ end: 'done' })
    expect(person.all('compaction.requested')).toMatchObject([{ actor: 'host' }])
    expect(model.lastSent).toContain('A short summary.')
    expect(model.lastSent).not.toContain('A long text. A long text.')
    // If that fails, the turn continues without.
    conversation = undefined
    await ended(await begin(long, [says('Three.')]))
    const next = await begin('Fourth', [{ http_error: { status: 400, message: 'no' } }, says('Four.')])
    expect(await ended(next)).toMatchObject({ end: 'done' })
    expect(person.all('compaction.finished').map(({ end }) => end)).toEqual(['done', 'failed'])
  })

  test('[CMP-7] counts a summary in the cost and the budget, and asks for none once it is spent', async () => {
    const { link } = atrium.person
    await link.call('changeSettings', { models: { prices: { [model.choice.model]: { input: 1000, output: 1000 } } } })
    await say('One', 'One.')
    await link.call('setBudget', { ...of(), usd: 0.01 })
    await expect(link.call('compactConversation', of())).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('budget'),
    })
    expect((await read()).compactions).toBeUndefined()
  })

  test('[CMP-8] leaves a result and an attachment out with a line, and puts them back', async () => {
    const { link } = atrium.person
    const data = Buffer.from('attached words').toString('base64')
    model.script([{ content: [call('echo', { text: 'returned words' })] }, says('Done.')])
    const sent = await link.call('sendMessage', { text: 'Look', attachments: [{ name: 'a.txt', data }] })
    conversation = sent.conversation
    await atrium.person.allow()
    await ended(sent.turn ?? '')
    const [turn] = (await read()).turns
    const items = [{ call: turn?.messages[0]?.calls[0]?.id ?? '' }, { message: turn?.message?.id ?? '', part: 0 }]
    const tokens = async () => {
      const { parts } = await link.call('describeRequest', of())
      return parts.flatMap(({ items: listed = [] }) => listed)
    }
    const before = await tokens()
    for (const item of items) await link.call('leaveOut', { ...of(), item, leftOut: true })
    await say('Again', 'Yes.')
    expect(model.lastSent).not.toContain('attached words')
    expect(model.lastSent).toContain('left this result out')
    expect(model.lastSent).toContain('I have left it out')
    expect((await tokens()).filter(({ leftOut }) => leftOut)).toHaveLength(2)
    for (const item of items) await link.call('leaveOut', { ...of(), item, leftOut: false })
    await say('Again', 'Yes.')
    expect(model.lastSent).toContain('attached words')
    expect(await tokens()).toEqual(before)
    await expect(link.call('leaveOut', { ...of(), item: { call: 'x' }, leftOut: true })).rejects.toMatchObject({
      code: 'not-found',
    })
    expect(model.refusals).toEqual([])
  })
})
