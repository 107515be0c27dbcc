import { z } from 'zod'
import type { Levels } from '../config/bounds.ts'
import { command, id } from './command.ts'

/** A folder shared with a server, as it is now. */
export type KnownFolder = { path: string } &
  /** `real` is its real path, if the chosen one spells it otherwise. */
  (
    | { state: 'there'; real?: string }
    | { state: 'missing' }
    /** The path exists but isn't a folder. */
    | { state: 'no-folder' }
    /** The path contains a link, and `leadsTo` is its current target. */
    | { state: 'link'; leadsTo: string }
  )

/** Commands about folders that are shared with servers (2025-11-25, roots) and about containment. */
export const folderCommands = {
  /** The folders shared with a server, in order; Atrium names only those that exist to the server. */
  lookAtFolders: command('read', z.strictObject({ server: id })).returns<{ folders: KnownFolder[] }>(),
  /** Which levels of containment work on this computer, or why not. */
  lookAtContainment: command('read', z.strictObject({})).returns<{ levels: Levels }>(),
  /** The full path of a typed folder, which can begin with `~`. `bad-input` if there is no such folder. */
  findFolder: command('admin', z.strictObject({ typed: z.string().min(1).max(4096) })).returns<{ folder: string }>(),
  /**
   * Opens the system's dialog to choose a folder; without `folder` the user cancelled. `unavailable` in a shell without
   * such a dialog: there the path is typed.
   */
  pickFolder: command('admin', z.strictObject({})).returns<{ folder?: string }>(),
} as const
