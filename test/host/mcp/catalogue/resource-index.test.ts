import { afterAll, expect, test, vi } from 'vitest'
import type { ReceivedList } from '../../../../main/host/mcp/catalogue/list-walk.ts'
import { ViolationCounter } from '../../../../main/host/mcp/reports/violation-counter.ts'
import { ResourceIndex } from '../../../../main/host/mcp/catalogue/resource-index.ts'
import { systemClock } from '../../../../main/host/base/wake.ts'
import type { ResourceEntry } from '../../../../shared/content/listed.ts'
import { Fleet, peer } from '../../../support/fleet.ts'

const fleet = new Fleet()
afterAll(() => fleet.close())

const listing = (entries: ResourceEntry[]): ReceivedList<ResourceEntry> => ({
  items: new Map(entries.map((it) => [it.uri, it])),
  malformed: [],
  pages: 1,
})

/** The same list each time, in separate memory. */
const many = (count: number): ResourceEntry[] =>
  Array.from({ length: count }, (_, n) => ({
    uri: `file:///${n}`,
    name: `n${n}`,
    description: 'd'.repeat(200),
    annotations: { priority: 0.5 },
  }))

function index(): { take(entries: ResourceEntry[]): Promise<number> } {
  const { journal } = fleet
  journal.append({ type: 'configured', file: 'servers', before: {}, after: { it: peer('good.mjs') }, actor: 'test' })
  journal.append({ type: 'server.changed', server: 'it', to: { state: 'off' } })
  const made = new ResourceIndex({
    server: 'it',
    journal,
    violations: new ViolationCounter('it', journal),
    clock: systemClock,
  })
  return {
    take: async (entries) => {
      const before = fleet.of('resources.changed').length
      await made.take(listing(entries), false)
      return fleet.of('resources.changed').length - before
    },
  }
}

test('[RSC-13] serializes little of 20,000 resources to see that they are unchanged', async () => {
  const { take } = index()
  expect(await take(many(20_000))).toBe(1)
  const again = many(20_000)
  const written = vi.spyOn(JSON, 'stringify')
  expect(await take(again)).toBe(0)
  const lengths = written.mock.results.map(({ value }) => String(value).length)
  written.mockRestore()
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThan(1_000_000)
})

test.each<[string, Partial<ResourceEntry>]>([
  ['name', { name: 'other' }],
  ['title', { title: 'Other' }],
  ['description', { description: 'other' }],
  ['type', { mimeType: 'text/plain' }],
  ['size', { size: 7 }],
  ['annotations', { annotations: { priority: 1 } }],
])('[RSC-13] notices a change to one resource’s %s', async (_what, change) => {
  const { take } = index()
  const [first, ...rest] = many(10)
  if (!first) throw new Error('There is none')
  await take([first, ...rest])
  expect(await take(many(10))).toBe(0)
  expect(await take([{ ...first, ...change }, ...rest])).toBe(1)
  expect(await take([...rest, { ...first, ...change }])).toBe(1)
})
