import { type Clock, systemClock } from '../../main/host/base/wake.ts'

/**
 * A clock without waits: a timer is due at once, and its time counts as passed. Timers longer than `most` take their
 * real time.
 */
export function hastyClock(most = Infinity): Clock & { now: number } {
  const clock = {
    now: 0,
    wall: Date.now,
    own: () => clock.now,
    after: (ms: number, then: () => void) => {
      const due = clock.now + ms
      const timer = setTimeout(
        () => {
          clock.now = Math.max(clock.now, due)
          then()
        },
        ms > most ? ms : 1,
      )
      return { cancel: () => clearTimeout(timer) }
    },
  }
  return clock
}

/** Milliseconds between two lists of a server; no call's limit is this short. */
export const betweenListsMs = 5000

/** Makes whole hosts of this test file skip their timers' waits. Call the returned function at the end. */
export function hasten(): () => void {
  const { after, own } = hastyClock(betweenListsMs)
  const usual = systemClock.own
  if (after) systemClock.after = after
  systemClock.own = own
  return () => {
    delete systemClock.after
    systemClock.own = usual
  }
}
