import { useCallback, useSyncExternalStore } from 'react'
import { createSignal } from './store.ts'

/** Unfinished input, by its subject's ID. It stays in this window until removed, or displaced by newer input. */
export type KeptByKey<T> = {
  get(key: string): T | undefined
  some(is: (value: T) => boolean): boolean
  change(key: string, change: (now: T | undefined) => T | undefined): void
  subscribe(listener: () => void): () => void
}

/** Keeps up to `most` of them; older ones make room. */
export function keepByKey<T>(most: number): KeptByKey<T> {
  const kept = new Map<string, T>()
  const { tell, subscribe } = createSignal()
  return {
    get: (key) => kept.get(key),
    some: (is) => [...kept.values()].some(is),
    change: (key, change) => {
      const next = change(kept.get(key))
      kept.delete(key)
      if (next !== undefined) kept.set(key, next)
      const [oldest] = kept.keys()
      if (kept.size > most && oldest !== undefined) kept.delete(oldest)
      tell()
    },
    subscribe,
  }
}

/** The value under a key, and its setter. */
export function useKeptByKey<T>(
  { get, change, subscribe }: KeptByKey<T>,
  key: string,
): [T | undefined, (change: (now: T | undefined) => T | undefined) => void] {
  const kept = useSyncExternalStore(subscribe, () => get(key))
  return [kept, useCallback((to) => change(key, to), [change, key])]
}
