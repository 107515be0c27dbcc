import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Misconduct } from '../../../../main/host/mcp/reports/misconduct.ts'
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
  const misconduct = new Misconduct('it', fleet.journal)
  const reports = () => fleet.of('server.violations').map(({ counts }) => counts)
  misconduct.count('not-json')
  misconduct.count('not-json')
  misconduct.count('batch')
  expect(reports()).toEqual([])
  vi.advanceTimersByTime(1000)
  expect(reports()).toEqual([{ 'not-json': 2, batch: 1 }])
  for (let i = 0; i < 59; i++) {
    misconduct.count('bad-id')
    vi.advanceTimersByTime(1000)
  }
  expect(reports()).toHaveLength(1)
  vi.advanceTimersByTime(1000)
  expect(reports()[1]).toEqual({ 'bad-id': 59 })
  vi.advanceTimersByTime(600_000)
  expect(reports()).toHaveLength(2)
  misconduct.count('batch')
  misconduct.close()
  misconduct.count('batch')
  vi.advanceTimersByTime(600_000)
  expect(reports().slice(2)).toEqual([{ batch: 1 }])
})

test('[LIF-8] records sixty events a minute and counts the others', () => {
  const misconduct = new Misconduct('it', fleet.journal)
  const allowed = () => Array.from({ length: 100 }, () => misconduct.mayRecord()).filter(Boolean).length
  expect(allowed()).toBe(60)
  vi.advanceTimersByTime(59_000)
  expect(allowed()).toBe(0)
  vi.advanceTimersByTime(1000)
  expect(allowed()).toBe(60)
  misconduct.close()
  expect(fleet.violations()).toEqual({ 'event-over-budget': 180 })
})
