import { useEffect, useEffectEvent } from 'react'
import { isShortcut, pressedKey } from '../key-map.ts'
import { isPressed } from '../keys.tsx'
import { focusHeading, focusNextPage, isTextField } from './focus-page.ts'
import { navigate } from '../../state/routes.ts'

type FrameActions = {
  toggleSidebar(): void
  showKeys(): void
  openPalette(): void
  goToNew(): void
  goToNeighbour(step: 1 | -1): void
  chooseModel(): void
}

/** The frame's shortcuts. Those of a page, dialog or field come first: the frame ignores handled keys. */
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
  if (isShortcut(event, 'regions')) return () => focusRegion(1)
  if (isPressed(event, 'Shift F6')) return () => focusRegion(-1)
  if (isShortcut(event, 'search')) return actions.openPalette
  if (isPressed(event, 'F1')) return actions.showKeys
  if (isShortcut(event, 'sidebar')) return actions.toggleSidebar
  if (isShortcut(event, 'settings')) return goToSettings
  if (isShortcut(event, 'searchAll')) return goToSearch
  if (isShortcut(event, 'newConversation')) return actions.goToNew
  if (isShortcut(event, 'model')) return actions.chooseModel
  const neighbour = opensByArrows(event.target) ? undefined : pressedKey(event, 'conversations')
  if (neighbour !== undefined) return () => actions.goToNeighbour(neighbour === 0 ? -1 : 1)
  if (isTextField(event.target)) return undefined
  if (isShortcut(event, 'all')) return actions.showKeys
  typeIntoComposer(event)
  return undefined
}

function goToSettings(): void {
  focusNextPage()
  navigate({ page: 'settings' })
}

function goToSearch(): void {
  navigate({ page: 'search' })
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-search] input')?.focus())
}

/** A choice or date opens with Alt and an arrow. */
const opensByArrows = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('select, input, [role=combobox]')

/** Elements with keys of their own. */
const ownKeys = '[data-ask], [role=tree], [role=grid], [role=radiogroup], [role=tablist]'

/** Text typed outside every field goes to the message field: it takes focus before the character arrives. */
function typeIntoComposer({ key, ctrlKey, metaKey, altKey, isComposing, target }: KeyboardEvent): void {
  if (key.length !== 1 || ' []'.includes(key) || ctrlKey || metaKey || altKey || isComposing) return
  if (target instanceof Element && target.closest(ownKeys)) return
  document.querySelector<HTMLElement>('textarea[data-composer]')?.focus({ preventScroll: true })
}

/** Selects the open dialogs. A message that offers to undo something has their role too, and covers nothing. */
export const dialogSelector = '[role=dialog]:not([data-toast], [data-closed])'

const overlays = `${dialogSelector}, [role=menu]:not([data-closed]), [role=listbox]`

/** Whether the target is in an overlay, which has its own keys until it closes. */
export const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(overlays) !== null

/** Moves focus to the previous or next visible landmark or the thread, wrapping around. */
function focusRegion(by: 1 | -1): void {
  const seen = document.querySelectorAll<HTMLElement>('nav, main, aside, [role=complementary], [role=log]')
  const regions = [...seen].filter((region) => region.offsetParent !== null)
  const here = regions.findLastIndex((region) => region.contains(document.activeElement))
  const from = here === -1 && by === -1 ? 0 : here
  const next = regions[(from + by + regions.length) % regions.length]
  if (next) focusHeading(next)
}
