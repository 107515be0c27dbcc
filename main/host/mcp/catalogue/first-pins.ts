import type { Suspicion } from '../../../../shared/asks/asks.ts'
import { isPinned, partsOfItem, type PinnedItems } from '../../../../shared/state/pins.ts'
import type { Journal } from '../../journal/journal.ts'
import { type Examined, findSuspicions } from './suspicions.ts'

/** A definition under what it is pinned. */
export type Pinnable = Examined & { item: string; hash: string }

/**
 * What of a list is pinned without a person: nothing, or of the first list of a server that she turned on all that is
 * not suspicious, or of the playground, which is part of Atrium, whatever is not pinned. `isFirst`: nothing of this kind
 * was listed by the server before, as when an earlier release did not ask for it.
 */
export async function pinsOfList(
  definitions: Pinnable[],
  { server, isFirst }: { server: string; isFirst: boolean },
  { state }: Pick<Journal, 'state'>,
): Promise<PinnedItems | undefined> {
  const { [server]: config } = state.configured.servers
  const { [server]: pins } = state.pins
  if (config?.type === 'playground') {
    const fresh = definitions.filter(({ item, hash }) => !isPinned(pins, item, hash))
    return fresh.length > 0 || !pins ? itemsOf(fresh) : undefined
  }
  if (!config || !isFirst) return undefined
  const all = definitions.map(({ entry }) => entry.name)
  const kind = partsOfItem(definitions[0]?.item ?? '')?.kind
  const suspicions = await findSuspicions(definitions, { server, all, state, ...(kind && { kind }) })
  // Instructions speak of a server as it calls itself, and no model gets them before a person has read them.
  const isHarmless = (one: Suspicion): boolean => kind === 'instructions' && one === 'names-another-server'
  const sound = definitions.filter(({ entry }) => suspicions.get(entry.name)?.every(isHarmless))
  return sound.length > 0 || !pins ? itemsOf(sound) : undefined
}

const itemsOf = (definitions: Pinnable[]): PinnedItems =>
  Object.fromEntries(definitions.map(({ item, hash }) => [item, hash]))
