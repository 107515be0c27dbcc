import { useEffect, useEffectEvent } from 'react'
import { createStore, useStore, type Store } from './store.ts'

/** One thing that a window is on its way to, by its id: it may still have to be built where it is to be seen. */
export type Wish = Store<string | undefined>

export const makeWish = (): Wish => createStore<string | undefined>(undefined)

/** What is waited for now, if anything. */
export const useWish = (wish: Wish): string | undefined => useStore(wish)

/** Fulfils the wish for this one, as soon as it is on the page. */
export function useArrivalOf(wish: Wish, id: string, arrive: () => void): void {
  const isWanted = useWish(wish) === id
  const onArrival = useEffectEvent(arrive)
  useEffect(() => {
    if (!isWanted) return
    wish.set(undefined)
    onArrival()
  }, [wish, isWanted])
}
