import type { Connection } from './protocol/connection.ts'
import { Heartbeat, type HeartbeatLimits, type Sign } from './heartbeat.ts'
import type { Failure } from './process/reasons.ts'
import { processWords } from './process/words.ts'
import type { Clock } from '../base/wake.ts'

type Watched = {
  /** Whether it is at a URL instead of a local process. */
  isRemote: boolean
  limits: HeartbeatLimits
  clock: Clock
  signal: AbortSignal
  /** A server busy with a call is measured by that call's limits. */
  busy(): boolean
  /** It survived the machine's sleep; messages it sent during that time were lost. */
  slept(): void
  failed(failure: Failure): void
}

/**
 * Watches a connected server. Legacy servers are pinged at intervals, modern ones at a URL only on suspicion, modern
 * processes never: their end shows by itself.
 */
export function watchHealth(connection: Connection, watched: Watched): Heartbeat | undefined {
  const { isRemote, limits, clock, slept, failed } = watched
  const isLegacy = connection.era === 'legacy'
  if (!isLegacy && !isRemote) return undefined
  const beat = async (woke: boolean): Promise<Sign> => {
    if (watched.busy()) return 'busy'
    const sign = await ask(connection, watched)
    if (sign === 'alive' && woke && isRemote) slept()
    return sign
  }
  return new Heartbeat(isLegacy ? limits.every : Infinity, { beat, missed: failed }, clock)
}

/** If the route to a server is lost, the next start finds out what that means. */
async function ask(connection: Connection, { isRemote, limits, signal, busy }: Watched): Promise<Sign> {
  const reply = await connection.askForLife(limits.answer, signal)
  const isLost = reply.status === 'unreachable' && reply.problem.castsDoubt
  if (!isLost && reply.status !== 'timed-out') return 'alive'
  if (busy()) return 'busy'
  if (isLost) return { reason: reply.problem.message, kind: 'unreachable', askedMs: reply.problem.askedMs }
  return { reason: processWords.notResponding(limits.answer, !isRemote), kind: isRemote ? 'unreachable' : 'crash' }
}
