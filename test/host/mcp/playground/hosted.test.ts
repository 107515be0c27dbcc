import { inflateSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { readImage } from '../../../../main/host/llm/request/images.ts'
import { isObject, type JsonObject } from '../../../../shared/schema/json.ts'
import { serverConfig, type PlaygroundEntry } from '../../../../shared/config/server-config.ts'
import { Atrium } from '../../../support/atrium.ts'
import { answerAll } from '../inputs/asked.ts'
import { Fleet } from '../../../support/fleet.ts'
import { leaveTime } from '../../../support/waiting.ts'

const eras = ['modern', 'legacy'] as const
let fleet: Fleet
const playground = (entry: Partial<PlaygroundEntry> = {}) => serverConfig.parse({ ...entry, type: 'playground' })

/** A tool's answer; the tool's own error counts as one. */
async function result(tool: string, args: JsonObject = {}): Promise<JsonObject> {
  const reply = await fleet.call(tool, args)
  if (reply.status !== 'answered') throw new Error(JSON.stringify(reply))
  expect(reply.notes).toEqual([])
  return reply.result
}

const structured = async (tool: string, args: JsonObject = {}) => (await result(tool, args))['structuredContent']

describe.each(eras)('the playground in the %s era', (era) => {
  afterEach(() => fleet.close())

  test('[PLG-1] is a server like any other, but without a process', async () => {
    // No search for containment, which would be a process itself.
    fleet = new Fleet({ containment: 'none' })
    await fleet.ready(playground({ era }))
    const revision = era === 'modern' ? '2026-07-28' : '2025-11-25'
    const status = fleet.status()
    expect(status).toMatchObject({ state: 'ready', era, revision, calls: { name: 'playground', version: '0.0.0' } })
    expect(status).not.toHaveProperty('pid')
    expect(status).not.toHaveProperty('containment')
    expect(fleet.of('server.changed').map(({ to }) => to)).toMatchObject([
      { state: 'starting', era },
      { state: 'ready' },
    ])
    const first = era === 'modern' ? ['server/discover', 'subscriptions/listen'] : ['initialize']
    const lists = ['prompts/list', 'resources/list', 'resources/templates/list']
    const sent = fleet.sent()
    expect(sent.slice(0, -3)).toEqual([...first, 'tools/list'])
    expect(sent.slice(-3).toSorted()).toEqual(lists)
    expect(process.getActiveResourcesInfo()).not.toContain('ProcessWrap')
    expect(fleet.journal.state.servers['it']).toMatchObject({ malformed: [] })
    expect(fleet.journal.state.servers['it']?.incomplete).toBeUndefined()
  })

  test('[PLG-2] has tools that do what they say', async () => {
    fleet = new Fleet()
    await fleet.ready(playground({ era }))
    expect(await fleet.say('tell_time', { time_zone: 'Asia/Tokyo' })).toMatch(/ in Asia\/Tokyo\.$/)
    expect(await result('tell_time', { time_zone: 'Nowhere/At all' })).toMatchObject({ isError: true })
    const rolled = await structured('roll_dice', { count: 5, seed: 7 })
    expect(rolled).toEqual(await structured('roll_dice', { count: 5, seed: 7 }))
    expect(rolled).not.toEqual(await structured('roll_dice', { count: 5, seed: 8 }))
    const { rolls, sum } = rolled as { rolls: number[]; sum: number }
    expect(rolls.reduce((total, roll) => total + roll, 0)).toBe(sum)
    expect(rolls.every((roll) => roll >= 1 && roll <= 6)).toBe(true)
    expect(await structured('measure_text', { text: 'Owls hoot. Owls fly!' })).toEqual({
      characters: 20,
      words: 4,
      sentences: 2,
      longest_word: 'owls',
      most_frequent: [
        { word: 'owls', count: 2 },
        { word: 'hoot', count: 1 },
        { word: 'fly', count: 1 },
      ],
    })
    const items = [{ item: 'paper kite', quantity: 3, gift_wrap: true }, { item: 'spinning top' }]
    expect(await structured('price_order', { customer: { name: 'Ada' }, items, note: 'Soon' })).toEqual({
      customer: 'Ada',
      lines: [
        { item: 'paper kite', quantity: 3, total: 35.7 },
        { item: 'spinning top', quantity: 1, total: 4.5 },
      ],
      total: 40.2,
      note: 'Soon',
    })
    expect(await result('fail_on_purpose', { reason: 'Rain.' })).toMatchObject({
      isError: true,
      content: [{ text: 'This failed on purpose: Rain.' }],
    })
  })

  test('[PLG-2] keeps, shows, links and deletes notes, up to a limit', async () => {
    fleet = new Fleet()
    await fleet.ready(playground({ era }))
    const added = await fleet.say('add_note', { title: 'Milk', text: 'Two litres' })
    expect(added).toBe('Note 3 was added.')
    const list = await result('list_notes')
    expect(list).toMatchObject({ structuredContent: { notes: [{ id: '1' }, { id: '2' }, { id: '3', title: 'Milk' }] } })
    expect(JSON.stringify(list['content'])).toContain('"uri":"note://3"')
    expect(await result('read_note', { id: '3' })).toMatchObject({
      content: [{ type: 'resource', resource: { uri: 'note://3', text: 'Two litres' } }],
    })
    expect(await fleet.say('delete_note', { id: '3' })).toBe('Note 3 was deleted.')
    expect(await result('delete_note', { id: '3' })).toMatchObject({ isError: true })
    for (let i = 0; i < 98; i++) await result('add_note', { title: 'x', text: '' })
    expect(await result('add_note', { title: 'x', text: '' })).toMatchObject({ isError: true })
  })

  test('[PLG-2] has tools whose claims about themselves are true', async () => {
    fleet = new Fleet()
    await fleet.ready(playground({ era }))
    const tools = Object.values(fleet.journal.state.servers['it']?.tools ?? {})
    expect(tools.filter(({ claims }) => !claims.readOnly).map(({ name }) => name)).toEqual(['add_note', 'delete_note'])
    const destructive = tools.filter(({ claims }) => !claims.readOnly && claims.destructive)
    expect(destructive.map(({ name }) => name)).toEqual(['delete_note'])
    expect(tools.filter(({ claims }) => claims.openWorld)).toEqual([])
    for (const { title, description } of tools) expect([title, description]).not.toContain('')
    const before = await structured('list_notes')
    const filled: Record<string, JsonObject> = {
      read_note: { id: '1' },
      measure_text: { text: 'x' },
      price_order: { customer: { name: 'x' }, items: [{ item: 'paper kite' }] },
      count_down: { from: 1, pace: 'tenths' },
    }
    answerAll(fleet, 'form', { action: 'decline' })
    for (const { name, claims } of tools) if (claims.readOnly) await result(name, filled[name])
    expect(await structured('list_notes')).toEqual(before)
  })

  test('[PLG-2] draws a valid image in the requested size', async () => {
    fleet = new Fleet()
    await fleet.ready(playground({ era }))
    const drawn = await result('draw_picture', { pattern: 'checks', colour: 'green', size: 40 })
    const [image] = Array.isArray(drawn['content']) ? drawn['content'] : []
    const data = isObject(image) && typeof image['data'] === 'string' ? image['data'] : ''
    expect(readImage(data)).toMatchObject({ type: 'image/png', width: 40, height: 40 })
    const bytes = Buffer.from(data, 'base64')
    const at = bytes.indexOf('IDAT')
    const pixels = inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)))
    expect(pixels).toHaveLength(40 * (1 + 40 * 3))
    expect([...pixels.subarray(1, 4)]).toEqual([34, 139, 84])
  })

  test('[PLG-3] reports the countdown’s progress', async () => {
    fleet = new Fleet()
    await fleet.ready(playground({ era }))
    const told: (number | undefined)[] = []
    const reply = await fleet.call(
      'count_down',
      { from: 3, pace: 'tenths' },
      { onProgress: (it) => told.push(it.progress) },
    )
    expect(reply).toMatchObject({ status: 'answered', result: { content: [{ text: 'Counted down from 3.' }] } })
    // Several may arrive together, and the last one with the answer: then they're no longer news.
    expect(told[0]).toBe(1)
    expect(told).toEqual([...new Set(told)].toSorted())
  })

  test('[PLG-3] stops the countdown when it is cancelled', async () => {
    fleet = new Fleet()
    await fleet.ready(playground({ era }))
    const stop = new AbortController()
    const options = { signal: stop.signal, onProgress: () => stop.abort() }
    expect(await fleet.call('count_down', { from: 50, pace: 'tenths' }, options)).toEqual({
      status: 'cancelled',
      mayHaveRun: true,
    })
    await fleet.until(() => fleet.server().stderr().length > 0)
    expect(fleet.server().stderr()).toEqual([expect.stringMatching(/^count_down was stopped at [1-4]?\d of 50$/)])
    expect(fleet.violations()).toEqual({})
    expect(await fleet.say('add_note', { title: 'Still', text: 'there' })).toBe('Note 3 was added.')
  })

  test('[PLG-4] ends its calls at once when it is stopped, and restarts from its first state', async () => {
    fleet = new Fleet()
    const server = await fleet.ready(playground({ era }))
    await result('add_note', { title: 'Mine', text: 'x' })
    const begun = Promise.withResolvers<void>()
    const running = fleet.call('count_down', { from: 100, pace: 'tenths' }, { onProgress: () => begun.resolve() })
    await begun.promise
    await fleet.servers.stop('it')
    expect(await running).toMatchObject({ status: 'failed', problem: 'it was stopped before it responded.' })
    expect(server.stderr()).toEqual([expect.stringMatching(/^count_down was stopped at \d\d of 100$/)])
    expect(await fleet.call('list_notes')).toMatchObject({ status: 'failed', problem: 'it isn’t running.' })
    await fleet.servers.restart('it')
    expect(await structured('list_notes')).toMatchObject({ notes: [{ id: '1' }, { id: '2' }] })
    expect(fleet.states()).toEqual(['starting', 'ready', 'stopping', 'off', 'starting', 'ready'])
    expect(fleet.violations()).toEqual({})
  })
})

