import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'vitest'
import type { Fleet } from '../support/fleet.ts'

/**
 * Calls the good server at the beginning, after each step that the journal has of the attack, and at its end. Answers the
 * most megabytes that were held. How soon the good server answers is a row of the bench.
 */
export async function beside(fleet: Fleet, attack: Promise<unknown>): Promise<number> {
  const over = { is: false }
  const ended = attack.catch(() => undefined).then(() => (over.is = true))
  let most = 0
  let step = Promise.withResolvers<void>()
  const unsubscribe = fleet.journal.subscribe(() => step.resolve())
  for (let calls = 0; !over.is || calls < 3; calls++) {
    step = Promise.withResolvers<void>()
    const text = `${calls}`
    expect(await fleet.say('echo', { text }, { id: 'good' })).toBe(text)
    if (calls % 10 === 9) most = Math.max(most, await held())
    await Promise.race([ended, step.promise])
  }
  unsubscribe()
  await attack
  return Math.max(most, await held())
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Megabytes that are really held, without what nobody refers to. What lies outside the heap goes with the next collection. */
export async function held(): Promise<number> {
  for (let times = 0; times < 3; times++) {
    collect()
    await turn()
  }
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1024 / 1024
}
