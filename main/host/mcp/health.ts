import type { Connection } from './protocol/connection.ts'
import { Heartbeat, type HeartbeatLimits, type Sign } from './heartbeat.ts'
import { type Failure, notResponding } from './process/reasons.ts'
import type { Clock } from '../base/wake.ts'

type Watched = {
  /** Whether it is a process of ours, or at an address. */
  isRemote: boolean
  limits: HeartbeatLimits
  clock: Clock
  signal: AbortSignal
  /** A server that is busy with a call has the clock of that call. */
  busy(): boolean
  /** It lived through the machine's sleep; what it said meanwhile was not heard. */
  slept(): void
  failed(failure: Failure): void
}

/**
 * Watches over a connected server. Legacy ones are asked for a sign of life every so often. A modern one at an address
 * is asked only when there is a reason, a modern process never: its end shows by itself.
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

/** Where the way to a server is lost, what that means is for the next start to find out. */
async function ask(connection: Connection, { isRemote, limits, signal, busy }: Watched): Promise<Sign> {
  const reply = await connection.askForLife(limits.answer, signal)
  const isLost = reply.status === 'unreachable' && reply.problem.castsDoubt
  if (!isLost && reply.status !== 'timed-out') return 'alive'
  if (busy()) return 'busy'
  if (isLost) return { reason: reply.problem.message, kind: 'unreachable', askedMs: reply.problem.askedMs }
  return { reason: notResponding(limits.answer, !isRemote), kind: isRemote ? 'unreachable' : 'crash' }
}
