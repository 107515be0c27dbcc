import path from 'node:path'
import { parse } from 'jsonc-parser'
import type { FoundConfig } from '../../../shared/contract/config-commands.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import type { UserFolders } from '../platform.ts'
import { isNotFound, messageOf, offsetBelow, lineAndColumn, readBounded, whereOf } from '../settings/json-text.ts'
import { configWords as words } from '../settings/words.ts'
import { type KnownFile, knownFiles } from './known-files.ts'

/** Max bytes of a file: Claude Code keeps more than servers in its own. */
const mostBytes = 8 * 1024 * 1024
/** Max servers taken from a file, and characters of them. */
const mostServers = 100
const mostCharacters = 400_000
/** Max nesting of brackets. */
const mostDepth = 64

/** The servers in other applications' files. A file that can't be read costs only itself; a missing one is left out. */
export const findConfigs = (folders: UserFolders): FoundConfig[] =>
  knownFiles(folders).flatMap((known) => {
    const content = contentOf(known)
    if (content === undefined) return []
    const found = typeof content === 'string' ? { problem: content } : serversIn(content, known)
    return found ? [{ app: known.app, file: shown(known.file, folders), ...found }] : []
  })

/** A file's object, or a sentence; undefined if there is no such file. */
function contentOf({ app, file, isLoose, format }: KnownFile): JsonObject | string | undefined {
  let text: string
  try {
    const bytes = readBounded(file, format ? 1 : mostBytes)
    if (bytes === undefined) return words.notPlainFile(app)
    if (format) return words.otherFormat(app)
    if (bytes.length > mostBytes) return words.tooLarge(app, mostBytes / 1024 / 1024)
    text = textOf(bytes)
  } catch (error) {
    return isNotFound(error) ? undefined : words.unreadable(app, messageOf(error))
  }
  if (text.trim() === '') return undefined
  const tooDeep = offsetBelow(text, mostDepth)
  if (tooDeep !== undefined) return words.tooDeep(app, lineAndColumn(text, tooDeep))
  const value = valueOf(text, isLoose === true)
  if (value === undefined) return words.notJson(app, whereOf(text, isLoose === true))
  return isObject(value) ? value : words.notObject(app)
}

/** Notepad on Windows writes UTF-16 with a byte order mark. */
function textOf(bytes: Buffer): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe
  return bytes.toString(isWide ? 'utf16le' : 'utf8').replace(/^\uFEFF/, '')
}

function valueOf(text: string, isLoose: boolean): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    if (!isLoose) return undefined
  }
  const errors: Parameters<typeof parse>[1] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true })
  return errors.length === 0 ? value : undefined
}

type Servers = { servers: JsonObject; inputs?: JsonValue; notes: string[] } | { problem: string }

/** Undefined if the application has no server, and nothing to say about one. */
function serversIn(content: JsonObject, { app, member, projects }: KnownFile): Servers | undefined {
  const given = content[member] ?? {}
  if (!isObject(given)) return { problem: words.serversNotObject(app, member) }
  const entries = Object.entries(given)
  const taken = entries.slice(0, mostServers)
  const notes = [
    ...(entries.length > taken.length ? [words.tooMany(app, entries.length, mostServers)] : []),
    ...(projects ? ofProjects(app, content[projects]) : []),
  ]
  if (taken.length === 0 && notes.length === 0) return undefined
  const servers = Object.fromEntries(taken)
  const { inputs } = content
  if (JSON.stringify([servers, inputs]).length > mostCharacters) return { problem: words.tooMuch(app) }
  return { servers, ...(inputs !== undefined && { inputs }), notes }
}

/** Servers of single projects stay with their projects: a folder outside them has no use for them. */
function ofProjects(app: string, projects: JsonValue | undefined): string[] {
  if (!isObject(projects)) return []
  const count = Object.values(projects).reduce<number>((sum, project) => {
    const servers = isObject(project) ? project['mcpServers'] : undefined
    return sum + (isObject(servers) ? Object.keys(servers).length : 0)
  }, 0)
  return count > 0 ? [words.ofProjects(app, count)] : []
}

/** Below the home folder, as users write it. */
function shown(file: string, { home }: UserFolders): string {
  const below = path.relative(home, file)
  return below.startsWith('..') || path.isAbsolute(below) ? file : path.join('~', below)
}
