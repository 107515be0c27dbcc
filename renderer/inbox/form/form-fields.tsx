import type { ReactNode } from 'react'
import { limitsInWords } from '../../../shared/schema/field-words.ts'
import type { FormField, FormValue } from '../../../shared/schema/forms.ts'
import { AtRight, NumberControl, TextControl, type DraftEdit } from '../../schema-form/controls.tsx'
import { ChoiceControl, ChoicesControl, RadioControl } from '../../schema-form/option-controls.tsx'
import { draftText, type Draft } from '../../state/forms/form-draft.ts'
import { questions } from '../../strings/inbox/questions.ts'
import { ExtInline, Plain } from '../../ui/third-party/ext.tsx'
import { Field, FieldGroup, Switch, TextInput } from '../../ui/fields/field.tsx'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import styles from './form-fields.module.css'
import type { FormState } from './use-form-ask.ts'

const words = questions

type FormFieldsProps = { form: FormState; from: string }

/** A form's fields in order, in two columns if there is room. */
export function FormFields({ form, from }: FormFieldsProps) {
  const first = form.fields.find((field) => !isShut(form, field))
  return (
    <div className={styles.fields}>
      {form.fields.map((field) => (
        <div
          key={field.name}
          className={field.kind === 'yes-no' ? styles.wide : undefined}
          data-field={field.name}
          data-entrance={field === first || undefined}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) form.leave(field)
          }}
        >
          <OneField field={field} form={form} from={from} />
        </div>
      ))}
    </div>
  )
}

const isShut = (form: FormState, field: FormField): boolean => form.isClosed && form.isSecret(field)

/** Focuses the form's field with this name. */
export function focusField(place: HTMLElement | null, name: string | undefined): undefined {
  const field = [...(place?.querySelectorAll<HTMLElement>('[data-field]') ?? [])].find(
    ({ dataset }) => dataset['field'] === name,
  )
  field?.querySelector<HTMLElement>('input:checked, input, select, textarea, button')?.focus()
}

type OneFieldProps = FormFieldsProps & { field: FormField }

function OneField({ field, form, from }: OneFieldProps) {
  const value = form.valueOf(field)
  const change = (next: FormValue): void => form.change(field, next)
  const help = helpOf(field, value, from)
  const parts = { label: <Plain text={field.title} />, optional: !field.required, error: form.errorOf(field) }
  if (isShut(form, field))
    return (
      <Field {...parts} help={words.secret.closed}>
        <TextInput disabled />
      </Field>
    )
  if (field.kind === 'yes-no') return <YesOrNo field={field} value={value === true} change={change} help={help} />
  const Around = field.kind === 'choices' || isFew(field) ? FieldGroup : Field
  return (
    <Around {...parts} help={help}>
      <OneControl field={field} value={value} isSecret={form.isSecret(field)} change={change} />
    </Around>
  )
}

/** A few options are radio buttons; more go in a list. */
const isFew = (field: FormField): boolean => field.kind === 'choice' && field.options.length <= 4

type OneControlProps = {
  field: Exclude<FormField, { kind: 'yes-no' }>
  value: FormValue
  isSecret: boolean
  change(value: FormValue): void
}

function OneControl({ field, value, isSecret, change }: OneControlProps) {
  const edit = { value, onChange: (next: Draft | undefined): void => change(draftText(next)) }
  switch (field.kind) {
    case 'choices':
      return (
        <ChoicesControl
          {...field}
          label={field.title}
          value={value}
          onChange={(next) => change(inOrder(field, next))}
        />
      )
    case 'choice': {
      const Control = isFew(field) ? RadioControl : ChoiceControl
      return <Control {...field} {...edit} value={value === '' ? undefined : value} />
    }
    case 'number':
      return isSecret ? <SecretControl {...edit} /> : <NumberControl {...field} {...edit} />
    case 'text':
      return isSecret ? <SecretControl {...edit} /> : <Written field={field} value={draftText(value)} change={change} />
    default:
      return field satisfies never
  }
}

const SecretControl = ({ value, onChange }: DraftEdit) => (
  <TextInput
    type="password"
    autoComplete="new-password"
    value={draftText(value)}
    onChange={(event) => onChange(event.target.value)}
  />
)

/** The ticked values in the server's order. */
const inOrder = ({ options }: FormField<'choices'>, ticked: Draft | undefined): string[] =>
  options.flatMap(({ value }) => (Array.isArray(ticked) && ticked.includes(value) ? value : []))

/** A field's description from the server, its bounds, and who filled it in if not the user. */
function helpOf(field: FormField, value: FormValue, from: string): ReactNode {
  const limits = field.kind === 'number' ? undefined : limitsInWords(field)
  const isTheirs = field.prefilled && JSON.stringify(value) === JSON.stringify(field.initial)
  if (field.description === undefined && limits === undefined && !isTheirs) return undefined
  return (
    <span className={styles.help}>
      {field.description !== undefined && <ExtInline from={from} text={field.description} limit={2000} />}
      {limits !== undefined && <span>{limits}</span>}
      {isTheirs && <span>{words.form.prefilled(from)}</span>}
    </span>
  )
}

type WrittenProps = { field: FormField<'text'>; value: string; change(value: string): void }

/** A typed value, or one picked from a calendar. */
function Written({ field, value, change }: WrittenProps) {
  if (field.format === 'date') return <Picked type="date" shown={value} change={change} />
  if (field.format === 'date-time')
    return (
      <AtRight note={words.form.zone(offsetAt(value))}>
        <Picked type="datetime-local" shown={localMoment(value)} change={change} />
      </AtRight>
    )
  return (
    <TextControl
      format={field.format}
      isLong={(field.most ?? 0) > 200}
      value={value}
      onChange={(next) => change(draftText(next))}
    />
  )
}

type PickedProps = { type: 'date' | 'datetime-local'; shown: string; change(value: string): void }

/** The value of a partly typed date: it's invalid, so it doesn't pass for an empty field. */
const unfinished = '?'

function Picked({ type, shown, change }: PickedProps) {
  return (
    <TextInput
      type={type}
      className={type === 'date' ? undefined : styles.moment}
      {...(type === 'datetime-local' && { step: shown.length > 16 ? 1 : 60 })}
      value={shown === unfinished ? '' : shown}
      onChange={(event) => change(event.target.value)}
      onBlur={({ target }) => target.validity.badInput && change(unfinished)}
    />
  )
}

type YesOrNoProps = { field: FormField; value: boolean; change(value: boolean): void; help: ReactNode }

function YesOrNo({ field, value, change, help }: YesOrNoProps) {
  return (
    <div className={styles.switched}>
      <Switch label={plainLabel(field.title, 300)} checked={value} onChange={change} />
      <span>
        <Plain text={field.title} />
      </span>
      <span className="small ink3">{help}</span>
    </div>
  )
}

/** A moment as browser pickers write it, in this computer's time zone; empty if the text isn't one. */
export function localMoment(written: string): string {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?$/.test(written)) return written
  const at = new Date(written)
  if (Number.isNaN(at.getTime())) return ''
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString()
  return local.endsWith(':00.000Z') ? local.slice(0, 16) : local.slice(0, 19)
}

/** This computer's offset from UTC at that moment, as `+1` or `−3:30`; the current one if the text isn't a moment. */
export function offsetAt(written: string): string {
  const at = new Date(written)
  const minutes = -(Number.isNaN(at.getTime()) ? new Date() : at).getTimezoneOffset()
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
}
