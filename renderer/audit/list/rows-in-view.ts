import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore, type RefObject } from 'react'
import type { DayLine } from './days.ts'
import type { LiveList, LoadedRows } from './live-list.ts'

/** Heights in pixels, as in the style sheets: a row's one line, or two if the columns don't fit; a day's heading. */
const heights = { line: 34, lines: 48, day: 34 }
const small = '(max-width: 560px)'
/** Older rows load when this few are left below. */
export const ahead = 30

/** The rows to build, and the space of the others above and below. */
type RowsInView = { items: VirtualItem[]; above: number; below: number }

/** The visible rows of a long list. New ones are added on top without moving those being read. */
export function useRowsInView<Row extends { seq: number }>(
  scroller: RefObject<HTMLDivElement | null>,
  lines: readonly DayLine<Row>[],
  { more, next }: LoadedRows<Row>,
  loadOlder: LiveList<Row>['loadOlder'],
): RowsInView {
  const rowHeight = useRowHeight()
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (lines[index]?.day === undefined ? rowHeight : heights.day),
    getItemKey: (index) => lines[index]?.key ?? index,
    overscan: 12,
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)
  useKeptPosition(scroller, lines, rowHeight)
  useEffect(() => virtual.measure(), [virtual, rowHeight])
  const lastIndex = last?.index ?? 0
  useEffect(() => {
    if (more && lastIndex >= lines.length - ahead) loadOlder()
  }, [more, next, lastIndex, lines.length, loadOlder])
  return { items, above: items[0]?.start ?? 0, below: last ? virtual.getTotalSize() - last.end : 0 }
}

/** Keeps the same rows in view after scrolling down, when new ones are added on top. */
function useKeptPosition<Row>(
  scroller: RefObject<HTMLDivElement | null>,
  lines: readonly DayLine<Row>[],
  rowHeight: number,
): void {
  // A new row takes the heading of its day, so the newest row is followed.
  const newest = useRef<string | number>(undefined)
  useLayoutEffect(() => {
    const element = scroller.current
    const before = newest.current
    newest.current = lines.find(({ day }) => day === undefined)?.key
    if (!element || before === undefined || element.scrollTop === 0) return
    const above = lines.slice(
      0,
      Math.max(
        0,
        lines.findIndex(({ key }) => key === before),
      ),
    )
    const days = above.filter(({ day }) => day !== undefined).length
    const added = (days - 1) * heights.day + (above.length - days) * rowHeight
    // oxlint-disable-next-line react/immutability -- an element is made to be scrolled
    if (added > 0) element.scrollTop += added
  }, [scroller, lines, rowHeight])
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
