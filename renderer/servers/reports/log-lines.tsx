import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useRef } from 'react'
import type { LogLine } from '../../../shared/content/reports.ts'
import { strings } from '../../strings/strings.ts'
import { classes } from '../../ui/classes.ts'
import { Button } from '../../ui/button.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import { formatMillisecond } from '../../strings/format/time.ts'
import { useFollowedEnd } from '../status/follow-end.ts'
import styles from './server-log.module.css'

const words = strings.serverReports.log

type LogLinesProps = {
  name: string
  rows: LogLine[]
  query: string
  isLive: boolean
  /** Loads what precedes the first line, if there is more. */
  onEarlier: (() => void) | undefined
}

/** The visible lines, with matches highlighted; stays at the end while scrolled there. */
export function LogLines({ name, rows, query, isLive, onEarlier }: LogLinesProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer<HTMLDivElement, Element>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 24,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 20,
  })
  const onScroll = useFollowedEnd(scroller, virtual, rows)
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
            {strings.serverReports.earlier}
          </Button>
        </div>
      )}
      <div className={styles.rows} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => {
          const row = rows[index]
          return (
            row && (
              <div
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                className={styles.row}
                style={{ top: start }}
              >
                <Line line={row} query={query} />
              </div>
            )
          )
        })}
      </div>
      {isLive && <p className={styles.nothing}>{words.following}</p>}
    </div>
  )
}

const severe: ReadonlySet<string | null> = new Set(['error', 'critical', 'alert', 'emergency'])

const Line = memo(function Line({ line, query }: { line: LogLine; query: string }) {
  const { at, source, level, logger, text } = line
  return (
    <div className={classes(styles.line, severe.has(level) && styles.severe)} data-source={source} data-level={level}>
      <span className={styles.time}>{formatMillisecond(at)}</span>
      <span className={styles.level}>{levelOf(line)}</span>
      <span className={styles.text}>
        {source === 'atrium' ? (
          words.missed(Number(text))
        ) : (
          <>
            {logger !== null && (
              <span className={styles.logger}>
                <Plain text={logger} />{' '}
              </span>
            )}
            <Marked text={text} query={query} />
          </>
        )}
      </span>
    </div>
  )
})

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

/** A line as text, as copied. */
export const lineText = (line: LogLine): string =>
  [
    new Date(line.at).toISOString(),
    levelOf(line),
    ...(line.logger === null ? [] : [line.logger]),
    line.source === 'atrium' ? words.missed(Number(line.text)) : line.text,
  ].join(' ')

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
