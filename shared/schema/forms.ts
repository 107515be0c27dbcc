import { canonical } from './canonical.ts'
import { withoutNullKeywords } from './subschemas.ts'
import { defined, isObject, type JsonObject, type JsonValue } from './json.ts'
import { resolveSchema } from './resolve.ts'
import { head } from '../text/clip.ts'

/** One value to choose; `label` is its name, or the value itself if it has none. `number` is sent instead, if present. */
export type Choice = { value: string; label: string; number?: number }

/** A field's value while the user fills it in: text, on or off, or the ticked values. */
export type FormValue = string | boolean | string[]

/** A number's bounds, a text's length in characters, or how many values to choose. */
type Limits = { least?: number; most?: number }

/** The kinds of controls that a tool's arguments have, too. */
type Kind =
  /** `initial` of a `date-time` is the moment as the server wrote it. */
  /** `hidden`: the server wants the text hidden while it is typed. */
  | ({ kind: 'text'; format?: TextFormat; hidden?: true; initial: string } & Limits)
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

/** A form's fields in order, and the names of optional fields that can't be shown. */
export type ShownForm = { fields: FormField[]; leftOut: string[] }

/**
 * The form a server sends (`requestedSchema`, client/elicitation of all revisions, also as common libraries write it),
 * or why it can't be shown, as a clause.
 */
export function formOf(schema: JsonValue | undefined): ShownForm | { problem: string } {
  try {
    return fieldsOf(isObject(schema) ? withoutNullKeywords(schema) : schema)
  } catch (error) {
    if (error instanceof NoForm) return { problem: error.message }
    throw error
  }
}

function fieldsOf(schema: JsonValue | undefined): ShownForm {
  if (!isObject(schema) || !typesOf(schema).includes('object')) throw new NoForm('its schema is not that of an object')
  const parts = partsOf(schema, schema)
  const properties = propertiesOf(parts)
  const names = Object.keys(properties)
  if (names.length > limits.fields) throw new NoForm(`it has more than ${limits.fields} fields`)
  const required = parts.flatMap(requiredOf)
  if (required.some((name) => !Object.hasOwn(properties, name)))
    throw new NoForm('it requires a field that it does not have')
  if (names.length === 0 && parts.some((part) => conditions.some((member) => part[member] !== undefined)))
    throw new NoForm('its fields are described in a way that forms don’t have, so it can only be declined')
  const form: ShownForm = { fields: [], leftOut: [] }
  for (const name of names) {
    const field = fieldIn(name, required.includes(name), () => plainOf(properties[name], schema))
    if (typeof field === 'string') form.leftOut.push(field)
    else form.fields.push(field)
  }
  return form
}

/** Schema members that can require values without naming them among its properties. */
const conditions = ['anyOf', 'oneOf', '$ref', '$dynamicRef', 'if', 'not', 'dependentSchemas', 'minProperties']

/** Max nesting of `allOf` and of alternatives. */
const deepest = 5

/**
 * A schema and the parts of its `allOf`, whose fields make one form; their other conditions are checked with the
 * answer.
 */
function partsOf(schema: JsonObject, root: JsonObject, depth = 0): JsonObject[] {
  const { allOf, ...own } = schema
  const parts = Array.isArray(allOf) ? allOf.filter(isObject) : []
  if (parts.length > limits.fields || depth > deepest) throw new NoForm('its fields are described in too many parts')
  return [resolved(own, root), ...parts.flatMap((part) => partsOf(part, root, depth + 1))]
}

/** A form's properties by name, from all its parts. Two descriptions of one property must agree. */
function propertiesOf(parts: JsonObject[]): JsonObject {
  const all = new Map<string, JsonValue>()
  for (const { properties = {} } of parts) {
    if (!isObject(properties)) throw new NoForm('its fields are not an object')
    for (const [name, of] of Object.entries(properties)) all.set(name, together(all.get(name), of))
  }
  return Object.fromEntries(all)
}

/** A schema with local references followed and without members that are null, which is absence. */
function resolved(schema: JsonValue | undefined, root: JsonObject): JsonObject {
  const found = resolveSchema(schema, root)
  if ('problem' in found) throw new NoForm('its fields are described by a reference that leads nowhere')
  return Object.fromEntries(
    Object.entries(found.schema).filter(([member, value]) => value !== null || member === 'const'),
  )
}

/** The types that a schema allows, apart from null; an object if it names none but has properties. */
function typesOf({ type = null, ...of }: JsonObject): JsonValue[] {
  if (Array.isArray(type)) return type.filter((one) => one !== 'null')
  if (type !== null) return [type]
  if (isObject(of['properties']) || of['$ref'] !== undefined || of['allOf'] !== undefined) return ['object']
  if (of['items'] !== undefined) return ['array']
  return ['minimum', 'maximum', 'multipleOf'].some((member) => of[member] !== undefined) ? ['number'] : []
}

