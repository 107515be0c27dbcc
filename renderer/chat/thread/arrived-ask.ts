import { useEffectEvent, useLayoutEffect, type RefObject } from 'react'
import { useAsks } from '../../state/asks.ts'
import { distanceTo } from '../../inbox/frame/ask-focus.ts'

/** Milliseconds for which a question that has appeared can still grow, or move with the thread. */
const settleMs = 600

/** The view of a thread. */
export type ThreadView = {
  viewport: RefObject<HTMLElement | null>
  isAtEnd: boolean
  /** Scrolls there instead of anywhere else. */
  scrollTo(offset: number): void
}

/** If the view follows the end when a conversation's oldest question arrives, shows the question instead of the end. */
export function useArrivedAsk(conversation: string, { viewport, isAtEnd, scrollTo }: ThreadView): void {
  const oldest = useAsks(conversation)[0]?.id
  const arrive = useEffectEvent((ask: string) => {
    const { current } = viewport
    return isAtEnd && current ? show(ask, current, scrollTo) : undefined
  })
  useLayoutEffect(() => (oldest === undefined ? undefined : arrive(oldest)), [oldest])
}

/** Keeps a question's title in view as soon as it is there, until it has settled, or the user presses, types or scrolls. */
function show(ask: string, view: HTMLElement, scrollTo: ThreadView['scrollTo']): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const done = new AbortController()
  const end = (): void => {
    clearTimeout(timer)
    resized.disconnect()
    done.abort()
  }
  const resized = new ResizeObserver(() => {
    const shown = view.querySelector(`[data-ask="${CSS.escape(ask)}"]`)
    if (!shown) return
    timer ??= setTimeout(end, settleMs)
    const distance = distanceTo(shown, view)
    if (Math.abs(distance) >= 1) scrollTo(view.scrollTop + distance)
  })
  for (const element of [view, view.firstElementChild]) if (element) resized.observe(element)
  for (const type of ['wheel', 'pointerdown', 'keydown']) window.addEventListener(type, end, { signal: done.signal })
  return end
}
