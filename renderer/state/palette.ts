import { createStore } from './store.ts'

/** Whether the palette is open. */
export const paletteOpen = createStore(false)
