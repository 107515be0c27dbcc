import { lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

/** Whether a path is this folder or inside it, by its text. Both must be absolute and resolved. */
export const isBelow = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`)

/** A path with its links resolved; undefined if it leads nowhere. */
export function realOf(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** The kind of a path, without following links; undefined for sockets, devices, and paths that don't exist. */
export function entryKind(path: string): 'folder' | 'file' | 'link' | undefined {
  try {
    const found = lstatSync(path)
    if (found.isSymbolicLink()) return 'link'
    return found.isDirectory() ? 'folder' : found.isFile() ? 'file' : undefined
  } catch {
    return undefined
  }
}

/**
 * Real paths of the sockets that programs listen on now. A name without a folder is looked for in each program's working
 * folder.
 */
export function openSockets(): string[] {
  const names = textOf('/proc/net/unix')
    .split('\n')
    .flatMap((line) => /^(?:\S+ +){6}\d+ ([^@].*)$/.exec(line)?.[1] ?? [])
  const relative = names.filter((name) => !name.startsWith('/'))
  const folders = relative.length === 0 ? [] : workingFolders()
  const paths = [...names, ...folders.flatMap((folder) => relative.map((name) => join(folder, name)))]
  return [...new Set(paths.filter((path) => path.startsWith('/')).flatMap((path) => realOf(path) ?? []))].filter(
    isSocket,
  )
}

/** Working folders of all programs that this account can look at. */
function workingFolders(): string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return [...new Set(pids.flatMap((pid) => realOf(`/proc/${pid}/cwd`) ?? []))]
}

function isSocket(path: string): boolean {
  try {
    return lstatSync(path).isSocket()
  } catch {
    return false
  }
}

/** Flags of the mount a path is on. */
export type Flags = (path: string) => string[]

const kept = new Set(['nosuid', 'nodev', 'noexec', 'noatime', 'nodiratime', 'relatime', 'nosymfollow'])

/** For each path the flags of its mount: a user's namespace may add to them, but not remove any. */
export function mountFlags(): Flags {
  const mounts = textOf('/proc/self/mountinfo')
    .split('\n')
    .flatMap((line) => {
      const [, , , , at, options] = line.split(' ')
      if (at === undefined || options === undefined) return []
      const path = at.replaceAll(/\\(\d{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)))
      return [{ path, flags: options.split(',').filter((it) => kept.has(it)) }]
    })
  return (path) => {
    let best: { path: string; flags: string[] } | undefined
    // The last of several at one place is on top.
    for (const it of mounts) if (isBelow(path, it.path) && it.path.length >= (best?.path.length ?? 0)) best = it
    return best?.flags ?? []
  }
}
