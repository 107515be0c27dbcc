import { copyFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Journal } from '../../../../main/host/journal/journal.ts'
import { Atrium, peer } from '../../../support/atrium.ts'
import { ownHost } from '../../../support/own-host.ts'
import type { AskOf } from '../../../support/person.ts'
import { connect, temporaryDirectory } from '../../journal/support.ts'
import { consentOf } from '../../../../shared/state/consents.ts'
import { consentsOf } from '../../../support/trusting.ts'

let shared: Atrium
let atrium: Atrium
beforeAll(async () => void (shared = await Atrium.start()))
beforeEach(async () => {
  atrium = shared
  await shared.fresh()
})
afterEach(async () => {
  if (shared.person.state.servers['it']) await shared.remove('it')
})
afterAll(() => shared.close())

const tools = (server = 'it') => atrium.person.state.servers[server]?.tools ?? {}
const hashOf = (tool: string) => tools()[tool]?.hash ?? ''
const pins = (server = 'it') => consentOf(atrium.person.state, server).pins
const asked = () => atrium.person.state.asks.filter(({ kind }) => kind === 'definitions')
const question = (server = 'it') => atrium.person.ask('definitions', server)

async function change(how: string): Promise<void> {
  const { person } = atrium
  const wanted = { server: 'it', tool: 'change', definition: hashOf('change'), arguments: { how } }
  const { call } = await person.link.call('callTool', wanted)
  await person.event('call.finished', (event) => event.call === call)
}

/** The server in its initial state, with a definition that needs review after its first change. */
async function pulled(): Promise<string> {
  await atrium.add('it', peer('rug-pull.mjs', { STATE_FILE: path.join(temporaryDirectory(), 'pulled') }))
  const before = hashOf('add')
  await change('description')
  await atrium.person.link.call('restartServer', { id: 'it' })
  return before
}

async function reopened(): Promise<void> {
  await atrium.stop()
  await atrium.open()
  await atrium.person.until('it is ready', () => atrium.person.state.servers['it']?.status.state === 'ready')
}

describe('the question about definitions', () => {
  test('[PIN-5] exists once per server, is asked again when its lists change, and closes with the server', async () => {
    await pulled()
    const { person } = atrium
    const first = await question()
    await change('schema')
    await person.link.call('restartServer', { id: 'it' })
    await person.event('ask.closed', (event) => event.ask === first.id && event.by === 'withdrawn')
    const second = await person.until('it is asked anew', () => {
      const [ask] = asked()
      return ask && ask.contentHash !== first.contentHash ? ask : undefined
    })
    await expect(person.answer(first, { decision: 'keep-off', items: [] })).rejects.toMatchObject({ code: 'not-found' })
    expect(asked()).toHaveLength(1)
    await person.link.call('setServerEnabled', { id: 'it', enabled: false })
    await person.event('ask.closed', (event) => event.ask === second.id && event.by === 'withdrawn')
    expect(asked()).toEqual([])
    await person.link.call('setServerEnabled', { id: 'it', enabled: true })
    expect((await question()).question).toEqual(second.question)
  })

  test('[PIN-6] accepts only its own items from an admin, and pins them with the answer', async () => {
    const before = await pulled()
    const { person } = atrium
    const ask = await question()
    const accept = (items: string[]) => person.answer(ask, { decision: 'accept', items })
    for (const items of [['tool/other'], ['tool/add', 'tool/change'], []])
      await expect(accept(items)).rejects.toMatchObject({ code: 'bad-input' })
    await expect(person.answer(ask, { decision: 'keep-off', items: ['tool/add'] })).rejects.toMatchObject({
      code: 'bad-input',
    })
    const guest = atrium.join('use', 'web:guest')
    await expect(guest.answer(ask, { decision: 'accept', items: ['tool/add'] })).rejects.toMatchObject({
      code: 'forbidden',
    })
    guest.leave()
    expect(pins()?.['tool/add']).toBe(before)
    await person.accept('it')
    const { rows } = await person.link.call('listAudit', { types: ['ask.closed', 'definitions.pinned'], limit: 2 })
    const [pinned, closed] = rows
    expect(pinned).toMatchObject({ type: 'definitions.pinned', server: 'it', actor: 'web:test' })
    expect(closed).toMatchObject({ seq: (pinned?.seq ?? 0) - 1, type: 'ask.closed', decision: 'accept' })
    expect(pins()?.['tool/add']).toBe(hashOf('add'))
    await reopened()
    expect([asked(), pins()?.['tool/add']]).toEqual([[], hashOf('add')])
  })

  test('[PIN-7] skips blocked definitions until they change again', async () => {
    const before = await pulled()
    await atrium.person.keepOff('it')
    expect(atrium.person.all('definitions.kept-off')).toEqual([
      { type: 'definitions.kept-off', server: 'it', items: { 'tool/add': hashOf('add') }, actor: 'web:test' },
    ])
    await atrium.person.link.call('restartServer', { id: 'it' })
    await reopened()
    await atrium.person.link.call('listAudit', {})
    expect([asked(), pins()?.['tool/add']]).toEqual([[], before])
    expect((await atrium.person.link.call('listOfferedTools', {})).tools.map(({ tool }) => tool)).not.toContain('add')
    await change('other')
    await atrium.person.link.call('restartServer', { id: 'it' })
    expect((await question()).question.items).toMatchObject([{ item: 'tool/add', before }])
  })

  test('[PIN-6] [PIN-7] accepts some definitions and keeps the others off', async () => {
    await atrium.add('it', peer('rug-pull.mjs'))
    await change('more')
    await question()
    await atrium.person.accept('it', ['tool/poison_7'])
    const rest = await question()
    expect(rest.question.items).toHaveLength(30)
    await atrium.person.keepOff('it')
    expect(asked()).toEqual([])
    const { tools: offered } = await atrium.person.link.call('listOfferedTools', {})
    expect(offered.map(({ tool }) => tool)).toEqual(['add', 'change', 'poison_7', 'tell'])
    expect(Object.keys(consentOf(atrium.person.state, 'it').keptOff ?? {})).toHaveLength(229)
  })

  test('[PIN-8] can be requested again for everything unreviewed, and is refused if nothing is @all', async () => {
    const { link } = atrium.person
    await expect(link.call('reviewDefinitions', { server: 'it' })).rejects.toMatchObject({ code: 'not-found' })
    await atrium.add('it', peer('rug-pull.mjs'))
    await expect(link.call('reviewDefinitions', { server: 'it' })).rejects.toMatchObject({
      code: 'not-found',
      message: 'Nothing from it needs your review.',
    })
    await change('more')
    await atrium.person.keepOff('it')
    await atrium.person.keepOff('it')
    expect(asked()).toEqual([])
    await link.call('reviewDefinitions', { server: 'it' })
    const again = await question()
    await link.call('reviewDefinitions', { server: 'it' })
    expect(asked()).toEqual([again])
    expect(again.question.items).toHaveLength(200)
    await atrium.person.accept('it')
    expect((await question()).question.items).toHaveLength(30)
    await atrium.person.keepOff('it')
    expect(asked()).toEqual([])
  })
})

