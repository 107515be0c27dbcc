import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore, type RefObject } from 'react'
import { daysBetween, formatDay, formatExactTime, formatTime } from '../../strings/format/time.ts'
import type { LiveList, LoadedRows } from './live-list.ts'

/** Row heights in pixels, as in the style sheets: one line, or two if the columns don't fit. */
const heights = { line: 34, lines: 48 }
const small = '(max-width: 560px)'
/** Older rows load when this few are left below. */
export const ahead = 30

/** The rows to build, and the space of the others above and below. */
type RowsInView = { items: VirtualItem[]; above: number; below: number }

/** The visible rows of a long list. New ones are added on top without moving those being read. */
export function useRowsInView<Row extends { seq: number }>(
  scroller: RefObject<HTMLDivElement | null>,
  { rows, more, next }: LoadedRows<Row>,
  loadOlder: LiveList<Row>['loadOlder'],
): RowsInView {
  const rowHeight = useRowHeight()
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.seq ?? index,
    overscan: 12,
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)
  useKeptPosition(scroller, rows, rowHeight)
  useEffect(() => virtual.measure(), [virtual, rowHeight])
  const lastIndex = last?.index ?? 0
  useEffect(() => {
    if (more && lastIndex >= rows.length - ahead) loadOlder()
  }, [more, next, lastIndex, rows.length, loadOlder])
  return { items, above: items[0]?.start ?? 0, below: last ? virtual.getTotalSize() - last.end : 0 }
}

/** Keeps the same rows in view after scrolling down, when new ones are added on top. */
function useKeptPosition(scroller: RefObject<HTMLDivElement | null>, rows: { seq: number }[], rowHeight: number): void {
  const newest = useRef(rows[0]?.seq)
  useLayoutEffect(() => {
    const element = scroller.current
    const before = newest.current
    newest.current = rows[0]?.seq
    if (!element || before === undefined || element.scrollTop === 0) return
    const added = rows.findIndex(({ seq }) => seq === before)
    // oxlint-disable-next-line react/immutability -- an element is made to be scrolled
    if (added > 0) element.scrollTop += added * rowHeight
  }, [scroller, rows, rowHeight])
}

const useRowHeight = (): number =>
  useSyncExternalStore(
    (changed) => {
      const query = matchMedia(small)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => (matchMedia(small).matches ? heights.lines : heights.line),
  )

/** A row's time: to the second today, else with its day. */
export const timeOf = (at: number): string =>
  daysBetween(at, Date.now()) === 0 ? formatExactTime(at) : `${formatDay(at)} ${formatTime(at)}`
