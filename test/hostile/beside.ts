import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'vitest'
import type { Fleet } from '../support/fleet.ts'

/** So many calls of the neighbour lie between two looks at the memory. */
const callsBetween = 40

/** What a good server and the host had of an attack. How soon the neighbour is served is a row of the bench. */
export type Beside = {
  /** The most that was held at any look, in megabytes. */
  held: number
  /** How many calls of the neighbour were answered. */
  calls: number
}

/** While the attack lasts, the neighbour answers call after call, each with what belongs to it. */
export async function beside(fleet: Fleet, attack: Promise<unknown>): Promise<Beside> {
  let over = false
  const isOver = () => over
  const ended = attack.finally(() => (over = true))
  ended.catch(() => undefined)
  let most = await held()
  let calls = 0
  do {
    const text = `${calls}`
    expect(await fleet.say('echo', { text }, { id: 'good' })).toBe(text)
    if (++calls % callsBetween === 0) most = Math.max(most, await held())
  } while (!isOver())
  await ended
  return { held: most, calls }
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
