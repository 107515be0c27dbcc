import { dirname } from 'node:path'
import { isBelow, realOf } from '../containment/disk.ts'
import { sees } from '../containment/view.ts'
import { homes } from './bounds.ts'
import type { LaunchSpec } from './server-process.ts'

/** A path or host that a program wanted and its containment doesn't have. */
export type Denied = { path: string } | { host: string }

/** A system's refusal and the absolute path it is about, as runtimes write it. */
const refusals = [
  /\b(EACCES|EROFS|ENOENT|EPERM)\b[^\n]{0,120}?'(\/[^'\n]{1,400})'/,
  /\[Errno (13|30|2|1)\][^\n]{0,80}: '(\/[^'\n]{1,400})'/,
  /^[^\n]{0,200}?['‘"]?(\/[^'’":\n]{1,400})['’"]?: (Permission denied|Read-only file system|No such file or directory)/i,
]

/**
 * The thing that a contained program was refused. Its words only name a path; the view of the file system decides
 * whether the containment is the reason.
 */
export function deniedTo({ bounds, enclosure, command }: LaunchSpec, lines: string[]): Denied | undefined {
  if (!bounds || !enclosure) return undefined
  const [host] = enclosure.refusedHosts
  if (host !== undefined) return { host }
  const surroundings = { bounds, homes: homes(), own: [], program: [command, realOf(command) ?? command] }
  for (const line of lines.toReversed()) {
    const [path, isWriting] = refusedIn(line) ?? []
    if (path === undefined) continue
    const isWritable = bounds.writable.some((folder) => isBelow(path, folder))
    // A new file is missing in both worlds; then its folder tells.
    const known = realOf(path) ?? realOf(dirname(path))
    if (isWritable || known === undefined) continue
    if (isWriting || !sees(surroundings, known)) return { path }
  }
  return undefined
}

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
