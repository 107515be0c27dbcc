import { createStore, useStore } from './store.ts'

/** The item to open the picker at: none, or one of a server's resources or templates. */
export type PickerWish = {
  server?: string | undefined
  uri?: string | undefined
  template?: string | undefined
  /** Returns text typed between the key press and the picker's appearance. */
  typed?: (() => string) | undefined
}

/** Receives how the picker was closed. */
type Left = (attached: boolean) => void

const wish = createStore<(PickerWish & { left?: Left | undefined }) | undefined>(undefined)

/** Opens the picker in this window's composer, as soon as there is one. */
export const openPicker = (wanted: PickerWish = {}, left?: Left): void => wish.set({ ...wanted, left })

export function leavePicker(attached: boolean): void {
  const left = wish.get()?.left
  wish.set(undefined)
  left?.(attached)
}

/** The item the picker is open for; undefined while closed. */
export const usePickerWish = (): PickerWish | undefined => useStore(wish)
