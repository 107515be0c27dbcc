import { afterEach, describe, expect, test } from 'vitest'
import { hashOf } from '../../../../main/host/base/hash.ts'
import { betweenListsMs, hastyClock } from '../../../support/clocks.ts'
import { ScriptedClock } from '../../../support/scripted-clock.ts'
import { Fleet, peer } from '../../../support/fleet.ts'

let fleet: Fleet
afterEach(() => fleet.close())

const tools = () => fleet.journal.state.servers['it']?.tools ?? {}
const incomplete = () => fleet.journal.state.servers['it']?.incomplete
const walks = () => fleet.sent().filter((method) => method === 'tools/list').length
const changes = () => fleet.of('catalogue.changed')

describe('the tool catalogue', () => {
  test('[CAT-1] leaves out each malformed tool with its reason and keeps tools with odd names', async () => {
    fleet = new Fleet()
    await fleet.ready(peer('name-collision.mjs'))
    const problems = fleet.journal.state.servers['it']?.malformed ?? []
    expect(problems).toEqual([
      { name: 'create_issue', problem: 'Another tool from this server has the same name.' },
      { name: `${'x'.repeat(127)}…`, problem: 'Its name is longer than 128 characters.' },
      { name: `${'y'.repeat(127)}…`, problem: 'Its name is longer than 128 characters.' },
      { name: 'new\nline', problem: 'Its name contains control characters.' },
      { name: '(empty)', problem: 'Its name is empty.' },
      { name: '__proto__', problem: 'Its name is reserved.' },
      { name: '(no name)', problem: 'Its name is missing.' },
      { name: '42', problem: 'Its name isn’t text.' },
      { name: 'no_schema', problem: 'Its input schema isn’t an object.' },
      { name: 'true_schema', problem: 'Its input schema isn’t an object.' },
      { name: '(no name)', problem: 'The item isn’t an object.' },
      { name: '(no name)', problem: 'The item isn’t an object.' },
      { name: 'large', problem: 'Its definition is larger than 256 KB.' },
    ])
    expect(Object.keys(tools())).toHaveLength(16)
    for (const name of ['Create_Issue', 'create_issue ', 'slash/../../x', 'emoji🚀', 'constructor', 'create_іssue'])
      expect(await fleet.say(name)).toBe(`${name} called`)
  })

  test('[CAT-1] gives each entry its title, claims with defaults, short description and raw definition’s hash', async () => {
    fleet = new Fleet()
    await fleet.add({ it: peer('name-collision.mjs'), good: peer('good.mjs') })
    expect(fleet.journal.state.servers['good']?.tools['echo']).toEqual({
      name: 'echo',
      title: 'Echo',
      description: 'Echo text back',
      hash: hashOf({
        name: 'echo',
        title: 'Echo',
        description: 'Echo text back',
        inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
        annotations: { readOnlyHint: true, title: 'Not this one' },
      }),
      claims: { readOnly: true, destructive: true, idempotent: false, openWorld: true },
    })
    const long = tools()['long']
    expect(long).toMatchObject({ title: 'Titled', claims: { readOnly: false } })
    expect(long?.description.length).toBeLessThanOrEqual(200)
    expect(long?.description.isWellFormed()).toBe(true)
    await fleet.journal.durable()
    const kept = fleet.journal.read({ blob: long?.hash ?? '', bytes: 0, preview: '' })
    expect(kept).toEqual(fleet.server().definition('long')?.raw)
  })
})

describe('a paged tool list', () => {
  const list = async (mode: string, per = '10') => {
    fleet = new Fleet()
    await fleet.ready(peer('infinite-pagination.mjs', { MODE: mode, PER: per }))
    return Object.keys(tools()).length
  }

  test('[CAT-2] ends after 20 pages if it never ends by itself, and keeps its tools so far', async () => {
    expect(await list('fresh')).toBe(200)
    expect(incomplete()).toBe('Some tools may be missing: the list has more than 20 pages.')
    expect(fleet.of('request.sent').filter((it) => it.method === 'tools/list')).toMatchObject([{ detail: '20 pages' }])
  })

  test('[CAT-2] is cut off after 500 tools', async () => {
    expect(await list('fresh', '100')).toBe(500)
    expect(incomplete()).toBe('1500 of at least 2000 tools are left out: Atrium uses up to 500 tools.')
  })

  test.each([
    ['repeat', 20, 'page 2 points back to an earlier page'],
    ['cycle', 30, 'page 3 points back to an earlier page'],
    ['empty', 0, 'the list has more than 20 pages'],
    ['number', 10, 'the cursor for page 2 isn’t text'],
    ['dup', 10, 'the list has more than 20 pages'],
    ['broken', 10, expect.stringContaining('page 2 of the list didn’t arrive (the server responded with error')],
  ])('[CAT-2] has the fault "%s" and keeps %i tools', async (mode, kept, why) => {
    expect(await list(mode)).toBe(kept)
    expect(incomplete()).toEqual(typeof why === 'string' ? `Some tools may be missing: ${why}.` : why)
  })

  test('[CAT-2] can have empty text as a cursor', async () => {
    expect(await list('empty_cursor')).toBe(20)
    expect(incomplete()).toBeUndefined()
  })
})

