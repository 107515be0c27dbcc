import { isPinned, type PinnedItems, toolItem } from '../../../shared/pins.ts'
import type { Journal } from '../journal/journal.ts'
import { findSuspicions } from './suspicions.ts'
import type { Definition } from './tool-list.ts'

/**
 * What of a list is pinned without a person: nothing, or of the first list of a server that she turned on all that is
 * not suspicious, or of the playground, which is part of Atrium, whatever is not pinned.
 */
export async function pinsOfList(
  tools: Map<string, Definition>,
  server: string,
  { state }: Pick<Journal, 'state'>,
): Promise<PinnedItems | undefined> {
  const { [server]: config } = state.configured.servers
  const { [server]: pins } = state.pins
  const definitions = [...tools.values()]
  if (config?.type === 'playground') {
    const fresh = definitions.filter(({ entry, hash }) => !isPinned(pins, toolItem(entry.name), hash))
    return fresh.length > 0 || !pins ? itemsOf(fresh) : undefined
  }
  if (!config || pins) return undefined
  const suspicions = await findSuspicions(definitions, { server, all: [...tools.keys()], state })
  return itemsOf(definitions.filter(({ entry }) => suspicions.get(entry.name)?.length === 0))
}

const itemsOf = (definitions: Definition[]): PinnedItems =>
  Object.fromEntries(definitions.map(({ entry, hash }) => [toolItem(entry.name), hash]))
