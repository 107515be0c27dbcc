import { fieldErrors as words } from './field-words.ts'
import { sentBy, type FormField, type FormValue, type TextFormat } from './forms.ts'
import type { JsonObject, JsonValue } from './json.ts'
import { typedNumber } from './typed-number.ts'

/** The errors in a form's content: one sentence for each field that has any. */
export type FieldErrors = { [field: string]: string }

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
  for (const field of fields) {
    const value = Object.hasOwn(values, field.name) ? values[field.name] : undefined
    const given = valueOf(field, value ?? field.initial)
    if (given !== undefined) content[field.name] = given
  }
  const errors = errorsOf(fields, content)
  return Object.keys(errors).length > 0 ? { errors } : { content }
}

/** The errors in a form's content, by field, which includes members that no field asks for. */
export function errorsOf(fields: readonly FormField[], content: JsonObject): FieldErrors {
  const errors = new Map<string, string>(Object.keys(content).map((name) => [name, words.wrongType]))
  for (const field of fields) {
    const error = errorOf(field, Object.hasOwn(content, field.name) ? content[field.name] : undefined)
    if (error === undefined) errors.delete(field.name)
    else errors.set(field.name, error)
  }
  return Object.fromEntries(errors)
}

function valueOf(field: FormField, value: FormValue): JsonValue | undefined {
  if (Array.isArray(value)) return chosen(field, value)
  if (typeof value === 'boolean') return value
  const isFigure = field.kind === 'number'
  const text = isFigure || (field.kind === 'text' && field.format) ? value.trim() : value
  if (text === '') return undefined
  if (isFigure) return figure(text)
  if (field.kind === 'choice') return sentFor(field, text)
  return field.kind === 'text' && field.format === 'date-time' ? moment(text) : text
}

/** The ticked values. An empty list is left out only if the field is optional and requires at least one value. */
function chosen(field: FormField, value: string[]): JsonValue[] | undefined {
  if (field.kind !== 'choices') return value
  return value.length === 0 && (field.least ?? 0) > 0 && !field.required
    ? undefined
    : value.map((one) => sentFor(field, one))
}

/** Keeps a value that isn't among the options. */
function sentFor({ options }: FormField<'choice' | 'choices'>, value: string): string | number {
  const option = options.find((one) => one.value === value)
  return option ? sentBy(option) : value
}

/** Keeps the text if it can't be sent as the number it writes. */
function figure(text: string): number | string {
  const number = typedNumber(text)
  return typeof number === 'number' ? number : text
}

function moment(text: string): string {
  const local = localMoment.test(text) ? new Date(text) : undefined
  return local && !Number.isNaN(local.getTime()) ? local.toISOString() : text
}

function errorOf(field: FormField, value: JsonValue | undefined): string | undefined {
  if (value === undefined) return field.required ? words.missing : undefined
  switch (field.kind) {
    case 'yes-no':
      return typeof value === 'boolean' ? undefined : words.wrongType
    case 'number':
      return figureError(field, value)
    case 'choice':
      return field.options.some((option) => sentBy(option) === value) ? undefined : words.notChoice
    case 'choices':
      return choicesError(field, value)
    case 'text':
      return typeof value === 'string' ? textError(field, value) : words.wrongType
    default:
      return field satisfies never
  }
}

function figureError(field: FormField<'number'>, value: JsonValue): string | undefined {
  if (typeof value === 'string' && typedNumber(value) === 'inexact') return words.notExact
  if (typeof value !== 'number') return words.notNumber
  const { integer, least = -Infinity, most = Infinity } = field
  if (integer && !Number.isInteger(value)) return words.notWhole
  if (integer && !Number.isSafeInteger(value)) return words.notExact
  if (value < least) return words.tooSmall(least)
  return value > most ? words.tooBig(most) : undefined
}

function choicesError(field: FormField<'choices'>, value: JsonValue): string | undefined {
  const { options, least = 0, most = Infinity } = field
  if (!Array.isArray(value)) return words.wrongType
  const known = new Set<JsonValue>(options.map(sentBy))
  if (!value.every((one) => known.has(one)) || new Set(value).size < value.length) return words.notChoices
  if (value.length < least) return words.tooFew(least)
  return value.length > most ? words.tooMany(most) : undefined
}

function textError(field: FormField<'text'>, value: string): string | undefined {
  const { format, least = 0, most = mostText } = field
  if (value.length > mostText) return words.tooLong(Math.min(most, mostText))
  // A character is a code point (JSON Schema, validation 6.3).
  const length = [...value].length
  if (length < least) return words.tooShort(least)
  if (length > most) return words.tooLong(most)
  return format && !isOfFormat[format](value) ? words.formats[format] : undefined
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
