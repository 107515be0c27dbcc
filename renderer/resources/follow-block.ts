import { displayName } from '../../shared/server-config.ts'
import type { HostState } from '../../shared/state.ts'
import { useHost } from '../host.ts'
import { strings } from '../strings/strings.ts'

const words = strings.resources.follow

/** Why changes of a server's resources cannot be followed; undefined where they can. */
export function followBlock({ servers, configured }: HostState, id: string): string | undefined {
  const server = servers[id]
  const name = displayName(id, configured.servers[id])
  if (server?.status.state !== 'ready') return words.notRunning(name)
  return server.resources?.tellsChanges ? undefined : words.cannot(name)
}

export const useFollowBlock = (server: string): string | undefined => useHost((state) => followBlock(state, server))
