import { lstat, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import type { KnownFolder } from '../../../../shared/contract/folder-commands.ts'
import type { ServerConfig } from '../../../../shared/config/server-config.ts'
import { foldedName } from '../../../../shared/text/paths.ts'

/** Whether two configurations share different folders, or in another order. */
export const hasOtherRoots = (a: ServerConfig, b: ServerConfig): boolean =>
  JSON.stringify(a.roots ?? []) !== JSON.stringify(b.roots ?? [])

/** The system calls of a look; `path` has the system's rules for names. */
export type FolderSystem = {
  path: path.PlatformPath
  realpath(folder: string): Promise<string>
  isLink(folder: string): Promise<boolean>
  isFolder(folder: string): Promise<boolean>
}

/**
 * The current state of folders the user chose. A link can have another target by now, so it doesn't count as a folder.
 * Another spelling of a folder's own name does: in another case, with other accents, or as a short name of Windows.
 */
export const lookAtFolders = (paths: string[], system = thisSystem): Promise<KnownFolder[]> =>
  Promise.all(paths.map((chosen) => lookAt(chosen, system)))

async function lookAt(chosen: string, system: FolderSystem): Promise<KnownFolder> {
  // A path in another system's form would be looked up below Atrium's own folder.
  if (!system.path.isAbsolute(chosen)) return { path: chosen, state: 'missing' }
  try {
    const whole = system.path.resolve(chosen)
    const leadsTo = await system.realpath(whole)
    if (leadsTo !== whole && !(await isOtherSpelling(whole, leadsTo, system)))
      return { path: chosen, state: 'link', leadsTo }
    if (!(await system.isFolder(leadsTo))) return { path: chosen, state: 'no-folder' }
    return { path: chosen, state: 'there', ...(leadsTo !== whole && { real: leadsTo }) }
  } catch {
    return { path: chosen, state: 'missing' }
  }
}

async function isOtherSpelling(chosen: string, real: string, { path: its, isLink }: FolderSystem): Promise<boolean> {
  const [names, others] = [chosen, real].map((it) => it.split(its.sep))
  const isAlike = (name: string, other = ''): boolean =>
    foldedName(name) === foldedName(other) || (its.sep === '\\' && /~\d/.test(name))
  if (names?.length !== others?.length || !names?.every((name, i) => isAlike(name, others?.[i]))) return false
  const ways = names.map((_name, i) => names.slice(0, i + 1).join(its.sep)).slice(1)
  return (await Promise.all(ways.map(isLink))).every((is) => !is)
}

const thisSystem: FolderSystem = {
  path,
  realpath,
  isLink: async (folder) => (await lstat(folder)).isSymbolicLink(),
  isFolder: async (folder) => (await stat(folder)).isDirectory(),
}
