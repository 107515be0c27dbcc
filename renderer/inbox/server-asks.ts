import type { Ask } from '../../shared/asks.ts'
import type { HostState } from '../../shared/state.ts'

/** The question that has to be answered before a server starts, if there is one. */
export const askOfServer = ({ asks }: Pick<HostState, 'asks'>, server: string): Ask | undefined =>
  asks.find((ask) => ask.kind === 'trust' && ask.question.server === server)
