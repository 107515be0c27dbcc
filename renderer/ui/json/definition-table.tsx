import { useMemo, useState } from 'react'
import { head } from '../../../shared/text/clip.ts'
import { revealHidden } from '../../../shared/text/hidden-characters.ts'
import { formatBytes } from '../../strings/format/time.ts'
import { inbox } from '../../strings/inbox/inbox.ts'
import { MoreButton } from '../more-button.tsx'
import { Pieces, Word } from '../third-party/ext.tsx'
import { Json } from './arguments.tsx'
import { useWhole } from '../arming/use-whole.ts'
import { Differences } from './differences.tsx'
import type { DefinitionFields, FieldRow, MarkedRun } from './definition-fields.ts'
import styles from './definition-table.module.css'

const words = inbox.definitionDiff

/** Characters before "Show more". */
const firstCharacters = 20_000

type DefinitionTableProps = { fields: DefinitionFields; onWhole: ((whole: boolean) => void) | undefined }

/** A definition as its texts, its claims, a table of its fields, and whatever else it contains. */
export function DefinitionTable({ fields, onWhole }: DefinitionTableProps) {
  const [limit, setLimit] = useState(firstCharacters)
  const { lines, rows, left } = useMemo(() => firstFields(fields, limit), [fields, limit])
  const { rest } = fields
  const hasRest = Array.isArray(rest) ? rest.length > 0 : Object.keys(rest).length > 0
  const [isRestWhole, hearRest] = useState(false)
  useWhole(left === 0 && (!hasRest || isRestWhole), onWhole)
  return (
    <div className={styles.parts} tabIndex={0} role="group" aria-label={words.views.fields}>
      {lines.length > 0 && (
        <dl className={styles.lines}>
          {lines.map(({ name, isClaim, runs }) => (
            <div key={name} className={styles.line}>
              <dt>{words.lines[name]}</dt>
              <dd>
                <Runs runs={isClaim ? answered(runs) : runs} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {rows.length > 0 ? <FieldTable rows={rows} /> : left === 0 && <p className={styles.none}>{words.noFields}</p>}
      {left > 0 && <MoreButton onClick={() => setLimit(limit * 8)}>{words.showMore(formatBytes(left))}</MoreButton>}
      {left === 0 && hasRest && (
        <section aria-label={words.rest}>
          <div className={styles.label}>{words.rest}</div>
          {Array.isArray(rest) ? (
            <Differences parts={rest} onWhole={hearRest} />
          ) : (
            <Json value={rest} onWhole={hearRest} />
          )}
        </section>
      )}
    </div>
  )
}

const FieldTable = ({ rows }: { rows: FieldRow[] }) => (
  <table className={styles.table}>
    <thead>
      <tr>
        <th scope="col">{words.columns.name}</th>
        <th scope="col">{words.columns.type}</th>
        <th scope="col">{words.columns.required}</th>
        <th scope="col">{words.columns.description}</th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.name} data-mark={row.mark}>
          <th scope="row">
            {row.mark !== 'same' && <span className="sr">{inbox.marks[row.mark]}: </span>}
            <code>
              <Word text={row.name} />
            </code>
          </th>
          <td data-label={words.columns.type}>
            <Runs runs={row.type} />
          </td>
          <td data-label={words.columns.required}>
            <Runs runs={answered(row.required)} />
          </td>
          <td>
            <Runs runs={row.description} />
            {row.more.length > 0 && row.more.some(({ text }) => text !== '') && (
              <code className="block ink2">
                <Runs runs={row.more} />
              </code>
            )}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** "true" and "false" in words. */
const answered = (runs: MarkedRun[]): MarkedRun[] =>
  runs.map(({ text, mark }) => ({ mark, text: text === 'true' ? words.yes : text === 'false' ? words.no : text }))

/** A text with the words that went and came. */
function Runs({ runs }: { runs: MarkedRun[] }) {
  return (
    <bdi className="pre-wrap">
      {runs.map(({ text, mark }, index) => {
        const pieces = <Pieces pieces={revealHidden(text)} />
        if (mark === 'same') return <span key={index}>{pieces}</span>
        return (
          <mark key={index} data-mark={mark} className={styles.changed}>
            <span className="sr">{inbox.marks[mark]}: </span>
            {pieces}
          </mark>
        )
      })}
    </bdi>
  )
}

/** The beginning of the lines and rows, and how many characters remain. */
function firstFields({ lines, rows }: DefinitionFields, limit: number) {
  let room = limit
  let left = 0
  const cut = (runs: MarkedRun[]): MarkedRun[] =>
    runs.flatMap(({ text, mark }) => {
      const part = head(text, Math.max(0, room))
      room -= text.length
      left += text.length - part.length
      return part === '' ? [] : [{ text: part, mark }]
    })
  const shownLines = lines.map((line) => ({ ...line, runs: cut(line.runs) }))
  const shownRows = rows.flatMap((row): FieldRow[] => {
    const isIn = room > 0
    room -= row.name.length
    const cells = {
      type: cut(row.type),
      required: cut(row.required),
      description: cut(row.description),
      more: cut(row.more),
    }
    if (!isIn) left += row.name.length
    return isIn ? [{ ...row, ...cells }] : []
  })
  return { lines: shownLines, rows: shownRows, left }
}
