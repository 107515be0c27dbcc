import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** One thing that a window is on its way to, by its id: it may still have to be built where it is to be seen. */
export type Wish = {
  get(): string | undefined
  set(id: string | undefined): void
  subscribe(listener: () => void): () => void
}

export function makeWish(): Wish {
  let wanted: string | undefined
  const listeners = new Set<() => void>()
  return {
    get: () => wanted,
    set: (id) => {
      wanted = id
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** What is waited for now, if anything. */
export const useWish = (wish: Wish): string | undefined => useSyncExternalStore(wish.subscribe, wish.get)

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
