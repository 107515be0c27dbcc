import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Worker } from 'node:worker_threads'
import { expect } from 'vitest'
import type { Fleet } from '../support/fleet.ts'

/** Milliseconds. */
export type Pace = {
  /** The 99th percentile of the neighbour's answers. */
  neighbour: number
  /** The longest that this thread worked without a pause. */
  stall: number
  /** The longest that a thread with nothing to do was held up: what the rest of the machine does to everybody. */
  bystander: number
}

const bystander = new Worker(new URL('bystander.ts', import.meta.url), { execArgv: ['--experimental-strip-types'] })
bystander.unref()

async function askBystander(): Promise<number> {
  bystander.postMessage('how late')
  const [late] = await once(bystander, 'message')
  return Number(late)
}

/** How the neighbour and this thread do, call after call, while it holds, and for so many calls at least. */
export async function paceWhile(fleet: Fleet, holds: () => boolean, least = 20): Promise<Pace> {
  const stall = watchStalls()
  await askBystander()
  const took: number[] = []
  while (holds() || took.length < least) {
    const started = performance.now()
    const text = `${took.length}`
    expect(await fleet.say('echo', { text }, { id: 'good' })).toBe(text)
    took.push(performance.now() - started)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return { neighbour: percentile(took, 0.99), stall: stall(), bystander: await askBystander() }
}

export const percentile = (values: number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0

/** Three times what it was just before and 20 ms, and what befell everybody; a quarter of a second of work at one go. */
export const keepsPace = (was: Pace, is: Pace): boolean =>
  is.neighbour <= 3 * was.neighbour + 20 + 3 * is.bystander && is.stall <= 3 * was.stall + 250

/** The processor time of this thread; where Node does not tell it, the time. */
const worked = (): number => {
  if (!('threadCpuUsage' in process)) return performance.now()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function watchStalls(): () => number {
  let last = worked()
  let longest = 0
  const timer = setInterval(() => {
    const now = worked()
    longest = Math.max(longest, now - last)
    last = now
  }, 1)
  return () => {
    clearInterval(timer)
    return longest
  }
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Megabytes that are really held. What lies outside the heap goes a little later than what held it. */
export async function held(): Promise<number> {
  for (let times = 0; times < 3; times++) {
    collect()
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return used()
}

const used = (): number => {
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1024 / 1024
}

/** The most that was in use at any look, in megabytes, garbage included. */
export function watchMemory(): () => number {
  let most = 0
  const timer = setInterval(() => (most = Math.max(most, used())), 20)
  return () => {
    clearInterval(timer)
    return most
  }
}
