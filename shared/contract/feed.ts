import type { Session } from './commands.ts'
import type { Recorded } from '../events/events.ts'
import type { HostState } from '../state/state.ts'

/**
 * First the state as of `seq`, then frames in order; `n` counts the frames of this subscription from 1. `durable` is the
 * last event on disk: only while the log cannot be written is there a later one in the message.
 */
export type FeedMessage =
  | { snapshot: HostState; seq: number; durable: number; session: Session }
  | { n: number; events: Recorded[]; durable: number }
