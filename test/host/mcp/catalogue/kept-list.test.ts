import { setImmediate as othersTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { KeptList } from '../../../../main/host/mcp/catalogue/kept-list.ts'
import { ScriptedClock } from '../../../support/scripted-clock.ts'

test('[CAT-3] fetches a list at once on the first change after a quiet time, and the changes that follow together', async () => {
  const clock = new ScriptedClock()
  let walks = 0
  const list = new KeptList<never>({
    clock,
    tells: true,
    goesStale: false,
    walk: () => Promise.resolve({ items: new Map<string, never>(), malformed: [], pages: ++walks }),
    take: () => Promise.resolve('same'),
  })
  /** Lets due timers run, and the walks they begin end. */
  const pass = async (ms: number): Promise<number> => {
    clock.pass(ms)
    await othersTurn()
    return walks
  }
  list.changed()
  expect(await pass(0)).toBe(1)
  for (let change = 0; change < 3; change++) list.changed()
  expect(await pass(1999)).toBe(1)
  expect(await pass(1)).toBe(2)
  clock.pass(10_000)
  list.changed()
  expect(await pass(0)).toBe(3)
  list.end()
})
