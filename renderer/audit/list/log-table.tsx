import { useMemo, useRef, type ReactNode } from 'react'
import { isNarrowed, type AuditFilter } from '../../state/audit-filter.ts'
import type { GlyphState } from '../../state/glyph-state.ts'
import { useNow } from '../../state/use-now.ts'
import { formatDayName } from '../../strings/format/time.ts'
import { classes } from '../../ui/classes.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { Apart } from '../../ui/json/apart.tsx'
import { RowSpace, walkRows } from '../../ui/table/long-rows.tsx'
import { withDays } from './days.ts'
import type { LoadedRows, LiveList } from './live-list.ts'
import log from '../../ui/table/log.module.css'
import styles from './log-table.module.css'
import { ahead, useRowsInView } from './rows-in-view.ts'

type LogTableProps<Row> = {
  /** The class under which the columns have their widths. */
  className: string | undefined
  columns: { name: string; className: string | undefined }[]
  list: LoadedRows<Row>
  /** When a row happened, in epoch milliseconds; always the same function. */
  momentOf(row: Row): number
  filter: AuditFilter
  loadOlder: LiveList<Row>['loadOlder']
  words: { lookingBack(next: string): string; noneEarlier: string; isFirst: string }
  /** The table row at this index. */
  children(row: Row, index: number): ReactNode
}

/** Rows of the log by day, newest first; builds only the visible ones. New rows don't move those being read. */
export function LogTable<Row extends { seq: number }>({
  className,
  columns,
  list,
  momentOf,
  filter,
  loadOlder,
  words,
  children: draw,
}: LogTableProps<Row>) {
  const { rows, more, next } = list
  const scroller = useRef<HTMLDivElement>(null)
  const lines = useMemo(() => withDays(rows, momentOf), [rows, momentOf])
  const { items, above, below } = useRowsInView(scroller, lines, list, loadOlder)
  const now = useNow(60_000)
  return (
    <div ref={scroller} className={styles.scroller} tabIndex={-1} onKeyDown={walkRows}>
      <table className={classes(log.table, styles.table, className)} aria-rowcount={more ? -1 : lines.length + 1}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" className={column.className}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <RowSpace height={above} />
          {items.map(({ index }) => {
            const line = lines[index]
            if (!line) return null
            return line.day === undefined ? (
              <Apart key={line.key} as="row" of={line.row} raw={() => line.row}>
                {draw(line.row, index)}
              </Apart>
            ) : (
              <tr key={line.key} aria-rowindex={index + 2}>
                <th scope="rowgroup" colSpan={2} className={styles.day}>
                  {formatDayName(line.day, now)}
                </th>
              </tr>
            )
          })}
          <RowSpace height={below} />
        </tbody>
      </table>
      <p className={styles.end} role="status">
        {more && rows.length < ahead && words.lookingBack(next.toLocaleString())}
        {!more && (isNarrowed(filter) ? words.noneEarlier : words.isFirst)}
      </p>
    </div>
  )
}

type LogRowProps = {
  seq: number
  index: number
  /** Drawn beside the table. */
  selected?: boolean
  /** The row responds to the pointer; an element inside it responds to the keyboard. */
  onClick(): void
  children: ReactNode
}

/** A row of the log. */
export const LogRow = ({ seq, index, selected, onClick, children }: LogRowProps) => (
  <tr
    className={styles.row}
    data-seq={seq}
    aria-rowindex={index + 2}
    aria-current={selected || undefined}
    onClick={onClick}
  >
    {children}
  </tr>
)

/** The parts of a cell in one line, cut at its end. */
export const LogCell = ({ children }: { children: ReactNode }) => <span className={styles.with}>{children}</span>

/** A second line of a row, shown in a narrow window instead of a column. */
export const LogBelow = ({ isPath = false, children }: { isPath?: boolean; children: ReactNode }) => (
  <span className={classes(styles.below, isPath && 'trunc-start')} aria-hidden>
    {children}
  </span>
)

/** How something ended, with its shape. */
export const LogOutcome = ({ glyph, children }: { glyph: GlyphState | undefined; children: ReactNode }) => (
  <LogCell>
    {glyph && <Glyph state={glyph} size={14} label="" />}
    <span>{children}</span>
  </LogCell>
)