describe('a changed tool list', () => {
  test('[CAT-3] is recorded if definitions differ, but not if only their order does', async () => {
    fleet = new Fleet({ clock: hastyClock(betweenListsMs) })
    const server = await fleet.ready(peer('changing-list.mjs'))
    expect(changes()).toHaveLength(1)
    const before = server.definition('one')?.hash
    await fleet.say('change', { how: 'redefine' })
    await fleet.until(() => changes().length === 2)
    expect(changes()[1]).toMatchObject({ set: [{ name: 'one', description: 'second' }], removed: [], malformed: [] })
    expect(server.definition('one')?.hash).not.toBe(before)
    const lists = Number(await fleet.say('lists'))
    await fleet.say('change', { how: 'order' })
    await fleet.until(() => walks() === lists + 1)
    expect(Number(await fleet.say('lists'))).toBe(lists + 1)
    expect(changes()).toHaveLength(2)
    await fleet.say('change', { how: 'break' })
    await fleet.until(() => changes().length === 3)
    expect(changes()[2]).toMatchObject({ set: [], removed: [], malformed: [{ name: 'broken' }] })
  })

  test('[CAT-3] is fetched once for a burst of notifications, and isn’t recorded if a restart finds no difference', async () => {
    const clock = new ScriptedClock()
    fleet = new Fleet({ clock })
    await fleet.ready(peer('changing-list.mjs'))
    // All notifications precede this answer.
    expect(await fleet.say('change', { how: 'burst' })).toBe('changed')
    clock.pass(1999)
    expect(walks()).toBe(1)
    clock.pass(1)
    await fleet.until(() => walks() === 2)
    clock.pass(60_000)
    expect(await fleet.say('lists')).toBe('2')
    await fleet.servers.restart('it')
    expect(fleet.status()).toMatchObject({ state: 'ready' })
    expect(changes()).toHaveLength(1)
    fleet.apply({ it: peer('good.mjs') })
    await fleet.until(() => changes().length === 2)
    expect(changes()[1]?.removed.toSorted()).toEqual(['change', 'lists', 'one'])
  })

  test('[LIF-8] isn’t recorded beyond a pestering server’s budget, and an unrecorded tool can’t be called', async () => {
    const clock = new ScriptedClock()
    fleet = new Fleet({ clock })
    const server = await fleet.ready(peer('changing-list.mjs'))
    await fleet.say('change', { how: 'pester' })
    await fleet.say('change', { how: 'redefine' })
    clock.pass(2000)
    await fleet.until(() => server.definition('one') === undefined)
    expect(changes()).toHaveLength(1)
    expect(await fleet.say('lists')).toBe('2')
    expect(await fleet.call('one')).toMatchObject({ status: 'stale' })
  })

  test.each([
    ['the first one', { START_TORN: '1' }],
    ['a later one', {}],
  ])(
    '[CAT-4] is read again if it changes during a walk (%s), and nothing of the torn list remains',
    async (_which, env) => {
      fleet = new Fleet({ clock: hastyClock(betweenListsMs) })
      const server = await fleet.ready(peer('torn-list.mjs', env))
      const described = () => Object.values(tools()).map(({ name, description }) => [name, description])
      if (!('START_TORN' in env)) {
        expect(await fleet.say('one')).toBe('one of old')
        await fleet.say('tear')
      }
      const after = [
        ['tear', ''],
        ['one', 'new'],
        ['new', 'new'],
        ['two', 'new'],
      ]
      await fleet.until(() => JSON.stringify(described().toSorted()) === JSON.stringify(after.toSorted()))
      expect(changes().at(-1)).toMatchObject({ removed: ['old'] })
      expect(server.definition('old')).toBeUndefined()
      expect(incomplete()).toBeUndefined()
      expect(await fleet.call('old')).toMatchObject({ status: 'stale' })
    },
  )

  test('[CAT-3] is announced by a modern server that Atrium subscribed to', async () => {
    fleet = new Fleet({ clock: hastyClock(betweenListsMs) })
    await fleet.ready(peer('modern-peer.mjs', { LEGACY: 'reject' }))
    expect(fleet.sent()).toContain('subscriptions/listen')
    await fleet.say('bump')
    await fleet.until(() => changes().length === 2)
    expect(changes()[1]?.set.map(({ name }) => name)).toEqual([expect.stringMatching(/^bumped_/)])
  })
})
