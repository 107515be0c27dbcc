import { useEffect, useMemo, useState } from 'react'
import type { JsonObject } from '../../../shared/schema/json.ts'
import { useDefinition } from '../../state/tool-definition.ts'
import { lazyModule } from '../lazy-module.ts'
import { strings } from '../../strings/strings.ts'
import { Json, useWhole } from './arguments.tsx'
import { Ext, Pieces, Plain } from '../third-party/ext.tsx'
import { head } from '../../../shared/text/clip.ts'
import { revealHidden } from '../../../shared/text/hidden-characters.ts'
import { Loading } from '../loading.tsx'
import { MoreButton } from '../more-button.tsx'
import { Note } from '../note.tsx'
import { Segments } from '../fields/segments.tsx'
import { formatBytes } from '../../strings/format/time.ts'
import styles from './definition-diff.module.css'
import type { DiffPart, DiffRow, Run } from './definition-rows.ts'

const words = strings.inbox.definitionDiff
/** The diff library loads on demand, because most windows never need it. */
const useRows = lazyModule(() => import('./definition-rows.ts'))

const views = [words.views.diff, words.views.full] as const

type DefinitionDiffProps = {
  /** Hashes of two definitions; see `getDefinition`. */
  before: string
  now: string
  /** The display name of the server that wrote both. */
  from: string
  /** Reports whether everything shown is on the page, and every change of that. */
  onWhole?: (whole: boolean) => void
}

/** The differences between two tool definitions, word by word, or all of the current one. */
export function DefinitionDiff({ before, now, from, onWhole }: DefinitionDiffProps) {
  const old = useDefinition(before)
  const next = useDefinition(now)
  const rows = useRows(true)
  const isReady = rows !== undefined && next.state === 'ready' && old.state !== 'loading'
  const parts = useMemo(
    () =>
      rows && old.state === 'ready' && next.state === 'ready' ? rows.diffDefinitions(old.raw, next.raw) : undefined,
    [rows, old, next],
  )
  useEffect(() => {
    if (!isReady) onWhole?.(false)
  }, [isReady, onWhole])
  if (next.state === 'failed')
    return (
      <Note kind="no">
        <b>{words.unreadable}</b> {next.problem}
      </Note>
    )
  if (!isReady) return <Loading what={words.loading} />
  return (
    <>
      {old.state === 'failed' && (
        <Note kind="no">
          <b>{words.noBefore}</b> {old.problem}
        </Note>
      )}
      <Compared parts={parts} now={next.raw} from={from} onWhole={onWhole} />
    </>
  )
}

type ComparedProps = {
  /** The differences; absent if there is nothing to compare with. */
  parts: DiffPart[] | undefined
  now: JsonObject
  from: string
  onWhole: DefinitionDiffProps['onWhole']
}

export function Compared({ parts, now, from, onWhole }: ComparedProps) {
  const [view, setView] = useState<(typeof views)[number]>(words.views.diff)
  return (
    <div className={styles.compared}>
      {parts && <Segments label={words.view} items={views} value={view} onChange={setView} />}
      <Ext from={from} note={strings.inbox.approval.noteOfDescription}>
        {parts && view === words.views.diff ? (
          <Differences parts={parts} onWhole={onWhole} />
        ) : (
          <Json value={now} onWhole={onWhole} />
        )}
      </Ext>
    </div>
  )
}

/** Characters of a difference before "Show more". */
const firstCharacters = 20_000

type DifferencesProps = { parts: DiffPart[]; onWhole?: DefinitionDiffProps['onWhole'] }

/** Differing lines, word by word, in named parts. */
export function Differences({ parts, onWhole }: DifferencesProps) {
  const [limit, setLimit] = useState(firstCharacters)
  const { shown, left } = useMemo(() => firstOf(parts, limit), [parts, limit])
  useWhole(left === 0, onWhole)
  return (
    <div className={styles.diff} tabIndex={0} role="group" aria-label={words.views.diff}>
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
      {mark !== 'same' && <span className="sr">{strings.inbox.marks[mark]}: </span>}
      <bdi>
        {runs.map((run, index) => (
          <RunView key={index} run={run} />
        ))}
      </bdi>
    </div>
  )
}

const RunView = ({ run: { text, isChanged } }: { run: Run }) =>
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
