import { makeWish, useArrivalOf, useWish } from '../wish.ts'

/** The call, or the turn whose message, the window is on its way to. */
const wanted = makeWish()

/** Takes the person to where something came from: to a call by its id, or to her own message by that of its turn. */
export const goToSource = (id: string): void => wanted.set(id)

export const useWantedSource = (): string | undefined => useWish(wanted)

/** Hears that the person has come for this one. */
export const useSourceArrival = (id: string, arrive: () => void): void => useArrivalOf(wanted, id, arrive)
