import type { Call } from '../../../shared/state/conversation.ts'
import { mayHaveRun, type RunningCall } from '../../../shared/state/state.ts'
import { strings } from '../../strings/strings.ts'
import type { GlyphState } from '../../state/glyph-state.ts'
import { formatDuration } from '../../strings/format/time.ts'

const words = strings.chat.callEnding

/** Where a call stands, as a person sees it. */
export type CallState =
  /** Its arguments are being checked, or it is about to be sent. */
  | 'queued'
  /** A person has to decide. */
  | 'waiting'
  | 'running'
  /** Its task was asked to stop, and has not said what it came to. */
  | 'cancelling'
  | 'succeeded'
  | 'failed'
  | 'timed-out'
  | 'invalid'
  | 'denied'
  | 'cancelled'
  | 'interrupted'
  | 'stale'
  | 'expired'

/** `running` is what the host says of it now; a call that has neither that nor an outcome was left behind by a crash. */
export function callState(call: Call, running: RunningCall | undefined, isAsked: boolean): CallState {
  if (call.outcome) return call.outcome.status
  if (isAsked) return 'waiting'
  if (!running) return 'interrupted'
  if (running.task?.status === 'cancelling') return 'cancelling'
  return running.stage === 'started' ? 'running' : 'queued'
}

const glyphs: Record<CallState, GlyphState> = {
  queued: 'queued',
  waiting: 'waiting',
  running: 'running',
  cancelling: 'running',
  succeeded: 'succeeded',
  failed: 'failed',
  'timed-out': 'failed',
  invalid: 'failed',
  denied: 'denied',
  cancelled: 'cancelled',
  interrupted: 'cancelled',
  stale: 'cancelled',
  expired: 'cancelled',
}

export const glyphOf = (state: CallState): GlyphState => glyphs[state]

export const wordOf = (state: CallState): string => strings.chat.callState[state]

/** Whether its name steps back: nothing came of it. */
export const isQuiet = (state: CallState): boolean =>
  ['queued', 'denied', 'cancelled', 'interrupted', 'stale', 'expired'].includes(state)

/** Whether the person made the call herself, without a model. */
export const isOwn = ({ modelCall }: Call): boolean => modelCall === undefined

/** Milliseconds on the server, where it was sent. */
export const tookOf = ({ startedAt, finishedAt }: Call): number | undefined =>
  startedAt !== undefined && finishedAt !== undefined ? finishedAt - startedAt : undefined

/** What became of a call that brought no result, in a sentence of Atrium's own; empty where its row says enough. */
export function ending(call: Call): string {
  const { outcome } = call
  const doubt = outcome && mayHaveRun(outcome) ? ` ${strings.chat.call.mayHaveFinished}` : ''
  const took = tookOf(call)
  switch (outcome?.status) {
    case undefined:
    case 'succeeded':
    case 'failed':
    case 'timed-out':
      return ''
    case 'invalid':
      return isOwn(call) ? words.notSent : words.invalid
    case 'stale':
      return isOwn(call) ? words.notSent : words.stale
    case 'denied':
      if (outcome.rule) return words.deniedByRule
      return outcome.reason ? words.deniedWithReason : words.denied
    case 'cancelled':
      if (took !== undefined && call.task?.status === 'cancelled') return words.taskCancelled(formatDuration(took))
      return took === undefined ? words.cancelledBefore : `${words.cancelledAfter(formatDuration(took))}${doubt}`
    case 'interrupted':
      return `${words.interrupted}${doubt}`
    case 'expired':
      return words.expired
    default:
      return outcome satisfies never
  }
}
