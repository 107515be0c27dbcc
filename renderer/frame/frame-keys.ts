import { useEffect, useEffectEvent } from 'react'
import { isPressed } from '../ui/keys.tsx'
import { navigate } from './routes.ts'

/** Every key there is and what it does, for the dialog that lists them. */
export const allKeys: { keys: string; does: string }[] = [
  { keys: 'Enter', does: 'Send the message; with Shift, begin a new line' },
  { keys: 'Esc', does: 'One level out; in the message field, stop the turn' },
  { keys: 'Ctrl .', does: 'Oldest question that waits for you' },
  { keys: 'Ctrl Shift .', does: 'Question before that' },
  { keys: 'D A C', does: 'In a question: deny or leave off, allow once or trust, allow in this conversation' },
  { keys: '→ ←', does: 'Open and close the call in focus' },
  { keys: '↓ ↑', does: 'Next and previous record of the audit' },
  { keys: 'Ctrl B', does: 'Show or hide the sidebar' },
  { keys: 'Ctrl ,', does: 'Settings' },
  { keys: 'F6', does: 'Next region of the window' },
  { keys: '?', does: 'All keys; F1 does the same, also in a text field' },
]

/** The keys of the frame. Those of a page, a dialog or a field come first: what they took is left alone. */
export function useFrameKeys(actions: { toggleSidebar(): void; showKeys(): void }): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const act = event.defaultPrevented ? undefined : actionOf(event, actions)
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

function actionOf(
  event: KeyboardEvent,
  actions: { toggleSidebar(): void; showKeys(): void },
): (() => void) | undefined {
  if (event.target instanceof Element && event.target.closest('[role=dialog], [role=menu]')) return undefined
  if (isPressed(event, 'F6')) return focusNextRegion
  if (isPressed(event, 'F1')) return actions.showKeys
  if (isPressed(event, 'Ctrl B')) return actions.toggleSidebar
  if (isPressed(event, 'Ctrl ,')) return () => navigate({ page: 'settings' })
  return isPressed(event, '?') && !isTextField(event.target) ? actions.showKeys : undefined
}

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio])'))

/** Moves focus to the next landmark that can be seen, around and around. */
function focusNextRegion(): void {
  const seen = document.querySelectorAll<HTMLElement>('nav, main, aside, [role=complementary]')
  const regions = [...seen].filter((region) => region.offsetParent !== null)
  const here = regions.findLastIndex((region) => region.contains(document.activeElement))
  const next = regions[(here + 1) % regions.length]
  if (!next) return
  if (!next.hasAttribute('tabindex')) next.tabIndex = -1
  next.focus()
}
