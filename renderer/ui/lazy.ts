import { lazy, useEffect, useState, type ComponentType, type LazyExoticComponent } from 'react'

/**
 * A hook for a module that loads on first use. Undefined until then, and also if loading fails: callers have a plain
 * fallback.
 */
export function lazyModule<T extends object>(load: () => Promise<T>): (wanted: boolean) => T | undefined {
  let module: T | undefined
  let loading: Promise<T | undefined> | undefined
  const begin = async (): Promise<T | undefined> => {
    try {
      module = await load()
    } catch {
      loading = undefined
    }
    return module
  }
  return function useModule(wanted) {
    const [loaded, setLoaded] = useState(module)
    useEffect(() => {
      if (!wanted || loaded) return undefined
      let isCurrent = true
      loading ??= begin()
      void loading.then((it) => isCurrent && it && setLoaded(it))
      return () => {
        isCurrent = false
      }
    }, [wanted, loaded])
    return loaded
  }
}

/** A component that loads when first rendered. */
export const lazyPart = <P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> =>
  lazy(async () => ({ default: await load() }))
