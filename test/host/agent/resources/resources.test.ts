import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Input } from '../../../../shared/contract/commands.ts'
import { readingDefinition, readingTool } from '../../../../shared/content/reading.ts'
import { requestFormOf } from '../../../../main/host/llm/messages/request-form.ts'
import { traitsOf } from '../../../../main/host/llm/messages/profiles.ts'
import { buildRequest } from '../../../../main/host/llm/request/prepare.ts'
import { reading } from '../../../../main/host/mcp/requests/reading.ts'
import type { Scenario, ScriptedTurn } from '../../../support/fake-anthropic.mjs'
import { Atrium, official, peer } from '../../../support/atrium.ts'

let shared: Atrium
beforeAll(async () => void (shared = await Atrium.start()))
beforeEach(() => shared.fresh())
afterAll(() => shared.close())

/** The host with this server, and a model with these answers. */
async function start(config: Input<'addServer'>['config'], scenario: Scenario = {}): Promise<Atrium> {
  shared.fake.setScenario(scenario)
  await add('it', config)
  return shared
}

/** Adds a server for the test's duration. */
async function add(id: string, config: Input<'addServer'>['config']): Promise<void> {
  await shared.add(id, config)
  onTestFinished(() => shared.remove(id))
}

const read = ({ person }: Atrium, uri: string) => person.link.call('readResource', { server: 'it', uri })

/** Sends resources by URI and waits for the turn's end. */
async function send(atrium: Atrium, uris: string[], { live = false, conversation = '' } = {}): Promise<string> {
  const { person } = atrium
  const picked = []
  for (const uri of uris) picked.push({ handle: (await read(atrium, uri)).handle, live })
  const sent = await person.link.call('sendMessage', { text: 'Look', picked, ...(conversation && { conversation }) })
  await person.event('turn.finished', ({ turn }) => turn === sent.turn)
  return sent.conversation
}

type Block = { type: string; text?: string; source?: { media_type: string } }

/** The latest user content sent to the model. */
const said = (atrium: Atrium): Block[] => (atrium.requests.at(-1)?.body.messages.at(-1)?.content ?? []) as Block[]
const textSaid = (atrium: Atrium): string =>
  said(atrium)
    .map(({ text }) => text)
    .join('\n')

test('[RSC-6] marks a resource’s text as the server’s with lines around it, and keeps it in the history', async () => {
  const atrium = await start(peer('resources.mjs'))
  const conversation = await send(atrium, ['x://text'])
  const words = textSaid(atrium)
  expect(words).toContain('I attach the resource "text" ("x://text") of the server "it". What stands between')
  expect(words).toMatch(/\n(--- [0-9a-f-]{36})\nThe text, version 1\n\1\n/)
  await send(atrium, [], { conversation })
  expect(JSON.stringify(atrium.requests.at(-1)?.body.messages[0])).toContain('The text, version 1')
  expect(atrium.requests.map(({ status }) => status)).toEqual([200, 200])
})

test('[RSC-6] sends the text as the user saw it, even if the resource has changed since', async () => {
  const atrium = await start(peer('resources.mjs'))
  const { handle } = await read(atrium, 'x://text')
  const { definition } = { definition: atrium.person.state.servers['it']?.tools['change']?.hash ?? '' }
  const ran = await atrium.person.link.call('callTool', { server: 'it', tool: 'change', definition, arguments: {} })
  await atrium.person.event('turn.finished', ({ turn }) => turn === ran.turn)
  expect((await read(atrium, 'x://text')).contents).toMatchObject([{ text: 'The text, version 2' }])
  const sent = await atrium.person.link.call('sendMessage', { text: 'Look', picked: [{ handle, live: true }] })
  await atrium.person.event('turn.finished', ({ turn }) => turn === sent.turn)
  expect(textSaid(atrium)).toContain('The text, version 1')
  await atrium.person.event('resource.updated')
  expect(atrium.person.state.followed[sent.conversation]).toMatchObject([{ handle, changed: true }])
})

test('[RSC-6] sends an image, names other bytes, and withholds content that is for people only', async () => {
  const atrium = await start({ type: 'playground' })
  await send(atrium, ['playground://picture.png'])
  expect(said(atrium).find(({ type }) => type === 'image')?.source?.media_type).toBe('image/png')
  expect(textSaid(atrium)).toContain('It is an image that comes from that server')
  await add('other', peer('resources.mjs'))
  const handles = []
  for (const uri of ['x://for-people', 'x://several'])
    handles.push((await atrium.person.link.call('readResource', { server: 'other', uri })).handle)
  const picked = handles.map((handle) => ({ handle, live: false }))
  const sent = await atrium.person.link.call('sendMessage', { text: 'Look', picked })
  await atrium.person.event('turn.finished', ({ turn }) => turn === sent.turn)
  expect(textSaid(atrium)).toContain('Its server says that it is for people only.')
  expect(textSaid(atrium)).not.toContain('Only people read this')
  expect(textSaid(atrium)).toContain('It is a file that comes from that server')
})

