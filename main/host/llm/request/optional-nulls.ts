import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { resolveReference } from './schema.ts'

/** Max references that are followed from one schema. */
const mostReferences = 10

/**
 * A model's arguments without nulls for optional properties whose schema has no null: models write them for what they
 * leave out. Everything else stays as it is.
 */
export function withoutOptionalNulls(input: JsonObject, schema: JsonValue, root = schema): JsonObject {
  const known = isObject(schema) ? (target(schema, root) ?? {}) : {}
  const { properties, required } = isObject(known) ? known : {}
  if (!isObject(properties)) return input
  const isRequired = (name: string): boolean => Array.isArray(required) && required.includes(name)
  const members = Object.entries(input).flatMap(([name, value]): [string, JsonValue][] => {
    const of = Object.hasOwn(properties, name) ? (properties[name] ?? {}) : {}
    if (value === null) return isRequired(name) || allowsNull(of, root) ? [[name, value]] : []
    return [[name, isObject(value) ? withoutOptionalNulls(value, of, root) : value]]
  })
  return Object.fromEntries(members)
}

/** Whether null may be a value of this schema; true if that isn't certain. */
function allowsNull(given: JsonValue, root: JsonValue): boolean {
  const schema = isObject(given) ? target(given, root) : given
  if (!isObject(schema)) return schema !== false
  const { type, anyOf, oneOf, nullable } = schema
  if (nullable === true) return true
  if (typeof type === 'string') return type === 'null'
  if (Array.isArray(type)) return type.includes('null')
  if (Array.isArray(schema['enum'])) return schema['enum'].includes(null)
  const branches = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : undefined
  return branches?.some((branch) => allowsNull(branch, root)) ?? true
}

/** The schema that a chain of local references leads to; undefined if it leads nowhere. */
function target(schema: JsonObject, root: JsonValue): JsonValue | undefined {
  let at: JsonValue | undefined = schema
  for (let followed = 0; isObject(at) && typeof at['$ref'] === 'string'; followed++)
    at = followed < mostReferences ? resolveReference(root, at['$ref']) : undefined
  return at
}
