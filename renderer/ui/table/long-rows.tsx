import type { KeyboardEvent } from 'react'

/** The space of a long table's unbuilt rows; `height` in pixels. */
export const RowSpace = ({ height }: { height: number }) =>
  height > 0 && (
    <tr aria-hidden>
      <td style={{ height, padding: 0, border: 0 }} />
    </tr>
  )

/** Up and Down move between the focusable elements of a table's rows; rows without one are passed. */
export function walkRows(event: KeyboardEvent<HTMLElement>): void {
  const steps: Record<string, 'nextElementSibling' | 'previousElementSibling' | undefined> = {
    ArrowDown: 'nextElementSibling',
    ArrowUp: 'previousElementSibling',
  }
  const step = steps[event.key]
  if (!step || !(event.target instanceof HTMLElement)) return
  for (let row = event.target.closest('tr')?.[step]; row; row = row[step]) {
    const next = row.querySelector<HTMLElement>('a, button')
    if (!next) continue
    event.preventDefault()
    return next.focus()
  }
}
