import { extname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { ExportClient } from '../../../shared/config/exported.ts'
import type { ServerConfigs } from '../../../shared/config/server-config.ts'
import type { Handlers } from '../../../shared/contract/commands.ts'
import { destinationOf, ownReferences } from '../../../shared/risk/secret-names.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { prepareMerge, writeMerge } from '../import/client-file.ts'
import { findConfigs, listConfigFiles, shownFile } from '../import/look.ts'
import { readImport } from '../import/read.ts'
import { writeConfig } from '../import/write.ts'
import { ExportFiles } from './export-files.ts'
import type { HostParts } from './parts.ts'
import { commandWords as words } from './words.ts'
import { removeServer } from './servers.ts'

/**
 * Servers from other applications: reading them starts nothing and keeps nothing. They are added like any other server.
 */
export function importHandlers(parts: HostParts) {
  const { configuration, platform } = parts
  const { folders } = platform
  const exportFiles = new ExportFiles(platform.dataDirectory)
  const chosen = (ids: string[]): ServerConfigs =>
    Object.fromEntries(Object.entries(configuration.servers).filter(([id]) => ids.includes(id)))
  const merged = ({ client, servers }: { client: ExportClient; servers: string[] }) =>
    prepareMerge(client, writeConfig(client, chosen(servers)).content, folders)
  return {
    readImport: async ({ text, fileName }) => {
      const { system, home } = folders
      return readImport({ text, fileName, facts: { system, home }, existing: configuration.servers })
    },
    listConfigFiles: async () => ({ files: listConfigFiles(folders) }),
    findConfigs: async () => ({ configs: findConfigs(folders, configuration.servers) }),
    exportServers: async ({ client, servers }) => {
      const { content: _content, ...written } = writeConfig(client, chosen(servers))
      return written
    },
    saveExport: async ({ client, servers, withSecrets }) => {
      const values = withSecrets ? await secretsOf(chosen(servers), parts) : {}
      const { file, text } = writeConfig(client, chosen(servers), values)
      return exportFiles.write(`atrium-servers-${client}`, extname(file).slice(1), text)
    },
    previewMerge: async (asked) => {
      const prepared = merged(asked)
      if (typeof prepared === 'string') return { problem: prepared }
      const { file, hash, entries } = prepared
      return { file: shownFile(file, folders), hash, entries }
    },
    mergeExport: async ({ hash, ...asked }) => {
      const prepared = merged(asked)
      if (typeof prepared === 'string' || prepared.hash !== hash) throw new HostError('conflict', words.fileChanged)
      try {
        const copy = writeMerge(prepared, new Date())
        return { file: shownFile(prepared.file, folders), copy: shownFile(copy, folders) }
      } catch (error) {
        throw new HostError('unavailable', words.notMerged(error instanceof Error ? error.message : String(error)))
      }
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

/** The servers' own stored values. References to other values, and to values that aren't stored, stay references. */
async function secretsOf(servers: ServerConfigs, { secrets }: HostParts): Promise<Record<string, string>> {
  const values: Record<string, string> = {}
  for (const [id, config] of Object.entries(servers))
    for (const { name } of ownReferences(id, config)) {
      const value = await secrets.get(name, destinationOf(config))
      if (value !== undefined) values[name] = value
    }
  return values
}
