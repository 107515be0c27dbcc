import type { JsonObject } from '../../shared/json.ts'
import { describe, kindName, type Described } from '../schema-form/describe.ts'

/** One value a tool takes, in words. `description` is the server's. */
export type InputWords = { name: string; words: string; isRequired: boolean; description: string | undefined }

/** So many options are named; more are counted. */
const namedOptions = 8

/** The values a schema asks for; undefined where it cannot be said as a list of names. */
export function describeInput(schema: JsonObject): { values: InputWords[]; isOpen: boolean } | undefined {
  const whole = describe(schema, schema)
  if (whole.kind !== 'object') return undefined
  const values = whole.properties.map(({ name, schema: own, required }): InputWords => {
    const value = describe(own, schema)
    return { name, words: inWords(value), isRequired: required, description: value.description }
  })
  return { values, isOpen: whole.rest !== undefined }
}

function inWords(value: Described): string {
  const name = kindName(value)
  const [, ...rest] = partsOf(value)
  return [name.charAt(0).toUpperCase() + name.slice(1).replace(/^ (?=$)/, ''), ...rest].join(', ')
}

/** What is known beside the kind, after the kind itself. */
function partsOf(value: Described): string[] {
  const parts = ['']
  switch (value.kind) {
    case 'text':
      if (value.format !== undefined) parts.push(`format ${value.format}`)
      if (value.least !== undefined || value.most !== undefined)
        parts.push(`${span(value.least, value.most)} characters`)
      break
    case 'number':
      if (value.least !== undefined || value.most !== undefined) parts.push(span(value.least, value.most))
      break
    case 'choice':
    case 'choices':
      parts.push(optionsInWords(value.options.map(({ label }) => label)))
      break
    case 'list':
      if (value.least > 0 || value.most < Infinity)
        parts.push(`${span(value.least || undefined, value.most < Infinity ? value.most : undefined)} items`)
      break
    case 'yes-no':
    case 'nothing':
    case 'constant':
    case 'object':
    case 'variants':
    case 'json':
      break
    default:
      value satisfies never
  }
  if (value.initial !== undefined) parts.push(`${JSON.stringify(value.initial).slice(0, 60)} where nothing is given`)
  return parts
}

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 6 })

function span(least: number | undefined, most: number | undefined): string {
  if (least === undefined) return `up to ${whole.format(most ?? 0)}`
  return most === undefined ? `at least ${whole.format(least)}` : `${whole.format(least)} to ${whole.format(most)}`
}

const optionsInWords = (labels: string[]): string =>
  labels.length <= namedOptions
    ? labels.join(' | ')
    : `${labels.slice(0, namedOptions).join(' | ')} and ${labels.length - namedOptions} more`
