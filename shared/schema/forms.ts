import { canonical } from './canonical.ts'
import { withoutNullKeywords } from './subschemas.ts'
import { isObject, type JsonObject, type JsonValue } from './json.ts'
import { head } from '../text/clip.ts'

/** One value to choose; `label` is its name, or the value itself if it has none. */
export type Choice = { value: string; label: string }

/** A field's value while the user fills it in: text, on or off, or the ticked values. */
export type FormValue = string | boolean | string[]

/** A number's bounds, a text's length in characters, or how many values to choose. */
type Limits = { least?: number; most?: number }

/** The kinds of controls that a tool's arguments have, too. */
type Kind =
  /** `initial` of a `date-time` is the moment as the server wrote it. */
  | ({ kind: 'text'; format?: TextFormat; initial: string } & Limits)
  /** The number as typed. */
  | ({ kind: 'number'; integer: boolean; initial: string } & Limits)
  | { kind: 'yes-no'; initial: boolean }
  /** One of the options; `''` is none. */
  | { kind: 'choice'; options: Choice[]; initial: string }
  | ({ kind: 'choices'; options: Choice[]; initial: string[] } & Limits)

/** The formats a form's text can have (2025-11-25, elicitation). */
export type TextFormat = 'email' | 'uri' | 'date' | 'date-time'

/** One field of a server's form, or only those of some kinds. Names, titles and descriptions are the server's. */
export type FormField<K extends Kind['kind'] = Kind['kind']> = {
  name: string
  /** The name if the field has no title. */
  title: string
  description?: string
  required: boolean
  /** The server wrote the initial value. */
  prefilled: boolean
} & Extract<Kind, { kind: K }>

/**
 * Limits of a form; beyond them, it isn't shown as one. Names and values are never cut, because they go back unchanged.
 */
const limits = { fields: 100, choices: 500, name: 200, value: 1000, title: 300, description: 2000, initial: 20_000 }

const formats: ReadonlySet<string> = new Set<TextFormat>(['email', 'uri', 'date', 'date-time'])

class NoForm extends Error {}

/**
 * The fields of a form a server sends, in order (`requestedSchema`, client/elicitation of all revisions), or why it
 * can't be shown, as a clause.
 */
export function formOf(schema: JsonValue | undefined): { fields: FormField[] } | { problem: string } {
  try {
    return { fields: fieldsOf(isObject(schema) ? withoutNullKeywords(schema) : schema) }
  } catch (error) {
    if (error instanceof NoForm) return { problem: error.message }
    throw error
  }
}

function fieldsOf(schema: JsonValue | undefined): FormField[] {
  if (!isObject(schema) || schema['type'] !== 'object') throw new NoForm('its schema is not that of an object')
  const properties = propertiesOf(schema)
  const names = Object.keys(properties)
  if (names.length > limits.fields) throw new NoForm(`it has more than ${limits.fields} fields`)
  const parts = partsOf(schema)
  const required = parts.flatMap(requiredOf)
  if (required.some((name) => !Object.hasOwn(properties, name)))
    throw new NoForm('it requires a field that it does not have')
  if (names.length === 0 && parts.some((part) => conditions.some((member) => part[member] !== undefined)))
    throw new NoForm('its fields are described in a way that forms don’t have, so it can only be declined')
  return names.map((name) => fieldOf(name, properties[name], required.includes(name)))
}

/** Schema members that can require values without naming them among its properties. */
const conditions = ['anyOf', 'oneOf', '$ref', '$dynamicRef', 'if', 'not', 'dependentSchemas', 'minProperties']

/** Max nesting of `allOf`. */
const deepest = 5

/**
 * A schema and the parts of its `allOf`, whose fields make one form; their other conditions are checked with the
 * answer.
 */
function partsOf(schema: JsonObject, depth = 0): JsonObject[] {
  const { allOf } = schema
  const parts = Array.isArray(allOf) ? allOf.filter(isObject) : []
  if (parts.length > limits.fields || depth > deepest) throw new NoForm('its fields are described in too many parts')
  return [schema, ...parts.flatMap((part) => partsOf(part, depth + 1))]
}

/** A form's properties by name, including those in `allOf`. Two descriptions of one property must agree. */
export function propertiesOf(schema: JsonObject): JsonObject {
  const all = new Map<string, JsonValue>()
  for (const { properties = {} } of partsOf(schema)) {
    if (!isObject(properties)) throw new NoForm('its fields are not an object')
    for (const [name, of] of Object.entries(properties)) all.set(name, together(all.get(name), of))
  }
  return Object.fromEntries(all)
}

function together(before: JsonValue | undefined, of: JsonValue): JsonValue {
  if (before === undefined) return of
  if (!isObject(before) || !isObject(of)) throw new NoForm('it describes a field in two ways')
  const isAnother = Object.entries(of).some(
    ([member, value]) => Object.hasOwn(before, member) && canonical(before[member] ?? null) !== canonical(value),
  )
  if (isAnother) throw new NoForm('it describes a field in two ways')
  return { ...before, ...of }
}

