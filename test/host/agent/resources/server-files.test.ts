import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Atrium, peer } from '../../../support/atrium.ts'

let atrium: Atrium

beforeAll(async () => {
  atrium = await Atrium.start()
  await atrium.add('playground', { type: 'playground' })
  await atrium.add('giving', peer('giving.mjs', { FILE: path.resolve('test/support/samples/files/office/plain.pptx') }))
})
beforeEach(() => atrium.fresh())
afterAll(() => atrium.close())

/** Everything that the model got in the newest request. */
const said = (): string => JSON.stringify(atrium.requests.at(-1)?.body.messages ?? [])

async function sent(input: { text: string; picked?: { handle: string; live: boolean }[] }) {
  const { turn } = await atrium.person.link.call('sendMessage', input)
  await atrium.person.event('turn.finished', (ended) => ended.turn === turn)
}

test('[FIL-2] gives the text of a server’s file from a resource, a prompt and a result', async () => {
  const { link } = atrium.person
  const read = await link.call('readResource', { server: 'giving', uri: 'give://papers/report' })
  await sent({ text: 'Look', picked: [{ handle: read.handle, live: false }] })
  expect(said()).toContain('First in order: CRANE')

  const definition = atrium.person.state.servers['giving']?.prompts?.items['papers']?.hash ?? ''
  const prompt = await link.call('getPrompt', { server: 'giving', prompt: 'papers', definition, arguments: {} })
  await sent({ text: 'Look', picked: [{ handle: prompt.handle, live: false }] })
  expect(said()).toContain('First in order: CRANE')

  const { turn } = await link.call('sendMessage', { text: '!tool giving__give {}' })
  await atrium.person.answer(await atrium.person.ask(), { decision: 'allow', scope: 'once' })
  await atrium.person.event('turn.finished', (ended) => ended.turn === turn)
  expect(said()).toContain('First in order: CRANE')
  expect(atrium.requests.map(({ status }) => status)).toEqual(atrium.requests.map(() => 200))
})

test('[FIL-22] finds a passage of a result’s file in a later call', async () => {
  const { person, fake } = atrium
  const text = 'First in order: CRANE Second in order: STORK'
  fake.setScenario({
    turns: [
      { content: [{ tool_use: { name: 'giving__give', input: {} } }], stop_reason: 'tool_use' },
      { content: [{ tool_use: { name: 'playground__measure_text', input: { text } } }], stop_reason: 'tool_use' },
      { content: [{ text: 'Done.' }] },
    ],
  })
  await person.link.call('sendMessage', { text: 'Measure it' })
  await person.answer(await person.ask(), { decision: 'allow', scope: 'once' })
  const ask = await person.until('the second call is asked about', () =>
    person.state.asks.find((it) => it.kind === 'approval' && it.question.tool === 'measure_text'),
  )
  expect(JSON.stringify(ask)).toContain('"name":"report"')
  await person.answer(ask, { decision: 'deny' })
})
