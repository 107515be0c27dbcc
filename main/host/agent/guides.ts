import { isObject } from '../../../shared/schema/json.ts'
import { instructionsItem, isPinned } from '../../../shared/state/pins.ts'
import { displayName } from '../../../shared/config/server-config.ts'
import type { Journal } from '../journal/journal.ts'
import type { Servers } from '../mcp/servers.ts'
import type { Guide } from './context.ts'

/**
 * The instructions of servers that run which the person lets models read, exactly as she read them. In the order of the
 * servers' names, so that the same ones are always the same text.
 */
export function guidesOf({ journal: { state }, servers }: { journal: Journal; servers: Servers }): Guide[] {
  return Object.entries(state.guided)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([id, hash]): Guide[] => {
      const { [id]: known } = state.servers
      const isUsable =
        known?.status.state === 'ready' &&
        known.instructions === hash &&
        isPinned(state.pins[id], instructionsItem, hash)
      const definition = isUsable ? servers.get(id)?.catalogue?.definition(instructionsItem) : undefined
      const text = isObject(definition?.raw) ? definition.raw['instructions'] : undefined
      if (definition?.hash !== hash || typeof text !== 'string') return []
      return [{ server: displayName(id, state.configured.servers[id]), hash, text }]
    })
}
