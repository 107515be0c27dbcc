import type { KeyboardEvent } from 'react'

/** The space of a long table's unbuilt rows; `height` in pixels. */
export const RowSpace = ({ height }: { height: number }) =>
  height > 0 && (
    <tr aria-hidden>
      <td style={{ height, padding: 0, border: 0 }} />
    </tr>
  )

/** Up and Down move along a table's rows, between their focusable elements. */
export function walkRows(event: KeyboardEvent<HTMLElement>): void {
  const steps: Record<string, 'nextElementSibling' | 'previousElementSibling' | undefined> = {
    ArrowDown: 'nextElementSibling',
    ArrowUp: 'previousElementSibling',
  }
  const step = steps[event.key]
  if (!step || !(event.target instanceof HTMLElement)) return
  const next = event.target.closest('tr')?.[step]?.querySelector<HTMLElement>('a, button')
  if (!next) return
  event.preventDefault()
  next.focus()
}
