import { makeIntent, useArrivalOf, useIntent } from '../intent.ts'

/** The call or turn that the window is going to. */
const wanted = makeIntent()

/** Goes to a source: a call by its ID, or the user's message by its turn's ID. */
export const goToSource = (id: string): void => wanted.set(id)

/** The source that the user goes to, until its result is on the page. */
export const useWantedSource = (): string | undefined => useIntent(wanted)

/** Called when the user arrives at this source. */
export const useSourceArrival = (id: string, arrive: () => void): void => useArrivalOf(wanted, id, arrive)
