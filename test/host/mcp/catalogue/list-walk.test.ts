import { expect, test } from 'vitest'
import { type ListKind, walkList } from '../../../../main/host/mcp/catalogue/list-walk.ts'
import { toolList } from '../../../../main/host/mcp/catalogue/tool-list.ts'
import type { Reply } from '../../../../main/host/mcp/protocol/types.ts'
import type { ServerResult } from '../../../../main/host/mcp/results/digest.ts'
import type { JsonObject, JsonValue } from '../../../../shared/schema/json.ts'
import { fc, times } from '../../../support/deep.ts'

const limits = { pages: 20, items: 60, bytes: 100_000 }
const kind: ListKind<string> = {
  method: 'prompts/list',
  member: 'prompts',
  what: 'prompts',
  limits,
  twice: 'It is there twice.',
  read: ({ item }) =>
    typeof item === 'string' ? { key: item, size: item.length, value: item } : { name: 'x', problem: 'It is no text.' },
}

/** A page as a hostile server may send it. */
type Page = { items: JsonValue; next: JsonValue | undefined } | 'refused'

const cursor = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('', 'a', 'b', 'c', '0', 'null', '__proto__', 'constructor') },
  { weight: 3, arbitrary: fc.string() },
  { weight: 1, arbitrary: fc.constantFrom(null, 0, false, undefined) },
)
const items = fc.oneof(
  { weight: 8, arbitrary: fc.array(fc.oneof(fc.constantFrom('p', 'q', '__proto__'), fc.string(), fc.constant(null))) },
  { weight: 1, arbitrary: fc.constantFrom<JsonValue>(null, 'prompts', 5) },
)
const page = fc.oneof(
  { weight: 9, arbitrary: fc.record({ items, next: cursor }) },
  { weight: 1, arbitrary: fc.constant<Page>('refused') },
)

const replyOf = (of: Page | undefined): Reply<ServerResult> =>
  of === 'refused' || !of
    ? { status: 'refused', code: -32603, message: 'no', malformed: false }
    : {
        status: 'answered',
        value: { result: { prompts: of.items, ...(of.next === undefined ? {} : { nextCursor: of.next }) } },
      }

/** Everything readable: every text of the pages that were read, until the walk had to stop. */
function readable(pages: Page[], read: number): Set<string> {
  const got = new Set<string>()
  for (const it of pages.slice(0, read))
    if (it !== 'refused' && Array.isArray(it.items))
      for (const item of it.items) if (typeof item === 'string') got.add(item)
  return got
}

test('[CAT-2] returns cursors as received, requests nothing twice, and keeps the items it got', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(page, { minLength: 1, maxLength: 40 }), async (pages) => {
      const asked: (string | undefined)[] = []
      const list = await walkList(async (at) => replyOf(pages[asked.push(at) - 1]), kind)
      expect(asked.length).toBeLessThanOrEqual(limits.pages)
      expect(asked[0]).toBeUndefined()
      expect(new Set(asked).size).toBe(asked.length)
      const marks = pages.slice(0, asked.length - 1).map((it) => (it === 'refused' ? 'none' : it.next))
      expect(asked.slice(1)).toEqual(marks)
      // Every item of a page that was read is kept, up to the limit, and nothing else.
      const all = readable(pages, asked.length)
      for (const key of list.items.keys()) expect(all.has(key)).toBe(true)
      if (all.size > list.items.size) expect(list.incomplete).toMatch(/are left out/)
      const last = pages[asked.length - 1]
      const isWhole =
        last !== undefined && last !== 'refused' && Array.isArray(last.items) && (last.next ?? null) === null
      if (!isWhole)
        expect(list.incomplete).toMatch(
          /^(Some prompts may be missing|The list of prompts didn’t arrive|\d+ of .+ are left out): .+\.$/,
        )
    }),
    { numRuns: times(150, 500) },
  )
})

test('[CAT-2] stops reading a list that never ends or goes in circles of any length, and keeps its items', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 40 }), async (around) => {
      let pages = 0
      const list = await walkList(
        async () => replyOf({ items: [`p${pages}`], next: around > 30 ? `${pages++}` : `${pages++ % around}` }),
        kind,
      )
      expect(pages).toBe(Math.min(around > 30 ? Infinity : around + 1, limits.pages))
      expect(list.items.size).toBe(pages)
      expect(list.incomplete).toMatch(around < limits.pages ? /points back/ : /more than 20 pages/)
    }),
  )
})

test('[SCF-7] keeps the order of a tool’s arguments that its stored definition loses', async () => {
  const tool = (name: string, properties: JsonObject): JsonValue => ({
    name,
    inputSchema: { type: 'object', properties },
  })
  const many = Object.fromEntries(Array.from({ length: 61 }, (_none, index) => [`z${99 - index}`, {}]))
  const tools = [tool('write', { path: {}, content: {} }), tool('sorted', { a: {}, b: {} }), tool('many', many)]
  const { items: found } = await walkList(
    async () => ({ status: 'answered', value: { result: { tools } } }),
    toolList(false),
  )
  expect([...found.values()].map(({ entry }) => entry.orders)).toEqual([
    { '': ['path', 'content'] },
    undefined,
    undefined,
  ])
})
