import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { lastIfQuick } from '../../tools/quick.mjs'
import { Atrium, peer } from '../support/atrium.ts'
import { hasten } from '../support/clocks.ts'
import { deep } from '../support/deep.ts'
import { overHttp, type RemotePeer } from '../support/remote-peers.ts'
import { consentOf } from '../../shared/state/consents.ts'
import { consentsOf } from '../support/trusting.ts'

let atrium: Atrium
let remote: RemotePeer | undefined
afterEach(async () => {
  await atrium.close()
  await remote?.stop()
  remote = undefined
})

/** A server's transport and revision. */
const carriers = ['stdio, the older era', 'stdio, 2026-07-28', 'Streamable HTTP, 2026-07-28'] as const
type Way = (typeof carriers)[number]
/** A review doesn't depend on the carrier; on the other carriers a few changes show that they arrive. */
const isFull = (way: Way): boolean => deep || way === 'stdio, the older era'

// Atrium acts on a list notification after half a second, and at most every two.
afterAll(hasten())

/** Adds the server that changes its definitions. */
async function addPulled(way: Way, env: Record<string, string> = {}): Promise<void> {
  if (way === 'Streamable HTTP, 2026-07-28') {
    remote = await overHttp('rug-pull.mjs', env)
    await atrium.add('it', { type: 'http', url: remote.url })
  } else {
    const era = way === 'stdio, 2026-07-28' ? 'modern' : 'legacy'
    await atrium.add('it', peer('rug-pull.mjs', { MCP_ERA: era, ...env }))
  }
  const { status } = atrium.person.state.servers['it'] ?? {}
  const era = way === 'stdio, the older era' ? 'legacy' : 'modern'
  expect(status).toMatchObject({ state: 'ready', era })
}

const pins = (server = 'it') => consentOf(atrium.person.state, server).pins ?? {}
const tools = (server = 'it') => atrium.person.state.servers[server]?.tools ?? {}
const hashOf = (tool: string) => tools()[tool]?.hash ?? ''
const asked = () => atrium.person.state.asks.filter(({ kind }) => kind === 'definitions')
const walks = () => atrium.person.all('request.sent').filter(({ method }) => method === 'tools/list').length

/** Runs a tool by hand, to its end. */
async function run(tool: string, args: Record<string, string | boolean> = {}): Promise<void> {
  const { person } = atrium
  const wanted = { server: 'it', tool, definition: hashOf(tool), arguments: args }
  const { call } = await person.link.call('callTool', wanted)
  await person.event('call.finished', (event) => event.call === call)
}

const change = (how: string, quietly = false) => run('change', { how, quietly })

/** The tools that models were last offered, after a new message to one. */
async function offered(text = 'Hello'): Promise<string[]> {
  const { turn } = await atrium.person.link.call('sendMessage', { text })
  await atrium.person.event('turn.finished', (event) => event.turn === turn)
  return (atrium.requests.at(-1)?.body.tools ?? []).map(({ name }) => name)
}

/** Here a program starts and ends with its server; one at a URL has its own life. */
async function beginAnew(env: Record<string, string>): Promise<void> {
  if (!remote) return
  const { port } = new URL(remote.url)
  await remote.stop()
  remote = await overHttp('rug-pull.mjs', { ...env, PORT: port })
}

async function restarted(): Promise<void> {
  await atrium.stop()
  await atrium.open()
  await isReady()
}

const isReady = (id = 'it') =>
  atrium.person.until(`${id} is ready`, () => atrium.person.state.servers[id]?.status.state === 'ready')

const nothingPoisoned = () => expect(JSON.stringify(atrium.requests.map(({ body }) => body))).not.toContain('POISON')

/** Adds the server, uses its tool, and lets it change that. */
async function pulled(way: Way, how: string, quietly = false) {
  atrium = await Atrium.start()
  await addPulled(way)
  const before = hashOf('add')
  expect(await offered()).toContain('it__add')
  const sum = await atrium.person.link.call('sendMessage', { text: '!tool it__add {"a":1,"b":2}' })
  await atrium.person.allow('conversation')
  await atrium.person.event('turn.finished', ({ turn }) => turn === sum.turn)
  await change(how, quietly)
  return { before, conversation: sum.conversation }
}

