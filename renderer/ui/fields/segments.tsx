import type { KeyboardEvent } from 'react'
import styles from './segments.module.css'

type SegmentsProps<T extends string> = {
  label: string
  /** Whether they are views of one thing or answers to one question. */
  role?: 'tablist' | 'radiogroup'
  items: readonly T[]
  value: NoInfer<T>
  /** Why it can't be changed, in a sentence. */
  unavailable?: string | undefined
  onChange(value: NoInfer<T>): void
}

/** A few options with one selected, or none if the value isn't among them; the arrow keys move between them. */
export function Segments<T extends string>({
  label,
  role = 'tablist',
  items,
  value,
  unavailable,
  onChange,
}: SegmentsProps<T>) {
  const choose = (item: T): void => {
    if (unavailable === undefined) onChange(item)
  }
  const move = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    // From the focused option, since the value may change later than the focus.
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const index = (buttons.findIndex((button) => button === event.target) + step + items.length) % items.length
    const next = items[index]
    if (step === 0 || next === undefined) return
    event.preventDefault()
    choose(next)
    buttons[index]?.focus()
  }
  return (
    <div className={styles.segments} role={role} aria-label={label} onKeyDown={move}>
      {items.map((item) => (
        <button
          key={item}
          type="button"
          {...(role === 'tablist'
            ? { role: 'tab', 'aria-selected': item === value }
            : { role: 'radio', 'aria-checked': item === value })}
          tabIndex={item === (items.includes(value) ? value : items[0]) ? 0 : -1}
          className={styles.segment}
          aria-disabled={unavailable !== undefined || undefined}
          title={unavailable}
          onClick={() => choose(item)}
        >
          {item}
        </button>
      ))}
    </div>
  )
}
