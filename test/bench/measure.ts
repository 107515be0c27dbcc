/** The middle half of the rounds. */
export type Spread = readonly [low: number, high: number]

/**
 * One row of the bench: Atrium next to the bare implementation, interleaved so other load affects both. A ratio above
 * `most` or a figure above `limit` is a miss, which the row reports; no test depends on it.
 */
export type Row = {
  name: string
  unit: string
  ours: number
  /** NaN if nothing comparable exists. */
  bare: number
  /** The other side, in a few words. */
  beside?: string
  most?: number
  limit?: number
  spread?: { ours: Spread; bare: Spread }
}

export const isSmoke = process.argv.includes('--smoke')

/** A bench size, or with `--smoke` one with which everything runs once and no figure is meaningful. */
export const inFull = (full: number, smoke: number): number => (isSmoke ? smoke : full)

const usualRounds = inFull(3, 1)

/** The other side in words, and the limits for ours. */
export type Target = Pick<Row, 'beside' | 'most' | 'limit'>

/** Medians over interleaved rounds; each function returns its figure for one round. */
export async function compare(
  name: string,
  unit: string,
  ours: () => Promise<number>,
  bare: () => Promise<number>,
): Promise<Row> {
  return rowOf(name, unit, await inRounds(usualRounds, ours, bare))
}

/** The figures of both sides over interleaved rounds, after one that isn't counted. */
export async function inRounds(
  rounds: number,
  ours: () => Promise<number>,
  bare: () => Promise<number>,
): Promise<{ ours: number[]; bare: number[] }> {
  const figures: { ours: number[]; bare: number[] } = { ours: [], bare: [] }
  await ours()
  await bare()
  for (let round = 0; round < rounds; round++) {
    figures.ours.push(await ours())
    figures.bare.push(await bare())
  }
  return figures
}

/** A row with the other side in words, and the limit for ours. */
export const withTarget = async (row: Promise<Row>, target: Target): Promise<Row> => ({ ...(await row), ...target })

/** A row of these rounds. */
export const rowOf = (
  name: string,
  unit: string,
  figures: { ours: number[]; bare: number[] },
  target: Target = {},
): Row => ({
  name,
  unit,
  ...target,
  ours: median(figures.ours),
  bare: median(figures.bare),
  spread: { ours: spreadOf(figures.ours), bare: spreadOf(figures.bare) },
})

/** Milliseconds that something takes. */
export async function milliseconds(run: () => unknown): Promise<number> {
  const since = performance.now()
  await run()
  return performance.now() - since
}

/** The median of `count` consecutive runs, in microseconds. */
export async function microseconds(count: number, run: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < count; i++) {
    const since = performance.now()
    await run()
    times.push((performance.now() - since) * 1000)
  }
  return median(times)
}

/** Time per run with this many always running, in microseconds. */
export async function microsecondsAbreast(
  count: number,
  abreast: number,
  run: () => Promise<unknown>,
): Promise<number> {
  let left = count
  const since = performance.now()
  const lane = async (): Promise<void> => {
    while (left-- > 0) await run()
  }
  await Promise.all(Array.from({ length: abreast }, lane))
  return ((performance.now() - since) * 1000) / count
}

export const median = (values: number[]): number => at(values, 0.5)

/** The value that this share of them doesn’t exceed. */
export const at = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN

const spreadOf = (values: number[]): Spread => [at(values, 0.25), at(values, 0.75)]

/** Ours divided by the other side. */
const ratioOf = ({ ours, bare }: Row): number => ours / bare

/** “–” if there is nothing to compare with. */
export const ratioText = (row: Row): string => (Number.isFinite(ratioOf(row)) ? ratioOf(row).toFixed(2) : '–')

export const isMissed = (row: Row): boolean =>
  (row.most !== undefined && ratioOf(row) > row.most) || (row.limit !== undefined && row.ours > row.limit)

export const figure = (value: number, unit: string): string =>
  Number.isNaN(value) ? '–' : `${value.toFixed(value < 10 ? 1 : 0)} ${unit}`

/** The row's target, in words. */
export function targetOf({ most, limit, unit }: Row): string {
  const parts = [most === undefined ? '' : `≤ ${most}×`, limit === undefined ? '' : `≤ ${figure(limit, unit)}`]
  return parts.filter((part) => part !== '').join(', ')
}

export function print(rows: Row[]): void {
  const width = Math.max(...rows.map((row) => row.name.length))
  for (const row of rows)
    console.log(
      [
        row.name.padEnd(width),
        figure(row.ours, row.unit).padStart(12),
        figure(row.bare, row.unit).padStart(12),
        ratioText(row).padStart(7),
        isMissed(row) ? `missed: ${targetOf(row)}` : targetOf(row),
      ].join('  '),
    )
}
