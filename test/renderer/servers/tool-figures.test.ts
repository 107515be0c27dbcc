import { describe, expect, test } from 'vitest'
import { loadBetween } from '../../../renderer/servers/performance/use-processes.ts'
import { pressed, sortRows, toolRows } from '../../../renderer/servers/performance/tool-figures.ts'

const times = { calls: 3, p50: 10, p95: 40 }
const figures = {
  tools: [
    { tool: 'read', calls: 9, failed: 1, at: 5, times },
    { tool: 'gone', calls: 1, failed: 1, at: 5, times: null },
  ],
}
const cost = { sum: 30, tools: { read: 20, write: 10 }, instructions: 0 }
const rows = toolRows(figures, ['read', 'write', 'hidden'], cost)
const names = (sorted: typeof rows): string[] => sorted.map(({ tool }) => tool)

describe('the table of a server’s tools', () => {
  test('[SPG-3] has each tool’s tokens, and none for a tool that is off', () => {
    expect(rows).toEqual([
      { tool: 'read', calls: 9, failed: 1, p50: 10, p95: 40, tokens: 20 },
      { tool: 'write', calls: 0, failed: 0, p50: undefined, p95: undefined, tokens: 10 },
      { tool: 'hidden', calls: 0, failed: 0, p50: undefined, p95: undefined, tokens: undefined },
      { tool: 'gone', calls: 1, failed: 1, p50: undefined, p95: undefined, tokens: undefined },
    ])
  })

  test('[SPG-4] puts unknown values last in both directions', () => {
    expect(names(sortRows(rows, { by: 'tokens', isDescending: true }))).toEqual(['read', 'write', 'gone', 'hidden'])
    expect(names(sortRows(rows, { by: 'tokens', isDescending: false }))).toEqual(['write', 'read', 'gone', 'hidden'])
    expect(names(sortRows(rows, { by: 'tool', isDescending: true }))).toEqual(['write', 'read', 'hidden', 'gone'])
  })

  test('[SPG-4] begins with the largest figure or the first name, and reverses when pressed again', () => {
    const byCalls = pressed({ by: 'tool', isDescending: false }, 'calls')
    expect(byCalls).toEqual({ by: 'calls', isDescending: true })
    expect(pressed(byCalls, 'calls')).toEqual({ by: 'calls', isDescending: false })
    expect(pressed(byCalls, 'tool')).toEqual({ by: 'tool', isDescending: false })
  })
})

test('[SPG-5] measures the load of a process tree between two looks', () => {
  const sample = (at: number, cpuMs: number) => ({ at, cpuMs, memory: 0, count: 1, processes: [] })
  expect(loadBetween(sample(1000, 500), sample(3000, 1500))).toBe(0.5)
  expect(loadBetween(sample(1000, 500), sample(1000, 500))).toBeUndefined()
  expect(loadBetween(sample(1000, 500), sample(2000, 100))).toBe(0)
})
