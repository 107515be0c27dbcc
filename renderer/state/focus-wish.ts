import { makeWish, useArrivalOf } from './wish.ts'

const form = 'form'
const wish = makeWish()

/** The form that lies open, or the next one that is built, takes the focus. */
export const wishFocus = (): void => wish.set(form)

/** Calls back once for each wish, when the component is on the page. */
export const useFocusWish = (arrive: () => void): void => useArrivalOf(wish, form, arrive)
