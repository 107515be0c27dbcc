import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useEffectEvent, useRef } from 'react'
import type { LogLine } from '../../../shared/content/reports.ts'
import { serverReports } from '../../strings/servers/servers-reports.ts'
import { classes } from '../../ui/classes.ts'
import { Button } from '../../ui/button.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import { formatDuration, formatExactTime, formatMillisecond } from '../../strings/format/time.ts'
import { useFollowedEnd } from '../status/follow-end.ts'
import type { LogEntry, RunEnd } from './log-entries.ts'
import styles from './server-log.module.css'

const words = serverReports.log

type LogLinesProps = {
  name: string
  entries: LogEntry[]
  /** The entry to go to, a new object for each press. */
  goal: { index: number } | undefined
  query: string
  isLive: boolean
  /** Loads what precedes the first line, if there is more. */
  onEarlier: (() => void) | undefined
}

/** The visible lines, with matches highlighted; stays at the end while scrolled there. */
export function LogLines({ name, entries, goal, query, isLive, onEarlier }: LogLinesProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer<HTMLDivElement, Element>({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 24,
    getItemKey: (index) => entries[index]?.line.id ?? index,
    overscan: 20,
  })
  const onScroll = useFollowedEnd(scroller, virtual, entries)
  const goTo = useEffectEvent((index: number) => virtual.scrollToIndex(index, { align: 'center' }))
  useEffect(() => {
    if (goal) goTo(goal.index)
  }, [goal])
  return (
    <div
      ref={scroller}
      className={styles.lines}
      tabIndex={0}
      role="log"
      aria-live="off"
      aria-label={words.label(name)}
      onScroll={onScroll}
    >
      {onEarlier && (
        <div className={styles.nothing}>
          <Button size="sm" kind="ghost" icon="arrow-up" onClick={onEarlier}>
            {serverReports.earlier}
          </Button>
        </div>
      )}
      <div className={styles.rows} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => {
          const entry = entries[index]
          return (
            entry && (
              <div
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                className={styles.row}
                style={{ top: start }}
              >
                <Entry entry={entry} query={query} isGoal={goal?.index === index} />
              </div>
            )
          )
        })}
      </div>
      {isLive && <p className={styles.nothing}>{words.following}</p>}
    </div>
  )
}

type EntryProps = { entry: LogEntry; query: string; isGoal: boolean }

const Entry = memo(function Entry({ entry, query, isGoal }: EntryProps) {
  if (entry.kind !== 'line') return <p className={styles.run}>{runInWords(entry)}</p>
  const { line, times, isError } = entry
  const { at, source, level, logger, text } = line
  return (
    <div
      className={classes(styles.line, isError && styles.error)}
      data-goal={isGoal || undefined}
      data-source={source}
      data-level={level}
    >
      <span className="ink3">{formatMillisecond(at)}</span>
      <span className={styles.level}>{levelOf(line)}</span>
      <span className={styles.text}>
        {source === 'atrium' ? (
          words.missed(Number(text))
        ) : (
          <>
            {logger !== null && (
              <span className="ink3">
                <Plain text={logger} />{' '}
              </span>
            )}
            <Marked text={text} query={query} />
            {times > 1 && (
              <span className={styles.times}>
                <span aria-hidden>{words.times(times)}</span>
                <span className="sr">{words.repeated(times)}</span>
              </span>
            )}
          </>
        )}
      </span>
    </div>
  )
})

/** A run in words: when it began, and after how long and how it ended, as far as known. */
export function runInWords(entry: Exclude<LogEntry, { kind: 'line' }>): string {
  const { end, line } = entry
  if (entry.kind === 'end') return [words.ended(formatExactTime(line.at)), ...endInWords(entry.end)].join(', ')
  const started = words.started(formatExactTime(line.at))
  if (!end) return started
  return [`${started} · ${words.endedAfter(formatDuration(end.at - line.at))}`, ...endInWords(end)].join(', ')
}

const endInWords = ({ how }: RunEnd): string[] =>
  how === '' ? [] : [how === 'stopped' ? words.stopped : /^\d+$/.test(how) ? words.code(how) : how]

const levelOf = ({ source, level }: LogLine): string =>
  level ?? { server: words.logged, stderr: words.printed, atrium: words.own }[source]

const Marked = ({ text, query }: { text: string; query: string }) =>
  splitAt(text, query).map((piece, index) =>
    index % 2 === 1 ? (
      <mark key={index} className={styles.hit}>
        <Plain text={piece} />
      </mark>
    ) : (
      <Plain key={index} text={piece} />
    ),
  )

/** An entry as text, as copied. */
export function entryText(entry: LogEntry): string {
  const { line } = entry
  const moment = new Date(line.at).toISOString()
  if (entry.kind !== 'line') return [moment, words.own, runInWords(entry)].join(' ')
  return [
    moment,
    levelOf(line),
    ...(line.logger === null ? [] : [line.logger]),
    line.source === 'atrium' ? words.missed(Number(line.text)) : line.text,
    ...(entry.times > 1 ? [words.times(entry.times)] : []),
  ].join(' ')
}

/** A line split at matches: every second piece is one. Each match begins at or after the previous one's end. */
export function splitAt(line: string, query: string): string[] {
  const lower = line.toLowerCase()
  // A letter whose lower-case form is longer would shift positions; then nothing is highlighted.
  if (query === '' || lower.length !== line.length) return [line]
  const wanted = query.toLowerCase()
  const pieces: string[] = []
  let from = 0
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    pieces.push(line.slice(from, at), line.slice(at, at + wanted.length))
    from = at + wanted.length
  }
  return [...pieces, line.slice(from)]
}