test('[RSC-7] sends half a megabyte of text and tells how much is missing @all', async () => {
  const atrium = await start(peer('resources.mjs', { MB: '1.5' }))
  await send(atrium, ['x://large-text'])
  expect(textSaid(atrium).includes('1,000,000 more characters of it are left out.')).toBe(true)
})

test('[RSC-7] drops the lowest priority first if space runs out, then the oldest, and says so', () => {
  const text = 'word '.repeat(4000)
  const attached = (name: string, priority: number) =>
    ({ type: 'attached', name, text: `${name} ${text}`, priority }) as const
  const content = [attached('A', 1), attached('B', 0.5), attached('C', 0.1), attached('D', 0.5), attached('E', 0.9)]
  const shown = (contextTokens: number): string[] => {
    const request = { endpoint: 'anthropic', model: 'm', system: 'S', tools: [], maxTokens: 1000 }
    const limits = { contextTokens, outputTokens: 1000, adaptiveThinking: false }
    const messages = [{ role: 'user' as const, content }]
    const { json } = buildRequest({ ...request, messages }, limits, requestFormOf(traitsOf('anthropic')))
    const left = [...json.matchAll(/I attached (\w)\. It is left out here/g)].map(([, name]) => name)
    expect(json.split(text).length - 1 + left.length).toBe(5)
    return left.map(String)
  }
  expect(shown(0)).toEqual([])
  expect(shown(200_000)).toEqual([])
  expect(shown(25_000)).toEqual(['C'])
  expect(shown(20_000)).toEqual(['B', 'C'])
  expect(shown(10_000)).toEqual(['B', 'C', 'D', 'E'])
  expect(shown(1001)).toEqual(['B', 'C', 'D', 'E'])
})

test('[RSC-8] follows a resource from the turn it is sent in until the user ends that', async () => {
  const atrium = await start(peer('resources.mjs'))
  const { person } = atrium
  const conversation = await send(atrium, ['x://text'], { live: true })
  expect(person.state.followed[conversation]).toMatchObject([{ server: 'it', uri: 'x://text', changed: false }])
  const wanted = { conversation, server: 'it', uri: 'x://text' }
  await person.link.call('unfollowResource', wanted)
  await person.event('resource.unfollowed')
  expect(person.state.followed).toEqual({})
  await expect(person.link.call('unfollowResource', wanted)).rejects.toMatchObject({ code: 'not-found' })
})

test('[RSC-8] refuses to follow a resource if its server doesn’t report changes', async () => {
  const atrium = await start(peer('resources.mjs', { WITHOUT: 'subscribe' }))
  expect(await read(atrium, 'x://text')).toMatchObject({ canFollow: false })
  await expect(send(atrium, ['x://text'], { live: true })).rejects.toMatchObject({
    code: 'bad-input',
    message: 'text can’t be followed: its server doesn’t report changes.',
  })
})

const calls = (...made: [name: string, input: object][]): ScriptedTurn => ({
  content: made.map(([name, input]) => ({ tool_use: { name, input } })),
})
const done: ScriptedTurn = { content: [{ text: 'Done.' }] }

/** The results that the model got for its calls, as text. */
const results = (atrium: Atrium): string => JSON.stringify(atrium.requests.at(-1)?.body.messages.at(-1)?.content)

test('[RSC-11] lets a model find resources without asking, and read one after the user allows it', async () => {
  const turns = [
    calls(['atrium__list_resources', { server: 'it', query: 'architecture' }]),
    calls(['atrium__read_resource', { server: 'it', uri: 'demo://resource/static/document/architecture.md' }]),
    done,
  ]
  const atrium = await start(official('everything'), { turns })
  const { person } = atrium
  const { turn } = await person.link.call('sendMessage', { text: 'Find it' })
  const ask = await person.ask()
  expect(ask.question).toMatchObject({
    server: 'it',
    tool: readingTool,
    definition: readingDefinition,
    claims: { readOnly: true },
    arguments: { uri: 'demo://resource/static/document/architecture.md' },
  })
  expect(results(atrium)).toContain('architecture.md')
  await person.allow()
  await person.event('turn.finished', (it) => it.turn === turn)
  expect(results(atrium)).toContain('Architecture')
  const outcomes = person.all('call.finished').map(({ outcome }) => outcome.status)
  expect(outcomes).toEqual(['succeeded', 'succeeded'])
  expect(person.all('call.requested').map(({ server, tool }) => [server, tool])).toEqual([
    ['it', 'resources/list'],
    ['it', 'resources/read'],
  ])
  expect(atrium.requests.flatMap(({ lint = [] }) => lint)).toEqual([])
})

test('[RSC-11] applies a rule for the URI to some reads, and passes on the user’s denial', async () => {
  const reads = (uri: string) => calls(['atrium__read_resource', { server: 'it', uri }])
  const atrium = await start(peer('resources.mjs'), { turns: [reads('x://text'), reads('x://several'), done] })
  const { person } = atrium
  const conditions = [{ at: '/uri', is: 'one-of' as const, values: ['x://text'] }]
  await person.link.call('changeRules', {
    add: [
      {
        effect: 'allow',
        scope: 'always',
        server: 'it',
        tool: readingTool,
        definition: readingDefinition,
        conditions,
      },
    ],
  })
  const { turn } = await person.link.call('sendMessage', { text: 'Read' })
  expect((await person.ask()).question.arguments).toEqual({ uri: 'x://several' })
  await person.deny()
  await person.event('turn.finished', (it) => it.turn === turn)
  expect(person.all('call.finished').map(({ outcome }) => outcome.status)).toEqual(['succeeded', 'denied'])
})

