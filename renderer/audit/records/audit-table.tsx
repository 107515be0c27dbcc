import { memo } from 'react'
import type { AuditRow } from '../../../shared/contract/commands.ts'
import type { AuditFilter } from '../../state/audit-filter.ts'
import { useSession } from '../../state/replica.ts'
import { href, navigate } from '../../state/routes.ts'
import { formatDuration, formatExactTime } from '../../strings/format/time.ts'
import { audit } from '../../strings/audit.ts'
import { ServerSeal, useServerName } from '../../ui/seal.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import { LogBelow, LogCell, LogOutcome, LogRow, LogTable } from '../list/log-table.tsx'
import type { AuditList } from './audit-rows.ts'
import styles from './audit-table.module.css'
import { deciderOf, kindOf, outcomeOf, subjectOf } from './audit-words.ts'

type AuditTableProps = { list: AuditList; filter: AuditFilter; selected: number | undefined; loadOlder(): void }

const columns = (['number', 'time', 'kind', 'server', 'subject', 'decider', 'outcome', 'took'] as const).map(
  (column) => ({ name: audit.columns[column], className: styles[column] }),
)

const momentOf = ({ at }: AuditRow): number => at

/** The records as a table. */
export function AuditTable({ list, filter, selected, loadOlder }: AuditTableProps) {
  const self = useSession()?.actor
  return (
    <LogTable className={styles.table} {...{ columns, list, momentOf, filter, loadOlder }} words={audit.table}>
      {(row, index) => <Row row={row} index={index} self={self} filter={filter} selected={row.seq === selected} />}
    </LogTable>
  )
}

type RowProps = {
  row: AuditRow
  index: number
  self: string | undefined
  filter: AuditFilter
  selected: boolean
}

/** One record. The whole row responds to the pointer; its kind is the accessible link. */
const Row = memo(function Row({ row, index, self, filter, selected }: RowProps) {
  const { seq, at, type, server, took } = row
  const { words, glyph } = outcomeOf(row)
  const kind = kindOf(type)
  return (
    <LogRow seq={seq} index={index} selected={selected} onClick={() => navigate({ page: 'audit', seq, filter })}>
      <td className={styles.number}>{seq.toLocaleString()}</td>
      <td className={styles.time}>{formatExactTime(at)}</td>
      <td className={styles.kind}>
        <a href={href({ page: 'audit', seq, filter })} aria-label={audit.table.record(kind, seq)}>
          {kind}
        </a>
        <LogBelow>
          <Plain text={[server, subjectOf(row)].filter(Boolean).join(' › ')} />
        </LogBelow>
      </td>
      <td className={styles.server}>{server && <ServerCell server={server} />}</td>
      <td className={styles.subject}>
        <Plain text={subjectOf(row)} />
      </td>
      <td className={styles.decider}>{deciderOf(row, self)}</td>
      <td className={styles.outcome}>
        <LogOutcome glyph={glyph}>{words}</LogOutcome>
      </td>
      <td className={styles.took}>{took !== null && formatDuration(took)}</td>
    </LogRow>
  )
})

function ServerCell({ server }: { server: string }) {
  const name = useServerName(server)
  return (
    <LogCell>
      <ServerSeal server={server} size={14} />
      <span>{name}</span>
    </LogCell>
  )
}
