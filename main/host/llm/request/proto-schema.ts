import { defined, isObject, parseJson, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import type { InputSchema } from './input-schema.ts'
import { described, withLost } from './lost-words.ts'
import { resolveReference } from './schema.ts'

/** Max references to follow; deeper values are written as text. */
const deepestReference = 5
const mostParts = 1000

/** A conversion's state: the root for references, how many were followed, and how many parts may still be written. */
type At = { root: JsonObject; followed: number; budget: { left: number }; texts: WeakSet<JsonObject> }

/**
 * A schema in the few fields of Google's own: no references, one type each, values of `enum` as strings, and no object
 * without properties. Objects of unknown keys are asked for as JSON text, which `fromText` reads.
 */
export function asProto(schema: InputSchema): {
  schema: InputSchema
  fromText: (input: JsonObject) => JsonObject
} {
  const at: At = { root: schema, followed: 0, budget: { left: mostParts }, texts: new WeakSet() }
  const { properties, required } = inner(schema, at)
  const { description } = schema
  const made: InputSchema = {
    type: 'object',
    ...(typeof description === 'string' && { description }),
    properties: properties ?? {},
    ...defined({ required }),
  }
  return { schema: made, fromText: (input) => readObject(input, made, at.texts) }
}

/** The keywords kept for each type; others become words. */
const keptOf: Record<string, string[]> = {
  object: ['properties', 'required'],
  array: ['items', 'prefixItems'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
}

function convert(value: JsonValue, at: At): JsonObject {
  if (!isObject(value) || at.budget.left-- <= 0) return asText({}, at)
  const { node, at: inside } = follow(value, at)
  if (!node) return asText(value, at)
  const choices = [node['anyOf'], node['oneOf']].find(Array.isArray)
  if (choices && !isObject(node['properties'])) return convertChoices(node, choices, inside)
  const { type, nullable, others } = typeOf(node)
  const values = (valuesOf(node) ?? []).filter((it) => it !== null)
  const isEnum = values.length > 0 && values.every((it) => typeof it === 'string' && it !== '')
  const kept = isEnum ? ['enum', 'const'] : (keptOf[type ?? ''] ?? [])
  const words = typeof node['description'] === 'string' ? node['description'] : node['title']
  const start = withLost(
    {
      ...(isEnum ? { type: 'string' } : type !== undefined && { type }),
      ...(typeof words === 'string' && { description: words }),
    },
    node,
    (key) => kept.includes(key),
  )
  const base = others.length > 0 && !isEnum ? described(start, `or ${others.join(', ')}`) : start
  const may = nullable || valuesOf(node)?.includes(null) === true ? { nullable: true } : {}
  if (isEnum) return { ...base, enum: [...new Set(values)], ...may }
  if (type === 'object') {
    const parts = inner(node, inside)
    return parts.properties ? { ...base, ...parts, ...may } : asText({ ...base, ...may }, at)
  }
  if (type === 'array') return { ...base, items: convert(itemOf(node), inside), ...may }
  if (type === undefined) return asText({ ...base, ...may }, at)
  return { ...base, ...pick(node, kept), ...may }
}

/** The schema that a reference leads to, with all that `allOf` adds; none if it leads nowhere, or too deep. */
function follow(value: JsonObject, at: At): { node?: JsonObject; at: At } {
  const { $ref, allOf, ...own } = value
  if ($ref === undefined && !Array.isArray(allOf)) return { node: value, at }
  if (at.followed >= deepestReference || at.budget.left-- <= 0) return { at }
  const inside = { ...at, followed: at.followed + 1 }
  const target = typeof $ref === 'string' ? resolveReference(at.root, $ref) : undefined
  const parts = [target, ...listOf(allOf)].flatMap((part): JsonObject[] => {
    const { node } = isObject(part) ? follow(part, inside) : {}
    return node ? [node] : []
  })
  return { node: parts.reduce(merge, own), at: inside }
}

function merge(a: JsonObject, b: JsonObject): JsonObject {
  const properties = { ...objectOf(b['properties']), ...objectOf(a['properties']) }
  const required = [...new Set([...listOf(a['required']), ...listOf(b['required'])])]
  return {
    ...b,
    ...a,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  }
}

const objectOf = (value: JsonValue | undefined): JsonObject => (isObject(value) ? value : {})
const listOf = (value: JsonValue | undefined): JsonValue[] => (Array.isArray(value) ? value : [])

const isNull = (value: JsonValue): boolean =>
  isObject(value) && (value['type'] === 'null' || (value['const'] === null && Object.hasOwn(value, 'const')))

/** Google takes nothing else beside `anyOf`, so each alternative has the description. */
function convertChoices(node: JsonObject, choices: JsonValue[], at: At): JsonObject {
  const { anyOf: _any, oneOf: _one, ...shared } = node
  const isNullable = choices.some(isNull)
  const made = choices.flatMap((choice) =>
    isObject(choice) && !isNull(choice) ? [convert(merge(choice, shared), at)] : [],
  )
  const [first] = made
  if (!first) return convert(shared, at)
  const all = isNullable ? made.map((it) => orNull(it, at)) : made
  return all.length === 1 ? (all[0] ?? first) : { anyOf: all }
}

function orNull(schema: JsonObject, { texts }: At): JsonObject {
  const made = { ...schema, nullable: true }
  if (texts.has(schema)) texts.add(made)
  return made
}

function typeOf(node: JsonObject): { type?: string; nullable: boolean; others: string[] } {
  const named = [node['type']].flat().filter((it) => typeof it === 'string')
  const [type, ...others] = named.filter((it) => it !== 'null')
  const nullable = named.includes('null')
  if (type !== undefined) return { type, nullable, others }
  const likely = isObject(node['properties']) ? 'object' : isObject(node['items']) ? 'array' : undefined
  const kind = likely ?? kindOf(valuesOf(node)?.find((it) => it !== null))
  return { ...defined({ type: kind }), nullable, others: [] }
}

const kindOf = (value: JsonValue | undefined): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? typeof value : undefined

const valuesOf = (node: JsonObject): JsonValue[] | undefined =>
  Array.isArray(node['enum']) ? node['enum'] : node['const'] === undefined ? undefined : [node['const']]

const itemOf = (node: JsonObject): JsonValue => {
  const { items, prefixItems } = node
  const first = Array.isArray(prefixItems) ? prefixItems : []
  return first.length > 0 ? { anyOf: isObject(items) ? [...first, items] : first } : (items ?? {})
}

const pick = (node: JsonObject, keys: string[]): JsonObject =>
  Object.fromEntries(Object.entries(node).filter(([key]) => keys.includes(key)))

/** An object's properties, and which of them are required; none without properties. */
function inner(node: JsonObject, at: At): { properties?: JsonObject; required?: string[] } {
  const entries = Object.entries(objectOf(node['properties'])).map(([key, part]) => [key, convert(part, at)] as const)
  if (entries.length === 0) return {}
  const properties = Object.fromEntries(entries)
  const required = listOf(node['required']).filter((key) => typeof key === 'string' && Object.hasOwn(properties, key))
  return { properties, ...(required.length > 0 && { required: required.map(String) }) }
}

/** A value of unknown form, which the model writes as text. */
function asText({ type, description, nullable }: JsonObject, { texts }: At): JsonObject {
  const what =
    type === 'object' ? 'a JSON object, written as text' : 'any value; objects and lists written as JSON text'
  const words = { ...(typeof description === 'string' && { description }), ...(nullable === true && { nullable }) }
  const text = described({ type: 'string', ...words }, what)
  texts.add(text)
  return text
}

const readObject = (input: JsonObject, schema: JsonObject, texts: At['texts']): JsonObject => {
  const properties = objectOf(schema['properties'])
  const read = Object.entries(input).map(([key, value]) => [key, readText(value, properties[key], texts)] as const)
  return Object.fromEntries(read)
}

/** Objects and lists that the schema asked for as text; all else stays. */
function readText(value: JsonValue, schema: JsonValue | undefined, texts: At['texts']): JsonValue {
  if (!isObject(schema)) return value
  const choices = schema['anyOf']
  if (texts.has(schema) || (Array.isArray(choices) && choices.some((it) => isObject(it) && texts.has(it)))) {
    const parsed = typeof value === 'string' && /^\s*[[{]/.test(value) ? parseJson(value) : undefined
    return typeof parsed === 'object' && parsed !== null ? parsed : value
  }
  if (Array.isArray(value)) return value.map((item) => readText(item, schema['items'], texts))
  return isObject(value) ? readObject(value, schema, texts) : value
}
