import { z } from 'zod'
import { exportClients, type Exported, type MergePreview } from '../config/exported.ts'
import type { ImportClient, Imported } from '../config/imported.ts'
import { serverConfig, serverId } from '../config/server-config.ts'
import { command } from './command.ts'

/** A file in which an application keeps its servers; `*` matches any name. */
export type ConfigFile = {
  client: ImportClient
  file: string
  /** An administrator's: its servers are shown and can't be imported. */
  isManaged?: true
}

/** The servers in another application's file, and nothing else of the file. Values in it can be secrets. */
export type FoundConfig = ConfigFile & {
  /** The file that a link leads to, outside the home folder. */
  realPath?: string
  imported: Imported
}

const exported = z.strictObject({ client: z.enum(exportClients), servers: z.array(serverId).max(1000) })

/** Commands that read servers from other applications' configurations. */
export const importCommands = {
  /** Reads servers from pasted text or a file's text, in any application's format. Starts nothing, keeps nothing. */
  readImport: command(
    'admin',
    z.strictObject({ text: z.string().max(6_000_000), fileName: z.string().max(255).optional() }),
  ).returns<Imported>(),
  /** The files that `findConfigs` looks at. Doesn't look at any. */
  listConfigFiles: command('admin', z.strictObject({})).returns<{ files: ConfigFile[] }>(),
  /** Reads the known files of other applications on this computer. Starts nothing, and changes nothing. */
  findConfigs: command('admin', z.strictObject({})).returns<{ configs: FoundConfig[] }>(),
  /** Removes added servers, with their secrets, unless their configuration has changed since. */
  undoImport: command('admin', z.strictObject({ servers: z.record(serverId, serverConfig) })).returns<{
    removed: string[]
  }>(),
  /** Servers in another application's format, without secrets. Writes no file. */
  exportServers: command('admin', exported).returns<Exported>(),
  /** Writes them to a file in Atrium's own folder; `withSecrets` only if the user insists, for their eyes only. */
  saveExport: command('admin', exported.extend({ withSecrets: z.literal(true).optional() })).returns<{
    file: string
  }>(),
  /** The difference to the application's own file. Reads that file and writes nothing. */
  previewMerge: command('admin', exported).returns<MergePreview>(),
  /** Changes the application's own file as previewed, and keeps a copy beside it. Refused if the file has changed. */
  mergeExport: command('admin', exported.extend({ hash: z.string().length(64) })).returns<{
    file: string
    copy: string
  }>(),
} as const
