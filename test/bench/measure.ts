/**
 * One row of the bench: Atrium next to the bare implementation, interleaved so other load affects both. A ratio above
 * `most` is a miss, which the row reports; no test depends on it.
 */
export type Row = { name: string; unit: string; ours: number; bare: number; most?: number }

export const isSmoke = process.argv.includes('--smoke')

/** A bench size, or with `--smoke` one with which everything runs once and no figure is meaningful. */
export const inFull = (full: number, smoke: number): number => (isSmoke ? smoke : full)

const rounds = inFull(7, 1)

/** Medians over interleaved rounds; each function returns its figure for one round. */
export async function compare(
  name: string,
  unit: string,
  ours: () => Promise<number>,
  bare: () => Promise<number>,
): Promise<Row> {
  const figures: { ours: number[]; bare: number[] } = { ours: [], bare: [] }
  await ours()
  await bare()
  for (let round = 0; round < rounds; round++) {
    figures.ours.push(await ours())
    figures.bare.push(await bare())
  }
  return { name, unit, ours: median(figures.ours), bare: median(figures.bare) }
}

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

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

export function print(rows: Row[]): void {
  const width = Math.max(...rows.map((row) => row.name.length))
  console.log(`${'row'.padEnd(width)}  ${'ours'.padStart(10)}  ${'bare'.padStart(10)}  ratio`)
  for (const { name, unit, ours, bare, most } of rows)
    console.log(
      `${name.padEnd(width)}  ${figure(ours, unit)}  ${figure(bare, unit)}  ${(ours / bare).toFixed(2)}${missed(ours / bare, most)}`,
    )
}

const missed = (ratio: number, most: number | undefined): string =>
  most !== undefined && ratio > most ? `  missed: ${most} at most` : ''

const figure = (value: number, unit: string): string => `${value.toFixed(0)} ${unit}`.padStart(10)
