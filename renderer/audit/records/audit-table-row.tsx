import { memo } from 'react'
import type { AuditRow } from '../../../shared/contract/commands.ts'
import { href, navigate } from '../../state/routes.ts'
import { strings } from '../../strings/strings.ts'
import { Plain } from '../../ui/third-party/ext.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { ServerSeal, useServerName } from '../../ui/seal.tsx'
import { formatDuration } from '../../strings/format/time.ts'
import { timeOf } from '../list/rows-in-view.ts'
import type { AuditFilter } from '../../state/audit-filter.ts'
import styles from './audit-table.module.css'
import { deciderOf, kindOf, outcomeOf, subjectOf } from './audit-words.ts'

type AuditTableRowProps = {
  row: AuditRow
  index: number
  self: string | undefined
  filter: AuditFilter
  selected: boolean
}

/** One record. The whole row responds to the pointer; its kind is the accessible link. */
export const AuditTableRow = memo(function AuditTableRow({ row, index, self, filter, selected }: AuditTableRowProps) {
  const { seq, at, type, server, took } = row
  const { words, glyph } = outcomeOf(row)
  const kind = kindOf(type)
  return (
    <tr
      className={styles.row}
      data-seq={seq}
      aria-rowindex={index + 2}
      aria-current={selected || undefined}
      onClick={() => navigate({ page: 'audit', seq, filter })}
    >
      <td className={styles.number}>{seq.toLocaleString()}</td>
      <td className={styles.time}>{timeOf(at)}</td>
      <td className={styles.kind}>
        <a href={href({ page: 'audit', seq, filter })} aria-label={strings.audit.table.record(kind, seq)}>
          {kind}
        </a>
        <span className={styles.below} aria-hidden>
          <Plain text={[server, subjectOf(row)].filter(Boolean).join(' › ')} />
        </span>
      </td>
      <td className={styles.server}>{server && <ServerCell server={server} />}</td>
      <td className={styles.subject}>
        <Plain text={subjectOf(row)} />
      </td>
      <td className={styles.decider}>{deciderOf(row, self)}</td>
      <td className={styles.outcome}>
        <span className={styles.with}>
          {glyph && <Glyph state={glyph} size={14} label="" />}
          <span>{words}</span>
        </span>
      </td>
      <td className={styles.took}>{took !== null && formatDuration(took)}</td>
    </tr>
  )
})

function ServerCell({ server }: { server: string }) {
  const name = useServerName(server)
  return (
    <span className={styles.with}>
      <ServerSeal server={server} size={14} />
      <span>{name}</span>
    </span>
  )
}
