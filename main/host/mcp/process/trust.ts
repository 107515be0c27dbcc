import type { Launch } from '../../../../shared/asks/asks.ts'
import type { StdioConfig } from '../../../../shared/config/server-config.ts'
import type { Inbox } from '../../inbox.ts'
import { type LaunchDeps, prepare } from './launch.ts'
import type { Journal } from '../../journal/journal.ts'
import { leftOff, StartFailure } from './reasons.ts'
import type { LaunchSpec } from './server-process.ts'

export type TrustDeps = LaunchDeps & {
  journal: Journal
  inbox: Inbox
  /** Aborted when the server is no longer wanted. */
  signal: AbortSignal
  /** Turns the server off in the configuration. Throws `HostError` where that cannot be written. */
  leaveOff(server: string, actor: string): void
  /** Told each time a person is asked, who may take days. */
  waiting(): void
}

/**
 * What may be executed as this server just now: exactly what a person lets run, asked where she has not. Everything is
 * looked up anew after her answer, because what she was asked about may have changed meanwhile. Rejects with the
 * signal's reason when the question is withdrawn, else with the sentence people read.
 */
export async function permitted(config: StdioConfig, deps: TrustDeps): Promise<LaunchSpec> {
  const { id, journal, signal } = deps
  for (;;) {
    const { spec, launch } = await prepare(config, deps)
    signal.throwIfAborted()
    if (journal.state.trusted[id]?.hash === launch.hash) return spec
    await askFor(launch, deps)
  }
}

/** Resolves when the trust is on disk. */
async function askFor(launch: Launch, deps: TrustDeps): Promise<void> {
  const { id, journal, inbox, signal } = deps
  journal.assertHealthy()
  const { [id]: before } = journal.state.trusted
  // Between two starts it may be said to have failed, or to be starting; nothing of it runs now.
  const status = journal.state.servers[id]?.status.state ?? 'off'
  if (status !== 'off') journal.append({ type: 'server.changed', server: id, to: { state: 'off' } })
  else if (journal.state.servers[id]?.start) journal.append({ type: 'server.starting', server: id, step: null })
  const asked = inbox.ask('trust', { server: id, launch, ...(before && { before }) }, { signal })
  deps.waiting()
  const { answer, actor } = await asked
  if (answer.decision === 'leave-off') throw new StartFailure(leftOff(turnOff(actor, deps)))
  // One batch with the closing of the question, because nothing is awaited in between.
  journal.append({ type: 'command.trusted', server: id, launch, actor })
  await journal.durable()
}

/** Why it could not be turned off, if it could not. Where it could, this start has been ended by that. */
export function turnOff(actor: string, { id, leaveOff }: Pick<TrustDeps, 'id' | 'leaveOff'>): string | undefined {
  try {
    leaveOff(id, actor)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
