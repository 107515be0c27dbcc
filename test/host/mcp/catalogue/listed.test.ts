import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { consentOf } from '../../../../shared/state/consents.ts'
import { quarantineOf } from '../../../../shared/state/pins.ts'
import { ScriptedClock } from '../../../support/scripted-clock.ts'
import { Fleet, peer } from '../../../support/fleet.ts'

let fleet: Fleet
let clock: ScriptedClock
beforeEach(() => {
  clock = new ScriptedClock()
  fleet = new Fleet({ clock })
})
afterEach(() => fleet.close())

const known = (id = 'it') => fleet.journal.state.servers[id]
const prompts = () => Object.keys(known()?.prompts?.items ?? {})
const listed = () => fleet.server().running?.catalogue.resources() ?? { resources: [] }
const walks = async (id = 'it'): Promise<Record<string, number>> => JSON.parse(await fleet.say('walks', {}, { id }))
const eras = ['legacy', 'modern']

describe('a server’s catalogue', () => {
  test.each(eras)(
    '[PRM-1] fetches all lists of a %s server with its tools and pins them without asking',
    async (era) => {
      await fleet.ready(peer('offers.mjs', { MCP_ERA: era }))
      expect(prompts()).toEqual(['greet', 'talk', 'odd', 'nothing', 'asks'])
      expect(known()?.prompts?.items['greet']).toMatchObject({
        title: 'Greet',
        description: 'Greets somebody.',
        arguments: [
          { name: 'who', description: 'Whom', required: true },
          { name: 'style', required: false },
        ],
      })
      expect(known()?.templates?.items['x://{name}']).toMatchObject({ name: 'any', description: 'Any of them.' })
      expect(known()?.resources).toMatchObject({ count: 3, listing: 1, malformed: [] })
      expect(listed().resources[1]).toEqual({
        uri: 'x://1',
        name: 'Resource 1',
        mimeType: 'text/plain',
        size: 1,
        annotations: { audience: ['user'], priority: 1, lastModified: '2025-01-12T15:00:58Z' },
      })
      expect(listed().resources[2]?.annotations).toEqual({ audience: ['user'], lastModified: '2025-01-12T15:00:58Z' })
      expect(quarantineOf(known(), consentOf(fleet.journal.state, 'it').pins)).toEqual([])
      expect(fleet.of('ask.opened').filter(({ ask }) => ask.kind === 'definitions')).toEqual([])
    },
  )

  test('[PRM-1] requests only tools from a server that declares nothing else', async () => {
    await fleet.ready(peer('offers.mjs', { DECLARES: 'tools' }))
    expect(fleet.sent().filter((method) => method.includes('/list'))).toEqual(['tools/list'])
    expect(known()).not.toHaveProperty('prompts')
    expect(listed()).toEqual({ resources: [] })
  })

  test('[PRM-4] joins ten thousand resources from small pages into one list', async () => {
    await fleet.ready(peer('offers.mjs', { RESOURCES: '10000', PAGE: '100' }))
    await fleet.until(() => known()?.resources?.count === 10_000)
    expect(listed().resources).toHaveLength(10_000)
    expect(listed().resources.at(-1)?.uri).toBe('x://9999')
    expect(listed().incomplete).toBeUndefined()
    expect(fleet.of('request.sent').find(({ method }) => method === 'resources/list')?.detail).toBe('100 pages')
  })

  test.each([
    ['loop', 3, 'Some prompts may be missing: page 3 points back to an earlier page.'],
    ['endless', 100, 'Some prompts may be missing: the list has more than 100 pages.'],
    [
      'missing',
      0,
      expect.stringMatching(/^The list of prompts didn’t arrive: the server responded with error -\d+, “.+”\.$/),
    ],
  ])('[PRM-4] stops reading a faulty list (%s) and keeps the items it got', async (LIST, count, incomplete) => {
    await fleet.ready(peer('offers.mjs', { LIST }))
    await fleet.until(() => known()?.prompts !== undefined)
    expect(prompts()).toHaveLength(count)
    expect(known()?.prompts?.incomplete).toEqual(incomplete)
    expect(known()?.resources?.count).toBe(3)
  })

  test('[PRM-4] leaves out each malformed prompt with its reason', async () => {
    await fleet.ready(peer('offers.mjs', { LIST: 'broken' }))
    expect(prompts()).toEqual(['good'])
    expect(known()?.prompts?.malformed).toEqual([
      { name: '(no name)', problem: 'Its name is missing.' },
      { name: '(no name)', problem: 'The item isn’t an object.' },
      { name: 'good', problem: 'Another prompt from this server has the same name.' },
      { name: 'bad', problem: 'Its arguments aren’t a list.' },
      { name: 'twice', problem: 'Two of its arguments have the same name.' },
      { name: 'deep', problem: 'Its definition is nested too deeply or has too many values.' },
    ])
  })
})

describe('a list that may have changed', () => {
  test.each(eras)('[PRM-5] is fetched again when a %s server announces a change to that list', async (era) => {
    await fleet.ready(peer('offers.mjs', { MCP_ERA: era }))
    // The notification precedes this answer.
    await fleet.say('change', { how: 'more' })
    clock.pass(2000)
    await fleet.until(() => prompts().includes('later'))
    expect(quarantineOf(known(), consentOf(fleet.journal.state, 'it').pins)).toMatchObject([
      { item: 'prompt/later', what: 'new' },
    ])
    expect(await walks()).toMatchObject({ 'prompts/list': 2 })
  })

  test('[PRM-5] is fetched again only when it is both shown and stale', async () => {
    await fleet.ready(peer('offers.mjs', { MCP_ERA: 'modern', TTL: '600000' }))
    clock.pass(599_000)
    await fleet.server().running?.catalogue.shown('resources')
    expect(await walks()).toMatchObject({ 'resources/list': 1 })
    await fleet.ready(peer('offers.mjs', { MCP_ERA: 'modern', TTL: '1' }), 'stale')
    await fleet.until(() => known('stale')?.resources !== undefined)
    clock.pass(1999)
    await fleet.server('stale').running?.catalogue.shown('resources')
    expect(await walks('stale')).toMatchObject({ 'resources/list': 1 })
    clock.pass(1)
    await fleet.server('stale').running?.catalogue.shown('resources')
    expect(await walks('stale')).toMatchObject({ 'resources/list': 2, 'prompts/list': 1 })
  })

  test('[PRM-4] gets its missing items when it is requested again', async () => {
    await fleet.ready(peer('offers.mjs', { RESOURCES: '6', PAGE: '4', LATE: '1' }))
    await fleet.until(() => known()?.resources?.count === 4)
    expect(known()?.resources?.incomplete).toContain('Some resources may be missing: page 2 of the list didn’t arrive')
    await fleet.server().running?.catalogue.again('resources')
    expect(known()?.resources).toMatchObject({ count: 6, listing: 2 })
    expect(known()?.resources?.incomplete).toBeUndefined()
    expect(listed().resources).toHaveLength(6)
  })

  test('[PRM-5] is fetched again when it is shown if its server doesn’t announce changes', async () => {
    await fleet.ready(peer('offers.mjs', { MCP_ERA: 'modern', TELLS: '0' }))
    await fleet.until(() => known()?.prompts !== undefined)
    await fleet.say('change', { how: 'more', quietly: true })
    clock.pass(2000)
    await fleet.server().running?.catalogue.shown('prompts')
    expect(prompts()).toContain('later')
    expect(fleet.violations()).toEqual({})
  })
})