const poisoned = ['mentions-files', 'mentions-secrets']
const suspicionsOf: Record<string, string[]> = {
  description: poisoned,
  title: poisoned,
  schema: poisoned,
  annotations: ['destructive'],
}
const changes = Object.keys(suspicionsOf)

describe.each(carriers)('a definition that changes later, over %s', (way) => {
  test.each(isFull(way) ? lastIfQuick(changes) : ['description'])(
    '[PIN-2] [PIN-4] waits for a review of its changed %s, whatever the user allowed before',
    async (how) => {
      const { before, conversation } = await pulled(way, how)
      const { person } = atrium
      const ask = await person.ask('definitions', 'it')
      expect(ask.question).toEqual({
        server: 'it',
        items: [{ item: 'tool/add', hash: hashOf('add'), before, suspicions: suspicionsOf[how] }],
      })
      expect(pins()['tool/add']).toBe(before)
      expect(await offered()).toEqual(['it__change', 'it__tell'])
      const { tools: listed } = await person.link.call('listOfferedTools', {})
      expect(listed.map(({ tool }) => tool)).toEqual(['change', 'tell'])
      const again = await person.link.call('sendMessage', { conversation, text: '!tool it__add {"a":1,"b":2}' })
      await person.event('turn.finished', ({ turn }) => turn === again.turn)
      const sentence = 'it changed add since you accepted it, so it needs your review.'
      expect(person.all('call.finished').at(-1)?.outcome).toEqual({
        status: 'invalid',
        problem: sentence,
        awaitsReview: true,
      })
      const wanted = { server: 'it', tool: 'add', definition: hashOf('add'), arguments: { a: 1, b: 2 } }
      for (const command of ['callTool', 'checkArguments'] as const)
        await expect(person.link.call(command, wanted)).rejects.toMatchObject({ code: 'conflict', message: sentence })
      nothingPoisoned()
      expect(JSON.stringify(atrium.requests.at(-1)?.body)).toContain(sentence)
    },
  )

  test('[PIN-2] [PIN-1] waits after a restart of the server and of Atrium', async () => {
    atrium = await Atrium.start()
    const state = path.join(atrium.directory, 'pulled')
    await addPulled(way, { STATE_FILE: state })
    const before = pins()
    await change('description', true)
    await beginAnew({ STATE_FILE: state })
    await atrium.person.link.call('restartServer', { id: 'it' })
    const ask = await atrium.person.ask('definitions', 'it')
    expect(await offered()).not.toContain('it__add')
    await restarted()
    const again = await atrium.person.ask('definitions', 'it')
    expect(again).toMatchObject({ question: ask.question, contentHash: ask.contentHash })
    expect(pins()).toEqual(before)
    expect(await offered()).not.toContain('it__add')
    await atrium.stop()
    writeFileSync(state, 'schema')
    await beginAnew({ STATE_FILE: state })
    await atrium.open()
    const third = await atrium.person.ask('definitions', 'it')
    expect(third.question.items[0]?.hash).not.toBe(ask.question.items[0]?.hash)
    expect(await offered()).not.toContain('it__add')
    nothingPoisoned()
  })
})

describe.each(carriers.filter(isFull))('a definition that changes without notice, over %s', (way) => {
  test('[PIN-2] [PIN-4] waits from the moment it is listed', async () => {
    await pulled(way, 'description', true)
    expect(await offered()).toContain('it__add')
    await run('tell')
    await atrium.person.ask('definitions', 'it')
    expect(await offered()).not.toContain('it__add')
    nothingPoisoned()
  })

  test('[PIN-3] counts as the same if only the order of its keys or of the list changed', async () => {
    await pulled(way, 'order')
    const before = walks()
    await run('tell')
    await atrium.person.until('it is listed again', () => walks() > before)
    expect([asked(), atrium.person.all('catalogue.changed')]).toEqual([[], [expect.anything()]])
    expect(await offered()).toEqual(['it__add', 'it__change', 'it__tell'])
  })

  test('[PIN-5] needs no answer if it returns to the accepted one', async () => {
    await pulled(way, 'description')
    const ask = await atrium.person.ask('definitions', 'it')
    await change('back')
    await atrium.person.event('ask.closed', (event) => event.ask === ask.id && event.by === 'withdrawn')
    expect(asked()).toEqual([])
    expect(await offered()).toContain('it__add')
  })

  test('[PIN-10] is not mixed up with a new twin of its name', async () => {
    await pulled(way, 'twin')
    const ask = await atrium.person.ask('definitions', 'it')
    const suspicions = ['hidden-characters', 'look-alike']
    expect(ask.question.items).toEqual([{ item: 'tool/\u0430dd', hash: hashOf('\u0430dd'), suspicions }])
    expect(await offered()).toEqual(['it__add', 'it__change', 'it__tell'])
    nothingPoisoned()
  })
})

