import { createStore, useStore } from '../../state/store.ts'

/** When a screen reader speaks: after its sentence, or at once. */
export type Urgency = 'polite' | 'assertive'

const spoken = createStore<Record<Urgency, string>>({ polite: '', assertive: '' })

/** Announces text to screen readers only. Repeated words are varied, or they wouldn't be announced again. */
export function announce(text: string, urgency: Urgency = 'polite'): void {
  const before = spoken.get()
  const again = before[urgency] === text ? '\u00A0' : ''
  spoken.set({ ...before, [urgency]: text + again })
}

/** The place for announcements; once per window. */
export function Announcer() {
  const { polite, assertive } = useStore(spoken)
  return (
    <div className="sr">
      <div aria-live="polite">{polite}</div>
      <div aria-live="assertive">{assertive}</div>
    </div>
  )
}
