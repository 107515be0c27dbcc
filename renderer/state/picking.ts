import { createStore, useStore } from './store.ts'

/** The item to open the picker at: none, or one of a server's resources or templates. */
export type PickerTarget = {
  server?: string | undefined
  uri?: string | undefined
  template?: string | undefined
  /** Returns text typed between the key press and the picker's appearance. */
  typed?: (() => string) | undefined
}

/** Receives how the picker was closed. */
type Left = (attached: boolean) => void

const open = createStore<(PickerTarget & { left?: Left | undefined }) | undefined>(undefined)

/** Opens the picker in this window's composer, as soon as there is one. */
export const openPicker = (wanted: PickerTarget = {}, left?: Left): void => open.set({ ...wanted, left })

/** Closes the picker and tells its opener whether something was attached. */
export function leavePicker(attached: boolean): void {
  const left = open.get()?.left
  open.set(undefined)
  left?.(attached)
}

/** The item the picker is open for; undefined while closed. */
export const useOpenPicker = (): PickerTarget | undefined => useStore(open)
