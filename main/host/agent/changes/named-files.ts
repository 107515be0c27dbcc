import path from 'node:path'
import { mostFiles, type Effect } from '../../../../shared/changes/named-file.ts'
import { editsIn } from '../../../../shared/changes/proposed.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { pointerTo } from '../../../../shared/schema/pointer.ts'
import { isUnder } from '../../../../shared/text/paths.ts'

/** An argument that names a file in one of the folders; both paths are absolute. */
export type Named = { at: string; path: string; root: string; effect?: Effect }

/** A folder that the user chose, and its real path if that is spelled otherwise. */
export type Root = { chosen: string; real?: string | undefined }

/** Names of arguments, in lower case without `_` and `-`, that can hold a path relative to the folder. */
const pathNames = new Set(
  'path file filepath filename source sourcepath src destination destinationpath dest dst target targetpath newpath oldpath'.split(
    ' ',
  ),
)
/** Names of arguments that hold all of a file's text. */
const textNames = new Set('content contents text newcontent newtext filetext filecontent'.split(' '))

/** Words in a tool's name that say it replaces a file's text, and those that say it adds to it. */
const writing = /^(?:write|save|store|put|create|overwrite|replace)$/
const adding = /^(?:append|prepend|insert|add|patch|merge|log)$/

const longestPath = 4096

const plain = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '')

/** Whether an argument could name a file. */
export const mayBePath = (name: string, value: JsonValue): boolean =>
  typeof value === 'string' && (path.isAbsolute(value) || pathNames.has(plain(name)))

/**
 * The files that a call's arguments name in these folders, at most `mostFiles`, and what the arguments say becomes of
 * them: known only for one file, and only if no other argument or option of the tool could mean something else. Decided
 * from the tool's name and schema and the names of the arguments, never from what a server says about itself.
 */
export function namedFiles(
  tool: string,
  { inputSchema }: JsonObject,
  input: JsonObject,
  roots: readonly Root[],
): Named[] {
  const named = Object.entries(input).flatMap(([name, value]): (Named & { name: string })[] => {
    if (typeof value !== 'string' || textNames.has(plain(name))) return []
    const place = placeOf(name, value, roots)
    return place ? [{ name, at: pointerTo('', name), ...place }] : []
  })
  const [only, ...others] = named
  const effect = only && others.length === 0 ? effectOf(tool, only.name, inputSchema, input) : undefined
  const different = named.filter((each, index) => named.findIndex((one) => one.path === each.path) === index)
  return different.slice(0, mostFiles).map(({ name: _, ...each }) => ({ ...each, ...(effect && { effect }) }))
}

function placeOf(name: string, value: string, roots: readonly Root[]): Pick<Named, 'path' | 'root'> | undefined {
  if (value.length > longestPath || /[\0\r\n]/.test(value)) return undefined
  const full = path.isAbsolute(value) ? path.resolve(value) : relativeTo(name, value, roots)
  if (full === undefined) return undefined
  for (const { chosen, real = chosen } of roots) {
    const as = [real, chosen].find((each) => full !== each && isUnder(full, each))
    if (as !== undefined) return { path: path.join(real, path.relative(as, full)), root: real }
  }
  return undefined
}

/**
 * A relative path in the only folder. With several folders, only the server knows which one it means; and only the
 * server knows its home folder.
 */
function relativeTo(name: string, value: string, [root, ...others]: readonly Root[]): string | undefined {
  if (root === undefined || others.length > 0 || !pathNames.has(plain(name))) return undefined
  return /^(?:~|[a-z][a-z0-9+.-]*:)/i.test(value) || value === '' ? undefined : path.resolve(root.chosen, value)
}

/** The effect on the file of the arguments other than its path, which is in `named`; undefined if they don't say. */
function effectOf(tool: string, named: string, schema: JsonValue | undefined, input: JsonObject): Effect | undefined {
  const properties = isObject(schema) && isObject(schema['properties']) ? Object.keys(schema['properties']) : []
  const names = [...new Set([...properties, ...Object.keys(input)])].filter((name) => name !== named)
  const telling = names.filter((name) => !isNeutral(name, input))
  const [name, ...others] = telling
  if (name === undefined || others.length > 0) return undefined
  const at = pointerTo('', name)
  if (plain(name) === 'edits') return editsIn(input[name]) && { kind: 'edits', at }
  const isText = textNames.has(plain(name)) && typeof input[name] === 'string'
  return isText && replaces(tool) ? { kind: 'text', at } : undefined
}

/** Whether an option, with the value it has here, can't change how the file ends. */
function isNeutral(name: string, input: JsonObject): boolean {
  const value = input[name]
  if (plain(name) === 'dryrun') return value === undefined || value === false
  return plain(name) === 'encoding' && (value === undefined || value === 'utf-8' || value === 'utf8')
}

function replaces(tool: string): boolean {
  const words = tool
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
  return words.some((word) => writing.test(word)) && !words.some((word) => adding.test(word))
}
