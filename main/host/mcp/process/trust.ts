import type { Launch } from '../../../../shared/asks/asks.ts'
import type { Bounds } from '../../../../shared/config/bounds.ts'
import type { StdioConfig } from '../../../../shared/config/server-config.ts'
import { isBelow } from '../containment/disk.ts'
import type { Inbox } from '../../inbox.ts'
import { type LaunchDeps, prepare } from './launch.ts'
import type { Journal } from '../../journal/journal.ts'
import { leftOff, StartFailure } from './reasons.ts'
import type { LaunchSpec } from './server-process.ts'
import { consentOf } from '../../../../shared/state/consents.ts'

/** The parts of the host that ask for trust before a program starts. */
export type TrustDeps = LaunchDeps & {
  journal: Journal
  inbox: Inbox
  /** Aborts when the server is no longer wanted. */
  signal: AbortSignal
  /** Turns the server off in the configuration. Throws `HostError` if that can't be written. */
  leaveOff(server: string, actor: string): void
  /** Called each time the user is asked, who can take days. */
  waiting(): void
}

/**
 * Resolves the program to execute as this server: exactly the one the user trusts, asking if needed. Everything is
 * resolved again after the answer, because the program may have changed. Rejects with the signal's reason if the
 * question is withdrawn, else with the sentence shown to the user.
 */
export async function permitted(config: StdioConfig, deps: TrustDeps): Promise<LaunchSpec> {
  const { id, journal, signal } = deps
  for (;;) {
    const { spec, launch } = await prepare(config, { ...deps, trusted: consentOf(journal.state, id).trusted })
    signal.throwIfAborted()
    if (consentOf(journal.state, id).trusted?.hash === launch.hash) return spec
    const shared = sharedFolders(launch.bounds, id, journal.state)
    await askFor({ ...launch, ...(shared.length > 0 && { shared }) }, deps)
  }
}

/** The folders that overlap with other contained servers', if one of both may change its own: it can also move it. */
function sharedFolders(bounds: Bounds | undefined, id: string, state: Journal['state']): NonNullable<Launch['shared']> {
  if (!bounds) return []
  const all = ({ writable, readable }: Bounds): string[] => [...writable, ...readable]
  const others = Object.entries(state.consents).filter(([other]) => other !== id && other in state.configured.servers)
  return others.flatMap(([server, { trusted }]) => {
    const its = trusted?.bounds
    if (!its) return []
    const inTheirs = all(bounds).filter((folder) => its.writable.some((it) => isBelow(folder, it)))
    const inOwn = all(its).filter((folder) => bounds.writable.some((it) => isBelow(folder, it)))
    return [...new Set([...inTheirs, ...inOwn])].map((folder) => ({ folder, server }))
  })
}

/** Asks the user to trust a launch. Resolves when the trust is on disk. */
async function askFor(launch: Launch, deps: TrustDeps): Promise<void> {
  const { id, journal, inbox, signal } = deps
  journal.assertHealthy()
  const { trusted: before } = consentOf(journal.state, id)
  // Between two starts it may be called failed, or starting; nothing of it runs now.
  const status = journal.state.servers[id]?.status.state ?? 'off'
  if (status !== 'off') journal.append({ type: 'server.changed', server: id, to: { state: 'off' } })
  else if (journal.state.servers[id]?.start) journal.append({ type: 'server.starting', server: id, step: null })
  const asked = inbox.ask('trust', { server: id, launch, ...(before && { before }) }, { signal })
  deps.waiting()
  const { answer, actor } = await asked
  if (answer.decision === 'leave-off') throw new StartFailure(leftOff(turnOff(actor, deps)))
  // One batch with the question's closing, because there is no await in between.
  journal.append({ type: 'command.trusted', server: id, launch, actor })
  await journal.durable()
}

/** Why it couldn't be turned off, if it couldn't. If it could, that has ended this start. */
export function turnOff(actor: string, { id, leaveOff }: Pick<TrustDeps, 'id' | 'leaveOff'>): string | undefined {
  try {
    leaveOff(id, actor)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
