import { createStore, useStore } from '../store.ts'

/** The open dialog for providers: to add one, or to edit the endpoint with this ID. */
export type ProviderTarget = { edit?: string | undefined }

const open = createStore<ProviderTarget | undefined>(undefined)

/** Opens the dialog for providers over any page. */
export const openProviderDialog = (wanted: ProviderTarget = {}): void => open.set(wanted)

/** Closes the dialog for providers without saving. */
export const closeProviderDialog = (): void => open.set(undefined)

/** The provider whose dialog is open; undefined while none is. */
export const useOpenProvider = (): ProviderTarget | undefined => useStore(open)
