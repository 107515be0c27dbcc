import { createStore, useStore } from '../store.ts'

const open = createStore(false)

/** Opens the dialog that imports conversations, over any page. */
export const openImport = (): void => open.set(true)

/** Closes the dialog that imports conversations. */
export const closeImport = (): void => open.set(false)

/** Whether the dialog that imports conversations is open. */
export const useIsImportOpen = (): boolean => useStore(open)
