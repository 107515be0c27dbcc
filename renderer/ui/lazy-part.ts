import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** A component that is loaded when it is first drawn. */
export const lazyPart = <P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> =>
  lazy(async () => ({ default: await load() }))
