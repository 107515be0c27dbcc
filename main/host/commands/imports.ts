import { mkdirSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { ExportClient, Exported } from '../../../shared/config/exported.ts'
import type { Handlers } from '../../../shared/contract/commands.ts'
import { findConfigs, listConfigFiles } from '../import/look.ts'
import { readImport } from '../import/read.ts'
import { writeConfig } from '../import/write.ts'
import type { HostParts } from './handlers.ts'
import { removeServer } from './servers.ts'

/**
 * Servers from other applications: reading them starts nothing and keeps nothing. They are added like any other server.
 */
export function importHandlers(parts: HostParts) {
  const { configuration, platform } = parts
  const { folders } = platform
  let saved = 0
  const written = (client: ExportClient, servers: string[]): Exported => {
    const chosen = Object.entries(configuration.servers).filter(([id]) => servers.includes(id))
    return writeConfig(client, Object.fromEntries(chosen))
  }
  return {
    readImport: async ({ text, fileName }) => {
      const { system, home } = folders
      return readImport({ text, fileName, facts: { system, home }, existing: configuration.servers })
    },
    listConfigFiles: async () => ({ files: listConfigFiles(folders) }),
    findConfigs: async () => ({ configs: findConfigs(folders, configuration.servers) }),
    exportServers: async ({ client, servers }) => written(client, servers),
    saveExport: async ({ client, servers }) => {
      const { file, text } = written(client, servers)
      const directory = join(platform.dataDirectory, 'exports')
      mkdirSync(directory, { recursive: true, mode: 0o700 })
      const moment = new Date().toISOString().replaceAll(/[:.]/g, '-')
      saved += 1
      const path = join(directory, `atrium-servers-${client}-${moment}-${saved}${extname(file)}`)
      writeFileSync(path, text, { mode: 0o600, flag: 'wx' })
      return { file: path }
    },
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
