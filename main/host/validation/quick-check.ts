import type { ValidateFunction } from 'ajv'
import { isObject, type JsonValue } from '../../../shared/schema/json.ts'
import type { NamedSchema } from './checking-thread.ts'
import { compileQuick } from './schema-check.ts'

/** Limits of a schema that is compiled on the host's thread: characters of JSON, subschemas and values of an `enum`. */
const largestSchema = { characters: 8192, parts: 64, choices: 200 }
/** Limits of a value that is checked there. The work is at most parts of the schema times parts of the value. */
const largestValue = { characters: 32_768, parts: 500 }
const mostKept = 500

/** Keywords with a bounded cost per part of a value: no pattern, format, reference, comparison or search. */
const plain = new Set([
  'type',
  'required',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
])
/** Keywords that say nothing about a value. */
const silent = new Set([
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$comment',
])
const dialects = new Set([
  'https://json-schema.org/draft/2020-12/schema',
  'http://json-schema.org/draft-07/schema#',
  'https://json-schema.org/draft-07/schema#',
])

/**
 * Recognizes values that fit, on the host's thread, for schemas whose cost is bounded by their form. Everything else is
 * left to a thread that can be killed: other schemas, large values, and values that don't fit, whose problems must be
 * described.
 */
export class QuickCheck {
  /** By the schema's hash; null if it isn't for this thread. */
  readonly #known = new Map<string, ValidateFunction | null>()

  /** True if the value fits; false means nothing. */
  fits({ hash, schema }: NamedSchema, value: JsonValue): boolean {
    const validate = this.#compiled(hash, schema)
    return validate !== null && isSmall(value) && validate(value)
  }

  #compiled(hash: string, schema: JsonValue): ValidateFunction | null {
    const known = this.#known.get(hash)
    if (known !== undefined) return known
    const compiled = isPlain(schema) ? compileQuick(schema) : null
    const [oldest] = this.#known.keys()
    if (this.#known.size >= mostKept && oldest !== undefined) this.#known.delete(oldest)
    this.#known.set(hash, compiled)
    return compiled
  }
}

/** Whether a schema is small and has only keywords with a bounded cost. */
function isPlain(schema: JsonValue): boolean {
  let parts = 0
  let choices = 0
  const allPlain = (list: JsonValue[]): boolean => list.every(isPart)
  const isPart = (part: JsonValue): boolean => {
    if (typeof part === 'boolean') return true
    if (!isObject(part) || ++parts > largestSchema.parts) return false
    return Object.entries(part).every(([keyword, value]) => {
      if (plain.has(keyword) || silent.has(keyword)) return true
      switch (keyword) {
        case '$schema':
          return part === schema && typeof value === 'string' && dialects.has(value)
        case 'properties':
          return isObject(value) && allPlain(Object.values(value))
        case 'additionalProperties':
        case 'items':
          return isPart(value)
        case 'anyOf':
        case 'oneOf':
        case 'allOf':
          return Array.isArray(value) && allPlain(value)
        case 'const':
          return isScalar(value)
        case 'enum':
          return Array.isArray(value) && (choices += value.length) <= largestSchema.choices && value.every(isScalar)
        default:
          return false
      }
    })
  }
  return hasFewCharacters(schema, largestSchema.characters) && isPart(schema)
}

const isScalar = (value: JsonValue): boolean => typeof value !== 'object' || value === null

const hasFewCharacters = (value: JsonValue, most: number): boolean => JSON.stringify(value).length <= most

/** Counts parts and characters, and stops at the first too many. */
function isSmall(value: JsonValue): boolean {
  let { characters, parts } = largestValue
  const open: JsonValue[] = [value]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (--parts < 0) return false
    if (typeof next === 'string') characters -= next.length
    else if (typeof next === 'object' && next !== null) {
      const members = Object.values(next)
      if (!Array.isArray(next)) for (const name of Object.keys(next)) characters -= name.length
      if (members.length > parts) return false
      open.push(...members)
    }
    if (characters < 0) return false
  }
  return true
}
