import { useEffect, useEffectEvent } from 'react'
import { createStore, useStore, type Store } from './store.ts'

/** The ID of something the user asked to go to, or a text for it; its component might not be rendered yet. */
export type Intent = Store<string | undefined>

/** An intent that nothing has set. */
export const makeIntent = (): Intent => createStore<string | undefined>(undefined)

/** The current intent, if any. */
export const useIntent = (intent: Intent): string | undefined => useStore(intent)

/** Fulfils the intent for this ID, as soon as it is on the page. */
export function useArrivalOf(intent: Intent, id: string, arrive: () => void): void {
  const isWanted = useIntent(intent) === id
  const onArrival = useEffectEvent(arrive)
  useEffect(() => {
    if (!isWanted) return
    intent.set(undefined)
    onArrival()
  }, [intent, isWanted])
}
