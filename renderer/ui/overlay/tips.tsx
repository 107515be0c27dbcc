import { Tooltip as Base } from '@base-ui/react/tooltip'
import { useEffect, useState } from 'react'
import { Keys } from '../keys.tsx'
import styles from './tips.module.css'

/** Milliseconds until one shows. Its neighbour's shows at once, also shortly after it went. */
const delay = 400
const linger = 300

/**
 * The window's one tooltip: the text of the element with `data-tip` under the pointer or in keyboard focus, and its keys
 * from `data-tip-keys`. It isn't read out, because these elements have their names.
 */
export function Tips() {
  const of = useTipped()
  const { tip, tipKeys } = of?.dataset ?? {}
  return (
    <Base.Root open={of !== undefined && tip !== undefined}>
      <Base.Portal>
        <Base.Positioner className={styles.place} anchor={of ?? null} positionMethod="fixed" sideOffset={6}>
          <Base.Popup className={styles.tip} data-tip-text aria-hidden>
            {tip}
            {tipKeys !== undefined && <Keys keys={tipKeys} />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** The element whose tooltip shows. A press, a key, a scroll and a window without focus end it. */
function useTipped(): HTMLElement | undefined {
  const [shown, setShown] = useState<HTMLElement>()
  useEffect(() => {
    let over: Element | undefined
    let wait: ReturnType<typeof setTimeout> | undefined
    let isWarm = false
    const later = (act: () => void, after: number): void => {
      clearTimeout(wait)
      wait = setTimeout(act, after)
    }
    const turnTo = (target: EventTarget | null): void => {
      const next = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null
      if (next === over) return
      over = next ?? undefined
      if (next) {
        later(
          () => {
            isWarm = true
            setShown(next)
          },
          isWarm ? 0 : delay,
        )
      } else {
        setShown(undefined)
        later(() => (isWarm = false), linger)
      }
    }
    const end = (): void => {
      clearTimeout(wait)
      setShown(undefined)
    }
    const leave = new AbortController()
    const on = (type: keyof DocumentEventMap, act: (event: Event) => void): void =>
      document.addEventListener(type, act, { capture: true, passive: true, signal: leave.signal })
    on('pointerover', (event) => event instanceof PointerEvent && event.pointerType !== 'touch' && turnTo(event.target))
    on('focusin', ({ target }) => target instanceof Element && target.matches(':focus-visible') && turnTo(target))
    for (const type of ['pointerdown', 'keydown', 'scroll'] as const) on(type, end)
    window.addEventListener('blur', end, { signal: leave.signal })
    // It loads after the page, when the pointer can be on a button already.
    turnTo(document.querySelector('[data-tip]:hover'))
    return () => {
      leave.abort()
      clearTimeout(wait)
    }
  }, [])
  return shown
}
