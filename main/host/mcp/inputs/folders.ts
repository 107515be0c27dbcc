import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import type { KnownFolder } from '../../../../shared/contract/folder-commands.ts'
import type { ServerConfig } from '../../../../shared/config/server-config.ts'

export const hasOtherRoots = (a: ServerConfig, b: ServerConfig): boolean =>
  JSON.stringify(a.roots ?? []) !== JSON.stringify(b.roots ?? [])

/** What is there now of folders that a person chose. A link may lead elsewhere than when she chose it, so it counts as none. */
export const lookAtFolders = (paths: string[]): Promise<KnownFolder[]> => Promise.all(paths.map(lookAt))

async function lookAt(chosen: string): Promise<KnownFolder> {
  // As another system writes it, it would be looked for below our own folder.
  if (!path.isAbsolute(chosen)) return { path: chosen, state: 'missing' }
  try {
    const leadsTo = await realpath(chosen)
    if (path.relative(chosen, leadsTo) !== '') return { path: chosen, state: 'link', leadsTo }
    return { path: chosen, state: (await stat(chosen)).isDirectory() ? 'there' : 'no-folder' }
  } catch {
    return { path: chosen, state: 'missing' }
  }
}
