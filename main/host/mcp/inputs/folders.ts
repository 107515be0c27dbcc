import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import type { KnownFolder } from '../../../../shared/contract/folder-commands.ts'
import type { ServerConfig } from '../../../../shared/config/server-config.ts'

/** Whether two configurations share different folders, or in another order. */
export const hasOtherRoots = (a: ServerConfig, b: ServerConfig): boolean =>
  JSON.stringify(a.roots ?? []) !== JSON.stringify(b.roots ?? [])

/**
 * The current state of folders the user chose. A link can have another target by now, so it doesn't count as a folder.
 */
export const lookAtFolders = (paths: string[]): Promise<KnownFolder[]> => Promise.all(paths.map(lookAt))

async function lookAt(chosen: string): Promise<KnownFolder> {
  // A path in another system's form would be looked up below Atrium's own folder.
  if (!path.isAbsolute(chosen)) return { path: chosen, state: 'missing' }
  try {
    const leadsTo = await realpath(chosen)
    if (path.relative(chosen, leadsTo) !== '') return { path: chosen, state: 'link', leadsTo }
    return { path: chosen, state: (await stat(chosen)).isDirectory() ? 'there' : 'no-folder' }
  } catch {
    return { path: chosen, state: 'missing' }
  }
}
