import type { Ask } from '../../../shared/asks/asks.ts'

/** Props of every kind of question. */
export type AskOfKindProps = {
  ask: Ask
  /** Drawn as part of the call above it. */
  child?: boolean
  /** Leaves the question, which keeps waiting. */
  onLeave?: () => void
  /** Receives why an answer from this window didn't count; the question may be gone by then. */
  onRefused(problem: string): void
}
