import { useEffect, useEffectEvent } from 'react'
import { createStore, useStore, type Store } from './store.ts'

/** The ID of one thing the window navigates to; its place might not be rendered yet. */
export type Wish = Store<string | undefined>

export const makeWish = (): Wish => createStore<string | undefined>(undefined)

/** The current wish, if any. */
export const useWish = (wish: Wish): string | undefined => useStore(wish)

/** Fulfils the wish for this ID, as soon as it is on the page. */
export function useArrivalOf(wish: Wish, id: string, arrive: () => void): void {
  const isWanted = useWish(wish) === id
  const onArrival = useEffectEvent(arrive)
  useEffect(() => {
    if (!isWanted) return
    wish.set(undefined)
    onArrival()
  }, [wish, isWanted])
}
