import { useSyncExternalStore } from 'react'

/** A change notification with its subscribers. */
export type Signal = {
  tell(): void
  /** Calls back on every change until the returned function is called. */
  subscribe(listener: () => void): () => void
}

/** A signal without subscribers. It notifies them synchronously. */
export function createSignal(): Signal {
  const listeners = new Set<() => void>()
  return {
    tell: () => {
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** A value in this window, with its subscribers. */
export type Store<T> = Pick<Signal, 'subscribe'> & { get(): T; set(next: T): void }

/** A store with this value. `set` tells subscribers even if the value is the same. */
export function createStore<T>(initial: T): Store<T> {
  const { tell, subscribe } = createSignal()
  let value = initial
  return {
    get: () => value,
    set: (next) => {
      value = next
      tell()
    },
    subscribe,
  }
}

/** A store's current value. */
export const useStore = <T>({ subscribe, get }: Pick<Store<T>, 'subscribe' | 'get'>): T =>
  useSyncExternalStore(subscribe, get)
