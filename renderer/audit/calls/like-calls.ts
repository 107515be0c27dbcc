import type { CallRow } from '../../../shared/contract/log.ts'
import { filesSummary } from '../../content/argument-summary.ts'

/** A row of the table: a call, or the heading of several like it; `about`: the files of one folder that they name. */
export type CallLine = CallRow & { heads?: { key: string; count: number; about: string; isOpen: boolean } }

/** Fewer neighbouring calls than this stay rows of their own. */
const fewestLike = 5

/**
 * Puts a heading over many neighbouring calls of one turn with the same tool, decision and outcome. Unless it is open, or
 * one of its calls is selected, the heading replaces them.
 */
export function withHeadings(
  rows: readonly CallRow[],
  opened: ReadonlySet<string>,
  selected: number | undefined,
): CallLine[] {
  const runs: CallRow[][] = []
  for (const row of rows) {
    const run = runs.at(-1)
    if (run?.[0] && row.outcome !== null && keyOf(run[0]) === keyOf(row)) run.push(row)
    else runs.push([row])
  }
  return runs.flatMap((run): CallLine[] => {
    const [newest] = run
    if (!newest || run.length < fewestLike) return run
    const key = keyOf(newest)
    const isOpen = opened.has(key) || run.some(({ seq }) => seq === selected)
    const named = run.map(({ about }) => (about && 'json' in about ? about.json : null))
    const heads = { key, count: run.length, about: filesSummary(named.toReversed()), isOpen }
    return [{ ...newest, seq: -newest.seq, heads }, ...(isOpen ? run : [])]
  })
}

const keyOf = ({ turn, server, tool, decider, rule, outcome }: CallRow): string =>
  JSON.stringify([turn, server, tool, decider, rule?.id, outcome])
