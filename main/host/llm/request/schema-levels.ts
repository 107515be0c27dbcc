import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { largestSchema, unspecified, type InputSchema, type MappedSchema } from './input-schema.ts'
import { asProto } from './proto-schema.ts'
import { dropDangling, withoutWords } from './schema.ts'
import { withLost } from './lost-words.ts'
import { noteWords as words } from '../model-words.ts'

/**
 * How much of JSON Schema a server of OpenAI's API takes: all of it in the form its checks want, without what fails in
 * the grammars of local servers, or the few fields of Google's own schema.
 */
export type SchemaLevel = 'full' | 'plain' | 'proto'

const known: Record<SchemaLevel, WeakMap<MappedSchema, MappedSchema>> = {
  full: new WeakMap(),
  plain: new WeakMap(),
  proto: new WeakMap(),
}

/** A mapped schema as a server of this level takes it. Permits at least as much; what is lost is said in words. */
export function atLevel(mapped: MappedSchema, level: SchemaLevel): MappedSchema {
  const found = known[level].get(mapped) ?? convert(mapped, level)
  known[level].set(mapped, found)
  return found
}

function convert(mapped: MappedSchema, level: SchemaLevel): MappedSchema {
  const made = conversions[level](mapped.schema)
  const candidates = [made, { ...made, schema: asInput(withoutWords(made.schema)) }]
  for (const { schema, fromText } of candidates) {
    const size = JSON.stringify(schema).length
    if (size <= largestSchema) return { ...mapped, schema, size, ...(fromText && { fromText }) }
  }
  const none = unspecified(words.schemaTooLarge)
  return { ...none, schema: { ...none.schema, properties: {} } }
}

type Converted = Pick<MappedSchema, 'schema' | 'fromText'>

const conversions: Record<SchemaLevel, (schema: InputSchema) => Converted> = {
  full: (schema) => ({ schema: whole(complete(schema)) }),
  plain: (schema) => ({ schema: whole(simplify(complete(schema))) }),
  proto: (schema) => asProto(whole(complete(schema))),
}

const asInput = (value: JsonValue): InputSchema => ({ ...(isObject(value) ? value : {}), type: 'object' })

/** The schema of a tool's input: the strict servers require its properties, and refuse alternatives for it. */
function whole(schema: JsonObject): InputSchema {
  const { enum: _values, const: _value, not: _not, if: _if, then: _then, else: _else, ...rest } = schema
  const { properties } = rest
  return asInput(dropDangling({ ...rest, properties: isObject(properties) ? properties : {} }))
}

const ofOne = ['items', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else']
const ofNames = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions']
const ofMany = ['anyOf', 'oneOf', 'allOf', 'prefixItems']

/** The same schema with each schema directly inside changed; undefined leaves one out. */
function withParts(schema: JsonObject, change: (part: JsonValue) => JsonValue | undefined): JsonObject {
  const kept = Object.entries(schema).flatMap(([key, value]): [string, JsonValue][] => {
    if (ofOne.includes(key)) {
      const changed = typeof value === 'boolean' && key !== 'items' ? value : change(value)
      return changed === undefined ? [] : [[key, changed]]
    }
    if (ofNames.includes(key) && isObject(value))
      return [[key, Object.fromEntries(changedEntries(Object.entries(value), change))]]
    if (!ofMany.includes(key) || !Array.isArray(value)) return [[key, value]]
    const parts = value.flatMap((part) => change(part) ?? [])
    return parts.length > 0 ? [[key, parts]] : []
  })
  return Object.fromEntries(kept)
}

const changedEntries = (
  entries: [string, JsonValue][],
  change: (part: JsonValue) => JsonValue | undefined,
): [string, JsonValue][] =>
  entries.flatMap(([name, part]): [string, JsonValue][] => {
    const changed = change(part)
    return changed === undefined ? [] : [[name, changed]]
  })

/** Objects in place of the schemas `true` and `false`, and `items` in every array. */
function complete(schema: JsonObject): JsonObject {
  const parts = withParts(schema, (part) => (isObject(part) ? complete(part) : part === false ? undefined : {}))
  const { type } = parts
  const isArray = type === 'array' || (Array.isArray(type) && type.includes('array'))
  return isArray && !isObject(parts['items']) ? { ...parts, items: {} } : parts
}

/** Keywords that grammars of local servers know. */
const simple = new Set([
  'title',
  'description',
  'default',
  'type',
  'enum',
  'const',
  'properties',
  'required',
  'items',
  'prefixItems',
  'additionalProperties',
  'anyOf',
  'oneOf',
  'allOf',
  '$ref',
  '$defs',
  'definitions',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
])

function simplify(schema: JsonObject): JsonObject {
  const kept = Object.fromEntries(Object.entries(schema).filter(([key]) => simple.has(key)))
  // The whole schema can't be referenced in a grammar.
  const { $ref, ...rest } = kept
  const parts = withParts($ref === '#' ? { ...rest, type: 'object' } : kept, (part) =>
    isObject(part) ? simplify(part) : part,
  )
  return withLost(parts, schema, (key) => simple.has(key))
}
