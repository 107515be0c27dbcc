import { useSyncExternalStore } from 'react'

export type Urgency = 'polite' | 'assertive'

let spoken: Record<Urgency, string> = { polite: '', assertive: '' }
const listeners = new Set<() => void>()

/** Says something to screen readers only. The same words again are made another text, or they would stay unsaid. */
export function announce(text: string, urgency: Urgency = 'polite'): void {
  const again = spoken[urgency] === text ? '\u00A0' : ''
  spoken = { ...spoken, [urgency]: text + again }
  for (const listener of listeners) listener()
}

/** Where announcements are put; once in a window. */
export function Announcer() {
  const { polite, assertive } = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => spoken,
  )
  return (
    <div className="sr">
      <div aria-live="polite">{polite}</div>
      <div aria-live="assertive">{assertive}</div>
    </div>
  )
}
