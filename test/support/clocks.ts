import { type Clock, systemClock } from '../../main/host/base/wake.ts'

/** A clock on which nobody has to wait: a timer is due at once, and as much time has gone by. */
export function hastyClock(): Clock & { now: number } {
  const clock = {
    now: 0,
    wall: Date.now,
    own: () => clock.now,
    after: (ms: number, then: () => void) => {
      const due = clock.now + ms
      const timer = setTimeout(() => {
        clock.now = Math.max(clock.now, due)
        then()
      }, 1)
      return { cancel: () => clearTimeout(timer) }
    },
  }
  return clock
}

/** A clock that stands still until a test lets time pass. */
export function heldClock(): Clock & { pass(ms: number): void } {
  const timers = new Set<{ due: number; happen: () => void }>()
  let now = 0
  return {
    wall: Date.now,
    own: () => now,
    after: (ms, then) => {
      const timer = { due: now + ms, happen: then }
      timers.add(timer)
      return { cancel: () => void timers.delete(timer) }
    },
    pass: (ms) => {
      now += ms
      for (const timer of [...timers].filter(({ due }) => due <= now).toSorted((a, b) => a.due - b.due)) {
        timers.delete(timer)
        timer.happen()
      }
    },
  }
}

/** Whole hosts of this test file don't wait for their timers either. Call what it answers at the end. */
export function hasten(): () => void {
  const { after, own } = hastyClock()
  const usual = systemClock.own
  if (after) systemClock.after = after
  systemClock.own = own
  return () => {
    delete systemClock.after
    systemClock.own = usual
  }
}
