import { makeWish, useArrivalOf } from './wish.ts'

const form = 'form'
const wish = makeWish()

/** The open form, or the next one to appear, takes focus. */
export const wishFocus = (): void => wish.set(form)

/** Calls back once per wish, when the component is on the page. */
export const useFocusWish = (arrive: () => void): void => useArrivalOf(wish, form, arrive)
