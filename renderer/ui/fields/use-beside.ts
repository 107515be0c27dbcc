import { useLayoutEffect, useRef, type RefObject } from 'react'

/** The gap between a field and its popup, and the popup's max height, in pixels. */
const gap = 4
const mostHeight = 240

type Beside = { anchor: RefObject<HTMLInputElement | null>; box: RefObject<HTMLDivElement | null> }

/** Keeps a `shown` popup below its field, or above it if there is more room, as wide as the field. */
export function useBeside(shown: boolean): Beside {
  const anchor = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!shown) return undefined
    const place = (): void => {
      const { left, top, bottom, width } = anchor.current?.getBoundingClientRect() ?? new DOMRect()
      const below = window.innerHeight - bottom - 2 * gap
      if (!box.current) return
      const needed = Math.min(mostHeight, box.current.scrollHeight)
      const isBelow = below >= needed || below >= top
      Object.assign(box.current.style, {
        left: `${left}px`,
        width: `${width}px`,
        top: isBelow ? `${bottom + gap}px` : 'auto',
        bottom: isBelow ? 'auto' : `${window.innerHeight - top + gap}px`,
        maxHeight: `${Math.min(mostHeight, isBelow ? below : top - 2 * gap)}px`,
      })
    }
    place()
    addEventListener('resize', place)
    // The field can be inside a scrolling element.
    addEventListener('scroll', place, true)
    const observer = new ResizeObserver(place)
    observer.observe(document.body)
    // Its content decides on which side it has room.
    if (box.current) for (const part of box.current.children) observer.observe(part)
    return () => {
      removeEventListener('resize', place)
      removeEventListener('scroll', place, true)
      observer.disconnect()
    }
  }, [shown])
  return { anchor, box }
}
