import { setTimeout as pause } from 'node:timers/promises'

/**
 * How long tests wait for a state, in milliseconds. It finds what never comes, and judges nothing: on a machine that is
 * ten times as slow the state comes within it.
 */
export const patience = 120_000

/**
 * Leaves time in which something that must not happen could. Whoever is right is right after any time: a test that needs
 * something to have happened waits until it has.
 */
export const leaveTime = (ms: number): Promise<void> => pause(ms)

/** Waits until something holds. */
export async function until(holds: () => boolean | Promise<boolean>, what = String(holds)): Promise<void> {
  const end = performance.now() + patience
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Waited ${patience / 1000} s for: ${what}`)
    await pause(10)
  }
}
