import { useEffect, useRef, useState, useSyncExternalStore, type KeyboardEvent, type MouseEvent } from 'react'
import { Arming, armingMs } from './arming.ts'

/** The time before a consent counts, so no stray key or moving page can give one. */
export type Armed = {
  /** Whether a consent would count now. */
  armed: boolean
  /** Whether the time is running. */
  arming: boolean
  /** Milliseconds it takes. */
  time: number
  /** Makes a press, or a key, count only once armed. */
  guard(consent: () => void): {
    onPointerDown(): void
    onKeyDown(event: KeyboardEvent): void
    onClick(event: MouseEvent): void
  }
  /** Handles the button's shortcut; false if it doesn't count. */
  accepts(event: KeyboardEvent): boolean
}

/** The time in which the user can read a question but not consent yet; see `Arming`. */
export function useArmed(visible: boolean, focused: boolean, contentHash: string, time: number = armingMs.once): Armed {
  const [arming] = useState(() => new Arming(time))
  const [armed, setArmed] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    const check = (): void => {
      const left = arming.remaining(performance.now())
      setArmed(left === 0)
      if (left) timer.current = setTimeout(check, left)
    }
    arming.update({ visible, focused, content: contentHash }, performance.now())
    check()
    return () => clearTimeout(timer.current)
  }, [arming, visible, focused, contentHash])

  return {
    armed,
    arming: visible && focused && !armed,
    time,
    guard: (consent) => ({
      onPointerDown: () => arming.down(performance.now()),
      onKeyDown: (event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        if (event.repeat) event.preventDefault()
        else arming.down(performance.now())
      },
      onClick: (event) => {
        if (event.nativeEvent.isTrusted && arming.press(performance.now())) consent()
      },
    }),
    accepts: (event) => {
      if (event.repeat || !event.nativeEvent.isTrusted) return false
      arming.down(performance.now())
      return arming.press(performance.now())
    },
  }
}

/** Whether this window has keyboard focus. */
export const useWindowFocus = (): boolean => useSyncExternalStore(onFocusChange, () => document.hasFocus())

function onFocusChange(listener: () => void): () => void {
  const events = ['focus', 'blur', 'visibilitychange'] as const
  for (const event of events) window.addEventListener(event, listener, true)
  return () => {
    for (const event of events) window.removeEventListener(event, listener, true)
  }
}

/**
 * Whether an element is entirely on screen, or fills it. The ref is for the last element. Only visibility since the
 * last change of `layout` counts: before, the element may have been in another place.
 */
export function useOnScreen<E extends HTMLElement>(layout = ''): [(element: E | null) => void, boolean, E | null] {
  const [element, setElement] = useState<E | null>(null)
  const [seen, setSeen] = useState({ layout, visible: false })
  useEffect(() => {
    if (!element) return undefined
    const observer = new IntersectionObserver((entries) => setSeen({ layout, visible: isWholeOnScreen(entries) }), {
      threshold: [0, 0.99, 1],
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element, layout])
  return [setElement, seen.visible && seen.layout === layout && element !== null, element]
}

/** A busy window gets several changes at once, in order: the last one counts. */
export function isWholeOnScreen(
  entries: Pick<IntersectionObserverEntry, 'isIntersecting' | 'intersectionRatio'>[],
): boolean {
  const last = entries.at(-1)
  return last !== undefined && last.isIntersecting && last.intersectionRatio > 0.98
}
