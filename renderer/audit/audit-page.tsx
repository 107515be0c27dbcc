import { useCallback, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { AuditRow, CallRow } from '../../shared/contract/log.ts'
import { callQuery, recordQuery } from './filter/query.ts'
import { readFilter, showsRecords, writeFilter, type AuditFilter } from '../state/audit-filter.ts'
import { useLink } from '../state/replica.ts'
import { navigate } from '../state/routes.ts'
import { useNow } from '../state/use-now.ts'
import { auditFilter } from '../strings/audit-filter.ts'
import { audit } from '../strings/audit.ts'
import { Button } from '../ui/button.tsx'
import { Segments } from '../ui/fields/segments.tsx'
import { Loading } from '../ui/loading.tsx'
import { Note } from '../ui/note.tsx'
import { Bar } from '../ui/page/bar.tsx'
import { CallDetail } from './calls/call-detail.tsx'
import { CallsTable } from './calls/calls-table.tsx'
import { followCalls } from './calls/follow-calls.ts'
import { DayFigures } from './day-figures.tsx'
import { ExportLog } from './export-log.tsx'
import { FilterField } from './filter/filter-field.tsx'
import { SuggestedFilters } from './filter/suggested-filters.tsx'
import { useLiveList, type ListQuery, type LiveList } from './list/live-list.ts'
import { LogCheckBar } from './log-check-bar.tsx'
import { NoCalls, NoRecords } from './nothing-fits.tsx'
import { AuditDetail } from './records/audit-detail.tsx'
import { followRecords } from './records/audit-rows.ts'
import { AuditTable } from './records/audit-table.tsx'
import { focusRow, useAuditKeys } from './use-audit-keys.ts'
import styles from './audit-page.module.css'

const words = audit.page

const everything: AuditFilter = {}

type AuditPageProps = { seq: number | undefined; call: number | undefined; filter?: AuditFilter | undefined }

/** Every call, or everything asked, decided and done; `call` or `seq` is open. */
export function AuditPage({ seq, call, filter = everything }: AuditPageProps) {
  const isRecords = call === undefined && (seq !== undefined || showsRecords(filter))
  const shown: AuditFilter = isRecords && !showsRecords(filter) ? { ...filter, view: 'records' } : filter
  const props = { open: isRecords ? seq : call, filter: shown }
  return isRecords ? <RecordsPage {...props} /> : <CallsPage {...props} />
}

type ViewProps = { open: number | undefined; filter: AuditFilter }

function CallsPage({ open, filter }: ViewProps) {
  const link = useLink()
  const today = useToday()
  const written = writeFilter(filter)
  const ask = useCallback<ListQuery<CallRow>>(
    (page) => link.call('listCalls', { ...callQuery(readFilter(written), today), ...page }),
    [link, written, today],
  )
  const live = useLiveList(ask, followCalls)
  const { list, loadOlder } = live
  return (
    <Frame open={open} filter={filter} live={live} nothing={<NoCalls filter={filter} />}>
      {(close) => (
        <>
          {list && <CallsTable list={list} filter={filter} selected={open} loadOlder={loadOlder} />}
          {open !== undefined && (
            <CallDetail key={open} seq={open} filter={filter} moment={list?.asOf} onClose={close} />
          )}
        </>
      )}
    </Frame>
  )
}

function RecordsPage({ open, filter }: ViewProps) {
  const link = useLink()
  const today = useToday()
  const written = writeFilter(filter)
  const ask = useCallback<ListQuery<AuditRow>>(
    (page) => link.call('listAudit', { ...recordQuery(readFilter(written), today), ...page }),
    [link, written, today],
  )
  const live = useLiveList(ask, followRecords)
  const { list, loadOlder } = live
  return (
    <Frame open={open} filter={filter} live={live} nothing={<NoRecords filter={filter} />}>
      {(close) => (
        <>
          {list && <AuditTable list={list} filter={filter} selected={open} loadOlder={loadOlder} />}
          {open !== undefined && <AuditDetail key={open} seq={open} filter={filter} onClose={close} />}
        </>
      )}
    </Frame>
  )
}

/** The last midnight: at the next one, yesterday is another day. */
const useToday = (): number => new Date(useNow(60_000)).setHours(0, 0, 0, 0)

type FrameProps = ViewProps & {
  live: LiveList<{ seq: number }>
  /** In place of the rows, if there are none. */
  nothing: ReactNode
  /** The table and the open row's details; the argument closes those. */
  children(close: () => void): ReactNode
}

/** Everything around the rows. */
function Frame({ open, filter, live: { list, problem, retry }, nothing, children }: FrameProps) {
  const [isExporting, setExporting] = useState(false)
  const page = useRef<HTMLDivElement>(null)
  useAuditKeys(page, () => setExporting(true))
  const close = (): void => {
    navigate({ page: 'audit', filter })
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-seq="${open}"] a`)?.focus())
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // The dialog takes Esc, also while focus is still on its way there.
    if (event.key !== 'Escape' || open === undefined || isExporting || event.defaultPrevented) return
    event.preventDefault()
    close()
  }
  const isEmpty = list !== undefined && list.rows.length === 0 && !list.more
  return (
    <>
      <Bar title={words.title} detail={list ? words.records(list.asOf) : words.everything}>
        <ExportLog filter={filter} open={isExporting} onOpen={setExporting} />
      </Bar>
      <div ref={page} className={styles.page} onKeyDown={onKeyDown}>
        <DayFigures />
        <LogCheckBar />
        <div role="group" className={styles.filters} aria-label={auditFilter.label}>
          <Views filter={filter} />
          <FilterField filter={filter} onDown={() => focusRow(page.current)} />
        </div>
        <SuggestedFilters filter={filter} />
        {problem && (
          <Note
            kind="no"
            action={
              <Button size="sm" onClick={retry}>
                {words.tryAgain}
              </Button>
            }
          >
            {words.unreadable(problem)}
          </Note>
        )}
        {isEmpty && nothing}
        {!list && !problem && (
          <div className={styles.wait}>
            <Loading what={words.loading} lines={8} />
          </div>
        )}
        {!isEmpty && children(close)}
      </div>
    </>
  )
}

/** Calls or all records; filters that only one of them has are left behind. */
function Views({ filter }: { filter: AuditFilter }) {
  const { changed: _changed, left: _left, ofApp: _ofApp, ...shared } = filter
  const { kind: _kind, first: _first, last: _last, view: _view, ...ofCalls } = shared
  const calls: AuditFilter = { ...ofCalls, by: filter.by === 'file' ? undefined : filter.by }
  return (
    <Segments
      label={words.views}
      items={[words.calls, words.allRecords]}
      value={showsRecords(filter) ? words.allRecords : words.calls}
      onChange={(view) =>
        navigate({ page: 'audit', filter: view === words.calls ? calls : { ...shared, view: 'records' } })
      }
    />
  )
}