test('[RSC-12] gives the model long resources in parts, and says why others can’t be read', async () => {
  const at = (uri: string, part?: number) =>
    ['atrium__read_resource', { server: 'it', uri, ...(part && { part }) }] as [string, object]
  const turns = [
    calls(at('x://large-text'), at('x://large-text', 17), at('x://large-text', 18)),
    calls(at('x://bad-base64'), at('x://none'), at('x://for-people'), ['atrium__read_resource', { server: 'no' }]),
    done,
  ]
  const atrium = await start(peer('resources.mjs', { MB: '1' }), { turns })
  const { person } = atrium
  const { turn } = await person.link.call('sendMessage', { text: 'Read' })
  // Which others still ask after the first was allowed for the conversation depends on which had asked by then.
  const isOver = (): boolean => person.all('turn.finished').some((it) => it.turn === turn)
  await person.allow('conversation')
  while (
    await person
      .until('a question or the end', () => (person.state.asks.length > 0 ? 'ask' : isOver() && 'end'))
      .then((it) => it === 'ask')
  )
    await person.allow()
  await person.event('turn.finished', (it) => it.turn === turn)
  const told = JSON.stringify(atrium.requests.at(-2)?.body.messages.at(-1)?.content)
  expect(told).toContain('This is part 1 of 17. Ask for part 2 to read on.')
  expect(told).toContain('This is part 17 of 17. It is the last.')
  expect(told).toContain('has only 17 parts.')
  expect(results(atrium)).toContain('Its bytes aren’t base64.')
  expect(results(atrium)).toContain('There is no x://none here')
  expect(results(atrium)).toContain('it says this resource is for people only.')
  expect(results(atrium)).toContain('No such server.')
})

test('[RSC-11] offers the model resource tools only if a server with resources is on', async () => {
  const atrium = await start(peer('resources.mjs', { WITHOUT: 'resources' }))
  await send(atrium, []).catch(() => undefined)
  await add('has', peer('resources.mjs'))
  await atrium.person.link
    .call('sendMessage', { text: 'On' })
    .then(({ turn }) => atrium.person.event('turn.finished', (it) => it.turn === turn))
  await atrium.person.link
    .call('sendMessage', { text: 'Off', off: { has: ['resources/read'] } })
    .then(({ turn }) => atrium.person.event('turn.finished', (it) => it.turn === turn))
  const own = atrium.requests.map(
    ({ body }) => (body.tools ?? []).filter(({ name }) => name.startsWith('atrium__')).length,
  )
  expect(own).toEqual([0, 2, 0])
})

test('[RSC-11] defines reading in a way that no server’s tool can match', () => {
  expect(reading.hash).toBe(readingDefinition)
  expect(reading.raw).not.toHaveProperty('name')
})

test('[FLO-1] traces text from a resource to its server when the model sends it to another one', async () => {
  const turns = [
    calls(['other__followed', { note: 'See: the spare keys of the boat house under the third plank' }]),
    done,
  ]
  const atrium = await start(peer('resources.mjs'), { turns })
  await add('other', peer('resources.mjs'))
  const { handle } = await read(atrium, 'x://words')
  await atrium.person.link.call('sendMessage', { text: 'Look', picked: [{ handle, live: false }] })
  const { question } = await atrium.person.ask()
  expect(question.flows?.map(({ source }) => source)).toMatchObject([
    { kind: 'attachment', name: 'words', server: 'it' },
  ])
  await atrium.person.deny()
})

test('[REU-11] reports which handles are no longer valid', async () => {
  const atrium = await start(peer('resources.mjs'))
  const { handle } = await read(atrium, 'x://text')
  const unknown = '0'.repeat(64)
  expect(await atrium.person.link.call('gonePicked', { handles: [handle, unknown] })).toEqual({ gone: [unknown] })
})

test('[SED-5] reads a folder’s entries, and refuses to send the folder itself as text', async () => {
  const atrium = await start(peer('resources.mjs', { FOLDERS: '1' }))
  const folder = await read(atrium, 'x://project')
  expect(folder).toMatchObject({ folder: true })
  expect(folder.contents.map(({ uri }) => uri)).toEqual(['x://project', 'x://project/a.md', 'x://project/inner'])
  const picked = [{ handle: folder.handle, live: false }]
  await expect(atrium.person.link.call('sendMessage', { text: 'Look', picked })).rejects.toMatchObject({
    code: 'bad-input',
    message: 'project is a folder, which can’t be attached. Attach what’s in it.',
  })
  expect(await read(atrium, 'x://project/a.md')).not.toHaveProperty('folder')
  await send(atrium, ['x://project/a.md'])
  expect(textSaid(atrium)).toContain('# The first file')
})
