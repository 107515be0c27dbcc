/** The place of one call among those of its message, in the order in which they ask the person. */
export type Place = {
  /** Resolves once every call before it has asked, or needs not. */
  reached: Promise<void>
  /** To be called once this one has asked, or needs not; more than once does nothing. */
  pass: () => void
}

/** One place for each call of a message, in their order. What decides about them takes its time; questions keep the order. */
export function placesOf(count: number): Place[] {
  let before = Promise.resolve()
  return Array.from({ length: count }, () => {
    const { promise: passed, resolve: pass } = Promise.withResolvers<void>()
    const reached = before
    before = Promise.all([reached, passed]).then(() => undefined)
    return { reached, pass }
  })
}
