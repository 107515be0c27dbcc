import { isObject, withoutNulls, type JsonObject, type JsonValue } from './json.ts'

/** Keywords whose value is one schema, a list of schemas, or either (JSON Schema draft-06 to 2020-12). */
const direct = [
  'additionalItems',
  'additionalProperties',
  'allOf',
  'anyOf',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'oneOf',
  'prefixItems',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]
/** Keywords whose members are schemas under names the author chose. */
const byName = ['$defs', 'definitions', 'dependencies', 'dependentSchemas', 'patternProperties', 'properties']

/** A schema inside another; `path` leads to it from the outer one. */
export type Subschema = { path: [keyword: string, ...rest: string[]]; schema: JsonObject }

/** A schema's direct subschemas. Excludes what only looks like a schema, such as an example or a default. */
export function subschemas(schema: JsonObject): Subschema[] {
  const found: Subschema[] = []
  const add = (path: Subschema['path'], value: JsonValue | undefined) => {
    if (isObject(value)) found.push({ path, schema: value })
  }
  for (const keyword of direct) {
    const value = own(schema, keyword)
    if (Array.isArray(value)) value.forEach((item, index) => add([keyword, String(index)], item))
    else add([keyword], value)
  }
  for (const keyword of byName) {
    const value = own(schema, keyword)
    if (isObject(value)) for (const [name, item] of Object.entries(value)) add([keyword, name], item)
  }
  return found
}

const own = (schema: JsonObject, keyword: string): JsonValue | undefined =>
  Object.hasOwn(schema, keyword) ? schema[keyword] : undefined

/** Keywords whose value may be null. */
const nullable = new Set(['const', 'default'])

/**
 * A schema without keywords that are null, at every level, as some libraries write absent ones. Nulls that are values
 * stay. Recursive, so the schema must not nest too deeply.
 */
export function withoutNullKeywords(schema: JsonObject): JsonObject {
  const present = Object.entries(schema).filter(([keyword, value]) => value !== null || nullable.has(keyword))
  return Object.fromEntries(
    present.map(([keyword, value]): [string, JsonValue] => {
      if (direct.includes(keyword)) return [keyword, Array.isArray(value) ? value.map(cleaned) : cleaned(value)]
      if (!byName.includes(keyword) || !isObject(value)) return [keyword, value]
      const members = Object.entries(withoutNulls(value))
      return [keyword, Object.fromEntries(members.map(([name, it]) => [name, cleaned(it)]))]
    }),
  )
}

const cleaned = (value: JsonValue): JsonValue => (isObject(value) ? withoutNullKeywords(value) : value)
