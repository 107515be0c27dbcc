import type { ReactNode } from 'react'
import type { Ask } from '../../../shared/asks/asks.ts'

/** A question shown as one of several in a row: its place among them, and what passes over it unanswered. */
export type AskStep = { place: ReactNode; skip(): void }

/** Props of every kind of question. */
export type AskOfKindProps = {
  ask: Ask
  /** Drawn as part of the call above it. */
  child?: boolean
  step?: AskStep | undefined
  /** Leaves the question, which keeps waiting. */
  onLeave?: () => void
  /** Receives why an answer from this window didn't count; the question may be gone by then. */
  onRefused(problem: string): void
}
