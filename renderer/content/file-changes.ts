import { useMemo } from 'react'
import type { Effect, Found, NamedFile } from '../../shared/changes/named-file.ts'
import { proposedText } from '../../shared/changes/proposed.ts'
import { isObject, type JsonValue } from '../../shared/schema/json.ts'
import { valueAt } from '../../shared/schema/pointer.ts'
import { lazyModule } from '../ui/lazy.ts'
import { useStoredValue } from '../ui/json/stored-value.tsx'
import type { DiffRow, DiffLine } from '../ui/json/definition-rows.ts'
import type { Passage } from '../ui/json/passages.ts'

/** The diff library loads on demand, because most windows never need it. */
export const useDiff = lazyModule(() => import('../ui/json/definition-rows.ts'))

/** A file's text now, and the text it has after the call. `lines` are absent while they are being compared. */
export type FileDiff = {
  file: NamedFile
  lines: DiffLine[] | undefined
  /** `lines` without unchanged ones, except those next to a change. */
  folded: DiffRow[]
  /** Everything in the arguments is in the diff: the path as Atrium shows it, and the text. */
  isAll: boolean
}

/** Longest path that the diff shows whole. */
const longestPath = 200
const nothing = { json: '' }

/** The file change that the arguments describe, if Atrium could read the file's text. `input`: as edited so far. */
export function useFileDiff(files: readonly NamedFile[], original: JsonValue, input: JsonValue): FileDiff | undefined {
  const file = useMemo(
    () => files.find((each) => each.effect && isStillNamed(each, original, input)),
    [files, original, input],
  )
  const text = file?.found.state === 'text' ? file.found.text : undefined
  const kept = useStoredValue(text ?? nothing)
  const diff = useDiff(text !== undefined)
  const now = text && kept.state === 'ready' && typeof kept.value === 'string' ? kept.value : undefined
  const compared = useMemo(() => compare(file?.effect, input, now, diff), [file, input, now, diff])
  if (!file || text === undefined || kept.state === 'failed' || kept.state === 'cut' || !compared) return undefined
  const isAll =
    file.path.length <= longestPath &&
    valueAt(input, file.at) === file.path &&
    isObject(input) &&
    Object.keys(input).length === 2
  return { file, ...compared, isAll }
}

type Compared = Pick<FileDiff, 'lines' | 'folded'>

/** Undefined if the arguments don't say what becomes of this text; without lines while it or the library is missing. */
function compare(
  effect: Effect | undefined,
  input: JsonValue,
  now: string | undefined,
  diff: ReturnType<typeof useDiff>,
): Compared | undefined {
  if (!effect) return undefined
  if (now === undefined) return { lines: undefined, folded: [] }
  const next = proposedText(now, effect, input)
  if (next === undefined) return undefined
  const lines = diff?.diffTexts(now, next)
  return { lines, folded: diff && lines ? diff.folded(lines) : [] }
}

/** Whether the diff shows everything that would be sent, and can underline all these parts of it: those of a whole text. */
export const showsAll = (diff: FileDiff | undefined, passages: readonly Passage[] | undefined): diff is FileDiff =>
  diff?.isAll === true &&
  passages?.every(({ at }) => diff.file.effect?.kind === 'text' && at === diff.file.effect.at) === true

/** Whether the user's edited arguments still name the file that Atrium read. */
export const isStillNamed = ({ at }: NamedFile, original: JsonValue, input: JsonValue): boolean =>
  original === input || valueAt(original, at) === valueAt(input, at)

/**
 * How many lines of a file change: in each place the removed or the added ones, whichever are more. A missing line break
 * at the end of a text isn't a line, but is a change.
 */
export function changedLines(lines: readonly DiffLine[]): number {
  const changed = lines.filter(({ mark }) => mark !== 'same').length
  const last = { same: -1, removed: lastOf(lines, 'removed'), added: lastOf(lines, 'added') }
  const isBreak = ({ mark, runs }: DiffLine, index: number): boolean => runs.length === 0 && last[mark] === index
  let [sum, removed, added] = [0, 0, 0]
  for (const [index, line] of lines.entries()) {
    if (line.mark === 'removed' && !isBreak(line, index)) removed += 1
    if (line.mark === 'added' && !isBreak(line, index)) added += 1
    if (line.mark !== 'same' && index < lines.length - 1) continue
    sum += Math.max(removed, added)
    removed = 0
    added = 0
  }
  return changed > 0 ? Math.max(1, sum) : 0
}

const lastOf = (lines: readonly DiffLine[], wanted: DiffLine['mark']): number =>
  lines.findLastIndex(({ mark }) => mark === wanted)

/** A path's last part, which says the most in little space. */
export const fileName = (path: string): string => path.split(/[\\/]/).at(-1) ?? path

/** A path's last parts: as few as tell it from the other paths. */
export function distinctName(path: string, others: readonly string[]): string {
  const parts = path.split(/[\\/]/)
  const tail = (of: string[], count: number): string => of.slice(-count).join('/')
  const rest = others.filter((other) => other !== path).map((other) => other.split(/[\\/]/))
  for (let count = 1; count < parts.length; count++)
    if (rest.every((other) => tail(other, count) !== tail(parts, count))) return tail(parts, count)
  return path
}

/** Size of the file before the call; undefined if it wasn't there or couldn't be read. */
export const fileBytes = (found: Found): number | undefined => ('bytes' in found ? found.bytes : undefined)
