import type { FormFieldError } from '../../../shared/schema/form-content.ts'
import type { FormField } from '../../../shared/schema/forms.ts'
import { strings } from '../../strings/strings.ts'

const { errors, bounds } = strings.questions

/** A field value's error, in one sentence. */
export function errorInWords(error: FormFieldError): string {
  switch (error.code) {
    case 'bad-format':
      return errors.formats[error.format]
    case 'too-short':
    case 'too-long':
      return errors[error.code](error.length)
    case 'too-small':
    case 'too-big':
      return errors[error.code](error.figure)
    case 'too-few':
    case 'too-many':
      return errors[error.code](error.count)
    case 'missing':
    case 'not-a-number':
    case 'not-whole':
    case 'not-exact':
    case 'not-a-choice':
    case 'not-its-kind':
      return errors[error.code]
    default:
      return error satisfies never
  }
}

/** A field's bounds, if its server gives any. */
export function boundsInWords(field: FormField): string | undefined {
  switch (field.kind) {
    case 'number':
    case 'integer':
      return range(field.minimum, field.maximum)
    case 'text':
      return wrapped(range(field.minLength, field.maxLength), bounds.characters)
    case 'choices':
      return wrapped(range(field.minItems, field.maxItems), bounds.values)
    case 'boolean':
    case 'choice':
      return undefined
    default:
      return field satisfies never
  }
}

const wrapped = (text: string | undefined, words: (range: string) => string): string | undefined =>
  text === undefined ? undefined : words(text)

function range(least: number | undefined, most: number | undefined): string | undefined {
  if (least !== undefined && most !== undefined) return bounds.between(least, most)
  if (least !== undefined) return bounds.from(least)
  return most === undefined ? undefined : bounds.to(most)
}
