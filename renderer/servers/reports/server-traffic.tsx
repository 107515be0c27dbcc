import { useCallback, useState, type KeyboardEvent } from 'react'
import type { Input, Result } from '../../../shared/contract/commands.ts'
import type { FrameRow } from '../../../shared/content/reports.ts'
import { useLink } from '../../state/replica.ts'
import { serverReports } from '../../strings/servers/servers-reports.ts'
import { Switch } from '../../ui/fields/field.tsx'
import { Segments } from '../../ui/fields/segments.tsx'
import { ReportPage, ReportRows, useReport } from './report-page.tsx'
import styles from './server-traffic.module.css'
import type { ServerSummary } from '../../state/servers/summary.ts'
import { TrafficDetail } from './traffic-detail.tsx'
import { TrafficTable } from './traffic-table.tsx'
import { useRing, type Ring } from './use-ring.ts'

const words = serverReports.traffic

const kinds = ['all', 'calls', 'notifications', 'asks', 'errors'] as const
type Kind = (typeof kinds)[number]
const kindWords = kinds.map((it) => words.kinds[it])

type Filter = { kind: Kind; text: string; pings: boolean }
const everything: Filter = { kind: 'all', text: '', pings: false }

type TrafficRing = Ring<Result<'listFrames'>>

/** The messages between Atrium and one server, each with its answer, and one of them in full. */
export function ServerTraffic({ server }: { server: ServerSummary }) {
  const report = useReport(everything)
  const { filter, wanted, setFilter, isFollowing } = report
  const [selected, setSelected] = useState<number>()
  const ring = useTraffic(server.id, wanted, isFollowing)
  const { rows, more, problem } = ring
  const close = (): void => {
    setSelected(undefined)
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-frame="${selected}"] button`)?.focus())
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || selected === undefined || event.defaultPrevented) return
    event.preventDefault()
    close()
  }
  return (
    <ReportPage
      report={report}
      find={words.find}
      isLoose
      filters={
        <>
          <Segments
            label={words.kindsLabel}
            role="radiogroup"
            items={kindWords}
            value={words.kinds[filter.kind]}
            onChange={(chosen) => {
              const kind = kinds.find((each) => words.kinds[each] === chosen) ?? 'all'
              setFilter((now) => ({ ...now, kind }))
            }}
          />
          <span className="row inline fs-small ink2">
            <span aria-hidden>{words.pings}</span>
            <Switch
              checked={filter.pings}
              label={words.showPings}
              onChange={(pings) => setFilter((now) => ({ ...now, pings }))}
            />
          </span>
          <span className="fs-small ink3 num" role="status">
            {rows && words.count(rows.length, more)}
          </span>
        </>
      }
      problem={problem}
    >
      <div className={styles.split} onKeyDown={onKeyDown}>
        <Messages
          server={server}
          ring={ring}
          filter={wanted}
          isFollowing={isFollowing}
          selected={selected}
          onSelect={setSelected}
          onAll={report.showAll}
        />
        {selected !== undefined && (
          <TrafficDetail
            key={selected}
            frame={selected}
            server={server}
            answered={rows?.find(({ id }) => id === selected)?.answerBytes !== null}
            onClose={close}
            onOnly={(method) => setFilter({ ...everything, text: method })}
          />
        )}
      </div>
      <p className={styles.about}>{words.kept}</p>
    </ReportPage>
  )
}

function useTraffic(server: string, { kind, text, pings }: Filter, isFollowing: boolean): TrafficRing {
  const link = useLink()
  const ask = useCallback(
    (page: { before?: number; limit: number }) => {
      const query: Input<'listFrames'> = { server, ...(kind !== 'all' && { kinds: [kind] }), ...(text && { text }) }
      // A search looks through everything.
      query.pings = pings || text !== ''
      return link.call('listFrames', { ...query, ...page })
    },
    [link, server, kind, text, pings],
  )
  return useRing<FrameRow, Result<'listFrames'>>({ server, what: 'frames', isFollowing }, ask)
}

type MessagesProps = {
  server: ServerSummary
  ring: TrafficRing
  filter: Filter
  isFollowing: boolean
  selected: number | undefined
  onSelect(frame: number): void
  onAll(): void
}

function Messages({ server, ring, filter, isFollowing, selected, onSelect, onAll }: MessagesProps) {
  const { rows, more, loadEarlier } = ring
  const isNarrowed = filter.kind !== 'all' || filter.text !== ''
  return (
    <ReportRows
      words={words}
      isLoaded={rows !== undefined}
      lines={8}
      isEmpty={rows?.length === 0}
      isNarrowed={isNarrowed}
      onAll={onAll}
    >
      <TrafficTable
        key={`${filter.kind} ${filter.text} ${filter.pings}`}
        name={server.name}
        rows={rows ?? []}
        selected={selected}
        isLive={isFollowing && !isNarrowed && server.state.status.state === 'ready'}
        onSelect={onSelect}
        onEarlier={more ? loadEarlier : undefined}
      />
    </ReportRows>
  )
}
