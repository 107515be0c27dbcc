import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** Whether a form is to take the focus, and how often that was wished. */
let isWanted = false
let wishes = 0
const listeners = new Set<() => void>()

/** The form that lies open, or the next one that is built, takes the focus. */
export function wishFocus(): void {
  isWanted = true
  wishes++
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls back once for each wish, when the component is on the page. */
export function useFocusWish(arrive: () => void): void {
  const wish = useSyncExternalStore(subscribe, () => wishes)
  const onArrival = useEffectEvent(arrive)
  useEffect(() => {
    if (!isWanted) return
    isWanted = false
    onArrival()
  }, [wish])
}
