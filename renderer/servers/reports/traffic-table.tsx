import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useId, useRef } from 'react'
import type { FrameRow } from '../../../shared/content/reports.ts'
import { serverReports } from '../../strings/servers/servers-reports.ts'
import { Button } from '../../ui/button.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import { Icon } from '../../ui/icon.tsx'
import { RowSpace, walkRows } from '../../ui/table/long-rows.tsx'
import { formatBytes, formatDuration, formatExactTime } from '../../strings/format/time.ts'
import { useFollowedEnd } from '../status/follow-end.ts'
import { classes } from '../../ui/classes.ts'
import log from '../../ui/table/log.module.css'
import styles from './server-traffic.module.css'

const words = serverReports.traffic
const { columns } = words

/** Row height in pixels, as in the style sheet. */
const rowHeight = 34

type TrafficTableProps = {
  name: string
  rows: FrameRow[]
  selected: number | undefined
  isLive: boolean
  onSelect(frame: number): void
  /** Loads what precedes the first message, if there is more. */
  onEarlier: (() => void) | undefined
}

/** The messages as a table, oldest first; builds only visible rows. Stays at the end while scrolled there. */
export function TrafficTable({ name, rows, selected, isLive, onSelect, onEarlier }: TrafficTableProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer<HTMLDivElement, Element>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 12,
  })
  const onScroll = useFollowedEnd(scroller, virtual, rows)
  const items = virtual.getVirtualItems()
  const last = items.at(-1)
  return (
    <div ref={scroller} className={styles.scroller} tabIndex={-1} onKeyDown={walkRows} onScroll={onScroll}>
      {onEarlier && (
        <div className={styles.earlier}>
          <Button size="sm" kind="ghost" icon="arrow-up" onClick={onEarlier}>
            {serverReports.earlier}
          </Button>
        </div>
      )}
      <table
        className={classes(log.table, styles.table)}
        aria-label={words.label(name)}
        aria-rowcount={onEarlier ? -1 : rows.length + 1}
      >
        <thead>
          <tr>
            <th scope="col" className={styles.at}>
              {columns.at}
            </th>
            <th scope="col" className={styles.direction}>
              <span className="sr">{columns.direction}</span>
            </th>
            <th scope="col" className={styles.name}>
              {columns.method}
            </th>
            <th scope="col">{columns.subject}</th>
            <th scope="col" className={styles.outcome}>
              {columns.outcome}
            </th>
            <th scope="col" className={styles.took}>
              {columns.took}
            </th>
            <th scope="col" className={styles.size}>
              {columns.size}
            </th>
          </tr>
        </thead>
        <tbody>
          <RowSpace height={items[0]?.start ?? 0} />
          {items.map(({ index }) => {
            const row = rows[index]
            return (
              row && (
                <TrafficRow key={row.id} row={row} index={index} isSelected={row.id === selected} onSelect={onSelect} />
              )
            )
          })}
          <RowSpace height={last ? virtual.getTotalSize() - last.end : 0} />
        </tbody>
      </table>
      {isLive && <p className={styles.following}>{words.following}</p>}
    </div>
  )
}

type RowProps = { row: FrameRow; index: number; isSelected: boolean; onSelect(frame: number): void }

/** One message. The whole row responds to the pointer; the method is the accessible button. */
const TrafficRow = memo(function TrafficRow({ row, index, isSelected, onSelect }: RowProps) {
  const { id, at, direction, method, detail, outcome, took, bytes, answerBytes } = row
  const isBad = (outcome === 'error' && !isOlder(row)) || outcome === 'failed' || outcome === 'cancelled'
  const error = isBad ? errorTextOf(row) : ''
  const [own, what] = [useId(), useId()]
  return (
    <tr
      className={styles.message}
      data-frame={id}
      aria-rowindex={index + 2}
      aria-current={isSelected || undefined}
      onClick={() => onSelect(id)}
    >
      <td className={styles.at}>{formatExactTime(at)}</td>
      <td className={styles.direction} data-direction={direction}>
        <Icon name={direction === 'out' ? 'arrow-right' : 'arrow-left'} size={12} />
        <span className="sr">{words.directions[direction]}</span>
      </td>
      <td className={styles.name}>
        <button type="button" className={styles.method} id={own} aria-labelledby={[own, what].join(' ')}>
          <Plain text={method ?? words.stray} />
        </button>
      </td>
      <td id={what} className="ink2">
        {detail !== null && <Plain text={detail} />}
        {error !== '' && (
          <span className={styles.error}>
            {' '}
            <Plain text={error} />
          </span>
        )}
      </td>
      <td className={styles.outcome} data-bad={isBad || undefined} data-expected={isOlder(row) || undefined}>
        {outcomeWords(row)}
      </td>
      <td className={styles.took}>{took !== null && formatDuration(took)}</td>
      <td className={styles.size}>{formatBytes(answerBytes ?? bytes)}</td>
    </tr>
  )
})

/** The server's own words about an error, without the protocol's mark. */
export const errorTextOf = ({ outcome, answerDetail }: Pick<FrameRow, 'outcome' | 'answerDetail'>): string =>
  outcome === 'error' || outcome === 'failed' ? (answerDetail ?? '').replace(/^isError ?/, '') : ''

/** A server of an older revision refuses to say which revision it speaks: the refusal is its answer. */
export const isOlder = ({ method, direction, outcome }: Pick<FrameRow, 'method' | 'direction' | 'outcome'>): boolean =>
  method === 'server/discover' && direction === 'out' && outcome === 'error'

/** An answer to a form is described by the user's action. */
function outcomeWords(row: FrameRow): string {
  if (isOlder(row)) return words.older
  const { outcome, direction, answerDetail, kind } = row
  const did = kind === 'request' && direction === 'in' && outcome === 'answered' ? answerDetail : null
  if (did === 'accept' || did === 'decline' || did === 'cancel') return words.actions[did]
  return words.outcomes[outcome]
}
