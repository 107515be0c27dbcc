import { memo, useMemo, useState } from 'react'
import type { CallRow } from '../../../shared/contract/log.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import type { AuditFilter } from '../../state/audit-filter.ts'
import { useSession } from '../../state/replica.ts'
import { href, navigate } from '../../state/routes.ts'
import { isPath } from '../../../shared/text/path-signs.ts'
import { auditCalls } from '../../strings/audit-calls.ts'
import { formatExactTime } from '../../strings/format/time.ts'
import { Icon } from '../../ui/icon.tsx'
import { ServerSeal, useServerName } from '../../ui/seal.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import type { LoadedRows, LiveList } from '../list/live-list.ts'
import { LogBelow, LogCell, LogOutcome, LogRow, LogTable } from '../list/log-table.tsx'
import { aboutCall, deciderOfCall, outcomeOfCall } from './call-words.ts'
import { withHeadings, type CallLine } from './like-calls.ts'
import styles from './calls-table.module.css'

const words = auditCalls

type CallsTableProps = {
  list: LoadedRows<CallRow>
  filter: AuditFilter
  selected: number | undefined
  loadOlder: LiveList<CallRow>['loadOlder']
}

const columns = (['time', 'tool', 'what', 'decider', 'outcome'] as const).map((column) => ({
  name: words.columns[column],
  className: styles[column],
}))

const momentOf = ({ requestedAt }: CallLine): number => requestedAt

/** Calls as a table, one row each; many like ones of a turn share a row that opens. */
export function CallsTable({ list: calls, filter, selected, loadOlder }: CallsTableProps) {
  const self = useSession()?.actor
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const list = useMemo(
    () => ({ ...calls, rows: withHeadings(calls.rows, opened, selected) }),
    [calls, opened, selected],
  )
  const toggle = (key: string): void =>
    setOpened(new Set(opened.has(key) ? [...opened].filter((one) => one !== key) : [...opened, key]))
  return (
    <LogTable className={styles.table} {...{ columns, list, momentOf, filter, loadOlder, words }}>
      {(row, index) =>
        row.heads ? (
          <Heading row={row} heads={row.heads} index={index} self={self} toggle={toggle} />
        ) : (
          <Row row={row} index={index} self={self} filter={filter} selected={row.seq === selected} />
        )
      }
    </LogTable>
  )
}

type HeadingProps = Pick<RowProps, 'index' | 'self'> & {
  row: CallRow
  heads: NonNullable<CallLine['heads']>
  toggle(key: string): void
}

/** Several like calls in one row, which opens them. */
function Heading({ row, heads: { key, count, about, isOpen }, index, self, toggle }: HeadingProps) {
  const { server, tool, title, requestedAt } = row
  const serverName = useServerName(server ?? '')
  const { words: outcome, glyph } = outcomeOfCall(row)
  return (
    <LogRow seq={row.seq} index={index} onClick={() => toggle(key)}>
      <td className={styles.time}>{formatExactTime(requestedAt)}</td>
      <td className={styles.tool}>
        <LogCell>
          <button type="button" className={styles.heading} aria-expanded={isOpen}>
            <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} />
            <Plain text={words.like(count, title ?? tool)} />
          </button>
        </LogCell>
        <LogBelow isPath>
          <Plain text={about} />
        </LogBelow>
      </td>
      <td className={styles.what}>
        <Plain text={about} />
      </td>
      <td className={styles.decider}>
        <Plain text={deciderOfCall({ ...row, decidedAt: null, askedAt: null }, self, serverName)} />
      </td>
      <td className={styles.outcome}>
        <LogOutcome glyph={glyph}>{outcome}</LogOutcome>
      </td>
    </LogRow>
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
    <LogRow seq={seq} index={index} selected={selected} onClick={() => navigate({ page: 'audit', call: seq, filter })}>
      <td className={styles.time}>{formatExactTime(requestedAt)}</td>
      <td className={styles.tool}>
        <LogCell>
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
        </LogCell>
        <LogBelow isPath={isPath(about)}>
          <Plain text={about} />
        </LogBelow>
      </td>
      <td className={styles.what}>
        <Plain text={about} />
      </td>
      <td className={styles.decider}>
        <Plain text={deciderOfCall(row, self, serverName)} />
      </td>
      <td className={styles.outcome}>
        <LogOutcome glyph={glyph}>
          {outcome === words.outcomes.succeeded && took !== '' ? (
            <>
              <span className="sr">{outcome} </span>
              {took}
            </>
          ) : (
            [outcome, took].filter(Boolean).join(', ')
          )}
        </LogOutcome>
      </td>
    </LogRow>
  )
})
