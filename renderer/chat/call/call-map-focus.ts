/** So many frames a row may take until it is built. */
const patience = 30

const cardOf = (call: string): HTMLElement | null => document.querySelector(`[data-call="${CSS.escape(call)}"]`)

/** The call in which the focus is. */
export const focusedCall = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-call]')?.dataset['call']

/** Gives the focus to what opens a call, as soon as its row is there. */
export function focusCall(call: string, frames = patience): void {
  const card = cardOf(call)
  const opener = card?.querySelector<HTMLElement>('[aria-expanded]')
  if (opener) {
    opener.focus({ preventScroll: true })
    card?.scrollIntoView({ block: 'nearest' })
  } else if (frames > 0) requestAnimationFrame(() => focusCall(call, frames - 1))
}
