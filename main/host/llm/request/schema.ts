import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { referenced } from '../../../../shared/schema/pointer.ts'
import { plainText } from './text.ts'

/** A keyword's value as 2020-12 permits it; undefined if it doesn't. */
type Check = (value: JsonValue) => JsonValue | undefined

const types = new Set<JsonValue>(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])

const text: Check = (value) => (typeof value === 'string' ? plainText(value, 2000) : undefined)
const flag: Check = (value) => (typeof value === 'boolean' ? value : undefined)
const number: Check = (value) => (Number.isFinite(value) ? value : undefined)
const count: Check = (value) => (Number.isSafeInteger(value) && Number(value) >= 0 ? value : undefined)
const anything: Check = (value) => value
const list: Check = (value) => (Array.isArray(value) && value.length > 0 ? value : undefined)

const strings: Check = (value) =>
  Array.isArray(value) ? [...new Set(value.filter((item) => typeof item === 'string'))] : undefined

const typeNames: Check = (value) => {
  if (!Array.isArray(value)) return types.has(value) ? value : undefined
  const known = [...new Set(value)].filter((item) => types.has(item))
  return known.length > 0 ? known : undefined
}

const longestPattern = 1000

const isPattern = (source: JsonValue): boolean => {
  try {
    return typeof source === 'string' && source.length <= longestPattern && new RegExp(source, 'u') instanceof RegExp
  } catch {
    return false
  }
}

const schema: Check = (value) => cleanSchema(value)
const schemas: Check = (value) => (Array.isArray(value) && value.length > 0 ? value.map(cleanSchema) : undefined)
const named =
  (check: Check, allowed: (key: string) => boolean = () => true): Check =>
  (value) => {
    if (!isObject(value)) return undefined
    const kept = Object.entries(value).flatMap(([key, item]) => {
      const checked = allowed(key) ? check(item) : undefined
      return checked === undefined ? [] : [[key, checked] as const]
    })
    return Object.fromEntries(kept)
  }

/**
 * The keywords that are sent to a model. Others (identifiers, anchors, dynamic references, extensions) are left out.
 */
const keywords: Record<string, Check> = {
  title: text,
  description: text,
  default: anything,
  examples: list,
  deprecated: flag,
  readOnly: flag,
  writeOnly: flag,
  format: text,
  contentEncoding: text,
  contentMediaType: text,
  type: typeNames,
  enum: list,
  const: anything,
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: (value) => (Number.isFinite(value) && Number(value) > 0 ? value : undefined),
  minLength: count,
  maxLength: count,
  minItems: count,
  maxItems: count,
  minContains: count,
  maxContains: count,
  minProperties: count,
  maxProperties: count,
  uniqueItems: flag,
  pattern: (value) => (isPattern(value) ? value : undefined),
  properties: named(schema),
  patternProperties: named(schema, isPattern),
  additionalProperties: schema,
  propertyNames: schema,
  unevaluatedProperties: schema,
  required: strings,
  dependentRequired: named(strings),
  dependentSchemas: named(schema),
  items: schema,
  prefixItems: schemas,
  contains: schema,
  unevaluatedItems: schema,
  allOf: schemas,
  anyOf: schemas,
  oneOf: schemas,
  not: schema,
  if: schema,
  then: schema,
  else: schema,
  $defs: named(schema),
  definitions: named(schema),
  $ref: (value) => (typeof value === 'string' && value.startsWith('#') ? value : undefined),
}

/** Older drafts: a boolean `exclusiveMinimum` next to `minimum`, and `items` as a list. */
function modernise(old: JsonObject): JsonObject {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, items, additionalItems, ...rest } = old
  const pairs = {
    minimum: exclusiveMinimum === true ? undefined : minimum,
    exclusiveMinimum: exclusiveMinimum === true ? minimum : exclusiveMinimum,
    maximum: exclusiveMaximum === true ? undefined : maximum,
    exclusiveMaximum: exclusiveMaximum === true ? maximum : exclusiveMaximum,
    ...(Array.isArray(items) ? { prefixItems: items, items: additionalItems } : { items }),
  }
  const present = Object.entries(pairs).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]))
  return { ...rest, ...Object.fromEntries(present) }
}

/**
 * The part of a schema that JSON Schema 2020-12 knows, with older forms rewritten and malformed keywords left out:
 * permits what the original permits, or more. Recursive, so the value must not nest too deeply.
 */
export function cleanSchema(value: JsonValue): JsonValue {
  if (typeof value === 'boolean') return value
  if (!isObject(value)) return {}
  const kept = Object.entries(modernise(value)).flatMap(([keyword, part]) => {
    const check = Object.hasOwn(keywords, keyword) ? keywords[keyword] : undefined
    const checked = check?.(part)
    return checked === undefined ? [] : [[keyword, checked] as const]
  })
  return Object.fromEntries(kept)
}

/** The target of a local reference (`#`, `#/…`), if it exists. */
export function resolveReference(root: JsonValue, reference: string): JsonValue | undefined {
  const found = referenced(root, reference)
  return isObject(found) || typeof found === 'boolean' ? found : undefined
}

/** Leaves out every reference without a target. */
export function dropDangling(value: JsonValue, root: JsonValue = value): JsonValue {
  if (Array.isArray(value)) return value.map((item) => dropDangling(item, root))
  if (!isObject(value)) return value
  const kept = Object.entries(value).flatMap(([key, part]) =>
    key === '$ref' && typeof part === 'string' && resolveReference(root, part) === undefined
      ? []
      : [[key, dropDangling(part, root)] as const],
  )
  return Object.fromEntries(kept)
}

/** A schema without descriptions, with all its constraints. */
export function withoutWords(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutWords)
  if (!isObject(value)) return value
  const words = new Set(['title', 'description', 'default', 'examples'])
  const kept = Object.entries(value).flatMap(([key, part]) =>
    words.has(key) && !isObject(part) ? [] : [[key, withoutWords(part)] as const],
  )
  return Object.fromEntries(kept)
}
