import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { defined, isObject, type JsonValue } from '../../../shared/schema/json.ts'
import { pointerTo } from '../../../shared/schema/pointer.ts'
import { nearestBranches } from './branches.ts'
import { isolate } from './isolate.ts'
import { exactMultipleOf } from './multiple-of.ts'
import { boundProblems, describeProblems, locateProblems, type Problem } from './problems.ts'
import { withoutNullKeywords } from '../../../shared/schema/subschemas.ts'

/**
 * A check's findings: problems are clauses such as "`count` must be a whole number", up to ten, and `places` the same
 * for a form. `partly` is a clause that says which part of the schema wasn't applied.
 */
export type SchemaVerdict =
  | { ok: true; partly?: string }
  | { ok: false; problems: string[]; places: Problem[]; defaults?: Default[] }
  | { unchecked: string }

/** A missing required member, by its position (RFC 6901), and the default its schema declares. */
export type Default = { path: string; value: JsonValue }

/** Max size of a schema. Larger ones aren't compiled, and nothing is checked against them. */
const schemaLimits = { characters: 512 * 1024, depth: 40 }

const options: Options = {
  strict: false,
  validateSchema: false,
  allErrors: true,
  logger: false,
  ownProperties: true,
  verbose: true,
  // A pattern that only works without the "u" flag is still what its author meant.
  code: { regExp: Object.assign(lenientRegExp, { code: 'new RegExp' }) },
}

function lenientRegExp(pattern: string, flags: string): RegExp {
  try {
    return new RegExp(pattern, flags)
  } catch {
    return new RegExp(pattern)
  }
}

/** One schema, compiled by its own instance, so no other schema's `$id` can affect it. Fetches nothing. */
export class Compiled {
  readonly #compilation: Compilation

  private constructor(compilation: Compilation) {
    this.#compilation = compilation
  }

  /** Never throws: a schema that can't be compiled gives `unchecked`. */
  static from(schema: JsonValue): Compiled {
    return new Compiled(compile(schema))
  }

  check(value: unknown): SchemaVerdict {
    if ('unchecked' in this.#compilation) return this.#compilation
    const { validate, schema, partly } = this.#compilation
    try {
      if (validate(value)) return { ok: true, ...defined({ partly }) }
      const errors = validate.errors ?? []
      // A dropped reference's constraints could have reversed these.
      if (partly !== undefined && errors.some(({ keyword }) => ofOthers.has(keyword))) return { unchecked: partly }
      return refusal(errors, schema)
    } catch (error) {
      return { unchecked: `its schema cannot be applied (${reason(error)})` }
    }
  }
}

type Compilation = { validate: ValidateFunction; schema: JsonValue; partly?: string } | { unchecked: string }

/** Keywords that can fail because a subschema demands less than its author meant. */
const ofOthers = new Set(['not', 'oneOf', 'if', 'contains', 'unevaluatedItems', 'unevaluatedProperties'])

function refusal(errors: ErrorObject[], schema: JsonValue): SchemaVerdict {
  const problems = locateProblems(nearestBranches(errors, schema))
  const defaults = errors.flatMap((error) => defaultFor(error, errors))
  return {
    ok: false,
    problems: describeProblems(problems),
    places: boundProblems(problems),
    ...(defaults.length > 0 && { defaults }),
  }
}

/** Keywords that offer alternatives: filling in a member there would choose one. */
const alternatives = new Set(['anyOf', 'oneOf', 'if', 'not', 'contains'])
/** Max characters of JSON in a default that is filled in. */
const longestDefault = 4096

/** A missing member's default, unless it is missing only in one of several alternatives. */
function defaultFor({ keyword, params, parentSchema, instancePath }: ErrorObject, errors: ErrorObject[]): Default[] {
  if (keyword !== 'required') return []
  const isAlternative = errors.some(
    (it) => alternatives.has(it.keyword) && `${instancePath}/`.startsWith(`${it.instancePath}/`),
  )
  const member = String(params['missingProperty'])
  const properties: unknown = parentSchema?.['properties']
  if (isAlternative || !isObject(properties) || !Object.hasOwn(properties, member)) return []
  const schema = properties[member]
  if (!isObject(schema) || !Object.hasOwn(schema, 'default')) return []
  const value = schema['default'] ?? null
  return JSON.stringify(value).length > longestDefault ? [] : [{ path: pointerTo(instancePath, member), value }]
}

function compile(given: JsonValue): Compilation {
  if (typeof given === 'boolean') return { validate: new Ajv2020(options).compile(given), schema: given }
  if (!isObject(given)) return { unchecked: 'its schema is not an object' }
  if (JSON.stringify(given).length > schemaLimits.characters) return { unchecked: 'its schema is larger than 512 KB' }
  if (isDeeper(given, schemaLimits.depth)) return { unchecked: 'its schema is nested too deeply' }
  const schema = withoutNullKeywords(given)
  const ajv = engineFor(schema['$schema'])
  if (!ajv) return { unchecked: `its dialect (${reason(schema['$schema'])}) is not one Atrium can check` }
  try {
    formats(ajv)
    ajv.removeKeyword('multipleOf').addKeyword(exactMultipleOf)
    const isolated = isolate(schema)
    const validate = ajv.compile(isolated.schema)
    const { schema: whole, left } = isolated
    return { validate, schema: whole, ...(left.length > 0 && { partly: leftOut(left) }) }
  } catch (error) {
    return { unchecked: `its schema cannot be read (${reason(error)})` }
  }
}

/** Compiles a schema without references to a function that only tells whether a value fits; null if that fails. */
export function compileQuick(schema: JsonValue): ValidateFunction | null {
  try {
    const { $schema: dialect, ...rest } = isObject(schema) ? schema : { not: !schema }
    return engineFor(dialect, { ...options, allErrors: false, verbose: false, messages: false })?.compile(rest) ?? null
  } catch {
    // The thread that checks it says what is wrong.
    return null
  }
}

function leftOut([first = '', ...others]: string[]): string {
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  return `its schema refers to "${first}"${more}, which is not in it, and nothing is fetched`
}

/** The engine for a schema's declared dialect; 2020-12 if it declares none (SEP-1613). */
function engineFor(dialect: unknown, settings = options): Ajv | undefined {
  if (dialect === undefined) return new Ajv2020(settings)
  if (typeof dialect !== 'string') return undefined
  const [, name] =
    /^https?:\/\/json-schema\.org\/(draft\/2020-12|draft\/2019-09|draft-07|draft-06)\/schema#?$/.exec(dialect) ?? []
  switch (name) {
    case 'draft/2020-12':
      return new Ajv2020(settings)
    case 'draft/2019-09':
      return new Ajv2019(settings)
    case 'draft-07':
    case 'draft-06':
      return new Ajv(settings)
    default:
      return undefined
  }
}

function isDeeper(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return left === 0 || Object.values(value).some((it) => isDeeper(it, left - 1))
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 200)
