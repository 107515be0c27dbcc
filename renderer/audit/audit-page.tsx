import type { KeyboardEvent } from 'react'
import { Bar } from '../frame/bar.tsx'
import { navigate } from '../frame/routes.ts'
import { Button } from '../ui/button.tsx'
import { Loading } from '../ui/loading.tsx'
import { Note } from '../ui/note.tsx'
import { formatCount } from '../ui/time.tsx'
import { AuditDetail } from './audit-detail.tsx'
import styles from './audit-page.module.css'
import { AuditTable } from './audit-table.tsx'
import { useAudit } from './use-audit.ts'

/** Everything that was asked, decided and done; `seq` is the record that is looked at. */
export function AuditPage({ seq }: { seq: number | undefined }) {
  const audit = useAudit()
  const newest = audit.list?.rows[0]?.seq
  const close = (): void => {
    navigate({ page: 'audit' })
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-seq="${seq}"] a`)?.focus())
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || seq === undefined || event.defaultPrevented) return
    event.preventDefault()
    close()
  }
  return (
    <>
      <Bar
        title="Audit"
        detail={newest === undefined ? 'Everything that was asked, decided and done' : formatCount(newest, 'record')}
      />
      <div className={styles.page} onKeyDown={onKeyDown}>
        {audit.problem && (
          <Note
            kind="no"
            action={
              <Button size="sm" onClick={audit.retry}>
                Try again
              </Button>
            }
          >
            The records could not be read. {audit.problem}
          </Note>
        )}
        {audit.list ? (
          <AuditTable list={audit.list} selected={seq} loadOlder={audit.loadOlder} />
        ) : (
          !audit.problem && (
            <div className={styles.wait}>
              <Loading what="The records have not arrived yet." lines={8} />
            </div>
          )
        )}
        {seq !== undefined && <AuditDetail key={seq} seq={seq} onClose={close} />}
      </div>
    </>
  )
}
