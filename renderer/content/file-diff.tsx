import { useMemo, useState } from 'react'
import type { FileEnd, NamedFile } from '../../shared/changes/named-file.ts'
import { proposedText } from '../../shared/changes/proposed.ts'
import type { JsonValue } from '../../shared/schema/json.ts'
import { changes } from '../strings/changes.ts'
import { useWhole } from '../ui/arming/use-whole.ts'
import { Differences } from '../ui/json/differences.tsx'
import type { DiffLine, DiffRow, DiffRun } from '../ui/json/definition-rows.ts'
import { piecesAt, type Passage } from '../ui/json/passages.ts'
import type { LabelledPassage } from '../ui/json/shown-lines.tsx'
import { useStoredValue } from '../ui/json/stored-value.tsx'
import { Loading } from '../ui/loading.tsx'
import { MoreButton } from '../ui/more-button.tsx'
import { useDiff, type FileDiff } from './file-changes.ts'
import styles from './file-diff.module.css'

const words = changes

/** Lines of a difference that is shown whole or folded, and of one with all its lines before the next "Show all". */
const mostFolded = 24
const firstLines = 400

/** Consent to the call waits until `onWhole` has reported true. */
export type FileDiffProps = {
  diff: FileDiff
  /** Parts of the whole text that the call sends, to underline and number. */
  passages?: readonly LabelledPassage[] | undefined
  /** Reports whether all changed lines are on the page. */
  onWhole?: ((whole: boolean) => void) | undefined
}

/** A file's change line by line; long ones, and unchanged lines, are folded. */
export function FileDiffView({ diff: { file, lines, folded }, passages, onWhole }: FileDiffProps) {
  const [limit, setLimit] = useState(0)
  const [areShownWhole, hearShown] = useState(false)
  const rows: DiffRow[] = useMemo(
    () => (limit > 0 ? (lines ?? []).slice(0, limit) : firstRows(lines ?? [], folded)),
    [lines, folded, limit],
  )
  const marked = useMemo(() => withPassages(lines ?? [], passages ?? []), [lines, passages])
  const isComplete = useMemo(() => lines !== undefined && hidesNothing(lines, rows), [lines, rows])
  const isLeft =
    lines?.some((_line, index) => rows[index] !== lines[index]) === true || rows.length < (lines?.length ?? 0)
  useWhole(areShownWhole && isComplete, onWhole)
  if (!lines) return <Loading what={words.comparing} />
  return (
    <div className={styles.change}>
      {rows.length > 0 && (
        <Differences parts={[{ name: file.path, rows: rows.map(marked) }]} passages={passages} onWhole={hearShown} />
      )}
      <p className="micro ink3">
        {isLeft && (
          <MoreButton onClick={() => setLimit(limit === 0 ? firstLines : limit * 4)}>
            {words.showAll(lines.length)}
          </MoreButton>
        )}{' '}
        {words.asSaid}
      </p>
    </div>
  )
}

/** All lines if they are few and some changed, else the beginning of the folded ones. */
const firstRows = (lines: readonly DiffLine[], folded: readonly DiffRow[]): DiffRow[] =>
  lines.length <= mostFolded && lines.some(({ mark }) => mark !== 'same')
    ? [...lines]
    : withinChanges(folded).slice(0, mostFolded)

/** Without the unchanged lines before the first change and after the last. */
const withinChanges = (rows: readonly DiffRow[]): DiffRow[] =>
  rows.filter((row, index) => !('skipped' in row && (index === 0 || index === rows.length - 1)))

/** Whether the lines that aren't shown are all unchanged. */
function hidesNothing(lines: readonly DiffLine[], rows: readonly DiffRow[]): boolean {
  const shown = new Set(rows)
  return lines.every((line) => line.mark === 'same' || shown.has(line))
}

/** Gives each line its parts of the passages, which are positions in the new text. */
function withPassages(lines: readonly DiffLine[], passages: readonly Passage[]): (row: DiffRow) => DiffRow {
  if (passages.length === 0) return (row) => row
  const found = new Map<DiffRow, DiffRow>()
  let start = 0
  for (const line of lines) {
    if (line.mark === 'removed') continue
    const runs = runsWithPassages(line.runs, start, passages)
    found.set(line, { ...line, runs })
    start += line.runs.reduce((sum, { text }) => sum + text.length, 0) + 1
  }
  return (row) => found.get(row) ?? row
}

function runsWithPassages(runs: readonly DiffRun[], lineStart: number, passages: readonly Passage[]): DiffRun[] {
  let start = lineStart
  return runs.flatMap((run) => {
    const end = start + run.text.length
    const within = passages.flatMap((passage, index) => {
      const from = Math.max(0, passage.start - start)
      const to = Math.min(run.text.length, passage.end - start)
      return from < to ? [{ at: '', start: from, end: to, number: index + 1, isLast: passage.end <= end }] : []
    })
    const ending = new Set(within.filter(({ isLast }) => isLast).map(({ number }) => number))
    start = end
    return piecesAt(run.text, within).map((piece) => ({
      ...run,
      ...piece,
      ...(piece.ends && { ends: piece.ends.filter((number) => ending.has(number)) }),
    }))
  })
}

type ChangedFileProps = { file: NamedFile; end: FileEnd; input: JsonValue }

/** One file's change; nothing if Atrium didn't read both texts. */
export function ChangedFile({ file: { path, found, effect }, end: { end, now }, input }: ChangedFileProps) {
  const before = useStoredValue((found.state === 'text' && found.text) || empty)
  const after = useStoredValue((now?.state === 'text' && now.text) || empty)
  const diff = useDiff(true)
  const areRead = before.state === 'ready' && after.state === 'ready'
  const isKnown = found.state === 'text' || found.state === 'absent'
  const [old, next] = [before, after].map((one) =>
    one.state === 'ready' && typeof one.value === 'string' ? one.value : '',
  )
  const text = end === 'as-proposed' && effect ? proposedText(old, effect, input) : next
  const rows = useMemo(
    () => (diff && areRead && text !== undefined ? diff.folded(diff.diffTexts(old ?? '', text)) : undefined),
    [diff, areRead, old, text],
  )
  const isOtherwise = end === 'otherwise' && now?.state === 'text'
  if (!isKnown || !(isOtherwise || (end === 'as-proposed' && found.state === 'text'))) return null
  if (!rows) return <Loading what={words.comparing} />
  return <Differences parts={[{ name: path, rows }]} />
}

const empty = { json: '' }
