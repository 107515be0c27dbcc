import { SKILL_LIMITS } from '@modelcontextprotocol/client/ext/skills'
import type { ListedSkill } from '../../../../shared/content/skills.ts'
import { canonical } from '../../../../shared/schema/canonical.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { clip } from '../../../../shared/text/clip.ts'
import { sha256 } from '../../base/hash.ts'
import { skillWords } from './words.ts'

/** A usable entry of a server for a skill (SEP-2640): `head` is the head of its SKILL.md as the server states it. */
export type Skill = {
  uri: string
  name: string
  description: string
  head: JsonObject
  files: { uri: string; digest: string; size: number }[]
  /** The hash of the URIs and digests. */
  set: string
}

const words = skillWords.entry
const longestUri = 2048

/** Reads an entry of `skills/list` or `skills/get`; a sentence if it can't be used. */
export function readSkill(value: JsonValue | undefined): Skill | { uri: string; problem: string } {
  const { uri, frontmatter, resources } = isObject(value) ? value : {}
  const refused = (problem: string) => ({ uri: typeof uri === 'string' ? clip(uri, longestUri) : '', problem })
  if (typeof uri !== 'string' || uri.length > longestUri || !isObject(frontmatter)) return refused(words.malformed)
  const { name, description } = frontmatter
  const folder = folderOf(uri)
  if (typeof name !== 'string' || typeof description !== 'string' || folder === undefined)
    return refused(words.malformed)
  if (!/^[0-9a-z]+(?:-[0-9a-z]+)*$/.test(name) || name.length > 64 || lastPart(folder) !== name)
    return refused(words.name)
  if (resources === 'dynamic') return refused(words.dynamic)
  if (!Array.isArray(resources)) return refused(words.malformed)
  if (resources.length > SKILL_LIMITS.files) return refused(words.tooMany(SKILL_LIMITS.files))
  const files = resources.flatMap((it) => readFile(it) ?? [])
  const problem =
    files.length < resources.length ? words.malformed : problemOf(files, { uri: new URL(uri).href, folder })
  if (problem !== undefined) return refused(problem)
  const pairs = files.map((file) => [file.uri, file.digest]).toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))
  return {
    uri,
    name,
    description: clip(description, 1024),
    head: frontmatter,
    files,
    set: sha256(canonical([uri, pairs])),
  }
}

/** A skill as the window gets it, without its head and its files' digests. */
export const asListed = ({ uri, name, description, set, files }: Skill): ListedSkill => ({
  uri,
  name,
  description,
  set,
  files: files.map((file) => ({ uri: file.uri, size: file.size })),
})

function readFile(value: JsonValue): Skill['files'][number] | undefined {
  const { uri, digest, size } = isObject(value) ? value : {}
  if (typeof uri !== 'string' || uri.length > longestUri || !URL.canParse(uri)) return undefined
  if (typeof digest !== 'string' || !/^sha256:[0-9a-f]{64}$/.test(digest)) return undefined
  return typeof size === 'number' && Number.isSafeInteger(size) && size >= 0 ? { uri, digest, size } : undefined
}

function problemOf(files: Skill['files'], { uri, folder }: { uri: string; folder: string }): string | undefined {
  const known = files.map((file) => new URL(file.uri).href)
  if (files.reduce((sum, { size }) => sum + size, 0) > SKILL_LIMITS.bytes)
    return words.tooLarge(SKILL_LIMITS.bytes / 1024 ** 2)
  if (new Set(known).size < known.length) return words.twice
  if (!known.every((file) => isInside(folder, file))) return words.outside
  return known.includes(uri) ? undefined : words.noHead
}

const headFile = '/SKILL.md'

/** The URI of a skill's folder, without a slash at its end. */
function folderOf(uri: string): string | undefined {
  if (!URL.canParse(uri)) return undefined
  const { href } = new URL(uri)
  const folder = href.endsWith(headFile) ? href.slice(0, -headFile.length) : undefined
  return folder?.endsWith('/') ? undefined : folder
}

/** A folder's last part: its host if it has no path. */
function lastPart(folder: string): string {
  const { pathname, host } = new URL(folder)
  return pathname === '' || pathname === '/' ? host : decoded(pathname.slice(pathname.lastIndexOf('/') + 1))
}

/** Whether a normalized URI is inside a folder, whatever its parts' escapes mean. */
const isInside = (folder: string, href: string): boolean =>
  href.startsWith(`${folder}/`) &&
  !/[?#]/.test(href) &&
  href
    .slice(folder.length + 1)
    .split('/')
    .map(decoded)
    .every((part) => part !== '' && part !== '.' && part !== '..' && !/[/\\\0]/.test(part))

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
