/** An absolute path without `.`, `..` and doubled separators. Nothing is looked up: a link is a name like any other. */
type Resolved = { root: string; separator: '/' | '\\'; parts: string[] }

/**
 * Reads a path as the kind of system would that it is written for. Undefined where it is not absolute, or could be
 * read in more than one way: with a NUL, and on Windows with names that Windows itself would change.
 */
function resolve(path: string): Resolved | undefined {
  if (path.includes('\0')) return undefined
  if (path.startsWith('/')) return { root: '', separator: '/', parts: climb(path.split('/')) }
  const drive = /^([a-z]):[\\/]/i.exec(path)
  const share = /^\\\\([^\\/?.][^\\/]*[\\/][^\\/]+)(?=[\\/]|$)/.exec(path)
  if (!drive && !share) return undefined
  const root = drive?.[1] ? `${drive[1].toUpperCase()}:` : `\\\\${(share?.[1] ?? '').replace('/', '\\')}`
  const names = path.slice((drive ?? share)?.[0].length).split(/[\\/]/)
  if (names.some(isChanged)) return undefined
  return { root, separator: '\\', parts: climb(names) }
}

/** Windows drops blanks and dots at the end of a name, and what follows a colon is no part of it. */
const isChanged = (name: string): boolean => name !== '.' && name !== '..' && /:|[. ]$/.test(name)

function climb(names: string[]): string[] {
  const parts: string[] = []
  for (const name of names) {
    if (name === '..') parts.pop()
    else if (name !== '' && name !== '.') parts.push(name)
  }
  return parts
}

export const isAbsolute = (path: string): boolean => resolve(path) !== undefined

/** One writing of what some systems take for the same name: in either case, with accents apart or not. */
const folded = (name: string): string => name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')

/** Whether a path is this folder or something in it, once both are resolved; letters count as `same` compares them. */
function isWithin(path: string, folder: string, same: (name: string) => string): boolean {
  const inner = resolve(path)
  const outer = resolve(folder)
  if (!inner || !outer || inner.separator !== outer.separator || same(inner.root) !== same(outer.root)) return false
  return outer.parts.every((part, i) => same(part) === same(inner.parts[i] ?? ''))
}

/** Letters count as they are written. */
export const isUnder = (path: string, folder: string): boolean => isWithin(path, folder, (name) => name)

/** The same on a system for which upper and lower case, and the ways to write an accent, are one. */
export const isUnderFolded = (path: string, folder: string): boolean => isWithin(path, folder, folded)

/** The folder that an absolute path is in; undefined for what is at the root. */
export function folderOf(path: string): string | undefined {
  const { root, separator, parts } = resolve(path) ?? { root: '', separator: '/', parts: [] }
  return parts.length < 2 ? undefined : [root, ...parts.slice(0, -1)].join(separator)
}
