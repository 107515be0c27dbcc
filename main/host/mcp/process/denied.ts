import { dirname, join } from 'node:path'
import type { Bounds } from '../../../../shared/config/bounds.ts'
import { entryKind, isBelow, realOf } from '../containment/disk.ts'
import { sees } from '../containment/view.ts'
import type { ProgramObservation } from './observation.ts'
import { type KeptBack, keptBackBy, folderRefusal } from './bounds.ts'
import type { LaunchSpec } from './server-process.ts'

/** A system's refusal and the absolute path it is about, as runtimes write it. */
const refusals = [
  /\b(EACCES|EROFS|ENOENT|EPERM)\b[^\n]{0,120}?'(\/[^'\n]{1,400})'/,
  /\[Errno (13|30|2|1)\][^\n]{0,80}: '(\/[^'\n]{1,400})'/,
  /^[^\n]{0,200}?['‘"]?(\/[^'’":\n]{1,400})['’"]?: (Permission denied|Operation not permitted|Read-only file system|No such file or directory)/i,
  /\b[a-z]{2,20} (\/[^:\n]{1,400}): operation not permitted/,
]

/**
 * The thing that a contained program was refused. Its words only name a path; the view of the file system decides
 * whether the containment is the reason. Any path that exists outside the view is suspected first.
 */
export function deniedTo({ bounds, enclosure, command }: LaunchSpec, lines: string[]): ProgramObservation['denied'] {
  if (!bounds || !enclosure) return undefined
  const [host] = enclosure.refusedHosts
  if (host !== undefined) return { host }
  const keptBack = keptBackBy(dirname(dirname(enclosure.folder)))
  const surroundings = { bounds, ...keptBack, program: [command, realOf(command) ?? command] }
  const isSandboxed = enclosure.profile !== undefined
  const platform = isSandboxed ? 'darwin' : process.platform
  const packages = packagesSought(lines)
  if (packages && !sees(surroundings, packages, platform))
    return { path: packages, folder: folderFor(packages, false, keptBack, bounds) }
  for (const line of lines.toReversed()) {
    const [path, isWriting] = refusedIn(line) ?? []
    if (path === undefined) {
      const hidden = pathsIn(line).find(({ real }) => !sees(surroundings, real, platform))
      if (!hidden) continue
      return { path: hidden.path, folder: folderFor(hidden.real, false, keptBack, bounds) }
    }
    // A new file is missing in both worlds; then its folder tells.
    const known = realOf(path) ?? realOf(dirname(path))
    if (known === undefined || bounds.writable.some((folder) => isBelow(known, folder))) continue
    const isSeen = sees(surroundings, known, platform)
    // macOS's sandbox has one word for both. A program may read what it sees, so it wanted to change it.
    const changes = isWriting === true || (isSandboxed && isSeen && isChange(line))
    if (changes || !isSeen) return { path, folder: folderFor(known, changes, keptBack, bounds) }
  }
  return undefined
}

/** Whether a line can be about a change that the sandbox refused; looking at a path is none. */
const isChange = (line: string): boolean =>
  /EPERM|\[Errno 1\]|Operation not permitted/i.test(line) &&
  !/\b(?:scandir|l?stat|access|readlink|realpath)\b/.test(line)

/**
 * The folder to add, and to which list. Undefined if the user couldn't add it either: it contains a home folder, other
 * programs' secrets or Atrium's own files, or the level has no such list.
 */
function folderFor(known: string, isWriting: boolean, keptBack: KeptBack, { level }: Bounds) {
  if (level === 'limited' && !isWriting) return undefined
  const path = entryKind(known) === 'folder' ? known : dirname(known)
  if (folderRefusal(path, keptBack) !== undefined) return undefined
  return { list: isWriting ? ('writable' as const) : ('readable' as const), path }
}

/**
 * The folder of packages outside the view that has what Node looked for in vain, as it does from the file that names it
 * up to the root.
 */
function packagesSought(lines: string[]): string | undefined {
  const said =
    /Cannot find (?:module|package) '((?:@[\w.-]{1,100}\/)?[\w-][\w.-]{0,100})(?:\/[^'\n]{0,300})?'(?: imported from |\nRequire stack:\n- )(\/[^\n]{1,400})/
  const [, name = '', file = ''] = said.exec(lines.join('\n')) ?? []
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const packages = join(folder, 'node_modules')
    if (realOf(join(packages, name)) !== undefined) return realOf(packages)
  }
  return undefined
}

/** The absolute paths in a line that exist, whatever the words around them. */
const pathsIn = (line: string): { path: string; real: string }[] =>
  [...line.matchAll(/(?<![^\s'"“‘`(=:])\/[^\s'"”’`,;)]{1,400}/g)]
    .map(([path]) => path.replace(/[.:]$/, ''))
    .flatMap((path) => {
      const real = realOf(path)
      return real === undefined ? [] : [{ path, real }]
    })

function refusedIn(line: string): [path: string, isWriting: boolean] | undefined {
  const isWriting = /EROFS|Errno 30|Read-only file system/i.test(line)
  for (const refusal of refusals) {
    const path = refusal
      .exec(line)
      ?.slice(1)
      .find((it) => it.startsWith('/'))
    if (path !== undefined) return [path, isWriting]
  }
  return undefined
}
