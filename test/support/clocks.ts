import { type Clock, systemClock } from '../../main/host/base/wake.ts'

/**
 * A clock on which nobody has to wait: a timer is due at once, and as much time has gone by. Longer timers than `most`
 * take their time.
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

/** Milliseconds that lie between two lists of a server, and no limit of a call. */
export const betweenListsMs = 5000

/** Whole hosts of this test file don't wait for their timers either. Call what it answers at the end. */
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
