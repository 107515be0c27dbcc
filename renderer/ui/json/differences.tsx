import { useMemo, useState } from 'react'
import { inbox } from '../../strings/inbox/inbox.ts'
import { classes } from '../classes.ts'
import { useWhole } from '../arming/use-whole.ts'
import { Pieces, Plain } from '../third-party/ext.tsx'
import { head } from '../../../shared/text/clip.ts'
import { revealHidden } from '../../../shared/text/hidden-characters.ts'
import { MoreButton } from '../more-button.tsx'
import { formatBytes } from '../../strings/format/time.ts'
import styles from './differences.module.css'
import { PassageNumber } from './passage-number.tsx'
import type { LabelledPassage } from './shown-lines.tsx'
import type { DiffPart, DiffRow, DiffRun } from './definition-rows.ts'

const words = inbox.definitionDiff

/** Characters of a difference before "Show more". */
const firstCharacters = 20_000

type DifferencesProps = {
  parts: DiffPart[]
  passages?: readonly LabelledPassage[] | undefined
  onWhole?: ((whole: boolean) => void) | undefined
}

/** Differing lines, word by word, in named parts. */
export function Differences({ parts, passages, onWhole }: DifferencesProps) {
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
            <Row key={index} row={row} passages={passages} />
          ))}
        </section>
      ))}
      {left > 0 && <MoreButton onClick={() => setLimit(limit * 8)}>{words.showMore(formatBytes(left))}</MoreButton>}
    </div>
  )
}

function Row({ row, passages }: Pick<DifferencesProps, 'passages'> & { row: DiffRow }) {
  if ('skipped' in row) return <div className={styles.skipped}>{words.skipped(row.skipped)}</div>
  const { mark, runs } = row
  return (
    <div className={styles.row} data-mark={mark}>
      {mark !== 'same' && <span className="sr">{inbox.marks[mark]}: </span>}
      <bdi>
        {runs.map((run, index) => (
          <RunView key={index} run={run} passages={passages} />
        ))}
      </bdi>
    </div>
  )
}

type RunProps = Pick<DifferencesProps, 'passages'> & { run: DiffRun }

function RunView({ run: { text, isChanged, isPassage, ends = [] }, passages }: RunProps) {
  const pieces = <Pieces pieces={revealHidden(text)} />
  return (
    <>
      {isChanged ? (
        <mark className={classes(styles.changed, isPassage && styles.passage)}>{pieces}</mark>
      ) : isPassage ? (
        <span className={styles.passage}>{pieces}</span>
      ) : (
        pieces
      )}
      {ends.map((number) => (
        <PassageNumber key={number} number={number} label={passages?.[number - 1]?.label ?? ''} />
      ))}
    </>
  )
}

/** A difference's beginning, and how many characters remain. */
function firstOf(parts: DiffPart[], limit: number): { shown: DiffPart[]; left: number } {
  let left = limit
  let beyond = 0
  const cut = (row: DiffRow): DiffRow[] => {
    if ('skipped' in row) return left > 0 ? [row] : []
    const runs = row.runs.flatMap(({ text, ...run }) => {
      const part = head(text, Math.max(0, left))
      left -= text.length
      beyond += text.length - part.length
      return part === '' ? [] : [{ ...run, text: part }]
    })
    return runs.length > 0 || (row.runs.length === 0 && left > 0) ? [{ ...row, runs }] : []
  }
  const shown = parts.map(({ name, rows }) => ({ name, rows: rows.flatMap(cut) }))
  return { shown: shown.filter(({ rows }) => rows.length > 0), left: beyond }
}
