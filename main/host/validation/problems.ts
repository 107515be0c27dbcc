import type { ErrorObject } from 'ajv'
import { pointerTo, readablePath } from '../../../shared/schema/pointer.ts'
import { clip } from '../../../shared/text/clip.ts'

const most = 10
const mostPlaces = 100
const longest = 300

/** A problem at one position in a value (RFC 6901): what must be there, such as "must be a whole number". */
export type Problem = { path: string; message: string }

/** A value's problems by position, each once. */
export function locateProblems(errors: ErrorObject[]): Problem[] {
  const found = new Map<string, Problem>()
  for (const error of errors) {
    const problem = locate(error)
    found.set(`${problem.path} ${problem.message}`, problem)
  }
  return [...found.values()]
}

/** Problems in words: each clause names the position. */
export function describeProblems(problems: Problem[]): string[] {
  const clauses = new Set(problems.map(({ path, message }) => clip(`${place(path)} ${message}`, longest)))
  const shown = [...clauses].slice(0, most)
  const more = clauses.size - shown.length
  return more > 0 ? [...shown.slice(0, most - 1), `and ${more + 1} more problems`] : shown
}

/** As many problems as a form can show. */
export const boundProblems = (problems: Problem[]): Problem[] =>
  problems
    .slice(0, mostPlaces)
    .map(({ path, message }) => ({ path: path.slice(0, 4096), message: clip(message, longest) }))

function locate({ instancePath, keyword, params, message }: ErrorObject): Problem {
  const clause = demand(keyword, params, message ?? 'does not fit')
  return typeof clause === 'string'
    ? { path: instancePath, message: clause }
    : { path: pointerTo(instancePath, clause.member), message: clause.words }
}

type Demand = string | { member: string; words: string }

function demand(keyword: string, params: Record<string, unknown>, message: string): Demand {
  switch (keyword) {
    case 'required':
      return { member: String(params['missingProperty']), words: 'needs a value' }
    case 'additionalProperties':
      return { member: String(params['additionalProperty']), words: 'is not known' }
    case 'unevaluatedProperties':
      return { member: String(params['unevaluatedProperty']), words: 'is not known' }
    case 'type':
      return `must be ${names(params['type'], kinds)}`
    case 'enum':
      return `must be one of ${list(params['allowedValues'])}`
    case 'const':
      return `must be ${short(params['allowedValue'])}`
    case 'format':
      return `must be ${formats[String(params['format'])] ?? `a valid ${String(params['format'])}`}`
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return `must be ${comparisons[String(params['comparison'])] ?? ''} ${short(params['limit'])}`
    case 'minLength':
      return `must have at least ${count(params['limit'], 'character')}`
    case 'maxLength':
      return `must have at most ${count(params['limit'], 'character')}`
    case 'minItems':
      return `must have at least ${count(params['limit'], 'item')}`
    case 'maxItems':
    case 'items':
    case 'additionalItems':
      return `must have at most ${count(params['limit'], 'item')}`
    case 'uniqueItems':
      return 'must not have the same item twice'
    case 'pattern':
      return `must match the pattern ${short(params['pattern'])}`
    case 'multipleOf':
      return `must be a multiple of ${short(params['multipleOf'])}`
    case 'dependentRequired':
    case 'dependencies':
      return {
        member: String(params['missingProperty']),
        words: `needs a value if ${short(params['property'])} is present`,
      }
    case 'minProperties':
      return `must have at least ${count(params['limit'], 'value')}`
    case 'maxProperties':
      return `must have at most ${count(params['limit'], 'value')}`
    case 'contains':
      return 'must have an item of the type the schema requires'
    case 'propertyNames':
      return `must not have a value named ${short(params['propertyName'])}`
    case 'false schema':
      return 'is not allowed here'
    case 'anyOf':
      return 'must fit one of the types the schema allows'
    case 'oneOf':
      return 'must fit exactly one of the types the schema allows'
    case 'not':
      return 'must not be like this'
    case 'if':
      return 'has values that do not fit together'
    default:
      return message
  }
}

const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

const formats: Record<string, string> = {
  email: 'an email address',
  uri: 'a full URL such as https://example.org/',
  date: 'a date such as 2026-01-31',
  'date-time': 'a date and time such as 2026-01-31T12:00:00Z',
}

const comparisons: Record<string, string> = { '>=': 'at least', '<=': 'at most', '>': 'more than', '<': 'less than' }

const names = (value: unknown, words: Record<string, string>): string =>
  (Array.isArray(value) ? value : String(value).split(',')).map((it) => words[String(it)] ?? String(it)).join(' or ')

const list = (value: unknown): string => {
  const values = Array.isArray(value) ? value : [value]
  const shown = values.slice(0, 8).map(short).join(', ')
  return values.length > 8 ? `${shown} or ${values.length - 8} others` : shown
}

const count = (limit: unknown, noun: string): string => `${String(limit)} ${noun}${limit === 1 ? '' : 's'}`

const short = (value: unknown): string => clip(JSON.stringify(value) ?? String(value), 60)

/** The position in words, such as "`items[2].name`". */
const place = (pointer: string): string =>
  pointer === '' ? 'The value' : `\`${readablePath(pointer).replaceAll(/[\p{Cc}`]/gu, ' ')}\``
