import type { JsonValue } from '../../../shared/schema/json.ts'
import { diffLines } from '../../../shared/text/diff-lines.ts'
import { jsonLines, type JsonLine } from './json-lines.ts'
import type { Passage } from './passages.ts'

/**
 * Pretty-printed JSON as lines, compared with an earlier value: removed lines come before added ones. Compares about
 * `limit` lines of each.
 */
export function jsonDiff(
  before: JsonValue,
  now: JsonValue,
  limit: number,
  passages?: readonly Passage[],
): { lines: JsonLine[]; more: boolean } {
  const old = jsonLines(before, limit)
  const next = jsonLines(now, limit, passages)
  let [i, j] = [0, 0]
  const lines = diffLines(old.lines.map(contentOf), next.lines.map(contentOf)).flatMap(({ mark }): JsonLine[] => {
    const removed = mark === 'added' ? undefined : old.lines[i++]
    const added = mark === 'removed' ? undefined : next.lines[j++]
    if (added) return [mark === 'added' ? { ...added, mark } : added]
    return removed
      ? [{ ...removed, ...(removed.value !== undefined && { value: -removed.value }), mark: 'removed' }]
      : []
  })
  return { lines, more: old.more || next.more }
}

/** A line's text for comparing, without a comma at its end, which only says that more follows. */
const contentOf = ({ depth, tokens }: JsonLine): string =>
  JSON.stringify([
    depth,
    tokens
      .map(({ text }) => text)
      .join('')
      .replace(/,$/, ''),
  ])
