import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore, type RefObject } from 'react'
import type { AuditRow } from '../../shared/contract/commands.ts'
import { useSession } from '../state/replica.ts'
import { strings } from '../strings/strings.ts'
import { RowSpace, walkRows } from '../ui/table/long-rows.tsx'
import { isNarrowed, type AuditFilter } from '../state/audit-filter.ts'
import type { AuditList } from './audit-rows.ts'
import { AuditTableRow } from './audit-table-row.tsx'
import styles from './audit-table.module.css'

const { columns, table: words } = strings.audit

/** Row heights in pixels, as in the style sheet: one line, or two if the columns don't fit. */
const heights = { line: 34, lines: 48 }
const small = '(max-width: 560px)'
/** Older records load when this few rows are left below. */
const ahead = 30

type AuditTableProps = { list: AuditList; filter: AuditFilter; selected: number | undefined; loadOlder(): void }

/** The records as a table; builds only visible rows. New records are added on top without moving those being read. */
export function AuditTable({ list, filter, selected, loadOlder }: AuditTableProps) {
  const { rows, more, next } = list
  const scroller = useRef<HTMLDivElement>(null)
  const self = useSession()?.actor
  const rowHeight = useRowHeight()
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.seq ?? index,
    overscan: 12,
  })
  const items = virtual.getVirtualItems()
  const first = items[0]?.start ?? 0
  const last = items.at(-1)
  useKeptPosition(scroller, rows, rowHeight)
  useEffect(() => virtual.measure(), [virtual, rowHeight])

  const lastIndex = last?.index ?? 0
  useEffect(() => {
    if (more && lastIndex >= rows.length - ahead) loadOlder()
  }, [more, next, lastIndex, rows.length, loadOlder])

  return (
    <div ref={scroller} className={styles.scroller} tabIndex={-1} onKeyDown={walkRows}>
      <table className={styles.table} aria-rowcount={more ? -1 : rows.length + 1}>
        <thead>
          <tr>
            <th scope="col" className={styles.number}>
              {columns.number}
            </th>
            <th scope="col" className={styles.time}>
              {columns.time}
            </th>
            <th scope="col" className={styles.kind}>
              {columns.kind}
            </th>
            <th scope="col" className={styles.server}>
              {columns.server}
            </th>
            <th scope="col" className={styles.subject}>
              {columns.subject}
            </th>
            <th scope="col" className={styles.decider}>
              {columns.decider}
            </th>
            <th scope="col" className={styles.outcome}>
              {columns.outcome}
            </th>
            <th scope="col" className={styles.took}>
              {columns.took}
            </th>
          </tr>
        </thead>
        <tbody>
          <RowSpace height={first} />
          {items.map(({ index }) => {
            const row = rows[index]
            return (
              row && (
                <AuditTableRow
                  key={row.seq}
                  row={row}
                  index={index}
                  self={self}
                  filter={filter}
                  selected={row.seq === selected}
                />
              )
            )
          })}
          <RowSpace height={last ? virtual.getTotalSize() - last.end : 0} />
        </tbody>
      </table>
      <p className={styles.end} role="status">
        {more && rows.length < ahead && words.lookingBack(next.toLocaleString())}
        {!more && (isNarrowed(filter) ? words.noneEarlier : words.isFirst)}
      </p>
    </div>
  )
}

/** Keeps the same records in view after scrolling down, when new ones are added on top. */
function useKeptPosition(scroller: RefObject<HTMLDivElement | null>, rows: AuditRow[], rowHeight: number): void {
  const newest = useRef(rows[0]?.seq)
  useLayoutEffect(() => {
    const element = scroller.current
    const before = newest.current
    newest.current = rows[0]?.seq
    if (!element || before === undefined || element.scrollTop === 0) return
    const added = rows.findIndex(({ seq }) => seq === before)
    // oxlint-disable-next-line react/immutability -- an element is made to be scrolled
    if (added > 0) element.scrollTop += added * rowHeight
  }, [scroller, rows, rowHeight])
}

const useRowHeight = (): number =>
  useSyncExternalStore(
    (changed) => {
      const query = matchMedia(small)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => (matchMedia(small).matches ? heights.lines : heights.line),
  )
