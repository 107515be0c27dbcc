import type { FormField, TextFormat } from './forms.ts'

const characters = (count: number): string => `${count.toLocaleString('en')} character${count === 1 ? '' : 's'}`

/** Sentences about a form field's value, in the window and at a terminal. The figures are the field's own bounds. */
export const fieldErrors = {
  missing: 'Answer required.',
  notNumber: 'Enter a number.',
  notWhole: 'Enter a whole number.',
  notExact: 'This number is too large to send exactly.',
  notChoice: 'Choose one of the listed values.',
  notChoices: 'Choose from the listed values, each at most once.',
  wrongType: 'Wrong type of value.',
  tooShort: (least: number) => `At least ${characters(least)}.`,
  tooLong: (most: number) => `Up to ${characters(most)}.`,
  tooSmall: (least: number) => `Must be ${least} or more.`,
  tooBig: (most: number) => `Must be ${most} or less.`,
  tooFew: (least: number) => `Choose at least ${least}.`,
  tooMany: (most: number) => `Choose up to ${most}.`,
  formats: {
    email: 'Enter an email address, such as name@example.com.',
    uri: 'Enter a full URI, such as https://example.com.',
    date: 'Enter a complete date.',
    'date-time': 'Enter a complete date and time.',
  } satisfies Record<TextFormat, string>,
} as const

/** A range in words, such as `15–120`; undefined if it has no end. */
export function rangeInWords(least: number | undefined, most: number | undefined): string | undefined {
  if (least === undefined) return most === undefined ? undefined : `to ${most}`
  return most === undefined ? `from ${least}` : `${least}–${most}`
}

/** A field's limits in words, if its server sets any. */
export function limitsInWords(field: FormField): string | undefined {
  if (field.kind === 'yes-no' || field.kind === 'choice') return undefined
  const range = rangeInWords(field.least, field.most)
  if (range === undefined || field.kind === 'number') return range
  return `${range} ${field.kind === 'text' ? 'characters' : 'values'}`
}
