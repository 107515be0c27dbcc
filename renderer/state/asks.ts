import { z } from 'zod'
import type { Ask } from '../../shared/asks/asks.ts'
import type { HostState } from '../../shared/state/state.ts'
import { useHost } from './replica.ts'
import { persisted } from './persisted.ts'
import { createStore, useStore } from './store.ts'

/** A question about a server, not one of its calls. */
type ServerQuestion = Exclude<Ask, { kind: 'approval' }>

/** A question raised by a server's request, its page or a sign-in to it, and by no approval or start. */
export type Pushed = Extract<
  Ask,
  { kind: 'form' | 'url' | 'visit' | 'sampling' | 'review' | 'sign-in' | 'sign-in-page' | 'server-page' | 'page-wish' }
>

/** Whether a server's request, its page or a sign-in to it raised the question. */
export const isPushed = (ask: Ask): ask is Pushed =>
  ask.kind !== 'approval' && ask.kind !== 'trust' && ask.kind !== 'address' && ask.kind !== 'definitions'

/** Whether a question is about a server's app, or asked by one. Nothing else waits for its answer. */
export const isAboutApp = ({ kind }: Pick<Ask, 'kind'>): boolean => kind === 'server-page' || kind === 'page-wish'

/** A question of a sign-in: whether to sign in, or the page for it. */
export type SignInQuestion = Extract<Ask, { kind: 'sign-in' | 'sign-in-page' }>

/** Whether the question belongs to a sign-in, at either of its two steps. */
export const isSignIn = (ask: Ask): ask is SignInQuestion => ask.kind === 'sign-in' || ask.kind === 'sign-in-page'

/** Whether it belongs to no call: then it can be answered from any page. */
export const isFree = (ask: Ask): ask is Pushed => ask.operation === undefined && isPushed(ask)

/** Whether two questions wait in the same place: in one conversation, over any page, or on the servers' pages. */
export const isInSamePlace = (a: Ask, b: Ask): boolean =>
  a.operation?.conversation === b.operation?.conversation && isFree(a) === isFree(b)

/** The open question of a kind about a server, if any. */
export const askOfServer = <K extends ServerQuestion['kind']>(
  { asks }: Pick<HostState, 'asks'>,
  kind: K,
  server: string,
): Extract<Ask, { kind: K }> | undefined =>
  asks.find((ask): ask is Extract<Ask, { kind: K }> => ask.kind === kind && ask.question.server === server)

/** Questions to answer before a server starts, or Atrium connects to it. */
export type StartQuestion = Extract<Ask, { kind: 'trust' | 'address' }>

/** The question that a server's start waits for: its program's trust, or its URL. */
export const startAskOf = (state: Pick<HostState, 'asks'>, server: string): StartQuestion | undefined =>
  askOfServer(state, 'trust', server) ?? askOfServer(state, 'address', server)

/** The open sign-in question about a server, if any: there is one at a time. */
export const signInOf = (state: Pick<HostState, 'asks'>, server: string): SignInQuestion | undefined =>
  askOfServer(state, 'sign-in', server) ?? askOfServer(state, 'sign-in-page', server)

/** The open page for signing in to the user's company, if any. */
export const companyPageOf = ({ asks }: Pick<HostState, 'asks'>): SignInQuestion | undefined =>
  asks.filter(isSignIn).find(({ question }) => question.server === undefined)

/** Whether two lists contain the same questions. */
export const sameAsks = (a: Ask[], b: Ask[]): boolean =>
  a.length === b.length && a.every((ask, index) => ask === b[index])

/** The open questions of a conversation, or all of them; oldest first. */
export const useAsks = (conversation?: string): Ask[] =>
  useHost(
    ({ asks }) =>
      conversation === undefined ? asks : asks.filter(({ operation }) => operation?.conversation === conversation),
    sameAsks,
  )

/**
 * The questions that can be answered in a conversation, in the order to answer them: its own, then those that servers ask
 * over any page; each oldest first.
 */
export function answerableIn(asks: readonly Ask[], conversation: string | undefined): Ask[] {
  if (conversation === undefined) return []
  return [...asks.filter(({ operation }) => operation?.conversation === conversation), ...asks.filter(isFree)]
}

/** The questions waiting in the same place. */
export const useAsksBeside = (ask: Ask): Ask[] =>
  useHost(({ asks }) => asks.filter((other) => isInSamePlace(ask, other)), sameAsks)

const none: ReadonlySet<string> = new Set()

/**
 * From outside, the question in view, else the first, or the last going back; from inside, the adjacent one, wrapping
 * around.
 */
export function neighbour(
  asks: Ask[],
  current: string | undefined,
  step: 1 | -1,
  inView: ReadonlySet<string> = none,
): Ask | undefined {
  const at = asks.findIndex(({ id }) => id === current)
  if (at === -1) return step === 1 ? (asks.find(({ id }) => inView.has(id)) ?? asks[0]) : asks.at(-1)
  return asks[(at + step + asks.length) % asks.length]
}

const storage = persisted(globalThis.localStorage, 'atrium.endsSeen', z.record(z.string(), z.number()))

/** By server, the time of the ended request whose note the user dismissed. */
const dismissed = createStore<Readonly<Record<string, number>>>(storage.read() ?? {})

/** Dismisses the note about a server's ended request. */
export function dismissEnd(server: string, at: number): void {
  dismissed.set({ ...dismissed.get(), [server]: at })
  storage.write({ ...dismissed.get() })
}

/** When the server's last request outside a call ended without an answer, unless the user dismissed that. */
export function useEnd(server: string): number | undefined {
  const at = useHost(({ endedRequests }) => endedRequests[server])
  const last = useStore(dismissed)[server]
  return at !== undefined && at > (last ?? 0) ? at : undefined
}
