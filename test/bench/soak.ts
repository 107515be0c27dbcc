import { readdirSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Fleet, peer } from '../support/fleet.ts'
import { inFull, rowOf, type Row } from './measure.ts'
import { readOn } from '../host/journal/following.ts'

/** The calls of an hour at one per second; they run as fast as they can, with a restart after each part. */
const calls = inFull(3600, 40)
const parts = 10

type Held = { heap: number; handles: number; listeners: number; files: number }

/** A host's memory and handles after an hour's work, next to its first tenth: nothing grows with uptime. */
export async function soakRows(): Promise<Row[]> {
  const collect = collector()
  const fleet = new Fleet()
  const held: Held[] = []
  try {
    await fleet.add({ good: peer('good.mjs') })
    for (let part = 0; part < parts; part++) {
      for (let n = 0; n < calls / parts; n++) await fleet.say('echo', { text: `${part} ${n}` }, { id: 'good' })
      await fleet.servers.restart('good')
      // The tests' own list of everything that happened.
      fleet.events.length = 0
      readOn(fleet.journal)
      collect()
      held.push(holds())
    }
  } finally {
    await fleet.close()
  }
  const [early, late] = [held[0], held.at(-1)]
  if (!early || !late) return []
  const beside = 'after the first tenth'
  const row = (name: string, unit: string, of: (held: Held) => number, most: number): Row =>
    rowOf(
      `after ${calls} calls and ${parts} restarts: ${name}`,
      unit,
      { ours: [of(late)], bare: [of(early)] },
      {
        beside,
        most,
      },
    )
  return [
    row('heap', 'MB', ({ heap }) => heap, 1.15),
    row('handles', '', ({ handles }) => handles, 1),
    row('listeners of the process', '', ({ listeners }) => listeners, 1),
    row('open files', '', ({ files }) => files, 1.1),
  ]
}

const holds = (): Held => ({
  heap: process.memoryUsage().heapUsed / 1024 / 1024,
  handles: process.getActiveResourcesInfo().filter((kind) => kind !== 'Timeout' && kind !== 'Immediate').length,
  listeners: process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0),
  files: openFiles(),
})

/** The heap's size says something only right after a collection. */
function collector(): () => void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect !== 'function') throw new Error('The heap can’t be collected.')
  return () => void Reflect.apply(collect, undefined, [])
}

const openFiles = (): number => {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return Number.NaN
  }
}
