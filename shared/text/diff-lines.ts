/** A line's part in a difference; `same` also if there is nothing to compare with. */
export type DiffMark = 'same' | 'removed' | 'added'
export type MarkedLine = { mark: DiffMark; text: string }

/** Lists whose middle parts multiply to more than this aren't compared line by line. */
const mostPairs = 1_000_000

/** Compares lines by their longest common subsequence; removed lines come before added ones. */
export function diffLines(before: string[] | undefined, now: string[]): MarkedLine[] {
  if (!before) return marked('same', now)
  const shorter = Math.min(before.length, now.length)
  let start = 0
  while (start < shorter && before[start] === now[start]) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === now.at(-1 - end)) end++
  return [
    ...marked('same', now.slice(0, start)),
    ...diffMiddle(before.slice(start, before.length - end), now.slice(start, now.length - end)),
    ...marked('same', now.slice(now.length - end)),
  ]
}

const marked = (mark: DiffMark, lines: string[]): MarkedLine[] => lines.map((text) => ({ mark, text }))

function diffMiddle(before: string[], now: string[]): MarkedLine[] {
  if (before.length * now.length > mostPairs) return [...marked('removed', before), ...marked('added', now)]
  const common = commonLengths(before, now)
  const lines: MarkedLine[] = []
  for (let i = 0, j = 0; i < before.length || j < now.length;) {
    const [old, next] = [before[i], now[j]]
    if (old !== undefined && old === next) {
      lines.push({ mark: 'same', text: old })
      i++
      j++
    } else if (old !== undefined && (next === undefined || at(common, i + 1, j) >= at(common, i, j + 1))) {
      lines.push({ mark: 'removed', text: old })
      i++
    } else {
      lines.push({ mark: 'added', text: next ?? '' })
      j++
    }
  }
  return lines
}

const at = (table: number[][], i: number, j: number): number => table[i]?.[j] ?? 0

/** How many lines two lists have in common from each pair of positions on. */
function commonLengths(before: string[], now: string[]): number[][] {
  const table = Array.from({ length: before.length + 1 }, () => Array<number>(now.length + 1).fill(0))
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--) {
      const row = table[i]
      if (!row) continue
      row[j] = before[i] === now[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), at(table, i, j + 1))
    }
  return table
}
