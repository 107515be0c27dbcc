import { useMemo, useState } from 'react'
import type { FileEnd, NamedFile } from '../../shared/changes/named-file.ts'
import { proposedText } from '../../shared/changes/proposed.ts'
import type { JsonValue } from '../../shared/schema/json.ts'
import { changes } from '../strings/changes.ts'
import { useWhole } from '../ui/arming/use-whole.ts'
import { Differences } from '../ui/json/differences.tsx'
import type { DiffRow, DiffLine } from '../ui/json/definition-rows.ts'
import { useStoredValue } from '../ui/json/stored-value.tsx'
import { Loading } from '../ui/loading.tsx'
import { MoreButton } from '../ui/more-button.tsx'
import { useDiff, type FileDiff } from './file-changes.ts'
import styles from './file-diff.module.css'

const words = changes

/** Lines of a folded difference, and of one with all its lines before the next "Show all". */
const mostFolded = 8
const firstLines = 400

/** Consent to the call waits until `onWhole` has reported true. */
export type FileDiffProps = {
  diff: FileDiff
  /** Reports whether all changed lines, and all that would be sent, are on the page. */
  onWhole?: ((whole: boolean) => void) | undefined
}

/** A file's change line by line; long ones, and unchanged lines, are folded. */
export function FileDiffView({ diff: { file, lines, folded, sent }, onWhole }: FileDiffProps) {
  const [limit, setLimit] = useState(0)
  const [areShownWhole, hearShown] = useState(false)
  const rows: DiffRow[] = useMemo(
    () => (limit > 0 ? (lines ?? []).slice(0, limit) : withinChanges(folded).slice(0, mostFolded)),
    [lines, folded, limit],
  )
  const isComplete = useMemo(() => lines !== undefined && hidesNothing(lines, rows, sent), [lines, rows, sent])
  const isLeft =
    lines?.some((_line, index) => rows[index] !== lines[index]) === true || rows.length < (lines?.length ?? 0)
  useWhole(areShownWhole && isComplete, onWhole)
  if (!lines) return <Loading what={words.comparing} />
  return (
    <div className={styles.change}>
      {rows.length > 0 && <Differences parts={[{ name: file.path, rows }]} onWhole={hearShown} />}
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

/** Without the unchanged lines before the first change and after the last. */
const withinChanges = (rows: readonly DiffRow[]): DiffRow[] =>
  rows.filter((row, index) => !('skipped' in row && (index === 0 || index === rows.length - 1)))

/** Whether the lines that aren't shown are all unchanged and no part of what would be sent. */
function hidesNothing(lines: readonly DiffLine[], rows: readonly DiffRow[], sent: ReadonlySet<string>): boolean {
  const shown = new Set(rows)
  return lines.every(
    (line) => shown.has(line) || (line.mark === 'same' && !sent.has(line.runs.map(({ text }) => text).join(''))),
  )
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
