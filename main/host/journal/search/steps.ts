/** Records searched in the first step, max records of a step, and max milliseconds of a page. */
const firstStep = 250
const longestStep = 256_000
const patienceMs = 1

/** Reads matches among the records from one number up to, not including, another: the newest, up to a limit. */
export type RowReader<Row> = (from: number, to: number, room: number) => Row[]

/** One page; `next` is the `before` of the next one. */
export type RowPage<Row> = { rows: Row[]; more: boolean; next: number }

/** `first` is the lowest number that can match, `before` the one above the highest. */
type Bounds = { first: number; before: number; limit: number }

/**
 * One page of matches, newest first. No combination of conditions has its own index: SQLite's choice helps if part of
 * them is rare, and steps of limited length do the rest. `now` is a monotonic clock in milliseconds.
 */
export function pageInSteps<Row extends { seq: number }>(
  reading: RowReader<Row>,
  { first, before, limit }: Bounds,
  now = () => performance.now(),
): RowPage<Row> {
  const begun = now()
  let step = firstStep
  const rows: Row[] = []
  let next = before
  while (next > first && rows.length < limit) {
    const from = Math.max(first, next - step)
    const room = limit - rows.length
    const since = now()
    const found = reading(from, next, room)
    rows.push(...found)
    next = found.length === room ? (found.at(-1)?.seq ?? from) : from
    const at = now()
    if (at > begun + patienceMs) break
    // With few matches, the next step is longer; this one's duration limits the next.
    step = Math.min(longestStep, growth(at - since) * step)
  }
  return { rows, more: next > first, next: Math.max(next, 1) }
}

/** How much longer the next step can be, given this one's milliseconds. */
function growth(took: number): number {
  if (took < patienceMs / 20) return 8
  return took < patienceMs / 8 ? 2 : 1
}
