/**
 * An absolute path without `.`, `..` and double separators. Doesn't touch the file system: a link is a name like any
 * other.
 */
type Resolved = { root: string; separator: '/' | '\\'; parts: string[] }

/**
 * Reads a path by the rules of the system it's written for. Undefined if it isn't absolute, or ambiguous: with a NUL,
 * and on Windows with names that Windows itself would change.
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

/** Windows drops blanks and dots at the end of a name, and doesn't count what follows a colon as part of it. */
const isChanged = (name: string): boolean => name !== '.' && name !== '..' && /:|[. ]$/.test(name)

function climb(names: string[]): string[] {
  const parts: string[] = []
  for (const name of names) {
    if (name === '..') parts.pop()
    else if (name !== '' && name !== '.') parts.push(name)
  }
  return parts
}

/** Whether the path is absolute, by the rules of the system it's written for. */
export const isAbsolute = (path: string): boolean => resolve(path) !== undefined

/** A canonical form for names that some systems treat as equal: ignores case, and how accents are composed. */
const folded = (name: string): string => name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')

/** Whether a path is this folder or inside it, once both are resolved; `same` normalises names before comparing. */
function isWithin(path: string, folder: string, same: (name: string) => string): boolean {
  const inner = resolve(path)
  const outer = resolve(folder)
  if (!inner || !outer || inner.separator !== outer.separator || same(inner.root) !== same(outer.root)) return false
  return outer.parts.every((part, i) => same(part) === same(inner.parts[i] ?? ''))
}

/** Whether a path is this folder or inside it. Case-sensitive. */
export const isUnder = (path: string, folder: string): boolean => isWithin(path, folder, (name) => name)

/** Whether a path is this folder or inside it, on systems that ignore case and how accents are composed. */
export const isUnderFolded = (path: string, folder: string): boolean => isWithin(path, folder, folded)

/** The folder of an absolute path; undefined at the root. */
export function folderOf(path: string): string | undefined {
  const { root, separator, parts } = resolve(path) ?? { root: '', separator: '/', parts: [] }
  return parts.length < 2 ? undefined : [root, ...parts.slice(0, -1)].join(separator)
}
