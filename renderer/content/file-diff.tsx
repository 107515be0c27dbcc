import { useMemo, useState } from 'react'
import type { NamedFile } from '../../shared/changes/named-file.ts'
import type { JsonValue } from '../../shared/schema/json.ts'
import { valueAt } from '../../shared/schema/pointer.ts'
import { head } from '../../shared/text/clip.ts'
import { Phrase } from '../strings/phrase.tsx'
import { strings } from '../strings/strings.ts'
import { formatBytes } from '../strings/format/time.ts'
import { useWhole } from '../ui/json/arguments.tsx'
import { Differences } from '../ui/json/definition-diff.tsx'
import type { DiffRow, Line } from '../ui/json/definition-rows.ts'
import { Loading } from '../ui/loading.tsx'
import { MoreButton } from '../ui/more-button.tsx'
import { Plain } from '../ui/third-party/ext.tsx'
import { bytesOf, changedLines, fileName, isStillNamed, type FileDiff } from './file-changes.ts'
import styles from './file-diff.module.css'

const words = strings.changes

type FileLinesProps = {
  files: readonly NamedFile[]
  original: JsonValue
  input: JsonValue
  diff: FileDiff | undefined
}

/** A line for each file that a call names: its content now, and what the call makes of it if that is known. */
export const FileLines = ({ files, ...rest }: FileLinesProps) =>
  files.map((file) => (
    <span key={file.at} className={styles.line}>
      <FileLine file={file} {...rest} />
    </span>
  ))

function FileLine({ file, original, input, diff }: Omit<FileLinesProps, 'files'> & { file: NamedFile }) {
  const { found, effect, path } = file
  const name = (
    <code>
      <Plain text={head(fileName(path), 80)} />
    </code>
  )
  if (!isStillNamed(file, original, input)) return <Phrase text={words.moved} slots={{ file: name }} />
  if (found.state === 'absent') {
    const text = effect?.kind === 'text' ? valueAt(input, effect.at) : undefined
    if (typeof text !== 'string') return <Phrase text={words.absent} slots={{ file: name }} />
    return words.creates(formatBytes(new TextEncoder().encode(text).length))
  }
  const bytes = bytesOf(found)
  if (bytes === undefined) return <Phrase text={unread(found.state)} slots={{ file: name }} />
  if (diff?.file === file && found.state === 'text') {
    if (!diff.lines) return words.comparing
    return (effect?.kind === 'edits' ? words.edits : words.overwrites)(found.lines, changedLines(diff.lines))
  }
  if (found.state === 'text' && found.redacted) return <Phrase text={words.redacted} slots={{ file: name }} />
  if (effect?.kind === 'text') return words.overwritesBytes(formatBytes(bytes))
  const size = found.state === 'text' ? words.lines(found.lines) : formatBytes(bytes)
  return (
    <>
      <Phrase text={words.exists(size)} slots={{ file: name }} />
      {effect && (
        <>
          {'. '}
          <Phrase text={words.unforeseen} slots={{ file: name }} />
        </>
      )}
    </>
  )
}

function unread(state: NamedFile['found']['state']) {
  if (state === 'outside' || state === 'special' || state === 'restless') return words[state]
  return words.unreadable
}

/** Lines of a folded difference, and of one with all its lines before the next "Show all". */
const mostFolded = 8
const firstLines = 400

type FileDiffViewProps = {
  diff: FileDiff
  /** Reports whether all changed lines, and all that would be sent, are on the page. */
  onWhole?: ((whole: boolean) => void) | undefined
}

/** A file's change line by line; long ones, and unchanged lines, are folded. */
export function FileDiffView({ diff: { file, lines, folded, sent }, onWhole }: FileDiffViewProps) {
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
      <p className={styles.note}>
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
function hidesNothing(lines: readonly Line[], rows: readonly DiffRow[], sent: ReadonlySet<string>): boolean {
  const shown = new Set(rows)
  return lines.every(
    (line) => shown.has(line) || (line.mark === 'same' && !sent.has(line.runs.map(({ text }) => text).join(''))),
  )
}