describe('[PIN-12] a call whose definition changes during its question', () => {
  /** Two calls of one message: the one being asked about, and the one that changes its definition. */
  async function changedMeanwhile() {
    await atrium.add('it', peer('rug-pull.mjs'))
    const { person } = atrium
    const before = hashOf('add')
    const text = '!tool it__add {"a":1,"b":2}\n!tool it__change {"how":"description"}'
    const { conversation } = await person.link.call('sendMessage', { text })
    await person.until('two questions', () => person.state.asks.length === 2)
    const changing = person.state.asks.find((ask) => ask.kind === 'approval' && ask.question.tool === 'change')
    if (changing) await person.answer(changing, { decision: 'allow', scope: 'once' })
    return { before, anew: await askedInsteadOf(before), conversation }
  }

  /** The question about the tool in another definition than these. */
  const askedInsteadOf = (...definitions: string[]) =>
    atrium.person.until('it is asked anew', () =>
      atrium.person.state.asks.find(
        (ask): ask is AskOf<'approval'> =>
          ask.kind === 'approval' && ask.question.tool === 'add' && !definitions.includes(ask.question.definition),
      ),
    )

  test('shows the earlier definition, and can be allowed only once @all', async () => {
    const { before, anew, conversation } = await changedMeanwhile()
    const { person } = atrium
    expect(anew.question).toMatchObject({ tool: 'add', definition: hashOf('add'), changedFrom: before })
    await expect(person.answer(anew, { decision: 'allow', scope: 'conversation' })).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('you can only allow it once'),
    })
    await person.answer(anew, { decision: 'allow', scope: 'once' })
    await person.event('turn.finished')
    const [first] = person.all('call.requested')
    expect(person.all('call.finished').find(({ call }) => call === first?.call)).toMatchObject({
      outcome: { status: 'succeeded' },
    })
    const next = await person.link.call('sendMessage', { conversation, text: '!tool it__add {"a":1,"b":2}' })
    await person.event('turn.finished', ({ turn }) => turn === next.turn)
    expect(person.all('call.finished').at(-1)?.outcome.status).toBe('invalid')
    expect(JSON.stringify(atrium.requests.map(({ body }) => body))).not.toContain('POISON')
  })

  test('is compared with the first definition shown, however often it changes @all', async () => {
    const { before, anew } = await changedMeanwhile()
    await change('schema')
    const third = await askedInsteadOf(before, anew.question.definition)
    expect(third.question).toMatchObject({ definition: hashOf('add'), changedFrom: before })
    await change('back')
    const back = await askedInsteadOf(anew.question.definition, third.question.definition)
    expect(back.question).not.toHaveProperty('changedFrom')
    await atrium.person.answer(back, { decision: 'deny' })
    await atrium.person.event('turn.finished')
  })

  test('can be allowed for longer after its definition is accepted @all', async () => {
    const { anew } = await changedMeanwhile()
    await atrium.person.accept('it')
    await atrium.person.answer(anew, { decision: 'allow', scope: 'conversation' })
    await atrium.person.event('turn.finished', ({ end }) => end === 'done')
    expect(Object.values(atrium.person.state.rules)).toMatchObject([{ definition: hashOf('add') }])
  })
})

