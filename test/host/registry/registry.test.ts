import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Registries } from '../../../main/host/registry/registries.ts'
import type { ServerConfigs } from '../../../shared/config/server-config.ts'
import { createFakeRegistry, type FakeRegistry } from '../../support/fake-registry/fake-registry.mjs'

let fake: FakeRegistry
let directory: string
let now: number
let url: string
let configured: ServerConfigs

beforeEach(async () => {
  fake = await createFakeRegistry()
  directory = mkdtempSync(path.join(tmpdir(), 'atrium-registry-'))
  now = Date.UTC(2026, 9, 1)
  url = fake.url
  configured = {}
})
afterEach(async () => {
  await fake.close()
  rmSync(directory, { recursive: true, force: true })
})

/** As after a start of Atrium. */
const open = (): Registries =>
  new Registries({
    directory,
    configuration: {
      get settings() {
        return { registryUrl: url }
      },
      get servers() {
        return configured
      },
    },
    now: () => now,
  })

const snapshotFile = (): string => {
  const [name = ''] = readdirSync(path.join(directory, 'registry'))
  return path.join(directory, 'registry', name)
}

const weather = 'io.github.ada-example/weather'

describe('[REG-3] a registry', () => {
  test('isn’t asked for what was kept', async () => {
    const registries = open()
    expect(await registries.search('', 'kept', 100)).toEqual({
      url,
      rows: [],
      total: 0,
      fetchedAt: null,
      more: false,
      unreadable: 0,
      discarded: false,
    })
    expect(await registries.server({ name: weather }, false)).toEqual({ server: null })
    expect(fake.requests).toEqual([])
    expect(readdirSync(directory)).toEqual([])
  })

  test('is asked for one page at a time, and keeps each for the next start', async () => {
    const first = await open().search('', 'first', 1000)
    expect(first).toMatchObject({ total: 100, more: true, fetchedAt: now })
    const again = open()
    expect(await again.search('', 'kept', 1000)).toEqual(first)
    expect(await again.search('', 'more', 1000)).toMatchObject({ total: 200, more: true })
    expect(await again.search('', 'more', 1000)).toMatchObject({ more: false })
    expect(fake.requests).toHaveLength(3)
  })

  test('says what is new since the last time with one request without content', async () => {
    await open().search('weather', 'first', 100)
    now += 60_000
    const later = await open().search('weather', 'first', 100)
    expect(later.rows.map(({ name }) => name)).toEqual([weather])
    expect(later.fetchedAt).toBe(now)
    expect(fake.requests.at(-1)?.headers['if-none-match']).toMatch(/^"/)
  })

  test('finds every word in what was kept, the closest first, and asks for the longest word', async () => {
    const registries = open()
    await registries.search('', 'first', 1)
    expect((await registries.search('place forecasts', 'kept', 10)).rows.map(({ name }) => name)).toEqual([weather])
    expect((await registries.search('number 0007', 'kept', 10)).rows[0]?.name).toContain('0007')
    await registries.search('place forecasts', 'first', 10)
    expect(fake.requests.at(-1)?.url).toContain('search=forecasts')
  })

  test.each(['loop', 'endless'])('ends a walk over pages that never end: %s', async (fault) => {
    url = fake.fault(fault)
    const registries = open()
    let list = await registries.search('', 'first', 10)
    for (let asked = 0; list.more && asked < 50; asked++) list = await registries.search('', 'more', 10)
    expect(list.more).toBe(false)
    expect(fake.requests.length).toBeLessThanOrEqual(20)
  })

  test('goes past a page without servers, shows doubles once, and counts what it can’t read', async () => {
    url = fake.fault('empty-page')
    expect(await open().search('', 'first', 10)).toMatchObject({ total: 100 })
    url = fake.fault('doubles')
    expect(await open().search('weather', 'first', 10)).toMatchObject({ total: 1 })
    url = fake.fault('bad-records')
    expect(await open().search('', 'first', 10)).toMatchObject({ total: 100, unreadable: 5 })
  })

  test('shows what was kept, with its date and what failed, without a network', async () => {
    const before = await open().search('weather', 'first', 10)
    await fake.close()
    now += 86_400_000
    const registries = open()
    const list = await registries.search('weather', 'first', 10)
    expect(list).toMatchObject({ rows: before.rows, fetchedAt: before.fetchedAt })
    expect(list.trouble?.says).toMatch(/nothing responds at 127\.0\.0\.1/)
    const { server, trouble } = await registries.server({ name: weather }, true)
    expect(server).toMatchObject({ about: { version: '1.4.2' }, fetchedAt: before.fetchedAt })
    expect(trouble?.says).toMatch(/nothing responds/)
  })

  test('isn’t asked again before the time it named', async () => {
    url = fake.fault('429')
    const registries = open()
    expect((await registries.search('', 'first', 10)).trouble).toEqual({
      says: expect.stringMatching(/try again in 2 s\.$/),
      until: now + 2000,
    })
    expect((await registries.search('', 'first', 10)).trouble?.says).toMatch(/asked Atrium to wait/)
    expect(fake.requests).toHaveLength(1)
    now += 2000
    await registries.search('', 'first', 10)
    expect(fake.requests).toHaveLength(2)
  })

  test('throws away a kept list that can’t be read, says so, and keeps lists by registry', async () => {
    await open().search('weather', 'first', 10)
    const kept = readFileSync(snapshotFile(), 'utf8')
    for (const broken of [kept.slice(0, -20), kept.replace('"format":1', '"format":9'), '[1]', '']) {
      writeFileSync(snapshotFile(), broken)
      expect(await open().search('weather', 'kept', 10)).toMatchObject({ total: 0, discarded: true })
    }
    writeFileSync(snapshotFile(), kept)
    url = fake.fault('bare')
    expect(await open().search('weather', 'kept', 10)).toMatchObject({ total: 0, discarded: false })
  })

  test('checks a kept record like one from the network', async () => {
    await open().search('weather', 'first', 10)
    const kept = readFileSync(snapshotFile(), 'utf8')
    writeFileSync(snapshotFile(), kept.replaceAll('"name":"io.github.ada-example/weather"', '"name":"weather"'))
    expect(await open().search('weather', 'kept', 10)).toMatchObject({ total: 0 })
  })

  test('gives a server’s versions, the newest first, and the one that is asked for', async () => {
    const registries = open()
    const { server } = await registries.server({ name: weather }, true)
    expect(server?.about.version).toBe('1.4.2')
    expect(server?.versions.map(({ version }) => version)).toEqual(['2.0.0-beta.1+build.5', '1.4.2', '1.3.0'])
    const older = await registries.server({ name: weather, version: '1.3.0' }, false)
    expect(older.server?.options[0]).toMatchObject({ package: { version: '1.3.0' } })
    expect(fake.requests).toHaveLength(1)
  })

  test('warns about a server that looks like a configured one', async () => {
    configured = {
      mine: {
        type: 'http',
        url: 'https://example.com',
        headers: {},
        enabled: false,
        name: 'Weather',
        registry: { url, name: 'io.github.ada_example/weather', version: '1.0.0' },
      },
    }
    const { server } = await open().server({ name: weather }, true)
    expect(server?.warnings).toEqual([{ code: 'looks-like', what: 'Weather' }])
  })

  test('lists no deleted server, and names it deleted if it is looked up', async () => {
    const registries = open()
    expect((await registries.search('gone', 'first', 10)).rows).toEqual([])
    const { server } = await registries.server({ name: 'io.github.mal-example/gone' }, true)
    expect(server).toMatchObject({ refused: 'deleted', options: [], about: { statusMessage: 'Malware' } })
  })
})

describe('[REG-5] an added server’s registry', () => {
  const source = (version: string) => ({
    url,
    name: weather,
    version,
    package: { type: 'npm', identifier: '@ada-example/weather-mcp', version },
  })

  test('announces another version with its way, once it was asked', async () => {
    const registries = open()
    expect(await registries.update(source('1.3.0'), false)).toEqual({ source: source('1.3.0'), fetchedAt: null })
    const update = await registries.update(source('1.3.0'), true)
    expect(update.now?.option).toMatchObject({ package: { version: '1.3.0' } })
    expect(update.latest?.option).toMatchObject({ package: { version: '1.4.2' } })
    expect((await registries.update(source('1.4.2'), false)).latest).toBeUndefined()
    expect(fake.requests).toHaveLength(1)
  })
})
