import { createStore, useStore } from '../store.ts'

/** The open dialog for providers: to add one, or to edit the endpoint with this ID. */
export type ProviderWish = { edit?: string | undefined }

const wish = createStore<ProviderWish | undefined>(undefined)

/** Opens the dialog over any page. */
export const openProviderDialog = (wanted: ProviderWish = {}): void => wish.set(wanted)

export const closeProviderDialog = (): void => wish.set(undefined)

/** Undefined while it is closed. */
export const useProviderWish = (): ProviderWish | undefined => useStore(wish)