/** One property's schema with a single type, without its null alternative. */
function plainOf(of: JsonValue | undefined, root: JsonObject, depth = 0): JsonObject {
  if (depth > deepest) throw new NoForm('its fields are described in too many parts')
  const { anyOf, oneOf, type: _type, ...own } = resolved(of, root)
  const union = anyOf ?? oneOf
  const types = typesOf(resolved(of, root))
  if (types.length > 1) throw new NoForm('a field can have values of several types')
  const [type] = types
  const one: JsonObject = { ...own, ...defined({ type }) }
  if (Array.isArray(one['enum'])) one['enum'] = withoutNull(one['enum'])
  if (type === 'array' && isObject(one['items'])) one['items'] = plainOf(one['items'], root, depth + 1)
  if (!Array.isArray(union)) return union === undefined ? one : { ...one, anyOf: union }
  const parts = union.map((part) => resolved(part, root)).filter((part) => !isNull(part))
  const [only] = parts
  if (only && parts.length === 1 && only['const'] === undefined) return plainOf({ ...only, ...one }, root, depth + 1)
  return { ...one, anyOf: parts.flatMap((part) => (Array.isArray(part['enum']) ? withoutNull(part['enum']) : part)) }
}

const isNull = ({ type, const: only, enum: values }: JsonObject): boolean =>
  type === 'null' ||
  only === null ||
  (Array.isArray(values) && values.length > 0 && values.every((value) => value === null))

const withoutNull = (values: JsonValue[]): JsonValue[] =>
  values.length > 1 ? values.filter((value) => value !== null) : values

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

/** A field, or its name if it is optional and can't be shown. */
function fieldIn(name: string, required: boolean, schema: () => JsonObject): FormField | string {
  try {
    return fieldOf(name, schema(), required)
  } catch (error) {
    if (error instanceof NoForm && !required) return name
    throw error
  }
}

function fieldOf(name: string, of: JsonObject, required: boolean): FormField {
  // A name that every object has would look like a given value.
  if (name in {} || name.length > limits.name || name === '') throw new NoForm('a field has a name that cannot be used')
  const kind = kindOf(JSON.stringify(head(name, 50)), of, required)
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

function kindOf(called: string, of: JsonObject, required: boolean): Kind {
  const { type, default: given } = of
  if (type === 'array') return choicesOf(called, of)
  if (type === 'boolean') return { kind: 'yes-no', initial: given === true }
  const options = singleChoices(called, of)
  if (options && (type === undefined || isOfChoices(type))) {
    const chosen = options.find((option) => sentBy(option) === given)
    // A required constant is the only possible answer.
    const only = required && of['const'] !== undefined ? options[0] : undefined
    return { kind: 'choice', options, initial: (chosen ?? only)?.value ?? '' }
  }
  switch (type) {
    case 'number':
    case 'integer':
      return {
        kind: 'number',
        integer: type === 'integer',
        initial: isFigure(given) ? String(given) : '',
        ...limitsOf(called, of, 'minimum', 'maximum'),
      }
    case undefined:
    case 'string':
      return {
        kind: 'text',
        ...formatOf(of),
        ...(of['format'] === 'password' && { hidden: true }),
        ...limitsOf(called, of, 'minLength', 'maxLength'),
        initial: textOf(given),
      }
    default:
      throw new NoForm(`the field ${called} is of a kind that forms do not have`)
  }
}

const isOfChoices = (type: JsonValue): boolean => type === 'string' || type === 'integer' || type === 'number'

function choicesOf(called: string, of: JsonObject): Kind {
  const { items, default: given } = of
  const each = isObject(items) ? items : {}
  const listed = each['enum'] ?? each['anyOf'] ?? (each['const'] === undefined ? undefined : [each['const']])
  if ((each['type'] !== undefined && !isOfChoices(each['type'])) || !Array.isArray(listed))
    throw new NoForm(`the field ${called} is a list of something else than choices`)
  const options = titled(called, listed)
  const count = limitsOf(called, of, 'minItems', 'maxItems')
  if ((count.least ?? 0) > options.length) throw new NoForm(`the field ${called} asks for more than it offers`)
  const initial = Array.isArray(given)
    ? options.flatMap((option) => (given.includes(sentBy(option)) ? option.value : []))
    : []
  return { kind: 'choices', options, ...count, initial }
}

/** Undefined if it isn't a choice. `enumNames` is the older way to name choices. */
function singleChoices(
  called: string,
  { enum: values, anyOf, const: only, enumNames }: JsonObject,
): Choice[] | undefined {
  const listed = values ?? anyOf ?? (only === undefined ? undefined : [only])
  if (listed === undefined) return undefined
  if (!Array.isArray(listed)) throw new NoForm(`the choices of the field ${called} are not a list`)
  return titled(called, listed, Array.isArray(enumNames) ? enumNames : [])
}

/** The value to send for a choice. */
export const sentBy = ({ value, number }: Choice): string | number => number ?? value

function titled(called: string, listed: JsonValue[], names: JsonValue[] = []): Choice[] {
  if (listed.length === 0) throw new NoForm(`the field ${called} has nothing to choose from`)
  if (listed.length > limits.choices) throw new NoForm(`the field ${called} has more than ${limits.choices} choices`)
  const choices = new Map<string, Choice>()
  for (const [index, one] of listed.entries()) {
    const sent = isObject(one) ? one['const'] : one
    const name = isObject(one) ? one['title'] : names[index]
    const value = isFigure(sent) ? String(sent) : sent
    if (typeof value !== 'string' || value.length > limits.value)
      throw new NoForm(
        `the field ${called} has a choice that is neither a number nor a text of at most ${limits.value} characters`,
      )
    const label = typeof name === 'string' && name.trim() !== '' ? head(name, limits.title) : value
    if (!choices.has(value)) choices.set(value, { value, label, ...(isFigure(sent) && { number: sent }) })
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
