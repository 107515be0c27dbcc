import { useRef } from 'react'
import { useSession } from '../../state/replica.ts'
import { strings } from '../../strings/strings.ts'
import { RowSpace, walkRows } from '../../ui/table/long-rows.tsx'
import { isNarrowed, type AuditFilter } from '../../state/audit-filter.ts'
import { ahead, useRowsInView } from '../list/rows-in-view.ts'
import type { AuditList } from './audit-rows.ts'
import { AuditTableRow } from './audit-table-row.tsx'
import styles from './audit-table.module.css'

const { columns, table: words } = strings.audit

type AuditTableProps = { list: AuditList; filter: AuditFilter; selected: number | undefined; loadOlder(): void }

/** The records as a table; builds only visible rows. New records are added on top without moving those being read. */
export function AuditTable({ list, filter, selected, loadOlder }: AuditTableProps) {
  const { rows, more, next } = list
  const scroller = useRef<HTMLDivElement>(null)
  const self = useSession()?.actor
  const { items, above, below } = useRowsInView(scroller, list, loadOlder)
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
          <RowSpace height={above} />
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