describe('the playground’s configuration', () => {
  afterEach(() => fleet.close())

  test('[PLG-1] switches the era, which restarts the playground', async () => {
    fleet = new Fleet()
    await fleet.ready(playground())
    expect(fleet.status()).toMatchObject({ era: 'modern' })
    await fleet.ready(playground({ name: 'Renamed' }))
    expect(fleet.starts()).toBe(1)
    await fleet.add({ it: playground({ era: 'legacy' }) })
    await fleet.until(() => fleet.states().at(-1) === 'ready')
    expect(fleet.status()).toMatchObject({ era: 'legacy', revision: '2025-11-25' })
    await fleet.servers.restart('it')
    expect(fleet.status()).toMatchObject({ era: 'legacy' })
    expect(fleet.sent().filter((method) => method === 'server/discover')).toHaveLength(1)
  })

  test('[PLG-4] turns the playground off and on, and removes it', async () => {
    fleet = new Fleet()
    await fleet.ready(playground())
    fleet.apply({ it: playground({ enabled: false }) })
    await fleet.until(() => fleet.status().state === 'off')
    fleet.apply({ it: playground() })
    await fleet.until(() => fleet.status().state === 'ready')
    fleet.apply({})
    await fleet.until(() => fleet.journal.state.servers['it'] === undefined)
    expect(fleet.states()).toEqual(['starting', 'ready', 'stopping', 'off', 'starting', 'ready', 'stopping', 'off'])
  })

  test('[PLG-4] doesn’t keep a playground running that is stopped while it starts', async () => {
    fleet = new Fleet()
    fleet.journal.subscribe(({ event }) => {
      if (event.type === 'server.changed' && event.to.state === 'starting') void fleet.servers.stop('it')
    })
    fleet.apply({ it: playground() })
    await fleet.until(() => fleet.states().at(-1) === 'off')
    await leaveTime(200)
    expect(fleet.states()).toEqual(['starting', 'stopping', 'off'])
  })
})

