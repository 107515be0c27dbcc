import { useEffect, useEffectEvent } from 'react'
import { isPressed } from '../ui/keys.tsx'
import { navigate } from './routes.ts'

/** Every key there is and what it does, for the dialog that lists them. */
export const allKeys: { keys: string; does: string }[] = [
  { keys: 'Enter', does: 'Send the message; with Shift, begin a new line' },
  { keys: 'Ctrl Enter', does: 'Run the tool whose form you fill in' },
  { keys: 'Esc', does: 'One level out; in the message field, stop the turn' },
  { keys: 'Ctrl .', does: 'Oldest question that waits for you' },
  { keys: 'Ctrl Shift .', does: 'Question before that' },
  { keys: 'D A C', does: 'In a question: deny or leave off, allow once or trust, allow in this conversation' },
  { keys: 'Ctrl K', does: 'Search conversations, servers, tools, pages and actions' },
  { keys: '[ ]', does: 'Previous and next call of the conversation' },
  { keys: '→ ←', does: 'Open and close the call in focus' },
  { keys: '↓ ↑', does: 'Next and previous record of the audit' },
  { keys: 'Ctrl B', does: 'Show or hide the sidebar' },
  { keys: 'Ctrl ,', does: 'Settings' },
  { keys: 'F6', does: 'Next region of the window; with Shift, the one before' },
  { keys: '?', does: 'All keys; F1 does the same, also in a text field' },
]

type FrameActions = { toggleSidebar(): void; showKeys(): void; openPalette(): void }

/** The keys of the frame. Those of a page, a dialog or a field come first: what they took is left alone. */
export function useFrameKeys(actions: FrameActions): void {
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

function actionOf(event: KeyboardEvent, actions: FrameActions): (() => void) | undefined {
  if (isElsewhere(event.target)) return undefined
  if (isPressed(event, 'F6')) return () => focusRegion(1)
  if (isPressed(event, 'Shift F6')) return () => focusRegion(-1)
  if (isPressed(event, 'Ctrl K')) return actions.openPalette
  if (isPressed(event, 'F1')) return actions.showKeys
  if (isPressed(event, 'Ctrl B')) return actions.toggleSidebar
  if (isPressed(event, 'Ctrl ,')) return () => navigate({ page: 'settings' })
  return isPressed(event, '?') && !isTextField(event.target) ? actions.showKeys : undefined
}

/** In what lies over the page, whose keys are its own. */
export const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role=dialog], [role=menu], [role=listbox]') !== null

/** Where a character is text and nothing else. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio])'))

/** Moves focus to the landmark before or after, among those that can be seen, around and around. */
function focusRegion(by: 1 | -1): void {
  const seen = document.querySelectorAll<HTMLElement>('nav, main, aside, [role=complementary]')
  const regions = [...seen].filter((region) => region.offsetParent !== null)
  const here = regions.findLastIndex((region) => region.contains(document.activeElement))
  const from = here === -1 && by === -1 ? 0 : here
  const next = regions[(from + by + regions.length) % regions.length]
  if (!next) return
  if (!next.hasAttribute('tabindex')) next.tabIndex = -1
  next.focus()
}