describe('the first list', () => {
  test('[PIN-1] is pinned as a whole, by the host, with its items and no others', async () => {
    atrium = await Atrium.start()
    await atrium.add('it', peer('rug-pull.mjs'))
    const items = Object.fromEntries(Object.values(tools()).map(({ name, hash }) => [`tool/${name}`, hash]))
    expect(atrium.person.all('definitions.pinned')).toEqual([
      { type: 'definitions.pinned', server: 'it', items, actor: 'host' },
    ])
    await restarted()
    expect([pins(), asked(), atrium.person.all('definitions.pinned')]).toEqual([items, [], []])
    expect(await offered()).toEqual(['it__add', 'it__change', 'it__tell'])
  })

  test('[PIN-1] counts as accepted if it is empty, so later definitions need review', async () => {
    atrium = await Atrium.start()
    await atrium.add('it', peer('rug-pull.mjs', { EMPTY: '1' }))
    expect(consentsOf(atrium.person.state, 'pins')).toEqual({ it: {} })
    const ask = await atrium.person.ask('definitions', 'it')
    expect(ask.question.items.map(({ item }) => item)).toEqual(['tool/add', 'tool/change', 'tool/tell'])
    expect(await offered()).toEqual([])
    await atrium.person.accept('it')
    expect(await offered()).toEqual(['it__add', 'it__change', 'it__tell'])
  })

  test('[PIN-9] quarantines hidden text of eleven kinds, and no writing that needs such characters', async () => {
    atrium = await Atrium.start()
    await atrium.add('it', peer('hidden-unicode.mjs'))
    const ask = await atrium.person.ask('definitions', 'it')
    const ways = Object.keys(tools()).filter((name) => name !== 'legit')
    expect(ways).toHaveLength(11)
    expect(ask.question.items.map(({ item, suspicions }) => ({ item, suspicions }))).toEqual(
      ways.toSorted().map((name) => ({ item: `tool/${name}`, suspicions: ['hidden-characters'] })),
    )
    expect(Object.keys(pins())).toEqual(['tool/legit'])
    expect(await offered()).toEqual(['it__legit'])
    expect(JSON.stringify(atrium.requests.map(({ body }) => body))).not.toMatch(/evil\.example|elpmaxe/)
  })

  test('[PIN-10] quarantines names that can be mistaken for one another, and no others', async () => {
    atrium = await Atrium.start()
    await atrium.add('it', peer('name-collision.mjs'))
    const ask = await atrium.person.ask('definitions', 'it')
    const alike = ask.question.items.filter(({ suspicions }) => suspicions.includes('look-alike'))
    expect(alike.map(({ item }) => item.slice('tool/'.length)).toSorted()).toEqual(
      ['Create_Issue', 'create issue', 'create-issue', 'create_issue', 'create_issue ', 'create_\u0456ssue']
        .concat('\uFF43\uFF52\uFF45\uFF41\uFF54\uFF45_issue')
        .toSorted(),
    )
    const names = await offered()
    expect(names).toContain('it__bash')
    expect(names.filter((name) => /create.issue/i.test(name))).toEqual([
      expect.stringMatching(/^it__github-create_issue_/),
      'it__mcp__github__create_issue',
    ])
    await atrium.add('other', peer('name-collision.mjs'))
    expect(pins('other')).toEqual(pins())
  })
})

test('[PIN-2] asks about 230 new definitions in two requests', async () => {
  atrium = await Atrium.start()
  await atrium.add('it', peer('rug-pull.mjs'))
  await change('more')
  const { person } = atrium
  expect((await person.ask('definitions', 'it')).question.items).toHaveLength(200)
  await person.accept('it')
  expect((await person.ask('definitions', 'it')).question.items).toHaveLength(30)
  await person.keepOff('it')
  expect(asked()).toEqual([])
  expect((await person.link.call('listOfferedTools', {})).tools).toHaveLength(203)
})
