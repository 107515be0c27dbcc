import { createStore, useStore } from '../store.ts'

/** The model menu is open; with a turn, for another model to reply instead of the one it waits for. */
export type ModelMenu = { turn?: string | undefined }

const menu = createStore<ModelMenu | undefined>(undefined)

export const openModelMenu = (wanted: ModelMenu = {}): void => menu.set(wanted)

export const closeModelMenu = (): void => menu.set(undefined)

/** Undefined while it is closed. */
export const useModelMenu = (): ModelMenu | undefined => useStore(menu)
