import type { CallDeps } from './tool-call.ts'

/**
 * How long a turn waits for lists of tools that have gone stale. A list of a server nearby comes in some tens of
 * milliseconds, and of one at an address in some hundreds; what takes longer would be felt, and counts for the next turn.
 */
const mostMs = 500

/**
 * Has the tools listed anew of those servers whose hint says that what they listed no longer holds, beside everything
 * else. Resolves when that is done, or takes too long, or the turn is ended. Never rejects.
 */
export async function freshTools({ servers, journal }: CallDeps, signal: AbortSignal): Promise<void> {
  const lists = Object.keys(journal.state.servers).flatMap((id) => servers.get(id)?.catalogue?.shown('tools') ?? [])
  const enough = AbortSignal.any([signal, AbortSignal.timeout(mostMs)])
  const ended = new Promise<void>((resolve) => {
    if (enough.aborted) resolve()
    else enough.addEventListener('abort', () => resolve(), { once: true })
  })
  await Promise.race([Promise.all(lists), ended])
}
