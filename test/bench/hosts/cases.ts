import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StdioEntry } from '../../../shared/config/server-config.ts'
import { peer } from '../../support/atrium.ts'
import { median } from '../measure.ts'
import type { ScriptedModel, Wanted } from './model.ts'
import { kill, killHost, marked, watch } from './processes.ts'
import type { Place, Program, Running } from './programs.ts'

/** A program to measure, with its folders and model. */
export type Measured = { program: Program; place: Omit<Place, 'servers'>; model: ScriptedModel }

/** Max milliseconds of a run; what takes longer counts as not done. */
const mostOfRun = 20_000
/** Milliseconds a program has to end by itself after its last answer. */
const mostToEnd = 500

const server = path.join(import.meta.dirname, 'server.mjs')
const isServer = ([, script]: string[]): boolean => script === server
const entry = (env: Record<string, string> = {}): StdioEntry => ({ command: process.execPath, args: [server], env })
const servers = (count: number): Place['servers'] =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`s${n}`, entry()]))
const call = (of: string, tool: string, input: Wanted['input'] = {}): Wanted => ({ server: of, tool, input })

/**
 * A run from the start of the process: milliseconds until the model was asked with the tools, and until it had the first
 * result; the processor's seconds and memory until then. Then the milliseconds of a call after another, and of 20 calls
 * of 300 ms in one message; absent if they weren't done in time.
 */
export type Run = {
  first: number
  answered: number
  seconds: number
  memory: number
  inARow?: number | undefined
  atOnce?: number | undefined
}

const inARow = 20
const atOnce = 20

/** Programs with this many small servers: a tool of the last one is called. */
export type Case = { servers: Place['servers']; steps: Wanted[][] }

/** One call. */
export const launchWith = (count: number): Case => ({
  servers: servers(count),
  steps: [[call(`s${count - 1}`, 'echo', { text: 'first' })]],
})

/** One call of one server, then several in a row, then several at once. */
export const allCalls: Case = {
  servers: servers(1),
  steps: [
    ...Array.from({ length: 1 + inARow }, (_, n) => [call('s0', 'echo', { text: `number ${n}` })]),
    Array.from({ length: atOnce }, (_, n) => call('s0', 'sleep', { ms: 300, n })),
  ],
}

/** Undefined if the first result never came. */
export async function runOf({ program, place, model }: Measured, it: Case): Promise<Run | undefined> {
  model.script(it.steps)
  const signal = AbortSignal.timeout(mostOfRun)
  const since = performance.now()
  const running = await program.start({ ...place, servers: it.servers })
  const watched = watch(running.pid, isServer)
  const until = (results: number) => model.until((request) => request.results >= results, signal)
  const answered = await until(1)
  const costs = watched()
  const [row, all] = it.steps.length > 1 ? [await until(1 + inARow), await until(1 + inARow + atOnce)] : []
  await end(running)
  const first = model.asked[0]
  if (!answered || !first) return undefined
  const times = model.asked.filter(({ results }) => results >= 1 && results <= 1 + inARow).map(({ at }) => at)
  return {
    first: first.at - since,
    answered: answered.at - since,
    ...costs,
    inARow: row && median(times.slice(1).map((at, n) => at - (times[n] ?? at))),
    atOnce: row && all && all.at - row.at,
  }
}

/** How many processes of servers are left 3 s after the host is killed in a call: of a stubborn one, and one that forks. */
export async function leftAfterKill({ program, place, model }: Measured): Promise<number | undefined> {
  const mark = { BENCH_SERVER_OF: program.name.replaceAll(' ', '-') }
  const resisting = { s0: entry(mark), s1: entry({ ...mark, MODE: 'stubborn' }), s2: peer('fork-child.mjs', mark) }
  await program.prepare({ ...place, servers: resisting })
  model.script([[call('s0', 'wait')]])
  const running = await program.start({ ...place, servers: resisting })
  const asked = await model.until(() => true, AbortSignal.timeout(mostOfRun))
  await sleep(1000)
  killHost(running.pid, isServer)
  await sleep(3000)
  const left = marked(`BENCH_SERVER_OF=${mark.BENCH_SERVER_OF}`)
  for (const pid of left) kill(pid)
  return asked && left.length
}

/** A host beside two bad servers: one has a definition that is no schema, the other never answers. */
export type BesideBad = { keepsSound: boolean; answered: number }

/** Undefined if no tool of the good server has answered in time. */
export async function besideBad({ program, place, model }: Measured): Promise<BesideBad | undefined> {
  const all = { s0: entry({ MODE: 'broken' }), s1: entry(), s2: peer('never-initialize.mjs') }
  await program.prepare({ ...place, servers: all })
  model.script([[call('s1', 'echo', { text: 'beside' })]])
  const since = performance.now()
  const running = await program.start({ ...place, servers: all })
  const answered = await model.until(({ results }) => results > 0, AbortSignal.timeout(mostOfRun))
  await end(running, 0)
  const echoes = answered?.tools.filter((name) => name.endsWith('echo')).length
  return answered && { keepsSound: echoes === 2, answered: answered.at - since }
}

/** Waits for a program's own end, and ends it if that takes long. */
async function end({ pid, ended }: Running, most = mostToEnd): Promise<void> {
  await Promise.race([ended, sleep(most, undefined, { ref: false })])
  killHost(pid, isServer)
  await ended
}
