import { z } from 'zod'
import { exportClients, type Exported } from '../config/exported.ts'
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
  /** Writes them to a file in Atrium's own folder, never to the other application's. */
  saveExport: command('admin', exported).returns<{ file: string }>(),
} as const
