import { stringify as toToml } from 'smol-toml'
import { isMap, isSeq, parseDocument, stringify as toYaml } from 'yaml'
import { isDeepStrictEqual } from 'node:util'
import type { ExportClient, MergedEntry, MergeProblem } from '../../../shared/config/exported.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import { isSecretName, isSecretValue } from '../../../shared/text/secret-signs.ts'
import { readTomlTree, readYamlTree } from './documents.ts'
import { editedAt } from '../settings/json-edit.ts'
import { readJsonTree } from '../settings/json-tree.ts'
import { targets } from './targets.ts'

/** A file's text with the servers in it, and what changed. */
export type Merged = { text: string; entries: MergedEntry[] }

const readers = { json: readJsonTree, toml: readTomlTree, yaml: readYamlTree }
const writers = { json: mergeJson, toml: mergeToml, yaml: mergeYaml }

/**
 * Puts servers into the text of an application's file; `content` is the export. Replaces the entries with their names
 * and leaves everything else as it is: the result is read again, and refused if anything else in it has changed.
 */
export function mergeExport(client: ExportClient, before: string, content: JsonObject): Merged | MergeProblem {
  const { member, format = 'json' } = targets[client]
  const bare = before.replace(/^\uFEFF/, '')
  const read = bare.trim() === '' ? { value: {} } : readers[format](bare)
  if ('code' in read || !isObject(read.value)) return 'unreadable'
  const here = read.value[member] ?? (client === 'continue' ? [] : {})
  const added = content[member]
  const servers = merged(here, added)
  if (servers === undefined) return 'another-form'
  const expected: JsonObject = {
    ...read.value,
    [member]: servers,
    ...(client === 'vscode' && { inputs: mergedInputs(read.value['inputs'], content['inputs']) }),
  }
  if (client === 'vscode' && Array.isArray(expected['inputs']) && expected['inputs'].length === 0)
    delete expected['inputs']
  const text = writers[format](bare, { member, before: read.value, expected, added })
  const again = readers[format](text)
  if ('code' in again || !isDeepStrictEqual(again.value, expected)) return 'not-kept'
  return { text, entries: entriesOf(here, added, format) }
}

type Change = { member: string; before: JsonObject; expected: JsonObject; added: JsonValue | undefined }

function merged(here: JsonValue, added: JsonValue | undefined): JsonValue | undefined {
  if (Array.isArray(here)) return Array.isArray(added) ? mergedList(here, added) : undefined
  return isObject(here) && isObject(added) ? { ...here, ...added } : undefined
}

const nameOf = (entry: JsonValue): string | undefined => {
  const name = isObject(entry) ? entry['name'] : undefined
  return typeof name === 'string' ? name : undefined
}

/** Entries of a list by name, each in its place. */
function mergedList(here: JsonValue[], added: JsonValue[]): JsonValue[] {
  const replaced = here.map((entry) => added.find((it) => nameOf(it) === nameOf(entry)) ?? entry)
  return [...replaced, ...added.filter((it) => !here.some((entry) => nameOf(entry) === nameOf(it)))]
}

/** Inputs that are already there keep their texts. */
function mergedInputs(here: JsonValue | undefined, added: JsonValue | undefined): JsonValue[] {
  const inputs = Array.isArray(here) ? here : []
  const known = new Set(inputs.map((it) => (isObject(it) ? it['id'] : undefined)))
  const own = Array.isArray(added) ? added : []
  return [...inputs, ...own.filter((it) => isObject(it) && !known.has(it['id']))]
}

/** Edits by position: comments, order, indentation and the end of the file stay. */
function mergeJson(text: string, { member, before, expected, added }: Change): string {
  let next = text.trim() === '' ? '{}\n' : text
  for (const [id, entry] of Object.entries(isObject(added) ? added : {})) next = editedAt(next, [member, id], entry)
  if (!isDeepStrictEqual(before['inputs'], expected['inputs'])) next = editedAt(next, ['inputs'], expected['inputs'])
  return next
}

function mergeYaml(text: string, { member, added }: Change): string {
  const document = parseDocument(text, { schema: 'core', stringKeys: true })
  const list = document.get(member)
  if (Array.isArray(added)) {
    if (!isSeq(list)) document.set(member, document.createNode(added))
    else
      for (const entry of added) {
        const at = list.items.findIndex((it) => isMap(it) && it.get('name') === nameOf(entry))
        if (at < 0) list.add(document.createNode(entry))
        else list.set(at, document.createNode(entry))
      }
  } else
    for (const [id, entry] of Object.entries(isObject(added) ? added : {}))
      document.setIn([member, id], document.createNode(entry))
  return document.toString({ lineWidth: 0 })
}

/** Removes the tables of the replaced entries, and adds the new ones at the end. */
function mergeToml(text: string, { member, added }: Change): string {
  const names = new Set(Object.keys(isObject(added) ? added : {}))
  let isReplaced = false
  const kept = text.split('\n').filter((line) => {
    const [, header] = /^\s*\[([^[\]]+)\]\s*(?:#.*)?$/.exec(line) ?? []
    if (header !== undefined || /^\s*\[\[/.test(line))
      isReplaced = header !== undefined && isTableOf(header, member, names)
    return !isReplaced
  })
  const before = kept.join('\n').trimEnd()
  return `${before}${before === '' ? '' : '\n\n'}${toToml({ [member]: added }).trim()}\n`
}

/** `mcp_servers.name`, `mcp_servers."name".env` */
function isTableOf(header: string, member: string, names: ReadonlySet<string>): boolean {
  const keys = (header.match(/"(?:[^"\\]|\\.)*"|'[^']*'|[\w-]+/g) ?? []).map((key) =>
    key.replace(/^["'](.*)["']$/, '$1'),
  )
  return keys[0] === member && names.has(keys[1] ?? '')
}

/** The added and replaced entries, as they are written. Secrets in replaced entries are hidden. */
function entriesOf(here: JsonValue, added: JsonValue | undefined, format: keyof typeof readers): MergedEntry[] {
  const write = (value: JsonValue): string =>
    format === 'toml' && isObject(value)
      ? toToml(value).trim()
      : format === 'yaml'
        ? toYaml(value).trim()
        : JSON.stringify(value, null, 2)
  const known = (id: string): JsonValue | undefined =>
    Array.isArray(here) ? here.find((it) => nameOf(it) === id) : isObject(here) ? here[id] : undefined
  const named: [string, JsonValue][] = Array.isArray(added)
    ? added.map((it) => [nameOf(it) ?? '', it])
    : Object.entries(isObject(added) ? added : {})
  return named.map(([id, after]) => {
    const before = known(id)
    return { id, after: write(after), ...(before !== undefined && { before: write(hidden(before)) }) }
  })
}

/** Values that are or may be secret become dots: no page gets them. */
function hidden(value: JsonValue, isSecret = false): JsonValue {
  if (typeof value === 'string') return isSecret || isSecretValue(value) ? '…' : value
  if (Array.isArray(value)) return value.map((it) => hidden(it, isSecret))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, it]) => [name, hidden(it, isSecret || isSecretName(name))]),
  )
}
