import { expect, test } from 'vitest'
import { jsonText, sizeUpTo, type ThreadTurns } from '../../../shared/schema/json-text.ts'
import { fc } from '../../support/deep.ts'

/** ThreadTurns in which each look at the time takes a millisecond. */
function slowTurns(): ThreadTurns & { count: number } {
  let time = 0
  const turns = {
    count: 0,
    now: () => time++,
    next: () => {
      turns.count++
      return Promise.resolve()
    },
  }
  return turns
}

const long = 'x"\n😀'.repeat(40_000)

test('[RES-16] writes the same JSON, whatever the value and however long', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), fc.boolean(), async (value, isLong) => {
      const whole = isLong ? { value, long, list: [value, long, undefined], none: undefined } : value
      const json = await jsonText(whole, slowTurns())
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(whole)))
    }),
    { numRuns: 50 },
  )
  expect(jsonText(undefined, slowTurns())).toBe('null')
})

test('[RES-16] writes a short value at once', () => {
  const turns = slowTurns()
  expect(jsonText({ a: ['b', 1, null] }, turns)).toBe('{"a":["b",1,null]}')
  expect(turns.count).toBe(0)
})

test.each([
  ['a long text', { contents: [{ text: 'x'.repeat(8 * 1024 * 1024) }] }],
  [
    'many entries',
    Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`server-${n}`, { args: [long.slice(0, 900)] }])),
  ],
  ['a list', Array.from({ length: 100_000 }, (_, n) => ({ n, words: 'the quick brown fox jumps over it' }))],
])('[RES-16] gives up its turn while it writes %s', async (_what, value) => {
  const turns = slowTurns()
  const json = await jsonText(value, turns)
  expect(JSON.parse(json)).toEqual(value)
  // A turn has at most six pieces of 64 KiB, each up to six characters of JSON for one of text.
  expect(turns.count).toBeGreaterThan(json.length / (6 * 65_536 * 6))
  expect(turns.count).toBeGreaterThan(10)
})

test('[RES-16] measures no more of a value than it needs', () => {
  let read = 0
  const list = Array.from({ length: 1000 }, () => ({
    get text() {
      read++
      return 'x'.repeat(100)
    },
  }))
  expect(sizeUpTo(list, 1000)).toBeGreaterThan(1000)
  expect(read).toBeLessThan(20)
})
