import { isSignIn, type SignInQuestion } from '../../state/asks.ts'
import type { HostState } from '../../../shared/state/state.ts'

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
