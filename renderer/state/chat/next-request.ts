import { createStore, useStore } from '../store.ts'

const shown = createStore<boolean>(false)

/** Shows or hides the parts of the open conversation's next request. */
export const showNextRequest = (isShown: boolean): void => shown.set(isShown)

/** Whether the dialog with those parts is open. */
export const useNextRequestShown = (): boolean => useStore(shown)
