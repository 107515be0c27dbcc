import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { switchServer, switchTool, toolsOff } from '../../../../shared/config/tools-off.ts'
import { Atrium } from '../../../support/atrium.ts'

let atrium: Atrium

beforeAll(async () => {
  atrium = await Atrium.start()
  await atrium.add('playground', { type: 'playground' })
})
beforeEach(() => atrium.fresh())
afterAll(() => atrium.close())

const say = '!tool playground__roll_dice {}'

async function send(text: string, more: { conversation?: string; off?: Record<string, 'all' | string[]> } = {}) {
  const sent = await atrium.person.link.call('sendMessage', { text, ...more })
  await atrium.person.event('turn.finished', ({ turn }) => turn === sent.turn)
  return sent.conversation
}

const toolsOf = (request: number): string[] =>
  (atrium.requests.at(request)?.body.tools ?? []).map(({ name }: { name: string }) => name)

test('[COM-8] leaves tools that are off out of this conversation’s later requests, not of others', async () => {
  const conversation = await send('Hello')
  const all = toolsOf(-1)
  expect(all).toContain('playground__roll_dice')
  const { link } = atrium.person
  await link.call('switchTools', { conversation, off: { playground: ['roll_dice'] } })
  await send('And now?', { conversation })
  expect(toolsOf(-1)).toEqual(all.filter((name) => name !== 'playground__roll_dice'))
  await link.call('switchTools', { conversation, off: { playground: 'all' } })
  await send('And now?', { conversation })
  expect(toolsOf(-1)).toEqual([])
  await send('Elsewhere')
  expect(toolsOf(-1)).toEqual(all)
  await link.call('switchTools', { conversation, off: {} })
  await send('All again', { conversation })
  expect(toolsOf(-1)).toEqual(all)
  expect(atrium.requests.map(({ status }) => status)).toEqual(atrium.requests.map(() => 200))
})

test('[COM-8] [COM-9] applies a switch during a turn, from the next request on and to a call made anyway', async () => {
  const { person } = atrium
  atrium.fake.setScenario({
    turns: [
      { content: [{ tool_use: { name: 'playground__tell_time', input: {} } }], stop_reason: 'tool_use' },
      { content: [{ tool_use: { name: 'playground__tell_time', input: {} } }], stop_reason: 'tool_use' },
      { content: [{ text: 'I see.' }] },
    ],
  })
  const sent = await person.link.call('sendMessage', { text: 'What time is it?' })
  const { conversation } = sent
  const ask = await person.ask()
  await person.link.call('switchTools', { conversation, off: { playground: ['tell_time'] } })
  await person.answer(ask, { decision: 'deny' })
  await person.event('turn.finished', ({ turn }) => turn === sent.turn)
  expect(toolsOf(0)).toContain('playground__tell_time')
  expect(toolsOf(1)).not.toContain('playground__tell_time')
  const [, second] = person.all('call.finished')
  expect(second?.outcome).toEqual({
    status: 'invalid',
    problem: 'The user turned off tell_time on playground for this conversation.',
  })
  expect(person.all('ask.opened').filter(({ ask: { kind } }) => kind === 'approval')).toHaveLength(1)
  expect(JSON.stringify(atrium.requests.at(-1)?.body.messages.at(-1))).toContain('turned off tell_time')
})

test('[COM-9] lets the user run a tool that is off for the model', async () => {
  const { person } = atrium
  const conversation = await send('Hello', { off: { playground: 'all' } })
  const definition = person.state.servers['playground']?.tools['tell_time']?.hash ?? ''
  await person.link.call('callTool', {
    conversation,
    server: 'playground',
    tool: 'tell_time',
    definition,
    arguments: {},
  })
  expect((await person.event('call.finished')).outcome.status).toBe('succeeded')
})

test('[COM-12] applies switches set before the first message from the first request, and after a restart', async () => {
  const conversation = await send(say, { off: { playground: ['roll_dice'] } })
  expect(toolsOf(0)).not.toContain('playground__roll_dice')
  const { person } = atrium
  expect((await person.event('call.finished')).outcome.status).toBe('invalid')
  await atrium.stop()
  await atrium.open()
  await atrium.person.until('it is ready', () => atrium.person.state.servers['playground']?.status.state === 'ready')
  const { conversation: kept } = await atrium.person.link.call('getConversation', { conversation })
  expect(kept.off).toEqual({ playground: ['roll_dice'] })
  await send('Still?', { conversation })
  expect(toolsOf(-1)).not.toContain('playground__roll_dice')
  await expect(atrium.person.link.call('sendMessage', { conversation, text: 'x', off: {} })).rejects.toMatchObject({
    code: 'bad-input',
  })
  await expect(atrium.person.link.call('switchTools', { conversation, off: { '../x': 'all' } })).rejects.toMatchObject({
    code: 'bad-input',
  })
  await expect(atrium.join('read', 'web:r').link.call('switchTools', { conversation, off: {} })).rejects.toMatchObject({
    code: 'forbidden',
  })
})

test('[COM-10] lists tools with names and sizes as a request has them, whatever its API calls the schema', async () => {
  const { link } = atrium.person
  const { tools: before, own } = await link.call('listOfferedTools', {})
  const conversation = await send('Hello')
  const sent = atrium.requests[0]?.body.tools ?? []
  const size = (tool: object): number => Buffer.byteLength(JSON.stringify(tool).replace('"input_schema":', '"schema":'))
  const sizes = Object.fromEntries(sent.map((tool) => [tool.name, size(tool)]))
  expect(Object.fromEntries([...before, ...own].map(({ name, bytes }) => [name, bytes]))).toEqual(sizes)
  const { tools } = await link.call('listOfferedTools', { conversation })
  expect(tools).toEqual(before)
  expect(tools.every(({ server }) => server === 'playground')).toBe(true)
  await expect(link.call('listOfferedTools', { conversation: 'nowhere' })).rejects.toMatchObject({ code: 'not-found' })
})

test('[COM-8] switches a server, one of its tools, and one tool of a server that is off', () => {
  const all = ['a', 'b', 'c']
  const servers = ['s', 't']
  const of = (tool: string) => ({ server: 's', tool, all, servers })
  const s = { server: 's', servers }
  expect(switchTool(undefined, of('a'), false)).toEqual({ s: ['a'] })
  expect(switchTool({ s: ['a'] }, of('a'), true)).toEqual({})
  expect(switchServer({ s: ['a'], t: 'all' }, s, false)).toEqual({ s: 'all', t: 'all' })
  expect(switchTool({ s: 'all' }, of('b'), true)).toEqual({ s: ['a', 'c'] })
  expect(switchServer({ s: 'all' }, s, true)).toEqual({})
  expect(switchServer(undefined, { server: 'constructor', servers }, false)).toEqual({ constructor: 'all' })
  expect(switchServer('all', s, true)).toEqual({ t: 'all' })
  expect(switchTool('all', of('b'), true)).toEqual({ s: ['a', 'c'], t: 'all' })
  expect(toolsOff.safeParse({ s: 'some' }).success).toBe(false)
})
