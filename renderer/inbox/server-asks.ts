import type { Ask } from '../../shared/asks.ts'
import type { HostState } from '../../shared/state.ts'

/** A question about a server, beside its calls. */
export type ServerAsk = Exclude<Ask, { kind: 'approval' }>

/** What a server asks by itself, while something of it runs. */
export type Pushed = Extract<
  Ask,
  { kind: 'form' | 'url' | 'visit' | 'sampling' | 'review' | 'sign-in' | 'sign-in-page' }
>

export const isPushed = (ask: Ask): ask is Pushed =>
  ask.kind !== 'approval' && ask.kind !== 'trust' && ask.kind !== 'definitions'

/** Whether a server asks it for no one call: it is answered wherever the person is. */
export const isFree = (ask: Ask): ask is Pushed => ask.operation === undefined && isPushed(ask)

/** Whether two wait in the same place: in one conversation, over any page, or on the pages of servers. */
export const isBeside = (a: Ask, b: Ask): boolean =>
  a.operation?.conversation === b.operation?.conversation && isFree(a) === isFree(b)

/** The question of a kind that is open about a server, if there is one. */
export const askOfServer = <K extends ServerAsk['kind']>(
  { asks }: Pick<HostState, 'asks'>,
  kind: K,
  server: string,
): Extract<Ask, { kind: K }> | undefined =>
  asks.find((ask): ask is Extract<Ask, { kind: K }> => ask.kind === kind && ask.question.server === server)
