import type { Question } from '../../../shared/asks/asks.ts'
import { contentOf, type FieldError } from '../../../shared/schema/form-content.ts'
import { formOf, type Field, type FormValue } from '../../../shared/schema/forms.ts'
import type { JsonValue } from '../../../shared/schema/json.ts'
import type { Console } from './console.ts'

const declined = { action: 'decline' } as const

/** Has the person fill in a server's form, field by field; undefined where she leaves, or it is over. */
export async function fillForm(
  { server, message, schema, secrets }: Question<'form'>,
  console: Console,
  signal: AbortSignal,
): Promise<JsonValue | undefined> {
  const form = formOf(schema)
  if ('problem' in form) return declined
  console.tell(`\n${server} asks you to fill in a form, and says:\n${message}`)
  if (secrets.length > 0) console.tell('It seems to ask for a secret. Servers should not; better leave it.')
  const fills = await console.agrees('Fill it in?', signal)
  if (fills === undefined) return undefined
  if (!fills) return declined
  const values: Record<string, FormValue> = {}
  for (const field of form.fields) {
    const value = await fillField(field, console, signal)
    if (value === undefined) return undefined
    values[field.name] = value
  }
  const filled = contentOf(form.fields, values)
  if ('errors' in filled) return declined
  console.tell(`This is what ${server} will get:\n${JSON.stringify(filled.content, undefined, 2)}`)
  const sends = await console.agrees('Send it?', signal)
  if (sends === undefined) return undefined
  return sends ? { action: 'accept', content: filled.content, ...(secrets.length > 0 && { insists: true }) } : declined
}

async function fillField(field: Field, console: Console, signal: AbortSignal): Promise<FormValue | undefined> {
  for (const line of describe(field)) console.tell(line)
  for (;;) {
    const line = await console.line(`${field.title}${hintOf(field)}:`, signal)
    if (line === undefined) return undefined
    const value = line.trim() === '' ? field.initial : valueOf(field, line)
    const found = contentOf([field], { [field.name]: value })
    const error = 'errors' in found ? found.errors[field.name] : undefined
    if (!error) return value
    console.tell(wordsOf(error))
  }
}

function describe(field: Field): string[] {
  const about = field.description === undefined ? [] : [field.description]
  if (field.kind !== 'choice' && field.kind !== 'choices') return about
  return [...about, ...field.choices.map(({ title }, index) => `  ${index + 1}. ${title}`)]
}

function hintOf(field: Field): string {
  const need = field.required ? '' : ', may be left empty'
  switch (field.kind) {
    case 'boolean':
      return ` (y or n, ${field.initial ? 'y' : 'n'} if left empty)`
    case 'choice':
      return ` (a number from the list${need}${initialOf(field.initial)})`
    case 'choices':
      return ` (numbers from the list, with commas between${need}${initialOf(field.initial.join(', '))})`
    case 'text':
      return ` (${field.format ?? 'text'}${need}${initialOf(field.initial)})`
    case 'number':
    case 'integer':
      return ` (${field.kind}${need}${initialOf(field.initial)})`
    default:
      return field satisfies never
  }
}

const initialOf = (initial: string): string => (initial === '' ? '' : `, else ${initial}`)

/** What is no number of the list stays what was typed, which then is no choice. */
function valueOf(field: Field, line: string): FormValue {
  switch (field.kind) {
    case 'boolean': {
      const isYes = /^(?:y|yes|true)$/i.test(line.trim())
      return isYes || (/^(?:n|no|false)$/i.test(line.trim()) ? false : line)
    }
    case 'choice':
      return field.choices[Number(line) - 1]?.value ?? line.trim()
    case 'choices':
      return line.split(',').map((one) => field.choices[Number(one) - 1]?.value ?? one.trim())
    default:
      return line
  }
}

function wordsOf(error: FieldError): string {
  switch (error.code) {
    case 'missing':
      return 'It must be there.'
    case 'not-a-number':
      return 'This is not a number.'
    case 'not-whole':
      return 'It must be a whole number.'
    case 'not-exact':
      return 'This number is too large to be exact.'
    case 'not-a-choice':
      return 'This is not in the list, or it is there twice.'
    case 'not-its-kind':
      return 'It cannot be that.'
    case 'too-short':
      return `It needs at least ${error.length} characters.`
    case 'too-long':
      return `It may have at most ${error.length} characters.`
    case 'too-small':
      return `It must be at least ${error.figure}.`
    case 'too-big':
      return `It may be at most ${error.figure}.`
    case 'too-few':
      return `Choose at least ${error.count}.`
    case 'too-many':
      return `Choose at most ${error.count}.`
    case 'bad-format':
      return `This is not a ${error.format}.`
    default:
      return error satisfies never
  }
}
