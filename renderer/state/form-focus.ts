import { makeIntent, useArrivalOf } from './intent.ts'

const form = 'form'
const intent = makeIntent()

/** Gives focus to the open form, or else to the next one that appears. */
export const requestFormFocus = (): void => intent.set(form)

/** Calls back once per request for focus, when the component is on the page. */
export const useFormFocus = (arrive: () => void): void => useArrivalOf(intent, form, arrive)
