import type { Ledger } from '../../../shared/contract/log.ts'
import { useQuery } from '../query.ts'
import { useHost } from '../replica.ts'
import { useNow } from '../use-now.ts'

/**
 * The last day's calls, with up to `limit` of its files and denied calls; null if there never was one, or if they can't
 * be read. Undefined until then.
 */
export function useLedger(limit: number): Ledger | null | undefined {
  const since = new Date(useNow(60_000)).setHours(0, 0, 0, 0)
  // A turn's end can have changed something.
  const moment = useHost(({ turns, asks }) => `${Object.keys(turns).length} ${asks.length}`)
  const { answer, problem } = useQuery('getLedger', { since, limit }, { moment })
  return answer ? answer.ledger : problem === undefined ? undefined : null
}
