import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { Atrium, peer } from '../../../support/atrium.ts'
import { ScriptedModel, speakers } from '../../../support/scripted-model.ts'
import { Played } from '../conversation.ts'

let atrium: Atrium
let played: Played

beforeAll(async () => {
  atrium = await Atrium.start()
  await atrium.add('many', peer('many-tools.mjs', { TOOLS: '500' }))
})
beforeEach(async () => {
  await atrium.fresh()
  played = new Played(atrium)
})
afterAll(() => atrium.close())

const finding = 'atrium__find_tools'
const use = (name: string, input: object = {}) => ({
  content: [{ tool_use: { name, input } }],
  stop_reason: 'tool_use' as const,
})
const said = { content: [{ text: 'Done.' }] }

const toolsOf = (request: number): string[] =>
  (atrium.requests.at(request)?.body.tools ?? []).map(({ name }: { name: string }) => name)

const lastText = (): string => JSON.stringify(atrium.requests.at(-1)?.body.messages.at(-1))

test('[FTL-1] [FTL-2] sends one tool for 500, and after a search the tools it found, also after a restart', async () => {
  const { person } = atrium
  const turn = await played.begin([
    use(finding, { query: 'create a calendar event' }),
    use('many__create_calendar_event', { title: 'Dinner' }),
    said,
  ])
  await person.ask()
  expect(toolsOf(0)).toEqual([finding])
  expect(JSON.stringify(atrium.requests[0]?.body.tools)).toContain('\\"many\\" (500)')
  expect(toolsOf(1)).toContain('many__create_calendar_event')
  expect(toolsOf(1).length).toBeLessThanOrEqual(9)
  await person.allow()
  expect(await played.end(turn)).toMatchObject({ end: 'done' })
  expect(lastText()).toContain('create_calendar_event: Dinner')
  expect(person.all('ask.opened')).toHaveLength(1)
  const [search] = person.all('call.requested')
  expect(search).toMatchObject({ tool: finding, title: 'Find tools' })
  const known = toolsOf(-1)
  await atrium.stop()
  await atrium.open()
  await atrium.person.until('it is ready', () => atrium.person.state.servers['many']?.status.state === 'ready')
  const conversation = played.id ?? ''
  atrium.fake.setScenario({ turns: [said] })
  await atrium.person.link.call('sendMessage', { conversation, text: 'And now?' })
  await atrium.person.event('turn.finished')
  expect(toolsOf(-1)).toEqual(known)
})

test('[FTL-2] finds no tool that is off or always denied, and says what servers there are if nothing matches', async () => {
  const { link } = atrium.person
  atrium.fake.setScenario({
    turns: [use(finding, { query: 'create invoice' }), use(finding, { query: 'zeppelin' }), said],
  })
  const off = { many: ['create_invoice'] }
  const { turn = '' } = await link.call('sendMessage', { text: 'Write an invoice', off })
  await atrium.person.event('turn.finished', (event) => event.turn === turn)
  expect(toolsOf(1)).not.toContain('many__create_invoice')
  expect(toolsOf(1)).toContain('many__create_invoice_1')
  expect(lastText()).toContain('No tool matches.')
  expect(lastText()).toContain('(499)')
})

test.each([
  ['no words', {}],
  ['spaces only', { query: '  ' }],
  ['a number', { query: 7 }],
  ['more than 1,000 characters', { query: 'x'.repeat(1001) }],
])('[FTL-2] refuses a search with %s as invalid', async (_what, input) => {
  await played.say([use(finding, input), said])
  const [finished] = atrium.person.all('call.finished')
  expect(finished?.outcome).toMatchObject({ status: 'invalid' })
  expect(toolsOf(-1)).toEqual([finding])
})

test('[FTL-1] sends all tools below the limit, keeps those used when more come, and follows the setting', async () => {
  const { link } = atrium.person
  await atrium.add('good', peer('good.mjs'))
  await link.call('setServerEnabled', { id: 'many', enabled: false })
  onTestFinished(async () => {
    await link.call('removeServer', { id: 'good' })
    await link.call('setServerEnabled', { id: 'many', enabled: true })
    await atrium.person.until('it is ready', () => atrium.person.state.servers['many']?.status.state === 'ready')
  })
  const turn = await played.begin([use('good__echo', { text: 'hello' }), said])
  await atrium.person.allow()
  await played.end(turn)
  expect(toolsOf(-1)).toEqual(['good__add', 'good__echo', 'good__fail', 'good__sleep'])
  await link.call('setServerEnabled', { id: 'many', enabled: true })
  await atrium.person.until('it is ready', () => atrium.person.state.servers['many']?.status.state === 'ready')
  await played.say([said])
  expect(toolsOf(-1)).toEqual([finding, 'good__echo'])
  const { search } = await link.call('listOfferedTools', { conversation: played.id ?? '' })
  expect(search).toEqual({ limit: 25_000, tools: 504, kept: ['good__echo'] })
})

test('[FTL-4] lists the parts of the next request with their tokens', async () => {
  const { link } = atrium.person
  const turn = await played.begin([use(finding, { query: 'create invoice' }), use('many__create_invoice'), said])
  await atrium.person.allow()
  await played.end(turn)
  const { parts, search } = await link.call('describeRequest', { conversation: played.id ?? '' })
  expect(parts.map(({ kind, server, count }) => [kind, server, count])).toEqual([
    ['atrium', undefined, undefined],
    ['tools', 'many', search?.kept.length],
    ['own-tools', undefined, 1],
    ['messages', undefined, 1],
    ['replies', undefined, 3],
    ['results', undefined, 1],
    ['results', 'many', 1],
  ])
  expect(parts.every(({ tokens }) => tokens > 0)).toBe(true)
  const fresh = await link.call('describeRequest', { off: { many: 'all' } })
  expect(fresh).toEqual({ parts: [parts[0]], canSummarise: false })
})

describe.each(speakers.map((speaker) => ({ ...speaker, name: `${speaker.profile} over ${speaker.wire}` })))(
  '$name',
  (speaker) => {
    test('[FTL-3] finds a tool among 500 and calls it', async () => {
      const model = await ScriptedModel.open(atrium, speaker, 'searched')
      onTestFinished(() => model.close())
      model.script([
        { content: [{ tool_use: { name: finding, input: { query: 'delete a photo' } } }] },
        { content: [{ tool_use: { name: 'many__delete_photo', input: { title: 'Beach' } } }] },
        { content: [{ text: 'Done.' }] },
      ])
      const { turn = '' } = await atrium.person.link.call('sendMessage', { text: 'Delete the beach' })
      await atrium.person.allow()
      expect(await atrium.person.event('turn.finished', (event) => event.turn === turn)).toMatchObject({ end: 'done' })
      expect(model.lastSent).toContain('delete_photo: Beach')
      expect(model.refusals).toEqual([])
    })
  },
)
