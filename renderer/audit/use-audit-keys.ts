import { useEffect, useEffectEvent, type RefObject } from 'react'
import { pressedKey } from '../ui/key-map.ts'
import { isTextField } from '../ui/page/focus-page.ts'
import { isElsewhere } from '../ui/page/frame-keys.ts'

/**
 * The page's keys, wherever its focus is: `/` to the filters, Down to the rows, O to the conversation of the open call,
 * X to export. A field that is typed in and an open dialog keep their own.
 */
export function useAuditKeys(page: RefObject<HTMLElement | null>, openExport: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (isElsewhere(event.target) || isTextField(event.target)) return
    // In the order of their keys.
    const actions = [
      () => focus(page.current?.querySelector('[data-filter]')),
      () => press(page.current?.querySelector('[data-open-conversation]')),
      () => (openExport(), true),
    ]
    const act = actions[pressedKey(event, 'audit') ?? -1]
    const isDown = event.key === 'ArrowDown' && !isInRows(event.target)
    if (act?.() ?? (isDown && focusRow(page.current))) event.preventDefault()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

/** Focuses the open row, or else the first one; false if there is none. */
export const focusRow = (page: HTMLElement | null): boolean =>
  focus(page?.querySelector('tr[aria-current] a') ?? page?.querySelector('tr[data-seq] :is(a, button)'))

const isInRows = (target: EventTarget | null): boolean => target instanceof Element && target.closest('tr') !== null

function focus(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement)) return false
  element.focus()
  return true
}

function press(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement)) return false
  element.click()
  return true
}
