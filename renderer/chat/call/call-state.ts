import type { RunningCall } from '../../../shared/state/running-turns.ts'
import type { Call } from '../../../shared/state/conversation.ts'
import { mayHaveRun, type HostState } from '../../../shared/state/state.ts'
import { isSignIn, type SignInQuestion } from '../../state/asks.ts'
import type { GlyphState } from '../../state/glyph-state.ts'
import { chat } from '../../strings/chat.ts'
import { formatDuration } from '../../strings/format/time.ts'

const words = chat.callEnding

/** A call's state, as shown to the user. */
export type CallState =
  /** Atrium is checking its arguments, or about to send it. */
  | 'queued'
  /** The user must decide. */
  | 'waiting'
  | 'running'
  /** Atrium asked its task to stop, and has no final status yet. */
  | 'cancelling'
  | 'succeeded'
  | 'failed'
  | 'timed-out'
  | 'invalid'
  | 'denied'
  /** The server ended it after the user refused what the server asked for. */
  | 'refused'
  | 'cancelled'
  | 'interrupted'
  | 'stale'
  | 'expired'

/** `running` is the host's current state of it; a call with neither that nor an outcome was cut off by a crash. */
export function callState(call: Call, running: RunningCall | undefined, isAsked: boolean): CallState {
  if (call.outcome) return call.refused && call.outcome.status === 'failed' ? 'refused' : call.outcome.status
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
  refused: 'denied',
  cancelled: 'cancelled',
  interrupted: 'cancelled',
  stale: 'cancelled',
  expired: 'cancelled',
}

/** The shape that carries a call's state; `wordOf` says the same in words. */
export const glyphOf = (state: CallState): GlyphState => glyphs[state]

/** A call's state for its label and for screen readers. */
export const wordOf = (state: CallState): string => chat.callState[state]

/** Whether a call's name is dimmed, because it had no effect. */
export const isQuiet = (state: CallState): boolean =>
  ['queued', 'denied', 'cancelled', 'interrupted', 'stale', 'expired'].includes(state)

/** Whether the user made the call, without a model. */
export const isOwnCall = ({ modelCall }: Call): boolean => modelCall === undefined

/** Whether a call wasn't sent because its tool's definition needed a review. */
export const awaitedReview = ({ outcome }: Call): boolean =>
  outcome?.status === 'stale' || (outcome?.status === 'invalid' && outcome.awaitsReview === true)

/** Whether a call failed while its server waited for the user's answer. */
export const wasGivenUp = ({ outcome, unanswered }: Call): boolean =>
  unanswered === true && (outcome?.status === 'failed' || outcome?.status === 'timed-out')

/** Milliseconds on the server, if it was sent. */
export const tookOf = ({ startedAt, finishedAt }: Call): number | undefined =>
  startedAt !== undefined && finishedAt !== undefined ? finishedAt - startedAt : undefined

/** Explains a call without a result in Atrium's own words; empty if its row says enough. */
export function ending(call: Call): string {
  if (call.imported) return ''
  const { outcome } = call
  const doubt = outcome && mayHaveRun(outcome) ? ` ${chat.call.mayHaveFinished}` : ''
  const took = tookOf(call)
  switch (outcome?.status) {
    case undefined:
    case 'succeeded':
    case 'failed':
    case 'timed-out':
      return ''
    case 'invalid':
      return isOwnCall(call) ? words.notSent : words.invalid
    case 'stale':
      return isOwnCall(call) ? words.notSent : words.stale
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

/** Props shared by all parts of a row. */
export type CallPartProps = { call: Call; state: CallState; running: RunningCall | undefined }

/** A sign-in that a running call may be waiting for. `isCertain` if no other call can be. */
export type SignInWait = { ask: SignInQuestion; isCertain: boolean }

type Known = Pick<HostState, 'asks' | 'turns'>

/**
 * The sign-in a call waits for, which concerns the whole server and names no call. A server's only running call is the
 * one that needs it; with several, or once the page is open, that's uncertain. A sign-in the user requested delays no
 * call.
 */
export function signInWaitOf({ asks, turns }: Known, call: string): SignInWait | undefined {
  const running = Object.values(turns).flatMap(({ calls }) => Object.entries(calls))
  const server = running.find(([id, { stage }]) => id === call && stage === 'started')?.[1].server
  const ask = asks.filter(isSignIn).find(({ question }) => question.server === server)
  if (!ask || (ask.kind === 'sign-in' && ask.question.because === 'asked')) return undefined
  const others = running.filter(([id, other]) => id !== call && other.server === server && other.stage === 'started')
  return { ask, isCertain: others.length === 0 && ask.kind === 'sign-in' }
}

/** Whether two waits are equal. For selectors: an equal one doesn't render its call again. */
export const sameWait = (a: SignInWait | undefined, b: SignInWait | undefined): boolean =>
  a?.ask === b?.ask && a?.isCertain === b?.isCertain

/** Returns a function that says whether a call waits for the user's answer. */
export function askedCalls(state: Known): (call: string) => boolean {
  const asked = new Set(state.asks.map(({ operation }) => operation?.call))
  return (call) => asked.has(call) || signInWaitOf(state, call)?.isCertain === true
}
