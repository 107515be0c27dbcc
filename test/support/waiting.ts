import { setTimeout as pause } from 'node:timers/promises'

/**
 * How long tests wait for a state, in milliseconds. It finds what never comes, and judges nothing: on a machine that is
 * ten times as slow the state comes within it.
 */
export const patience = 120_000

/** Waits until something holds. The only pause in tests, and none that anything depends on. */
export async function until(holds: () => boolean | Promise<boolean>, what = String(holds)): Promise<void> {
  const end = performance.now() + patience
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Waited ${patience / 1000} s for: ${what}`)
    await pause(10)
  }
}
