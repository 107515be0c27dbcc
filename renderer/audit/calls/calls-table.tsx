import { memo, useRef } from 'react'
import type { CallRow } from '../../../shared/contract/log.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { isNarrowed, type AuditFilter } from '../../state/audit-filter.ts'
import { useSession } from '../../state/replica.ts'
import { href, navigate } from '../../state/routes.ts'
import { strings } from '../../strings/strings.ts'
import { RowSpace, walkRows } from '../../ui/table/long-rows.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { ServerSeal, useServerName } from '../../ui/seal.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import type { Listed, LiveList } from '../list/live-list.ts'
import { ahead, timeOf, useRowsInView } from '../list/rows-in-view.ts'
import { aboutCall, deciderOfCall, outcomeOfCall } from './call-words.ts'
import styles from './calls-table.module.css'

const words = strings.auditCalls

type CallsTableProps = {
  list: Listed<CallRow>
  filter: AuditFilter
  selected: number | undefined
  loadOlder: LiveList<CallRow>['loadOlder']
}

/** Calls as a table, one row each; builds only visible rows. */
export function CallsTable({ list, filter, selected, loadOlder }: CallsTableProps) {
  const { rows, more, next } = list
  const scroller = useRef<HTMLDivElement>(null)
  const self = useSession()?.actor
  const { items, above, below } = useRowsInView(scroller, list, loadOlder)
  return (
    <div ref={scroller} className={styles.scroller} tabIndex={-1} onKeyDown={walkRows}>
      <table className={styles.table} aria-rowcount={more ? -1 : rows.length + 1}>
        <thead>
          <tr>
            <th scope="col" className={styles.time}>
              {words.columns.time}
            </th>
            <th scope="col" className={styles.tool}>
              {words.columns.tool}
            </th>
            <th scope="col" className={styles.what}>
              {words.columns.what}
            </th>
            <th scope="col" className={styles.decider}>
              {words.columns.decider}
            </th>
            <th scope="col" className={styles.outcome}>
              {words.columns.outcome}
            </th>
          </tr>
        </thead>
        <tbody>
          <RowSpace height={above} />
          {items.map(({ index }) => {
            const row = rows[index]
            return (
              row && (
                <Row
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

type RowProps = {
  row: CallRow
  index: number
  self: string | undefined
  filter: AuditFilter
  selected: boolean
}

/** One call. The whole row responds to the pointer; its tool is the accessible link. */
const Row = memo(function Row({ row, index, self, filter, selected }: RowProps) {
  const { seq, server, tool, title, requestedAt } = row
  const serverName = useServerName(server ?? '')
  const name = title ?? tool
  const { words: outcome, took, glyph } = outcomeOfCall(row)
  const about = row.about === null ? words.erased : aboutCall(row)
  return (
    <tr
      className={styles.row}
      data-seq={seq}
      aria-rowindex={index + 2}
      aria-current={selected || undefined}
      onClick={() => navigate({ page: 'audit', call: seq, filter })}
    >
      <td className={styles.time}>{timeOf(requestedAt)}</td>
      <td className={styles.tool}>
        <span className={styles.with}>
          {server !== null && (
            <>
              <ServerSeal server={server} size={14} />
              <span className={styles.server}>{serverName} ›</span>
            </>
          )}
          <a
            href={href({ page: 'audit', call: seq, filter })}
            aria-label={words.row(plainLabel(server === null ? name : `${serverName} › ${name}`), seq)}
          >
            <Plain text={name} />
          </a>
        </span>
        <span className={styles.below} aria-hidden>
          <Plain text={about} />
        </span>
      </td>
      <td className={styles.what}>
        <Plain text={about} />
      </td>
      <td className={styles.decider}>
        <Plain text={deciderOfCall(row, self, serverName)} />
      </td>
      <td className={styles.outcome}>
        <span className={styles.with}>
          {glyph && <Glyph state={glyph} size={14} label="" />}
          <span>
            {outcome === words.outcomes.succeeded && took !== '' ? (
              <>
                <span className="sr">{outcome} </span>
                {took}
              </>
            ) : (
              [outcome, took].filter(Boolean).join(', ')
            )}
          </span>
        </span>
      </td>
    </tr>
  )
})
