import { isDeepStrictEqual } from 'node:util'
import type { Handlers } from '../../../shared/contract/commands.ts'
import { findConfigs, listConfigFiles } from '../import/look.ts'
import { readImport } from '../import/read.ts'
import type { HostParts } from './handlers.ts'
import { removeServer } from './servers.ts'

/**
 * Servers from other applications: reading them starts nothing and keeps nothing. They are added like any other server.
 */
export function importHandlers(parts: HostParts) {
  const { configuration, platform } = parts
  const { folders } = platform
  return {
    readImport: async ({ text, fileName }) => {
      const { system, home } = folders
      return readImport({ text, fileName, facts: { system, home }, existing: configuration.servers })
    },
    listConfigFiles: async () => ({ files: listConfigFiles(folders) }),
    findConfigs: async () => ({ configs: findConfigs(folders, configuration.servers) }),
    undoImport: async ({ servers }, { actor }) => {
      const removed: string[] = []
      for (const [id, added] of Object.entries(servers)) {
        if (!isDeepStrictEqual(configuration.servers[id], added)) continue
        await removeServer(id, actor, parts)
        removed.push(id)
      }
      return { removed }
    },
  } satisfies Partial<Handlers>
}
