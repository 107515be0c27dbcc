import type { Ask } from '../../../shared/asks/asks.ts'

/** What the component of any kind of ask is given. */
export type AskOfKindProps = {
  ask: Ask
  /** It hangs from the call above it. */
  child?: boolean
  /** Leaves the ask, which keeps waiting. */
  onLeave?: () => void
  /** Hears why an answer of this window did not count; the ask may be gone by then. */
  onRefused(problem: string): void
}
