import { createStore, useStore } from '../../state/store.ts'

export type Urgency = 'polite' | 'assertive'

const spoken = createStore<Record<Urgency, string>>({ polite: '', assertive: '' })

/** Says something to screen readers only. The same words again are made another text, or they would stay unsaid. */
export function announce(text: string, urgency: Urgency = 'polite'): void {
  const before = spoken.get()
  const again = before[urgency] === text ? '\u00A0' : ''
  spoken.set({ ...before, [urgency]: text + again })
}

/** Where announcements are put; once in a window. */
export function Announcer() {
  const { polite, assertive } = useStore(spoken)
  return (
    <div className="sr">
      <div aria-live="polite">{polite}</div>
      <div aria-live="assertive">{assertive}</div>
    </div>
  )
}
