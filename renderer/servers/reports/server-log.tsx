import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useInOrder } from '../../state/action.ts'
import { useLink } from '../../state/replica.ts'
import { logLevels, type LogLine } from '../../../shared/content/reports.ts'
import type { Result } from '../../../shared/contract/commands.ts'
import { serverReports } from '../../strings/servers/servers-reports.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ExtInline } from '../../ui/third-party/ext.tsx'
import { isTextField } from '../../ui/page/focus-page.ts'
import { isElsewhere } from '../../ui/page/frame-keys.ts'
import { isShortcut, keyMap } from '../../ui/key-map.ts'
import { Select } from '../../ui/fields/field.tsx'
import { Segments } from '../../ui/fields/segments.tsx'
import {
  everything,
  isNarrowedLog,
  logQuery,
  severities,
  severityWords,
  withSeverity,
  withSource,
  type LogFilter,
  type LogSource,
} from './log-filter.ts'
import { entriesOf, isMark, type LogEntry } from './log-entries.ts'
import { entryText, LogLines } from './log-lines.tsx'
import { ReportPage, ReportRows, useReport } from './report-page.tsx'
import styles from './server-log.module.css'
import type { ServerSummary } from '../../state/servers/summary.ts'
import { useRing, type Ring } from './use-ring.ts'

const words = serverReports.log

type LogRing = Ring<Result<'listLog'>>

/** A server's log and printed lines, live, or only the matching ones. */
export function ServerLog({ server }: { server: ServerSummary }) {
  const report = useReport(everything)
  const { filter, wanted, setFilter, isFollowing } = report
  const ring = useServerLog(server.id, wanted, isFollowing)
  const { rows, more, problem } = ring
  const entries = useMemo(() => entriesOf(rows ?? []), [rows])
  const count = (rows ?? []).filter((line) => !isMark(line)).length
  const first = entries.findIndex((entry) => entry.kind === 'line' && entry.isError)
  const [goal, setGoal] = useState<{ index: number }>()
  const goToError = useEffectEvent((event?: KeyboardEvent) => {
    if (first < 0) return
    event?.preventDefault()
    setGoal({ index: first })
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!isShortcut(event, 'edit') || event.defaultPrevented) return
      if (!isElsewhere(event.target) && !isTextField(event.target)) goToError(event)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <ReportPage
      report={report}
      find={words.find}
      filters={
        <>
          <Filters filter={filter} onChange={setFilter} />
          <LevelChoice server={server} logs={ring.page?.logs ?? null} />
        </>
      }
      copy={<CopyButton label={words.copy} text={() => entries.map(entryText).join('\n')} />}
      problem={problem}
    >
      <Lines
        server={server}
        ring={ring}
        entries={entries}
        count={count}
        goal={goal}
        filter={wanted}
        isFollowing={isFollowing}
        onAll={report.showAll}
      />
      <p className={styles.about}>
        <ExtInline from={server.name} text={words.origin} />
        <span role="status">
          {rows && (isNarrowedLog(wanted) ? words.found(count, more) : words.lines(count, more))}
        </span>
        <Button
          size="sm"
          kind="ghost"
          keys={keyMap.edit.keys}
          unavailable={first < 0 ? words.noError : undefined}
          onClick={() => goToError()}
        >
          {words.firstError}
        </Button>
        <span className={styles.kept}>{words.kept}</span>
      </p>
    </ReportPage>
  )
}

function useServerLog(server: string, filter: LogFilter, isFollowing: boolean): LogRing {
  const link = useLink()
  const ask = useCallback(
    (page: { before?: number; limit: number }) => link.call('listLog', { server, ...logQuery(filter), ...page }),
    [link, server, filter],
  )
  return useRing<LogLine, Result<'listLog'>>({ server, what: 'log', isFollowing }, ask)
}

type FiltersProps = { filter: LogFilter; onChange(filter: LogFilter): void }

function Filters({ filter, onChange }: FiltersProps) {
  const { severity, source } = filter
  const sourceButton = (each: LogSource) => (
    <Button
      size="sm"
      kind={source === each ? 'default' : 'ghost'}
      aria-pressed={source === each}
      onClick={() => onChange(withSource(filter, source === each ? undefined : each))}
    >
      {words[each]}
    </Button>
  )
  return (
    <>
      <Segments
        label={words.severity}
        role="radiogroup"
        items={severityWords}
        value={words.levels[severity]}
        onChange={(chosen) =>
          onChange(withSeverity(filter, severities.find((each) => words.levels[each] === chosen) ?? 'all'))
        }
      />
      <span className={styles.sources} role="group" aria-label={words.sources}>
        {sourceButton('stderr')}
        {sourceButton('server')}
      </span>
    </>
  )
}

/** The minimum level to request from a server. `logs`: whether it says that it logs; null while unknown. */
function LevelChoice({ server, logs }: { server: ServerSummary; logs: boolean | null }) {
  const link = useLink()
  const { id, name, config } = server
  const { status } = server.state
  const isLegacy = status.state === 'ready' && status.era === 'legacy'
  const change = useInOrder((value: string) =>
    link.call('setLogLevel', { server: id, level: logLevels.find((it) => it === value) ?? null }),
  )
  const reason = change.problem ?? (logs === false ? words.noLog : isLegacy ? words.ownLevelLater : undefined)
  return (
    <Select
      className={styles.choice}
      aria-label={words.level(name)}
      aria-description={reason}
      title={reason}
      disabled={!config || logs === false}
      value={config?.logLevel ?? ''}
      onChange={(event) => void change.run(event.target.value)}
    >
      <option value="">{words.ownLevel}</option>
      {logLevels.map((level) => (
        <option key={level} value={level}>
          {words.asked(level)}
        </option>
      ))}
    </Select>
  )
}

type LinesProps = {
  server: ServerSummary
  ring: LogRing
  entries: LogEntry[]
  /** How many lines there are, apart from the marks of runs. */
  count: number
  goal: { index: number } | undefined
  filter: LogFilter
  isFollowing: boolean
  onAll(): void
}

function Lines({ server, ring, entries, count, goal, filter, isFollowing, onAll }: LinesProps) {
  const { rows, page, more, loadEarlier } = ring
  const isNarrowed = isNarrowedLog(filter)
  const isLive = isFollowing && !isNarrowed && server.state.status.state === 'ready'
  return (
    <ReportRows
      words={page?.logs === false ? { ...words, nothingHelp: words.nothingSilent } : words}
      isLoaded={rows !== undefined}
      lines={6}
      isEmpty={count === 0 && (isNarrowed || entries.length === 0)}
      isNarrowed={isNarrowed}
      onAll={onAll}
    >
      <LogLines
        key={`${filter.severity} ${filter.source} ${filter.text}`}
        name={server.name}
        entries={entries}
        goal={goal}
        query={filter.text}
        isLive={isLive}
        onEarlier={more ? loadEarlier : undefined}
      />
    </ReportRows>
  )
}
