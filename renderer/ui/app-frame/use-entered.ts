import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { watchFocus } from './watch-focus.ts'

/** How often an app can take the focus by itself and have it taken back. */
const mostTaken = 2

type Options = {
  frame: RefObject<HTMLIFrameElement | null>
  /** The button that leads into the app. */
  way: RefObject<HTMLElement | null>
  /** Another value leads out of the app. */
  outOf: unknown
  /** The frame has the focus; the app in it doesn't yet. */
  onEnter(): void
  /** The app keeps taking the focus by itself. `giveBack` returns it once the frame is gone. */
  onSeized(giveBack: () => void): void
}

/**
 * Whether the user is in a server's app. A press or a key of theirs leads into it; any press or focus outside it leads
 * out. Until then its frame is inert, which keeps presses and Tab out of it, but not a script's wish for focus: no browser
 * refuses that. So the focus is given back, twice for apps that begin in a field, and then the app has to end.
 */
export function useEntered({ frame, way, outOf, onEnter, onSeized }: Options): { isEntered: boolean; enter(): void } {
  const [isEntered, setEntered] = useState(false)
  const [heldOut, setHeldOut] = useState(outOf)
  const isIn = useRef(false)
  const taken = useRef(0)
  if (!Object.is(heldOut, outOf)) {
    setHeldOut(outOf)
    setEntered(false)
  }
  /** At once: before the next drawing, keys can arrive. */
  const change = (entered: boolean): void => {
    isIn.current = entered
    frame.current?.toggleAttribute('inert', !entered)
  }
  const leave = useEffectEvent((event: Event) => {
    if (event.target === frame.current) return
    change(false)
    setEntered(false)
  })
  const seized = useEffectEvent((giveBack: () => void) => {
    if (isIn.current) return
    taken.current += 1
    if (taken.current > mostTaken) onSeized(giveBack)
    else giveBack()
  })
  useEffect(() => {
    const element = frame.current
    const unwatch = element ? watchFocus(element, (giveBack) => seized(giveBack)) : undefined
    const onLeave = (event: Event): void => leave(event)
    document.addEventListener('focusin', onLeave, true)
    document.addEventListener('pointerdown', onLeave, true)
    return () => {
      unwatch?.()
      document.removeEventListener('focusin', onLeave, true)
      document.removeEventListener('pointerdown', onLeave, true)
    }
  }, [frame])
  const leadOut = useEffectEvent((_because: unknown) => {
    if (isIn.current && document.activeElement === frame.current) way.current?.focus({ preventScroll: true })
    change(false)
  })
  useLayoutEffect(() => leadOut(outOf), [outOf])
  const goOn = useEffectEvent(onEnter)
  useLayoutEffect(() => {
    if (!isEntered) return
    frame.current?.focus({ preventScroll: true })
    goOn()
  }, [isEntered, frame])
  const enter = (): void => {
    change(true)
    setEntered(true)
  }
  return { isEntered, enter }
}
