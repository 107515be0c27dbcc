import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { WorkClock, workLimits } from '../../../../main/host/mcp/requests/work-clock.ts'
import { TimedOut } from '../../../../main/host/mcp/protocol/failures.ts'

const minute = 60_000
const reasonOf = (clock: WorkClock): string | undefined =>
  clock.signal.reason instanceof TimedOut ? clock.signal.reason.message : undefined

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('[CAL-3] the work clock', () => {
  test('ends 60 s after the last sign of life', () => {
    const clock = new WorkClock(workLimits(undefined))
    vi.advanceTimersByTime(59_000)
    clock.touch()
    vi.advanceTimersByTime(59_999)
    expect(clock.signal.aborted).toBe(false)
    vi.advanceTimersByTime(1)
    expect(reasonOf(clock)).toBe('it made no progress for 60 s')
  })

  test('ends after 10 min of work despite any signs of life', () => {
    const clock = new WorkClock(workLimits(undefined))
    const signs = setInterval(() => clock.touch(), 1000)
    vi.advanceTimersByTime(10 * minute - 1)
    expect(clock.signal.aborted).toBe(false)
    vi.advanceTimersByTime(1)
    expect(reasonOf(clock)).toBe('it worked for longer than 10 min')
    clearInterval(signs)
  })

  test('pauses while the user is asked, even by several questions', () => {
    const clock = new WorkClock(workLimits(undefined))
    vi.advanceTimersByTime(50_000)
    clock.pause()
    clock.pause()
    vi.advanceTimersByTime(60 * minute)
    clock.resume()
    vi.advanceTimersByTime(60 * minute)
    expect(clock.signal.aborted).toBe(false)
    clock.resume()
    vi.advanceTimersByTime(59_999)
    expect(clock.signal.aborted).toBe(false)
    vi.advanceTimersByTime(1)
    expect(reasonOf(clock)).toContain('no progress')
  })

  test('adds up the work before and after a question', () => {
    const clock = new WorkClock({ idle: 100 * minute, work: 10 * minute, wall: 1000 * minute })
    vi.advanceTimersByTime(6 * minute)
    clock.pause()
    vi.advanceTimersByTime(50 * minute)
    clock.resume()
    vi.advanceTimersByTime(4 * minute - 1)
    expect(clock.signal.aborted).toBe(false)
    vi.advanceTimersByTime(1)
    expect(reasonOf(clock)).toContain('it worked')
  })

  test('ends after 24 h even while the user is asked', () => {
    const clock = new WorkClock(workLimits(undefined))
    clock.pause()
    vi.advanceTimersByTime(24 * 60 * minute)
    expect(reasonOf(clock)).toBe('it took longer than 24 h')
  })

  test('uses the configuration’s limits, in seconds, and states them', () => {
    const clock = new WorkClock(workLimits({ idle: 1.5, work: 300 }))
    vi.advanceTimersByTime(1500)
    expect(reasonOf(clock)).toBe('it made no progress for 1.5 s')
  })

  test('leaves no timer behind', () => {
    const clock = new WorkClock(workLimits(undefined))
    clock.touch()
    clock.stop()
    expect(vi.getTimerCount()).toBe(0)
  })
})