test('[PLG-5] keeps the playground in servers.json only if it was added, in as few words as possible', async () => {
  const atrium = await Atrium.start()
  try {
    const { person } = atrium
    expect(person.state.configured.servers).toEqual({})
    await atrium.add('playground', { type: 'playground' })
    const file = (): unknown => JSON.parse(readFileSync(path.join(atrium.directory, 'servers.json'), 'utf8'))
    expect(file()).toEqual({ mcpServers: { playground: { type: 'playground' } } })
    await person.link.call('updateServer', { id: 'playground', config: { type: 'playground', era: 'legacy' } })
    await person.event('server.changed', ({ to }) => to.state === 'ready' && to.era === 'legacy')
    expect(file()).toEqual({ mcpServers: { playground: { type: 'playground', era: 'legacy' } } })
    await person.link.call('setServerEnabled', { id: 'playground', enabled: false })
    expect(file()).toEqual({ mcpServers: { playground: { type: 'playground', era: 'legacy', enabled: false } } })
    await person.link.call('removeServer', { id: 'playground' })
    await person.until('it is gone', () => person.state.servers['playground'] === undefined)
    expect(file()).toEqual({ mcpServers: {} })
    const guest = atrium.join('use', 'web:guest')
    await expect(
      guest.link.call('addServer', { id: 'playground', config: { type: 'playground' } }),
    ).rejects.toMatchObject({ code: 'forbidden' })
    guest.leave()
  } finally {
    await atrium.close()
  }
})

test.each([
  [{ type: 'playground', era: 'ancient' }, /era/],
  [{ type: 'playground', command: 'node' }, /command/],
])('[PLG-5] refuses an invalid entry: %j', (entry, named) => {
  const parsed = serverConfig.safeParse(entry)
  expect(parsed.success).toBe(false)
  expect(JSON.stringify(parsed.error?.issues)).toMatch(named)
})
