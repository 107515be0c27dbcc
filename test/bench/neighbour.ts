import { Fleet, peer } from '../support/fleet.ts'
import { inFull, median, milliseconds, type Row } from './measure.ts'

const rounds = inFull(3, 1)
const floods = { list_changed: 300_000, logs: 150_000, stderr: 200_000, progress: 200_000, requests: 150_000 }

/** A good server's calls while another attacks the host, next to its calls just before. */
export async function neighbourRows(): Promise<Row[]> {
  const rows: Row[] = []
  for (const [kind, count] of Object.entries(floods))
    rows.push(
      await besides(`a flood of ${kind}`, { it: peer('flood-notifications.mjs') }, (fleet) =>
        fleet.call(kind, { n: inFull(count, 2000) }, { onProgress: () => undefined }),
      ),
    )
  const huge = { it: peer('huge-line.mjs', { SIZE_MB: `${inFull(40, 1)}` }) }
  rows.push(
    await besides('a line without end', huge, async (fleet) => {
      if (fleet.status().state === 'failed') await fleet.servers.restart('it')
      return fleet.call('huge')
    }),
  )
  rows.push(await withTraffic())
  return rows
}

async function besides(
  what: string,
  bad: Parameters<Fleet['add']>[0],
  attack: (fleet: Fleet) => Promise<unknown>,
): Promise<Row> {
  const fleet = new Fleet()
  try {
    await fleet.add({ ...bad, good: peer('good.mjs') })
    const took: { ours: number[]; bare: number[] } = { ours: [], bare: [] }
    for (let round = 0; round < rounds; round++) {
      let calm = inFull(150, 5)
      took.bare.push(await slowest(fleet, () => calm-- > 0))
      let over = false
      const attacked = attack(fleet).finally(() => (over = true))
      took.ours.push(await slowest(fleet, () => !over))
      await attacked
    }
    const [ours, bare] = [median(took.ours), median(took.bare)]
    return { name: `calls beside ${what}, p99`, unit: 'µs', ours, bare, most: 3 }
  } finally {
    await fleet.close()
  }
}

/** A call with stored traffic, next to one without. */
async function withTraffic(): Promise<Row> {
  const fleet = new Fleet()
  try {
    await fleet.add({ good: peer('good.mjs') })
    const { reports } = fleet.journal
    const keep = reports.frame.bind(reports)
    const took: { ours: number[]; bare: number[] } = { ours: [], bare: [] }
    for (let round = 0; round < inFull(7, 1); round++)
      for (const side of ['ours', 'bare'] as const) {
        reports.frame = side === 'ours' ? keep : () => 0
        let left = inFull(150, 5)
        took[side].push(median(await calls(fleet, () => left-- > 0)))
      }
    return {
      name: 'a call with its traffic kept',
      unit: 'µs',
      ours: median(took.ours),
      bare: median(took.bare),
      most: 1.5,
    }
  } finally {
    await fleet.close()
  }
}

async function slowest(fleet: Fleet, holds: () => boolean): Promise<number> {
  const took = (await calls(fleet, holds)).toSorted((a, b) => a - b)
  return took[Math.floor(took.length * 0.99)] ?? Number.NaN
}

/** Microseconds of each of the good server's calls, while `hold` runs. */
async function calls(fleet: Fleet, holds: () => boolean): Promise<number[]> {
  const took: number[] = []
  do took.push((await milliseconds(() => fleet.say('echo', { text: 'x' }, { id: 'good' }))) * 1000)
  while (holds())
  return took
}
