import type { ServerConfig } from '../../../shared/config/server-config.ts'
import { useInOrder, type Action } from '../action.ts'
import { useLink, useReplica } from '../replica.ts'

/** A configuration that was saved, and the one this window knew then: the event with the change may arrive later. */
type Saved = { saved: ServerConfig; known: ServerConfig }

/** This window’s last change of each server, by the server’s ID. */
const lastOf = new Map<string, Promise<Saved | undefined>>()

/** Changes one thing in a server's configuration; each change is saved after the one before it, and on top of it. */
export function useConfigChange(id: string): Action<[by: (config: ServerConfig) => ServerConfig]> {
  const link = useLink()
  const replica = useReplica()
  return useInOrder((by) => {
    const before = lastOf.get(id) ?? Promise.resolve(undefined)
    const change = before.then(async (last) => {
      const known = replica.state.configured.servers[id]
      if (!known) return undefined
      const saved = by(last?.known === known ? last.saved : known)
      await link.call('updateServer', { id, config: saved })
      return { saved, known }
    })
    lastOf.set(
      id,
      change.catch(() => before),
    )
    return change
  })
}
