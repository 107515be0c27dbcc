import { useSyncExternalStore } from 'react'

/** What the picker is opened for: nothing in particular, or one resource or template of a server. */
export type PickerWish = {
  server?: string | undefined
  uri?: string | undefined
  template?: string | undefined
  /** Takes what was typed since the key that opens it, before it was there, from where it went. */
  typed?: (() => string) | undefined
}

/** Hears how the picker was left. */
type Left = (attached: boolean) => void

let wish: (PickerWish & { left?: Left | undefined }) | undefined
const listeners = new Set<() => void>()

function change(next: typeof wish): void {
  wish = next
  for (const listener of listeners) listener()
}

/** Opens the picker in the composer of this window, as soon as there is one. */
export const openPicker = (wanted: PickerWish = {}, left?: Left): void => change({ ...wanted, left })

export function leavePicker(attached: boolean): void {
  const left = wish?.left
  change(undefined)
  left?.(attached)
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** For what the picker is open; undefined while it is not. */
export const usePickerWish = (): PickerWish | undefined => useSyncExternalStore(subscribe, () => wish)
