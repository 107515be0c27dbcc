import { asDecoded, hasPattern, hasStandIn, isSeveral, patternSigns } from './path-signs.ts'
import { hasLinks, leadsThroughLink } from './windows-links.ts'

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

/** Between a path and its edges, programs may drop these. */
const edges = /^[\s\p{Cc}\p{Cf}\p{DI}]|[\s\p{Cc}\p{Cf}\p{DI}]$/u

/**
 * Whether programs on every system read an absolute path alike. Not with white space at an end, which many remove; nor,
 * in a path that begins with a slash, with a backslash or a second slash, which Windows reads differently; nor with signs
 * that a program replaces, or decodes to other names.
 */
export const readsAlike = (path: string): boolean => !hasPattern(path) && isPlain(path)

/** The same, except that names can be patterns. */
function isPlain(path: string): boolean {
  const [written, decoded] = [resolve(path), resolve(asDecoded(path))]
  if (edges.test(path) || !written || !decoded || hasStandIn(path) || isSeveral(path)) return false
  if (path.startsWith('/') && (path.startsWith('//') || asDecoded(path).includes('\\'))) return false
  return (
    written.parts.length === decoded.parts.length && written.parts.every((it, i) => asDecoded(it) === decoded.parts[i])
  )
}

/**
 * Whether a path is certainly not in a folder that it isn't written to be in, on whichever system a server runs: both
 * are written for one system, by none of the other names that macOS has for each place, and, on Windows, are of one kind
 * and without short names and links of Windows' own. A share can be a drive's other name.
 */
export function isSurelyOutside(path: string, folder: string): boolean {
  const [inner, outer] = [resolve(path), resolve(folder)]
  if (!isPlain(path) || !inner || !outer || inner.separator !== outer.separator) return false
  if (isUnderFolded(asDecoded(path), asDecoded(folder)) || otherRoots.test(`/${inner.parts.join('/')}`)) return false
  if (hasPattern(path) && !isFixedOutside(asDecoded(path), folder)) return false
  if (inner.separator === '/') return !isPartOf(withoutAliases(outer.parts), withoutAliases(inner.parts))
  if ([...inner.parts, ...outer.parts].some((part) => /~\d/.test(part))) return false
  if ([inner, outer].some(({ parts }) => leadsThroughLink(parts.map(foldedName)))) return false
  const isShare = [inner, outer].some(({ root }) => root.startsWith('\\'))
  return !isShare || foldedName(inner.root) === foldedName(outer.root)
}

/** Folders of Linux and macOS that lead to every place. */
const otherRoots =
  /^\/proc\/[^/]+\/(?:task\/[^/]+\/)?(?:root|cwd|fd)(?:\/|$)|^\/dev\/(?:fd|stdin)(?:\/|$)|^\/\.(?:vol|nofollow|resolve|file)(?:\/|$)/i

const isPartOf = (start: string[], parts: string[]): boolean => start.every((part, i) => part === parts[i])

/** Folded names without what macOS puts before each place: the data volume, a link to the start volume, `/private`. */
function withoutAliases(names: string[], isWhole = true): string[] {
  let parts = names.map(foldedName)
  for (let size = parts.length + 1; parts.length < size;) {
    size = parts.length
    if (isPartOf(['system', 'volumes', 'data'], parts)) parts = parts.slice(3)
    // A volume as a whole isn't the root.
    if (parts[0] === 'volumes' && size > (isWhole ? 2 : 1)) parts = parts.slice(2)
  }
  return ['tmp', 'var', 'etc'].includes(parts[0] ?? '') ? ['private', ...parts] : parts
}

/** The start of a path that a pattern after it could complete to another name. */
const aliasStart = /^\/(?:system\/(?:volumes\/)?|volumes\/)$/i

/** Whether what precedes a path's first pattern already leads elsewhere than to a folder, and nothing leads back. */
function isFixedOutside(path: string, folder: string): boolean {
  const first = path.search(patternSigns)
  const end = Math.max(path.lastIndexOf('/', first), path.lastIndexOf('\\', first)) + 1
  const names = path
    .slice(end)
    .replaceAll(/\[\w+\]/g, 'x')
    .replaceAll(/\[[^\]/\\]*\]/g, '?')
    .split(/[/\\]/)
  const leadsBack = names.some((name) => name === '..' || (/^[.*?[\]]+$/.test(name) && !/^\*+$/.test(name)))
  const fixed = path.slice(0, end)
  if (leadsBack || aliasStart.test(fixed) || isUnderFolded(asDecoded(folder), fixed)) return false
  const [inner, outer] = [resolve(asDecoded(folder)), resolve(fixed)]
  if (inner?.separator === '\\' && outer) return !hasLinks(outer.parts.map(foldedName))
  if (inner?.separator !== '/' || !outer) return true
  return !isPartOf(withoutAliases(outer.parts, false), withoutAliases(inner.parts))
}

/** Signs of a path that is more than a name in the current folder. */
const pathSigns = /[/\\~]|\.\.|^\s*(?:[a-z]:|[$%])/im

/** Whether a program could read a text as a path that leads out of its folder. */
export const mayLeadAway = (text: string): boolean =>
  pathSigns.test(asDecoded(text)) || hasPattern(text) || hasStandIn(text)

/**
 * One form of all names that some system takes for one, as NTFS and APFS do: ignores case, how accents and ligatures are
 * composed, and characters that draw nothing.
 */
export const foldedName = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(/\p{DI}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFC')

/** Whether a path is this folder or inside it, once both are resolved; `same` normalises names before comparing. */
function isWithin(path: string, folder: string, same: (name: string) => string): boolean {
  const inner = resolve(path)
  const outer = resolve(folder)
  if (!inner || !outer || inner.separator !== outer.separator || same(inner.root) !== same(outer.root)) return false
  return outer.parts.every((part, i) => same(part) === same(inner.parts[i] ?? ''))
}

/** Whether a path is this folder or inside it. Case-sensitive. */
export const isUnder = (path: string, folder: string): boolean => isWithin(path, folder, (name) => name)

/** Whether a path is this folder or inside it, on systems that treat some different names as equal. */
export const isUnderFolded = (path: string, folder: string): boolean => isWithin(path, folder, foldedName)

/** The folder of an absolute path; undefined at the root. */
export function folderOf(path: string): string | undefined {
  const { root, separator, parts } = resolve(path) ?? { root: '', separator: '/', parts: [] }
  return parts.length < 2 ? undefined : [root, ...parts.slice(0, -1)].join(separator)
}
