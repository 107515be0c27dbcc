import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** A component that loads when first rendered. */
export const lazyPart = <P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> =>
  lazy(async () => ({ default: await load() }))
