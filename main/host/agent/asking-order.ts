/** A call's position among those of its message, in the order in which they ask the user. */
export type AskingSlot = {
  /** Resolves once every earlier call has asked, or doesn't need to. */
  reached: Promise<void>
  /** Must be called once this call has asked, or doesn't need to; calling it again does nothing. */
  pass: () => void
}

/** One slot per call of a message, in order. Decisions can take time; questions keep the order. */
export function askingOrder(count: number): AskingSlot[] {
  let before = Promise.resolve()
  return Array.from({ length: count }, () => {
    const { promise: passed, resolve: pass } = Promise.withResolvers<void>()
    const reached = before
    before = Promise.all([reached, passed]).then(() => undefined)
    return { reached, pass }
  })
}
