import { useMemo, useState } from 'react'
import { inbox } from '../../strings/inbox/inbox.ts'
import { useWhole } from '../arming/use-whole.ts'
import { Pieces, Plain } from '../third-party/ext.tsx'
import { head } from '../../../shared/text/clip.ts'
import { revealHidden } from '../../../shared/text/hidden-characters.ts'
import { MoreButton } from '../more-button.tsx'
import { formatBytes } from '../../strings/format/time.ts'
import styles from './differences.module.css'
import type { DiffPart, DiffRow, DiffRun } from './definition-rows.ts'

const words = inbox.definitionDiff

/** Characters of a difference before "Show more". */
const firstCharacters = 20_000

type DifferencesProps = { parts: DiffPart[]; onWhole?: ((whole: boolean) => void) | undefined }

/** Differing lines, word by word, in named parts. */
export function Differences({ parts, onWhole }: DifferencesProps) {
  const [limit, setLimit] = useState(firstCharacters)
  const { shown, left } = useMemo(() => firstOf(parts, limit), [parts, limit])
  useWhole(left === 0, onWhole)
  return (
    <div className={styles.diff} tabIndex={0} role="group" aria-label={words.changes}>
      {shown.length === 0 && <p className={styles.name}>{words.same}</p>}
      {shown.map(({ name, rows }) => (
        <section key={name} aria-label={name}>
          <div className={styles.name}>
            <Plain text={head(name, 200)} />
          </div>
          {rows.map((row, index) => (
            <Row key={index} row={row} />
          ))}
        </section>
      ))}
      {left > 0 && <MoreButton onClick={() => setLimit(limit * 8)}>{words.showMore(formatBytes(left))}</MoreButton>}
    </div>
  )
}

function Row({ row }: { row: DiffRow }) {
  if ('skipped' in row) return <div className={styles.skipped}>{words.skipped(row.skipped)}</div>
  const { mark, runs } = row
  return (
    <div className={styles.row} data-mark={mark}>
      {mark !== 'same' && <span className="sr">{inbox.marks[mark]}: </span>}
      <bdi>
        {runs.map((run, index) => (
          <RunView key={index} run={run} />
        ))}
      </bdi>
    </div>
  )
}

const RunView = ({ run: { text, isChanged } }: { run: DiffRun }) =>
  isChanged ? (
    <mark className={styles.changed}>
      <Pieces pieces={revealHidden(text)} />
    </mark>
  ) : (
    <Pieces pieces={revealHidden(text)} />
  )

/** A difference's beginning, and how many characters remain. */
function firstOf(parts: DiffPart[], limit: number): { shown: DiffPart[]; left: number } {
  let left = limit
  let beyond = 0
  const cut = (row: DiffRow): DiffRow[] => {
    if ('skipped' in row) return left > 0 ? [row] : []
    const runs = row.runs.flatMap(({ text, isChanged }) => {
      const part = head(text, Math.max(0, left))
      left -= text.length
      beyond += text.length - part.length
      return part === '' ? [] : [{ text: part, isChanged }]
    })
    return runs.length > 0 || (row.runs.length === 0 && left > 0) ? [{ ...row, runs }] : []
  }
  const shown = parts.map(({ name, rows }) => ({ name, rows: rows.flatMap(cut) }))
  return { shown: shown.filter(({ rows }) => rows.length > 0), left: beyond }
}
