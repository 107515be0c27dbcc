import type { CallCount } from '../../../shared/contract/commands.ts'
import type { ServerFigures } from '../../../shared/contract/figure-commands.ts'
import type { HostEvent } from '../../../shared/events/events.ts'
import { useLink } from '../replica.ts'
import { useNow } from '../use-now.ts'
import { usePacedQuery } from './paced-query.ts'

type Counts = Record<string, CallCount>

const none: Counts = {}

/** By server, its calls today. Empty until known, or if they can't be read. */
export function useCallCounts(): Counts {
  const link = useLink()
  const midnight = new Date(useNow(60_000)).setHours(0, 0, 0, 0)
  // A new day has its own count.
  const answer = usePacedQuery(
    String(midnight),
    () => link.call('countServerCalls', { since: midnight }),
    ({ type }) => type === 'call.finished',
  )
  return answer?.counts ?? none
}

/** A server's figures, current within seconds; undefined until known, or if they can't be read. */
export function useFigures(server: string): ServerFigures | undefined {
  const link = useLink()
  return usePacedQuery(
    server,
    () => link.call('getServerFigures', { server }),
    (event) => changes(event, server),
  )
}

/** The end of a call doesn't name its server. */
const changes = (event: HostEvent, server: string): boolean =>
  event.type === 'call.finished' ||
  ((event.type === 'server.changed' || event.type === 'server.reported') && event.server === server)
