import { z } from 'zod'
import { command, id } from './command.ts'

/** A folder that a server may know, as it is at this moment. */
export type KnownFolder = { path: string } & (
  | { state: 'there' }
  | { state: 'missing' }
  /** Something that is no folder has this name. */
  | { state: 'no-folder' }
  /** A link is in the path, and `leadsTo` is where it leads now. */
  | { state: 'link'; leadsTo: string }
)

export const folderCommands = {
  /** The folders that a server may know, in their order; it is told of those that are there. */
  lookAtFolders: command('read', z.strictObject({ server: id })).returns<{ folders: KnownFolder[] }>(),
} as const
