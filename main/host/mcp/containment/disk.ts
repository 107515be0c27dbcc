import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { realPath } from '../../base/real-path.ts'

/** Whether a path is this folder or inside it, by its text. Both must be absolute and resolved. */
export const isBelow = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`)

/** The one name of what is at a path; undefined if it leads nowhere. */
export function realOf(path: string): string | undefined {
  try {
    return realPath(path)
  } catch {
    return undefined
  }
}

/** Links that are followed at most, as the system does. */
const mostLinks = 40

/**
 * The paths at which a program may make what it looks for at this one: of each link on the way, the path without it,
 * and at last where all of them lead, whether anything is there or not.
 */
export function linkWaysOf(path: string): string[] {
  const names = path.split('/')
  const found: string[] = []
  let at = '/'
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    const next = join(at, name)
    const target = name === '..' ? undefined : linkAt(next)
    at = target?.startsWith('/') === true ? '/' : target === undefined ? next : at
    if (target === undefined) continue
    found.push(join(next, ...names))
    if (found.length > mostLinks) return found
    names.unshift(...target.split('/'))
  }
  return [...found, at]
}

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

/** A file's text; empty if it can't be read. */
export function textOf(file: string): string {
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

/** The device and number of the object at a path, without following a link at its end; undefined if nothing is there. */
export function identityOf(path: string): string | undefined {
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false })
  return found && `${found.dev}:${found.ino}`
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
