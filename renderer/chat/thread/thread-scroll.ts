import { defaultRangeExtractor, useVirtualizer, type Range, type Virtualizer } from '@tanstack/react-virtual'
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type MouseEvent,
  type RefObject,
} from 'react'
import type { ThreadRow } from '../../state/chat/rows.ts'
import { useArrivedAsk } from './arrived-ask.ts'

/** Assumed heights of unmeasured rows, in pixels. */
const guesses: Record<ThreadRow['kind'], number> = { person: 92, call: 44, model: 220, end: 48 }

/** Within this many pixels of the end the view counts as at the end, and follows it. */
const endPixels = 24
/** Within this many pixels, a jump-to-end button would only be in the way. */
const nearPixels = 72

/** Milliseconds after a press during which the view stays instead of following the end. */
const holdMs = 400

/** The drawn rows, and whether the view is at the conversation's end. */
export type ThreadScroll = {
  virtualizer: Virtualizer<HTMLDivElement, HTMLDivElement>
  /** Too close to the end for a jump button. */
  isNearEnd: boolean
  goToEnd(): void
  /** For the viewport. */
  onClick(event: MouseEvent): void
}

/**
 * Scrolling in a thread: it starts at the end and follows new content only while at the end. Otherwise the row being
 * read stays in place, whatever grows above or below, until the user runs a tool.
 */
export function useThreadScroll(
  conversation: string,
  rows: ThreadRow[],
  viewport: RefObject<HTMLDivElement | null>,
): ThreadScroll {
  const [isAtEnd, setAtEnd] = useState(true)
  const [isNearEnd, setNearEnd] = useState(true)
  const { isHeld, onClick } = useHold()
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => viewport.current,
    estimateSize: (index) => guesses[rows[index]?.kind ?? 'model'],
    // Near the end: otherwise the first screen of the conversation would be built only to be left.
    initialOffset: () => rows.reduce((sum, { kind }) => sum + guesses[kind], 0),
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    rangeExtractor: useCallback((range: Range) => withKept(range, viewport.current), [viewport]),
    overscan: 4,
    paddingStart: 24,
    paddingEnd: 24,
    anchorTo: isHeld ? 'start' : 'end',
    scrollEndThreshold: endPixels,
    onChange: (instance) => {
      setAtEnd(instance.isAtEnd())
      setNearEnd(instance.isAtEnd(nearPixels))
    },
  })
  const goToEnd = useCallback(() => virtualizer.scrollToEnd(), [virtualizer])
  useFollowedRows(rows, isAtEnd, goToEnd)
  useFollowedResizing(viewport, goToEnd)
  useArrivedAsk(conversation, { viewport, isAtEnd, scrollTo: (offset) => virtualizer.scrollToOffset(offset) })
  return { virtualizer, isNearEnd, goToEnd, onClick }
}

/** A press on a control in the thread stops scrolling for a moment. */
function useHold() {
  const [isHeld, setHeld] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const onClick = (event: MouseEvent): void => {
    if (!(event.target instanceof Element && event.target.closest('button, article'))) return
    setHeld(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setHeld(false), holdMs)
  }
  return { isHeld, onClick }
}

/** The index of the row that has focus, or contains what has it. */
export function rowInFocus(viewport: HTMLElement | null): number | undefined {
  const row = document.activeElement?.closest<HTMLElement>('[data-index]')
  return row && viewport?.contains(row) ? Number(row.dataset['index']) : undefined
}

/**
 * Keeps rows built, however far they are scrolled away: the focused one, because removing it would remove focus, and
 * those in which an app of a server runs, because removing them would end it.
 */
function withKept(range: Range, viewport: HTMLElement | null): number[] {
  const indexes = defaultRangeExtractor(range)
  const focused = rowInFocus(viewport)
  const kept = [...(focused === undefined ? [] : [focused]), ...rowsWithApps(viewport)]
  const more = kept.filter((index) => index < range.count && !indexes.includes(index))
  return more.length === 0 ? indexes : [...new Set([...indexes, ...more])].toSorted((a, b) => a - b)
}

/** The indexes of the rows in which an app of a server is on its way or runs. */
function rowsWithApps(viewport: HTMLElement | null): number[] {
  const apps = viewport?.querySelectorAll(
    ':is([data-result-app=reading], [data-result-app=asking], [data-result-app=open])',
  )
  return [...(apps ?? [])].flatMap((app) => {
    const row = app.closest<HTMLElement>('[data-index]')
    return row ? [Number(row.dataset['index'])] : []
  })
}

/** New rows stay in view if the end is in view; so do the first rows, and a tool the user just ran. */
function useFollowedRows(rows: ThreadRow[], isAtEnd: boolean, goToEnd: () => void): void {
  const own = rows.findLast(({ kind }) => kind === 'call')?.key
  const before = useRef(own)
  const follow = useEffectEvent(() => {
    const isNew = own !== before.current && rows.at(-2)?.key === own
    before.current = own
    if (isAtEnd || isNew) goToEnd()
  })
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- it runs again when these change
  useLayoutEffect(() => follow(), [rows])
}

/**
 * Keeps the end in view when the viewport shrinks, for example as the composer grows. Judges by the height before: by
 * the time the resize is reported, the end is out of view.
 */
function useFollowedResizing(viewport: RefObject<HTMLDivElement | null>, goToEnd: () => void): void {
  useEffect(() => {
    const element = viewport.current
    if (!element) return undefined
    let height = element.clientHeight
    const observer = new ResizeObserver(() => {
      const distance = element.scrollHeight - element.scrollTop - height
      height = element.clientHeight
      if (distance <= endPixels) goToEnd()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [viewport, goToEnd])
}