function requiredOf({ required = [] }: JsonObject): string[] {
  if (!Array.isArray(required)) throw new NoForm('its list of required fields is not a list')
  return required.map((name) => {
    if (typeof name !== 'string') throw new NoForm('it requires a field that it does not have')
    return name
  })
}

function fieldOf(name: string, of: JsonValue | undefined, required: boolean): FormField {
  // A name that every object has would look like a given value.
  if (name in {} || name.length > limits.name || name === '') throw new NoForm('a field has a name that cannot be used')
  const called = JSON.stringify(head(name, 50))
  if (!isObject(of)) throw new NoForm(`the field ${called} is not described by an object`)
  const kind = kindOf(called, of)
  const { title, description } = of
  const isEmpty = kind.initial === '' || (Array.isArray(kind.initial) && kind.initial.length === 0)
  return {
    name,
    title: typeof title === 'string' && title.trim() !== '' ? head(title, limits.title) : name,
    ...(typeof description === 'string' && { description: head(description, limits.description) }),
    required,
    prefilled: of['default'] !== undefined && !isEmpty,
    ...kind,
  }
}

function kindOf(called: string, of: JsonObject): Kind {
  const { type, default: given } = of
  if (type === 'array') return choicesOf(called, of)
  const options = singleChoices(called, of)
  if (options && (type === undefined || type === 'string')) {
    return { kind: 'choice', options, initial: options.find(({ value }) => value === given)?.value ?? '' }
  }
  switch (type) {
    case 'boolean':
      return { kind: 'yes-no', initial: given === true }
    case 'number':
    case 'integer':
      return {
        ...{ kind: 'number', integer: type === 'integer', initial: isFigure(given) ? String(given) : '' },
        ...limitsOf(called, of, 'minimum', 'maximum'),
      }
    case 'string':
      return {
        kind: 'text',
        ...formatOf(of),
        ...limitsOf(called, of, 'minLength', 'maxLength'),
        initial: textOf(given),
      }
    default:
      throw new NoForm(`the field ${called} is of a kind that forms do not have`)
  }
}

function choicesOf(called: string, of: JsonObject): Kind {
  const { items, default: given } = of
  const listed = isObject(items) ? (items['enum'] ?? items['anyOf'] ?? items['oneOf']) : undefined
  const isTexts = isObject(items) && (items['type'] === undefined || items['type'] === 'string')
  if (!isTexts || !Array.isArray(listed))
    throw new NoForm(`the field ${called} is a list of something else than choices`)
  const options = titled(called, listed)
  const count = limitsOf(called, of, 'minItems', 'maxItems')
  if ((count.least ?? 0) > options.length) throw new NoForm(`the field ${called} asks for more than it offers`)
  const initial = Array.isArray(given) ? options.flatMap(({ value }) => (given.includes(value) ? value : [])) : []
  return { kind: 'choices', options, ...count, initial }
}

/** Undefined if it isn't a choice. `enumNames` is the older way to name choices. */
function singleChoices(called: string, { enum: values, oneOf, anyOf, enumNames }: JsonObject): Choice[] | undefined {
  const listed = values ?? oneOf ?? anyOf
  if (listed === undefined) return undefined
  if (!Array.isArray(listed)) throw new NoForm(`the choices of the field ${called} are not a list`)
  return titled(called, listed, Array.isArray(enumNames) ? enumNames : [])
}

function titled(called: string, listed: JsonValue[], names: JsonValue[] = []): Choice[] {
  if (listed.length === 0) throw new NoForm(`the field ${called} has nothing to choose from`)
  if (listed.length > limits.choices) throw new NoForm(`the field ${called} has more than ${limits.choices} choices`)
  const choices = new Map<string, Choice>()
  for (const [index, one] of listed.entries()) {
    const value = isObject(one) ? one['const'] : one
    const name = isObject(one) ? one['title'] : names[index]
    if (typeof value !== 'string' || value.length > limits.value)
      throw new NoForm(`the field ${called} has a choice that is not a text of at most ${limits.value} characters`)
    const label = typeof name === 'string' && name.trim() !== '' ? head(name, limits.title) : value
    if (!choices.has(value)) choices.set(value, { value, label })
  }
  return [...choices.values()]
}

/** A field's limits, from these members of its schema. */
function limitsOf(called: string, of: JsonObject, from: string, to: string): Limits {
  const [least, most] = [of[from], of[to]]
  if (isFigure(least) && isFigure(most) && least > most)
    throw new NoForm(`nothing can be within the bounds of ${called}`)
  return { ...(isFigure(least) && { least }), ...(isFigure(most) && { most }) }
}

function formatOf({ format }: JsonObject): { format?: TextFormat } {
  return isFormat(format) ? { format } : {}
}

const isFormat = (value: JsonValue | undefined): value is TextFormat => typeof value === 'string' && formats.has(value)
const isFigure = (value: JsonValue | undefined): value is number => typeof value === 'number' && Number.isFinite(value)
const textOf = (given: JsonValue | undefined): string =>
  typeof given === 'string' && given.length <= limits.initial ? given : ''
