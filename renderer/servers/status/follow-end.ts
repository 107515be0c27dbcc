import { useLayoutEffect, useRef, type RefObject } from 'react'
import type { Virtualizer } from '@tanstack/react-virtual'

/** Pixels from the end that still count as the end. */
const nearEnd = 24

/** Keeps a list at its end while scrolled there. Returns the scroll handler. */
export function useFollowedEnd(
  scroller: RefObject<HTMLElement | null>,
  virtual: Virtualizer<HTMLDivElement, Element>,
  rows: readonly unknown[],
): () => void {
  const isAtEnd = useRef(true)
  const size = virtual.getTotalSize()
  useLayoutEffect(() => {
    const { current } = scroller
    // oxlint-disable-next-line react/immutability -- an element is made to be scrolled
    if (current && isAtEnd.current) current.scrollTop = current.scrollHeight
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- it runs again when these change
  }, [scroller, rows, size])
  return () => {
    const { current } = scroller
    if (current) isAtEnd.current = current.scrollHeight - current.scrollTop - current.clientHeight < nearEnd
  }
}
