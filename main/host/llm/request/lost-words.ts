import type { JsonObject, JsonValue } from '../../../../shared/schema/json.ts'
import { clip } from '../../../../shared/text/clip.ts'

/** Max characters of one keyword's value in words. */
const longestValue = 200

/** Keywords that restrict nothing, or that a description doesn't need. */
const wordless = new Set([
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$defs',
  'definitions',
  '$ref',
  'properties',
  'required',
  'type',
  'items',
  'allOf',
  'unevaluatedProperties',
  'unevaluatedItems',
])

const written: Record<string, (value: string) => string> = {
  pattern: (value) => `must match ${value}`,
  format: (value) => `format ${value}`,
  enum: (value) => `one of ${value}`,
  const: (value) => `always ${value}`,
  minLength: (value) => `at least ${value} characters`,
  maxLength: (value) => `at most ${value} characters`,
  minItems: (value) => `at least ${value} items`,
  maxItems: (value) => `at most ${value} items`,
  minimum: (value) => `at least ${value}`,
  maximum: (value) => `at most ${value}`,
  exclusiveMinimum: (value) => `more than ${value}`,
  exclusiveMaximum: (value) => `less than ${value}`,
  multipleOf: (value) => `a multiple of ${value}`,
  uniqueItems: () => 'each item once',
}

/** The schema with the restrictions of `whole` that it has lost, in words at the end of its description. */
export function withLost(schema: JsonObject, whole: JsonObject, isKept: (key: string) => boolean): JsonObject {
  const lost = Object.entries(whole).flatMap(([key, value]) =>
    isKept(key) || wordless.has(key) || typeof value === 'boolean' ? [] : [inWords(key, value)],
  )
  return lost.length > 0 ? described(schema, lost.join('; ')) : schema
}

/** The schema with a remark at the end of its description. */
export function described(schema: JsonObject, remark: string): JsonObject {
  const { description } = schema
  const text = typeof description === 'string' && description !== '' ? `${description} (${remark})` : `(${remark})`
  return { ...schema, description: text }
}

function inWords(key: string, value: JsonValue): string {
  const text = typeof value === 'string' ? value : Array.isArray(value) ? listed(value) : JSON.stringify(value)
  const short = clip(text, longestValue)
  return written[key]?.(short) ?? `${key}: ${short}`
}

const listed = (values: JsonValue[]): string =>
  values.map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value))).join(', ')
