import { isSignIn, type SignInQuestion } from '../../state/asks.ts'
import type { HostState } from '../../../shared/state/state.ts'

/** A sign-in that a running call may wait for. `isCertain` where nothing else can be meant. */
export type SignInWait = { ask: SignInQuestion; isCertain: boolean }

type Known = Pick<HostState, 'asks' | 'turns'>

/**
 * What a call waits for where its server asks for a sign-in, which is for all of the server and names no call. The only
 * call of a server that runs is what needs it; of several, and once the page is open, that is not known. What a person
 * wants by herself holds no call up.
 */
export function signInWaitOf({ asks, turns }: Known, call: string): SignInWait | undefined {
  const running = Object.values(turns).flatMap(({ calls }) => Object.entries(calls))
  const server = running.find(([id, { stage }]) => id === call && stage === 'started')?.[1].server
  const ask = asks.filter(isSignIn).find(({ question }) => question.server === server)
  if (!ask || (ask.kind === 'sign-in' && ask.question.because === 'asked')) return undefined
  const others = running.filter(([id, other]) => id !== call && other.server === server && other.stage === 'started')
  return { ask, isCertain: others.length === 0 && ask.kind === 'sign-in' }
}

export const sameWait = (a: SignInWait | undefined, b: SignInWait | undefined): boolean =>
  a?.ask === b?.ask && a?.isCertain === b?.isCertain

/** Whether a person has to answer something before this call goes on. */
export function askedCalls(state: Known): (call: string) => boolean {
  const asked = new Set(state.asks.map(({ operation }) => operation?.call))
  return (call) => asked.has(call) || signInWaitOf(state, call)?.isCertain === true
}
