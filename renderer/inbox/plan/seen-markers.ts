import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'

/** Milliseconds for which a marker must stay in view. */
const seenMs = 300

/** A ref for an element that, once it has been in view as a whole, shows that this request was read. */
export type MarkerOf = (ask: string) => (element: HTMLElement | null) => (() => void) | undefined

/**
 * The requests whose markers have been in view, and the ref for markers. Anything behind the answers, which
 * stay at the bottom of the view, isn't in view.
 */
export function useSeenMarkers(list: RefObject<HTMLElement | null>): [ReadonlySet<string>, MarkerOf] {
  const [seen, setSeen] = useState<ReadonlySet<string>>(() => new Set())
  const markers = useRef(new Map<Element, string>())
  const observer = useRef<IntersectionObserver>(undefined)
  const timers = useRef(new Map<Element, ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const footer = list.current?.closest('[data-ask]')?.querySelector('footer')
    if (!footer) return undefined
    const waiting = timers.current
    const root = list.current?.closest('[role=region], [role=log]') ?? null
    const hear = (entries: IntersectionObserverEntry[]): void => {
      for (const { target, isIntersecting, intersectionRatio } of entries) {
        clearTimeout(waiting.get(target))
        const ask = markers.current.get(target)
        if (ask === undefined || !isIntersecting || intersectionRatio < 0.98) continue
        const see = (): void => setSeen((now) => (now.has(ask) ? now : new Set([...now, ask])))
        waiting.set(target, setTimeout(see, seenMs))
      }
    }
    const watch = (): void => {
      observer.current?.disconnect()
      const isPinned = getComputedStyle(footer).position === 'sticky'
      observer.current = new IntersectionObserver(hear, {
        root,
        rootMargin: ['0px', '0px', `${isPinned ? -footer.offsetHeight : 0}px`, '0px'].join(' '),
        threshold: [0, 0.99, 1],
      })
      for (const marker of markers.current.keys()) observer.current.observe(marker)
    }
    const resized = new ResizeObserver(watch)
    resized.observe(footer)
    return () => {
      resized.disconnect()
      observer.current?.disconnect()
      for (const timer of waiting.values()) clearTimeout(timer)
    }
  }, [list])
  const markerOf = useCallback<MarkerOf>(
    (ask) => (element) => {
      if (!element) return undefined
      markers.current.set(element, ask)
      observer.current?.observe(element)
      return () => {
        clearTimeout(timers.current.get(element))
        markers.current.delete(element)
        observer.current?.unobserve(element)
      }
    },
    [],
  )
  return [seen, markerOf]
}
