import { useState } from 'react'
import type { Question } from '../../../shared/asks/asks.ts'
import { contentOf } from '../../../shared/schema/form-content.ts'
import { formOf, type FormField, type FormValue } from '../../../shared/schema/forms.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'
import { readStoredForm, storeForm, type FormValues } from './stored-forms.ts'

/** The part of a request for a form that its state needs. */
export type FormAsked = { id: string; question: Question<'form'> }

/** A form's state: its fields, their values, and their errors. */
export type FormState = {
  fields: readonly FormField[]
  /** The names of optional fields that can't be shown. */
  leftOut: readonly string[]
  /** Why it can't be shown, as a clause. */
  problem: string | undefined
  valueOf(field: FormField): FormValue
  /** A field's error, once the user has left the field or tried to send. */
  errorOf(field: FormField): string | undefined
  /** How many fields show an error. */
  marked: number
  isSecret(field: FormField): boolean
  /** Something in it seems to ask for a secret, and the user hasn't confirmed answering anyway. */
  isClosed: boolean
  insists: boolean
  insist(): void
  change(field: FormField, value: FormValue): void
  leave(field: FormField): void
  /** The content to send; otherwise shows the errors and names the first field with one. */
  read(): { content: JsonObject } | { wrong: string | undefined }
  /** Whether the values survive a reload. */
  isKept: boolean
}

/** State of one form, restored from its draft. A draft has no values of fields that ask for secrets. */
export function useFormAsk({ id, question: { schema, secrets, problem } }: FormAsked): FormState {
  const [form] = useState(() => (problem === undefined ? formOf(schema) : { problem }))
  const fields = 'fields' in form ? form.fields : []
  const [values, setValues] = useState<FormValues>(() => readStoredForm(sessionStorage, id))
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set())
  const [wasSent, setSent] = useState(false)
  const [insists, setInsists] = useState(false)
  const [isKept, setKept] = useState(true)
  const content = contentOf(fields, values)
  const errors = new Map(Object.entries('errors' in content ? content.errors : {}))
  const isSecret = ({ name }: FormField): boolean => secrets.includes('') || secrets.includes(name)
  const isMarked = ({ name }: FormField): boolean => errors.has(name) && (wasSent || visited.has(name))
  const change = (field: FormField, value: FormValue): void => {
    const next = { ...values, [field.name]: value }
    setValues(next)
    const open = fields.filter((one) => !isSecret(one) && Object.hasOwn(next, one.name))
    setKept(storeForm(sessionStorage, id, Object.fromEntries(open.map(({ name }) => [name, next[name] ?? '']))))
  }
  return {
    fields,
    leftOut: 'fields' in form ? form.leftOut : [],
    problem: 'problem' in form ? form.problem : undefined,
    valueOf: (field) => (Object.hasOwn(values, field.name) ? values[field.name] : undefined) ?? field.initial,
    errorOf: (field) => (isMarked(field) ? errors.get(field.name) : undefined),
    marked: fields.filter(isMarked).length,
    isSecret,
    isClosed: secrets.length > 0 && !insists,
    insists,
    insist: () => setInsists(true),
    change,
    // Leaving an empty field doesn't show an error.
    leave: ({ name }) => Object.hasOwn(values, name) && setVisited((now) => new Set(now).add(name)),
    read: () => {
      if ('content' in content) return content
      setSent(true)
      return { wrong: fields.find(({ name }) => errors.has(name))?.name }
    },
    isKept,
  }
}
