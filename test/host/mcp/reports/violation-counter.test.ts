import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ViolationCounter } from '../../../../main/host/mcp/reports/violation-counter.ts'
import { Fleet } from '../../../support/fleet.ts'

let fleet: Fleet
beforeEach(() => {
  fleet = new Fleet()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await fleet.close()
})

test('[LIF-8] reports violations by kind, soon at first, then once a minute, and the rest at the end', () => {
  const violations = new ViolationCounter('it', fleet.journal)
  const reports = () => fleet.of('server.violations').map(({ counts }) => counts)
  violations.count('not-json')
  violations.count('not-json')
  violations.count('batch')
  expect(reports()).toEqual([])
  vi.advanceTimersByTime(1000)
  expect(reports()).toEqual([{ 'not-json': 2, batch: 1 }])
  for (let i = 0; i < 59; i++) {
    violations.count('bad-id')
    vi.advanceTimersByTime(1000)
  }
  expect(reports()).toHaveLength(1)
  vi.advanceTimersByTime(1000)
  expect(reports()[1]).toEqual({ 'bad-id': 59 })
  vi.advanceTimersByTime(600_000)
  expect(reports()).toHaveLength(2)
  violations.count('batch')
  violations.close()
  violations.count('batch')
  vi.advanceTimersByTime(600_000)
  expect(reports().slice(2)).toEqual([{ batch: 1 }])
})

test('[LIF-8] records sixty events a minute and counts the others', () => {
  const violations = new ViolationCounter('it', fleet.journal)
  const allowed = () => Array.from({ length: 100 }, () => violations.mayRecord()).filter(Boolean).length
  expect(allowed()).toBe(60)
  vi.advanceTimersByTime(59_000)
  expect(allowed()).toBe(0)
  vi.advanceTimersByTime(1000)
  expect(allowed()).toBe(60)
  violations.close()
  expect(fleet.violations()).toEqual({ 'event-over-budget': 180 })
})
