import type { JsonObject } from '../../../shared/schema/json.ts'
import { describeSchema, kindName, type Described } from '../../schema-form/describe.ts'
import { serverTools } from '../../strings/servers/servers-tools.ts'

const words = serverTools.input

/** One argument of a tool, in words. `description` is the server's. */
export type InputWords = { name: string; words: string; isRequired: boolean; description: string | undefined }

/** How many options are named; further ones are counted. */
const namedOptions = 8

/** A schema's arguments; undefined if a list of names can't express it. */
export function describeInput(schema: JsonObject): { values: InputWords[]; isOpen: boolean } | undefined {
  const whole = describeSchema(schema, schema)
  if (whole.kind !== 'object') return undefined
  const values = whole.properties.map(({ name, schema: own, required }): InputWords => {
    const value = describeSchema(own, schema)
    return { name, words: inWords(value), isRequired: required, description: value.description }
  })
  return { values, isOpen: whole.rest !== undefined }
}

function inWords(value: Described): string {
  const name = kindName(value)
  const [, ...rest] = partsOf(value)
  return [name.charAt(0).toUpperCase() + name.slice(1).replace(/^ (?=$)/, ''), ...rest].join(', ')
}

/** The constraints, listed after the type. */
function partsOf(value: Described): string[] {
  const parts = ['']
  switch (value.kind) {
    case 'text':
      if (value.format !== undefined) parts.push(words.format(value.format))
      if (value.least !== undefined || value.most !== undefined)
        parts.push(words.characters(span(value.least, value.most)))
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
        parts.push(words.items(span(value.least || undefined, value.most < Infinity ? value.most : undefined)))
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
  if (value.initial !== undefined) parts.push(words.initial(JSON.stringify(value.initial).slice(0, 60)))
  return parts
}

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 6 })

function span(least: number | undefined, most: number | undefined): string {
  if (least === undefined) return words.upTo(whole.format(most ?? 0))
  return most === undefined
    ? words.atLeast(whole.format(least))
    : words.between(whole.format(least), whole.format(most))
}

const optionsInWords = (labels: string[]): string =>
  labels.length <= namedOptions
    ? labels.join(' | ')
    : words.optionsAndMore(labels.slice(0, namedOptions).join(' | '), labels.length - namedOptions)
