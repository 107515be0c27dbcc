import type { KeyboardEvent } from 'react'
import { Bar } from '../ui/page/bar.tsx'
import { navigate } from '../state/routes.ts'
import { strings } from '../strings/strings.ts'
import { Button } from '../ui/button.tsx'
import { Loading } from '../ui/loading.tsx'
import { Note } from '../ui/note.tsx'
import { AuditDetail } from './audit-detail.tsx'
import { writeFilter, type AuditFilter } from '../state/audit-filter.ts'
import { AuditFilters } from './audit-filters.tsx'
import { ExportLog } from './export-log.tsx'
import { LogCheckBar } from './log-check-bar.tsx'
import { NothingFits } from './nothing-fits.tsx'
import styles from './audit-page.module.css'
import { AuditTable } from './audit-table.tsx'
import { useAudit, type Audit } from './use-audit.ts'

const words = strings.audit.page

const everything: AuditFilter = {}

type AuditPageProps = { seq: number | undefined; filter?: AuditFilter | undefined }

/** Everything asked, decided and done, or the records that match; `seq` is the open record. */
export function AuditPage({ seq, filter = everything }: AuditPageProps) {
  const audit = useAudit(writeFilter(filter))
  const close = (): void => {
    navigate({ page: 'audit', filter })
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-seq="${seq}"] a`)?.focus())
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || seq === undefined || event.defaultPrevented) return
    event.preventDefault()
    close()
  }
  return (
    <>
      <Bar title={words.title} detail={audit.list ? words.records(audit.list.asOf) : words.everything}>
        <ExportLog filter={filter} />
      </Bar>
      <div className={styles.page} onKeyDown={onKeyDown}>
        <LogCheckBar />
        <AuditFilters filter={filter} />
        {audit.problem && (
          <Note
            kind="no"
            action={
              <Button size="sm" onClick={audit.retry}>
                {words.tryAgain}
              </Button>
            }
          >
            {words.unreadable(audit.problem)}
          </Note>
        )}
        <Records audit={audit} filter={filter} seq={seq} />
        {seq !== undefined && <AuditDetail key={seq} seq={seq} filter={filter} onClose={close} />}
      </div>
    </>
  )
}

function Records({ audit: { list, problem, loadOlder }, filter, seq }: AuditPageProps & { audit: Audit }) {
  if (list && list.rows.length === 0 && !list.more) return <NothingFits filter={filter ?? everything} />
  if (list) return <AuditTable list={list} filter={filter ?? everything} selected={seq} loadOlder={loadOlder} />
  if (problem) return null
  return (
    <div className={styles.wait}>
      <Loading what={words.loading} lines={8} />
    </div>
  )
}
