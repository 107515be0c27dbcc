import { createStore, useStore } from '../../state/store.ts'

/** The call that is about to receive focus; a row that hides it opens. */
const wanted = createStore<string | undefined>(undefined)

/** The ID of a call to go to; undefined once its row has the focus, or didn't appear. */
export const useWantedCall = (): string | undefined => useStore(wanted)

/** Max frames to wait for a row. */
const patience = 30

const cardOf = (call: string): HTMLElement | null => document.querySelector(`[data-call="${CSS.escape(call)}"]`)

/** The call that contains focus. */
export const focusedCall = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-call]')?.dataset['call']

/** Focuses a call's toggle as soon as its row exists. */
export function focusCall(call: string, frames = patience): void {
  wanted.set(call)
  const card = cardOf(call)
  const opener = card?.querySelector<HTMLElement>('[aria-expanded]')
  if (opener) {
    opener.focus({ preventScroll: true })
    card?.scrollIntoView({ block: 'nearest' })
    wanted.set(undefined)
  } else if (frames > 0) requestAnimationFrame(() => focusCall(call, frames - 1))
  else wanted.set(undefined)
}
