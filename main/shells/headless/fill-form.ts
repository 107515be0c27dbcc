import type { Question } from '../../../shared/asks/asks.ts'
import { contentOf } from '../../../shared/schema/form-content.ts'
import { limitsInWords } from '../../../shared/schema/field-words.ts'
import { formOf, type FormField, type FormValue } from '../../../shared/schema/forms.ts'
import type { JsonValue } from '../../../shared/schema/json.ts'
import type { Console } from './console.ts'
import { terminalWords } from './words.ts'

const words = terminalWords.form

const declined = { action: 'decline' } as const

/** Asks the user for a server's form, field by field; undefined if they leave, or it is withdrawn. */
export async function fillForm(
  { server, message, schema, secrets, doubts = [], problem }: Question<'form'>,
  console: Console,
  signal: AbortSignal,
): Promise<JsonValue | undefined> {
  const form = problem === undefined ? formOf(schema) : { problem }
  console.tell(words.heading(server))
  console.quote(message)
  if ('problem' in form) {
    console.tell(words.notShown(form.problem))
    return declined
  }
  if (secrets.length > 0) console.tell(doubts.length === secrets.length ? words.doubt : words.secret)
  if (form.leftOut.length > 0) console.tell(words.leftOut(form.leftOut))
  const fills = await console.agrees(words.fill, signal)
  if (fills === undefined) return undefined
  if (!fills) return declined
  const values: Record<string, FormValue> = {}
  for (const field of form.fields) {
    const value = await fillField(field, console, signal)
    if (value === undefined) return undefined
    values[field.name] = value
  }
  const filled = contentOf(form.fields, values)
  if ('errors' in filled) {
    console.tell(words.notFilled)
    return declined
  }
  console.tell(words.preview(server))
  console.quote(JSON.stringify(filled.content, undefined, 2))
  const sends = await console.agrees(words.send, signal)
  if (sends === undefined) return undefined
  return sends ? { action: 'accept', content: filled.content, ...(secrets.length > 0 && { insists: true }) } : declined
}

async function fillField(field: FormField, console: Console, signal: AbortSignal): Promise<FormValue | undefined> {
  for (const line of describe(field)) console.quote(line)
  for (;;) {
    const line = await console.line(words.answer(hintOf(field)), signal)
    if (line === undefined) return undefined
    const value = line.trim() === '' ? field.initial : valueOf(field, line)
    const found = contentOf([field], { [field.name]: value })
    const error = 'errors' in found ? found.errors[field.name] : undefined
    if (error === undefined) return value
    console.tell(error)
  }
}

function describe(field: FormField): string[] {
  const about = [field.title, ...(field.description === undefined ? [] : [field.description])]
  if (field.kind !== 'choice' && field.kind !== 'choices') return about
  return [...about, ...field.options.map(({ label }, index) => `  ${index + 1}. ${label}`)]
}

function hintOf(field: FormField): string {
  const limits = limitsInWords(field)
  const need = `${limits === undefined ? '' : `, ${limits}`}${field.required ? '' : words.optional}`
  switch (field.kind) {
    case 'yes-no':
      return words.yesOrNo(field.initial ? 'y' : 'n')
    case 'choice':
      return words.oneOf(`${need}${initialOf(field.initial)}`)
    case 'choices':
      return words.someOf(`${need}${initialOf(field.initial.join(', '))}`)
    case 'text':
      return ` (${field.format ?? 'text'}${need}${initialOf(field.initial)})`
    case 'number':
      return ` (${field.integer ? 'integer' : 'number'}${need}${initialOf(field.initial)})`
    default:
      return field satisfies never
  }
}

const initialOf = (initial: string): string => (initial === '' ? '' : words.otherwise(initial))

/** Input that isn't a number of the list stays as typed, which then isn't a choice. */
function valueOf(field: FormField, line: string): FormValue {
  switch (field.kind) {
    case 'yes-no': {
      const isYes = /^(?:y|yes|true)$/i.test(line.trim())
      return isYes || (/^(?:n|no|false)$/i.test(line.trim()) ? false : line)
    }
    case 'choice':
      return field.options[Number(line) - 1]?.value ?? line.trim()
    case 'choices':
      return line.split(',').map((one) => field.options[Number(one) - 1]?.value ?? one.trim())
    default:
      return line
  }
}
