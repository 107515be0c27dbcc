import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { deepest, exceeds } from './json.ts'
import { cleanSchema, dropDangling, resolveReference, withoutWords } from './schema.ts'
import { plainText } from './text.ts'
import { noteWords as words } from '../model-words.ts'

/** A schema as the API accepts it for a tool's input. */
export type InputSchema = JsonObject & { type: 'object' }

/**
 * `size` counts characters of JSON; `renamed` maps the keys the model sees to the server's own; `note` says in a
 * sentence what the model isn't told; `fromText` reads the arguments that the schema asks for as JSON text.
 */
export type MappedSchema = {
  schema: InputSchema
  size: number
  renamed: ReadonlyMap<string, string>
  note?: string
  fromText?: (input: JsonObject) => JsonObject
}

/** Max size of one tool's schema, in characters of JSON. */
export const largestSchema = 16_384
const mostParts = 20_000
/** Max top-level alternatives and references to follow; further ones are left out. */
const mostBranches = 100

const keyPattern = /^[a-zA-Z0-9_.-]{1,64}$/

/** The schema that permits everything, for when the server's own can't be sent. */
export const unspecified = (why: string): MappedSchema => ({
  schema: { type: 'object' },
  size: 17,
  renamed: new Map(),
  note: words.noSchema(why),
})

/** Definitions are part of every request and never change in place. */
const known = new WeakMap<JsonObject, MappedSchema>()

/**
 * Turns whatever a server sent as `inputSchema` into an object schema of JSON Schema 2020-12 that the API accepts. It
 * permits at least what the server's schema permits; the host checks arguments against the original.
 */
export function mapSchema(raw: JsonValue): MappedSchema {
  if (!isObject(raw)) return unspecified(words.schemaMissing)
  const mapped = known.get(raw) ?? mapObject(raw)
  known.set(raw, mapped)
  return mapped
}

function mapObject(raw: JsonObject): MappedSchema {
  if (exceeds(raw, deepest, mostParts)) return unspecified(words.schemaTooDeep)
  const cleaned = asObject(cleanSchema(raw))
  const flat = flatten(cleaned, cleaned, { left: mostBranches })
  if (!allowsObjects(flat)) return unspecified(words.schemaOfNoObject)
  const { schema: shown, renamed } = renameKeys(flat)
  const schema = asObjectSchema(dropDangling(shown))
  const size = sizeOf(schema)
  if (size <= largestSchema) return { schema, size, renamed, ...alternativesNote(cleaned) }
  const brief = asObjectSchema(withoutWords(schema))
  const briefSize = sizeOf(brief)
  if (briefSize > largestSchema) return unspecified(words.schemaTooLarge)
  return {
    schema: brief,
    size: briefSize,
    renamed,
    note: words.meaningLeftOut,
  }
}

const sizeOf = (value: JsonValue): number => JSON.stringify(value).length

const alternativesNote = (schema: JsonObject): { note?: string } =>
  schema['anyOf'] || schema['oneOf'] ? { note: words.severalForms } : {}

const asObject = (value: JsonValue | undefined): JsonObject => (isObject(value) ? value : {})
const asObjectSchema = (value: JsonValue): InputSchema => ({ ...asObject(value), type: 'object' })

const allowsObjects = ({ type }: JsonObject): boolean =>
  type === undefined || type === 'object' || (Array.isArray(type) && type.includes('object'))

type Budget = { left: number }

/** Merges `$ref`, `allOf`, `anyOf` and `oneOf` at the top into one list of properties: the API rejects them there. */
function flatten(schema: JsonObject, root: JsonObject, budget: Budget): JsonObject {
  const { $ref, allOf, anyOf, oneOf, ...own } = schema
  if ($ref === undefined && !allOf && !anyOf && !oneOf) return own
  const branches = (value: JsonValue | undefined): JsonObject[] =>
    (Array.isArray(value) ? value : []).flatMap((branch) => {
      if (!isObject(branch) || budget.left-- <= 0) return []
      const flat = flatten(branch, root, budget)
      return allowsObjects(flat) ? [flat] : []
    })
  const target = typeof $ref === 'string' ? resolveReference(root, $ref) : undefined
  const every = [...branches(target === undefined ? [] : [target]), ...branches(allOf)]
  const { additionalProperties: _closed, ...open } = own
  const joined = every.reduce<JsonObject>((sum, branch) => join(sum, branch, 'every'), open)
  return [branches(anyOf), branches(oneOf)].reduce<JsonObject>((sum, group) => {
    const [first, ...rest] = group
    if (!first) return sum
    return join(
      sum,
      rest.reduce<JsonObject>((all, branch) => join(all, branch, 'any'), first),
      'every',
    )
  }, joined)
}

/** The properties of both; required is what both require if one suffices (`any`), else what either requires. */
function join(a: JsonObject, b: JsonObject, mode: 'every' | 'any'): JsonObject {
  const properties = { ...asObject(a['properties']) }
  const merged = new Map(Object.entries(properties))
  for (const [key, part] of Object.entries(asObject(b['properties']))) {
    const before = merged.get(key)
    const same = before === undefined || JSON.stringify(before) === JSON.stringify(part)
    merged.set(key, same ? part : { [mode === 'any' ? 'anyOf' : 'allOf']: [before, part] })
  }
  const [ours, theirs] = [namesOf(a['required']), namesOf(b['required'])]
  const required = mode === 'any' ? ours.filter((key) => theirs.includes(key)) : [...new Set([...ours, ...theirs])]
  const { additionalProperties: _closed, ...open } = b
  return { ...open, ...a, type: 'object', properties: Object.fromEntries(merged), required }
}

const namesOf = (value: JsonValue | undefined): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

/** Renames every property whose key the API rejects to an unused key. */
function renameKeys(schema: JsonObject): { schema: JsonObject; renamed: Map<string, string> } {
  const properties = schema['properties']
  const renamed = new Map<string, string>()
  if (!isObject(properties)) return { schema, renamed }
  const shown = new Map<string, string>()
  Object.keys(properties).forEach((key, position) => {
    if (keyPattern.test(key)) return
    let name = `${key.replaceAll(/[^a-zA-Z0-9_.-]+/g, '_').slice(0, 40)}_${position + 1}`
    while (Object.hasOwn(properties, name)) name += '_'
    shown.set(key, name)
    renamed.set(name, key)
  })
  if (renamed.size === 0) return { schema, renamed }
  const parts = Object.entries(properties).map(([key, part]) => {
    const name = shown.get(key)
    return name === undefined ? [key, part] : [name, isObject(part) ? { title: plainText(key, 200), ...part } : part]
  })
  const required = namesOf(schema['required']).map((key) => shown.get(key) ?? key)
  return { schema: { ...schema, properties: Object.fromEntries(parts), required }, renamed }
}
