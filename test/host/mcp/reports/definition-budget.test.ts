import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { DefinitionBudget } from '../../../../main/host/mcp/reports/definition-budget.ts'
import { Fleet } from '../../../support/fleet.ts'

const megabyte = 1024 * 1024
const hour = 3_600_000
const fleet = new Fleet()
afterAll(() => fleet.close())

let now = 0
let budget: DefinitionBudget
beforeEach(() => {
  now = 0
  budget = new DefinitionBudget('it', fleet.journal, () => now)
})

const text = 'x'.repeat(8 * megabyte)
let made = 0
const fresh = (count = 1) => Array.from({ length: count }, () => ({ hash: `${made++}`, text }))
const items = { 'tool/a': 'hash' }

describe('the definition budget', () => {
  test('[CAT-11] has room for 32 MB in any hour', () => {
    expect([1, 2, 3, 4].map(() => budget.take(fresh(), 0))).toEqual(Array.from({ length: 4 }, () => 8 * megabyte))
    now = hour - 1
    expect(budget.take(fresh(), 0)).toBe(false)
    now = hour
    expect(budget.take(fresh(), 0)).toBe(8 * megabyte)
  })

  test('[CAT-11] has room for 64 MB until the user decides about any definition', () => {
    const fill = () => {
      now += hour
      return [1, 2].map(() => budget.take(fresh(2), 0))
    }
    const all = [16 * megabyte, 16 * megabyte]
    expect([fill(), fill(), fill()]).toEqual([all, all, [false, false]])
    fleet.journal.append({ type: 'definitions.pinned', server: 'other', items, actor: 'person' })
    fleet.journal.append({ type: 'definitions.pinned', server: 'it', items, actor: 'host' })
    expect(fill()).toEqual([false, false])
    fleet.journal.append({ type: 'definitions.kept-off', server: 'it', items, actor: 'person' })
    expect(fill()).toEqual(all)
  })

  test('[CAT-11] counts a definition once, and every event about it', () => {
    const [first, second] = [fresh(), fresh()]
    expect([budget.take(first, 0), budget.take(second, 0)]).toEqual([8 * megabyte, 8 * megabyte])
    for (let turn = 0; turn < 1000; turn++) expect(budget.take(turn % 2 === 0 ? first : second, 1000)).toBe(0)
    expect(budget.take(first, 16 * megabyte)).toBe(false)
  })
})
