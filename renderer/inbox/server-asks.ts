import type { Ask } from '../../shared/asks.ts'
import type { HostState } from '../../shared/state.ts'

/** A question about a server, beside its calls. */
export type ServerAsk = Exclude<Ask, { kind: 'approval' }>

/** The question of a kind that is open about a server, if there is one. */
export const askOfServer = <K extends ServerAsk['kind']>(
  { asks }: Pick<HostState, 'asks'>,
  kind: K,
  server: string,
): Extract<Ask, { kind: K }> | undefined =>
  asks.find((ask): ask is Extract<Ask, { kind: K }> => ask.kind === kind && ask.question.server === server)