describe('[PIN-13] pinned definitions', () => {
  test('start as the first list if the journal is older than pins', async () => {
    atrium = await ownHost()
    await atrium.add('it', peer('rug-pull.mjs'))
    const { configured } = atrium.person.state
    const list = Object.values(tools())
    const directory = temporaryDirectory()
    mkdirSync(directory, { recursive: true })
    copyFileSync(path.join(atrium.directory, 'servers.json'), path.join(directory, 'servers.json'))
    const journal = Journal.open(directory)
    const servers = {
      type: 'configured',
      file: 'servers',
      before: {},
      after: configured.servers,
      actor: 'file',
    } as const
    journal.append(servers, { type: 'catalogue.changed', server: 'it', set: list, removed: [], malformed: [] })
    await journal.close()
    atrium = await ownHost({ directory })
    await atrium.person.trust('it')
    await atrium.person.event('definitions.pinned')
    expect(atrium.person.all('catalogue.changed')).toEqual([])
    expect(pins()).toEqual(Object.fromEntries(list.map(({ name, hash }) => [`tool/${name}`, hash])))
  })

  test('are empty if they can’t be read, so everything needs review', async () => {
    atrium = await ownHost()
    await atrium.add('it', peer('rug-pull.mjs'))
    await atrium.stop()
    const db = connect(path.join(atrium.directory, 'journal.db'))
    db.exec("DELETE FROM bodies WHERE seq IN (SELECT seq FROM events WHERE type = 'definitions.pinned')")
    db.exec('DELETE FROM checkpoints')
    await atrium.open()
    const ask = await question()
    expect(ask.question.items.map(({ item }) => item)).toEqual(['tool/add', 'tool/change', 'tool/tell'])
    expect(pins()).toEqual({})
    expect((await atrium.person.link.call('listOfferedTools', {})).tools).toEqual([])
  })

  test('are removed with their server, and a new server with its name starts fresh', async () => {
    await pulled()
    await question()
    await atrium.person.link.call('removeServer', { id: 'it' })
    await atrium.person.until('it is gone', () => atrium.person.state.servers['it'] === undefined)
    expect([consentsOf(atrium.person.state, 'pins'), asked()]).toEqual([{}, []])
    await atrium.add('it', peer('rug-pull.mjs'))
    expect(Object.keys(pins() ?? {})).toEqual(['tool/add', 'tool/change', 'tool/tell'])
  })
})

test('[PIN-14] come from the host for the playground, even if its name had another server before', async () => {
  await atrium.add('it', peer('rug-pull.mjs'))
  const { person } = atrium
  await person.link.call('updateServer', { id: 'it', config: { type: 'playground' } })
  // Its lists are published slightly before it is ready, and nothing is offered until then.
  await person.until('it lists the playground and is ready', () => {
    const state = person.state.servers['it']?.status.state
    return state === 'ready' && Object.hasOwn(tools(), 'roll_dice')
  })
  expect(asked()).toEqual([])
  expect(person.all('definitions.pinned').at(-1)).toMatchObject({ actor: 'host' })
  const { tools: offered } = await person.link.call('listOfferedTools', {})
  expect(offered.map(({ tool }) => tool).toSorted()).toEqual(Object.keys(tools()).toSorted())
  await person.link.call('updateServer', { id: 'it', config: { type: 'playground', era: 'legacy' } })
  await person.until('it is the older one', () => {
    const status = person.state.servers['it']?.status
    return status?.state === 'ready' && status.era === 'legacy'
  })
  expect([asked(), (await person.link.call('listOfferedTools', {})).tools.length]).toEqual([[], offered.length])
})
