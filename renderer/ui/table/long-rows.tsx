import type { KeyboardEvent } from 'react'

/** Stands for the rows of a long table that are not built; `height` in pixels. */
export const RowSpace = ({ height }: { height: number }) =>
  height > 0 && (
    <tr aria-hidden>
      <td style={{ height, padding: 0, border: 0 }} />
    </tr>
  )

/** Up and down walk along the rows of a table: from what takes the focus in one to what does in the next. */
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
