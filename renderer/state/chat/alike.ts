import type { FoundText } from '../../../shared/contract/find-commands.ts'

/** A match, and how many texts of its conversation say the same as it, with it. */
export type Alike = { row: FoundText; times: number }

/** Matches that read the same share a row: the newest, at its place. */
export function foldAlike(rows: readonly FoundText[]): Alike[] {
  const folded = new Map<string, Alike>()
  for (const row of rows) {
    const { conversation, speaker, server, tool, isReasoning, snippet, count } = row
    const key = JSON.stringify([conversation, speaker, server, tool, isReasoning, snippet, count])
    const first = folded.get(key)
    if (first) first.times += 1
    else folded.set(key, { row, times: 1 })
  }
  return [...folded.values()]
}
