import { setTimeout as pause } from 'node:timers/promises'

/**
 * Maximum milliseconds that tests wait for a state. It only finds what never happens, and judges nothing: a machine ten
 * times as slow still gets there in time.
 */
export const patience = 120_000

/**
 * Leaves time for something that must not happen. A correct result stays correct after any time; a test that needs
 * something to have happened waits until it has.
 */
export const leaveTime = (ms: number): Promise<void> => pause(ms)

/** Waits until the condition is met. */
export async function until(holds: () => boolean | Promise<boolean>, what = String(holds)): Promise<void> {
  const end = performance.now() + patience
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Waited ${patience / 1000} s for: ${what}`)
    await pause(10)
  }
}
