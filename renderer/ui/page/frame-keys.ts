import { useEffect, useEffectEvent } from 'react'
import { strings } from '../../strings/strings.ts'
import { isPressed } from '../keys.tsx'
import { focusHeading, isTextField } from './focus-page.ts'
import { navigate } from '../../state/routes.ts'

const words = strings.frame.keys

/** Every shortcut and its effect, for the dialog that lists them. */
export const allKeys: { keys: string; does: string }[] = [
  { keys: 'Enter', does: words.send },
  { keys: '/', does: words.prompts },
  { keys: '@', does: words.resources },
  { keys: '↑', does: words.editLast },
  { keys: 'Alt P', does: words.preview },
  { keys: 'Ctrl Enter', does: words.run },
  { keys: 'Esc', does: words.leave },
  { keys: 'Ctrl .', does: words.oldestAsk },
  { keys: 'Ctrl Shift .', does: words.askBefore },
  { keys: 'D A C', does: words.answer },
  { keys: 'T', does: words.together },
  { keys: 'E', does: words.edit },
  { keys: 'Ctrl K', does: words.search },
  { keys: 'Ctrl F', does: words.findHere },
  { keys: 'Ctrl Shift F', does: words.findAll },
  { keys: 'Ctrl Shift O', does: words.newConversation },
  { keys: 'Alt ↑ ↓', does: words.conversations },
  { keys: 'Ctrl Shift M', does: words.model },
  { keys: 'Alt Shift ↑ ↓', does: words.messages },
  { keys: '[ ]', does: words.calls },
  { keys: '→ ←', does: words.foldCall },
  { keys: '↓ ↑', does: words.records },
  { keys: '/ O X', does: words.audit },
  { keys: 'Ctrl B', does: words.sidebar },
  { keys: 'Ctrl ,', does: words.settings },
  { keys: 'F6', does: words.regions },
  { keys: '?', does: words.all },
]

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
  if (isPressed(event, 'F6')) return () => focusRegion(1)
  if (isPressed(event, 'Shift F6')) return () => focusRegion(-1)
  if (isPressed(event, 'Ctrl K')) return actions.openPalette
  if (isPressed(event, 'F1')) return actions.showKeys
  if (isPressed(event, 'Ctrl B')) return actions.toggleSidebar
  if (isPressed(event, 'Ctrl ,')) return () => navigate({ page: 'settings' })
  if (isPressed(event, 'Ctrl Shift F')) return goToFind
  if (isPressed(event, 'Ctrl Shift O')) return actions.goToNew
  if (isPressed(event, 'Ctrl Shift M')) return actions.chooseModel
  if (!opensByArrows(event.target)) {
    if (isPressed(event, 'Alt ArrowUp')) return () => actions.goToNeighbour(-1)
    if (isPressed(event, 'Alt ArrowDown')) return () => actions.goToNeighbour(1)
  }
  if (isTextField(event.target)) return undefined
  if (isPressed(event, '?')) return actions.showKeys
  typeIntoComposer(event)
  return undefined
}

function goToFind(): void {
  navigate({ page: 'find' })
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-find] input')?.focus())
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
