import { createStore, useStore } from './store.ts'

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

const wish = createStore<(PickerWish & { left?: Left | undefined }) | undefined>(undefined)

/** Opens the picker in the composer of this window, as soon as there is one. */
export const openPicker = (wanted: PickerWish = {}, left?: Left): void => wish.set({ ...wanted, left })

export function leavePicker(attached: boolean): void {
  const left = wish.get()?.left
  wish.set(undefined)
  left?.(attached)
}

/** For what the picker is open; undefined while it is not. */
export const usePickerWish = (): PickerWish | undefined => useStore(wish)
