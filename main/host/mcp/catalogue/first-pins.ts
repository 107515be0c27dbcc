import type { PinnedItems } from '../../../../shared/events/server-events.ts'
import type { EventOf } from '../../../../shared/events/events.ts'
import type { Suspicion } from '../../../../shared/asks/asks.ts'
import { consentOf } from '../../../../shared/state/consents.ts'
import { isPinned, partsOfItem } from '../../../../shared/state/pins.ts'
import type { HostState } from '../../../../shared/state/state.ts'
import type { Journal } from '../../journal/journal.ts'
import { type Examined, findSuspicions } from './suspicions.ts'

/** A definition with its key in the pins. */
export type Pinnable = Examined & { item: string; hash: string }

/**
 * The definitions of a list that are pinned without asking: none, or everything unsuspicious in the first list of a
 * server the user turned on, or, for the playground, which is part of Atrium, everything that isn't pinned. `isFirst`:
 * the server listed nothing of this kind before, for example because an earlier release didn't ask for it. If the
 * server was added with a passport, only what the passport names: everything else waits for the user.
 */
export async function pinsOfList(
  definitions: Pinnable[],
  { server, isFirst }: { server: string; isFirst: boolean },
  { state }: Pick<Journal, 'state'>,
): Promise<PinnedItems | undefined> {
  const { [server]: config } = state.configured.servers
  const { pins } = consentOf(state, server)
  if (config?.type === 'playground') {
    const fresh = definitions.filter(({ item, hash }) => !isPinned(pins, item, hash))
    return fresh.length > 0 || !pins ? itemsOf(fresh) : undefined
  }
  if (!config || !isFirst) return undefined
  const all = definitions.map(({ entry }) => entry.name)
  const kind = partsOfItem(definitions[0]?.item ?? '')?.kind
  const suspicions = await findSuspicions(definitions, { server, all, state, ...(kind && { kind }) })
  // Instructions naturally name their server, and no model gets them before the user has read them.
  const isHarmless = (one: Suspicion): boolean => kind === 'instructions' && one === 'names-another-server'
  const sound = definitions.filter(({ entry }) => suspicions.get(entry.name)?.every(isHarmless))
  const passport = consentOf(state, server).passport
  const known = passport ? sound.filter(({ item, hash }) => isPinned(passport.items, item, hash)) : sound
  return known.length > 0 || !pins ? itemsOf(known) : undefined
}

const itemsOf = (definitions: Pinnable[]): PinnedItems =>
  Object.fromEntries(definitions.map(({ item, hash }) => [item, hash]))

/** The event that pins the first definitions of a server. */
export function pinnedFirst(server: string, items: PinnedItems, state: HostState): EventOf<'definitions.pinned'> {
  const passport = consentOf(state, server).passport
  const isFromPassport = passport && Object.keys(items).length > 0
  return {
    type: 'definitions.pinned',
    server,
    items,
    ...(isFromPassport && { passport: passport.fingerprint }),
    actor: 'host',
  }
}
