import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'vitest'
import type { Fleet } from '../support/fleet.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Megabytes in use, including uncollected garbage. */
function used(): number {
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1024 / 1024
}

/** Megabytes actually held. Memory outside the heap is released with the next collection. */
async function held(): Promise<number> {
  for (let times = 0; times < 3; times++) {
    collect()
    await turn()
  }
  return used()
}

/**
 * Megabytes held since the start. A collection costs more processor time than most attacks, so it runs only above the
 * limit.
 */
export class Memory {
  static async now(): Promise<Memory> {
    return new Memory(await held())
  }

  readonly #before: number

  private constructor(before: number) {
    this.#before = before
  }

  /** How many more megabytes are held: at most the limit, or else exactly how many. */
  async since(most: number): Promise<number> {
    const more = used() - this.#before
    return more <= most ? more : (await held()) - this.#before
  }
}

/**
 * Calls the good server at the beginning, after each of the attack's steps in the journal, and at its end. Its response
 * time is a row of the bench.
 */
export async function beside(fleet: Fleet, attack: Promise<unknown>, look: () => Promise<void>): Promise<void> {
  const over = { is: false }
  const ended = attack.catch(() => undefined).then(() => (over.is = true))
  let step = Promise.withResolvers<void>()
  const unsubscribe = fleet.journal.subscribe(() => step.resolve())
  for (let calls = 0; !over.is || calls < 3; calls++) {
    step = Promise.withResolvers<void>()
    const text = `${calls}`
    expect(await fleet.say('echo', { text }, { id: 'good' })).toBe(text)
    await look()
    await Promise.race([ended, step.promise])
  }
  unsubscribe()
  await attack
  await look()
}
