import { z } from 'zod'
import { command, id } from './command.ts'

/** A folder shared with a server, as it is now. */
export type KnownFolder = { path: string } & (
  | { state: 'there' }
  | { state: 'missing' }
  /** The path exists but isn't a folder. */
  | { state: 'no-folder' }
  /** The path contains a link, and `leadsTo` is its current target. */
  | { state: 'link'; leadsTo: string }
)

export const folderCommands = {
  /** The folders shared with a server, in order; the server hears only of those that exist. */
  lookAtFolders: command('read', z.strictObject({ server: id })).returns<{ folders: KnownFolder[] }>(),
} as const
