import type { Ask } from '../asks/asks.ts'
import type { EventOf } from '../events/events.ts'
import { without } from '../schema/records.ts'

/** By server, when its last request outside a call ended without the user's answer, until it asks again. */
export type EndedRequests = Record<string, number>

/** The open requests, oldest first. */
export const foldAsks = (asks: Ask[], event: EventOf<'ask.opened' | 'ask.closed'>): Ask[] =>
  event.type === 'ask.opened' ? [...asks, event.ask] : asks.filter((ask) => ask.id !== event.ask)

type Asked = { asks: readonly Ask[]; endedRequests: EndedRequests }

const kinds = new Set<Ask['kind']>(['form', 'url', 'visit', 'sampling', 'review'])

/**
 * Whether the end of a request without an answer is noted: only if a server asked, outside a call. For a start or a
 * sign-in, the server's status says what is missing.
 */
const counts = ({ kind, operation }: Pick<Ask, 'kind' | 'operation'>): boolean =>
  operation === undefined && kinds.has(kind)

/** The ended requests after a request was opened or closed; `asks` are those open before. */
export function foldEnded(
  { asks, endedRequests }: Asked,
  event: EventOf<'ask.opened' | 'ask.closed'>,
  at: number,
): EndedRequests {
  if (event.type === 'ask.opened')
    return counts(event.ask) ? without(endedRequests, event.ask.question.server ?? '') : endedRequests
  if (event.by === 'person' || !counts(event)) return endedRequests
  const server = asks.find(({ id }) => id === event.ask)?.question.server
  return server === undefined ? endedRequests : { ...endedRequests, [server]: at }
}
