import { addressOf, isSameAddress } from '../../../../shared/state/addresses.ts'
import type { HttpConfig } from '../../../../shared/config/server-config.ts'
import { leftOff, StartFailure } from '../process/reasons.ts'
import { turnOff, type TrustDeps } from '../process/trust.ts'

export type AddressDeps = Pick<TrustDeps, 'id' | 'journal' | 'inbox' | 'signal' | 'leaveOff' | 'waiting'>

/**
 * Resolves when a person knows this address: she entered it, or has answered the question about one that appeared or
 * moved in the file. Nothing is sent before. Rejects with the signal's reason, else with the sentence people read.
 */
export async function knownAddress(config: HttpConfig, deps: AddressDeps): Promise<void> {
  const { id, journal, inbox, signal, waiting } = deps
  const address = addressOf(config)
  while (!isSameAddress(journal.state.addresses[id], address)) {
    signal.throwIfAborted()
    journal.assertHealthy()
    const { [id]: before } = journal.state.addresses
    const status = journal.state.servers[id]?.status.state ?? 'off'
    if (status !== 'off') journal.append({ type: 'server.changed', server: id, to: { state: 'off' } })
    const asked = inbox.ask('address', { server: id, address, ...(before && { before }) }, { signal })
    waiting()
    const { answer, actor } = await asked
    if (answer.decision === 'leave-off') throw new StartFailure(leftOff(turnOff(actor, deps)))
    await journal.durable()
  }
}
