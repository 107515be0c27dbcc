import type { FormField, FormValue, TextFormat } from './forms.ts'
import type { JsonObject, JsonValue } from './json.ts'

/** An error in a field's value; the figures are the field's own bounds. */
export type FormFieldError =
  | { code: 'missing' | 'not-a-number' | 'not-whole' | 'not-exact' | 'not-a-choice' | 'not-its-kind' }
  | { code: 'too-short' | 'too-long'; length: number }
  | { code: 'too-small' | 'too-big'; figure: number }
  | { code: 'too-few' | 'too-many'; count: number }
  | { code: 'bad-format'; format: TextFormat }

/** Errors of a form's content, by field. */
export type FieldErrors = { [field: string]: FormFieldError }

/** Max characters in one field, whatever the server allows. */
const mostText = 100_000

/** A date and time as browser pickers write it, in this computer's time zone. */
const localMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?$/

/**
 * The filled fields as sent to the server, or the errors by field. Leaves out empty fields. Fields without a value have
 * their initial one. Ignores patterns: callers that must not be held up can't run them.
 */
export function contentOf(
  fields: readonly FormField[],
  values: { readonly [field: string]: FormValue },
): { content: JsonObject } | { errors: FieldErrors } {
  const content: JsonObject = {}
  const errors: FieldErrors = {}
  for (const field of fields) {
    const value = Object.hasOwn(values, field.name) ? values[field.name] : undefined
    const given = valueOf(field, value ?? field.initial)
    if (given !== undefined) content[field.name] = given
  }
  for (const [name, error] of Object.entries(errorsOf(fields, content))) errors[name] = error
  return Object.keys(errors).length > 0 ? { errors } : { content }
}

/** The errors in a form's content, by field; members that no field asks for are `not-its-kind`. */
export function errorsOf(fields: readonly FormField[], content: JsonObject): FieldErrors {
  const byName = new Map(fields.map((field) => [field.name, field]))
  const errors = new Map<string, FormFieldError>()
  for (const field of fields) {
    const error = errorOf(field, Object.hasOwn(content, field.name) ? content[field.name] : undefined)
    if (error) errors.set(field.name, error)
  }
  for (const name of Object.keys(content)) if (!byName.has(name)) errors.set(name, { code: 'not-its-kind' })
  return Object.fromEntries(errors)
}

function valueOf(field: FormField, value: FormValue): JsonValue | undefined {
  if (Array.isArray(value)) return chosen(field, value)
  if (typeof value === 'boolean') return value
  const isFigure = field.kind === 'number' || field.kind === 'integer'
  const text = isFigure || (field.kind === 'text' && field.format) ? value.trim() : value
  if (text === '') return undefined
  if (isFigure) return /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(text) ? figure(text) : text
  return field.kind === 'text' && field.format === 'date-time' ? moment(text) : text
}

/** The ticked values. An empty list is left out only if the field is optional and requires at least one value. */
function chosen(field: FormField, value: string[]): string[] | undefined {
  const least = field.kind === 'choices' ? (field.minItems ?? 0) : 0
  return value.length === 0 && least > 0 && !field.required ? undefined : value
}

/** Keeps the text if it's more than a number can hold. */
const figure = (text: string): number | string => (Number.isFinite(Number(text)) ? Number(text) : text)

function moment(text: string): string {
  const local = localMoment.test(text) ? new Date(text) : undefined
  return local && !Number.isNaN(local.getTime()) ? local.toISOString() : text
}

function errorOf(field: FormField, value: JsonValue | undefined): FormFieldError | undefined {
  if (value === undefined) return field.required ? { code: 'missing' } : undefined
  switch (field.kind) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : { code: 'not-its-kind' }
    case 'number':
    case 'integer':
      return figureError(field, value)
    case 'choice':
      return field.choices.some((choice) => choice.value === value) ? undefined : { code: 'not-a-choice' }
    case 'choices':
      return choicesError(field, value)
    case 'text':
      return typeof value === 'string' ? textError(field, value) : { code: 'not-its-kind' }
    default:
      return field satisfies never
  }
}

type Of<K extends FormField['kind']> = Extract<FormField, { kind: K }>

function figureError(field: Of<'number' | 'integer'>, value: JsonValue): FormFieldError | undefined {
  if (typeof value !== 'number') return { code: 'not-a-number' }
  const { kind, minimum = -Infinity, maximum = Infinity } = field
  if (kind === 'integer' && !Number.isInteger(value)) return { code: 'not-whole' }
  if (kind === 'integer' && !Number.isSafeInteger(value)) return { code: 'not-exact' }
  if (value < minimum) return { code: 'too-small', figure: minimum }
  return value > maximum ? { code: 'too-big', figure: maximum } : undefined
}

function choicesError(field: Of<'choices'>, value: JsonValue): FormFieldError | undefined {
  const { choices, minItems = 0, maxItems = Infinity } = field
  if (!Array.isArray(value)) return { code: 'not-its-kind' }
  const known = new Set<JsonValue>(choices.map((choice) => choice.value))
  if (!value.every((one) => known.has(one)) || new Set(value).size < value.length) return { code: 'not-a-choice' }
  if (value.length < minItems) return { code: 'too-few', count: minItems }
  return value.length > maxItems ? { code: 'too-many', count: maxItems } : undefined
}

function textError(field: Of<'text'>, value: string): FormFieldError | undefined {
  const { format, minLength = 0, maxLength = mostText } = field
  if (value.length > mostText) return { code: 'too-long', length: Math.min(maxLength, mostText) }
  // A character is a code point (JSON Schema, validation 6.3).
  const length = [...value].length
  if (length < minLength) return { code: 'too-short', length: minLength }
  if (length > maxLength) return { code: 'too-long', length: maxLength }
  return format && !isOfFormat[format](value) ? { code: 'bad-format', format } : undefined
}

const days = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function isDate(text: string): boolean {
  const [, year, month, day] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []).map(Number)
  if (year === undefined || month === undefined || day === undefined) return false
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return day >= 1 && day <= (month === 2 && !isLeap ? 28 : (days[month - 1] ?? 0))
}

const time = String.raw`(?:[01]\d|2[0-3]):[0-5]\d`
const moments = new RegExp(`^(\\d{4}-\\d\\d-\\d\\d)[Tt ]${time}:[0-5]\\d(?:\\.\\d+)?(?:[Zz]|[+-]${time})$`)

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const localPart = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const address = new RegExp(`^${localPart}(?:\\.${localPart})*@(?:${label}\\.)+${label}$`, 'i')
const authority = String.raw`\/\/(?:[^[\]/?#@]*@)?(?:[^[\]/?#@:]*|\[[0-9a-f:.]+\])(?::\d*)?(?=[/?#]|$)`
const reference = new RegExp(String.raw`^[a-z][a-z0-9+.-]*:(?:${authority}|(?!\/\/)[^[\]?#])[^[\]]*$`, 'i')
const written = /^(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9a-f]{2})+$/i

const isOfFormat: { [F in TextFormat]: (text: string) => boolean } = {
  email: (text) => text.length <= 320 && address.test(text),
  uri: (text) =>
    text.length <= 8192 && written.test(text) && reference.test(text) && (text.match(/#/g) ?? []).length < 2,
  date: isDate,
  'date-time': (text) => isDate(moments.exec(text)?.[1] ?? ''),
}
