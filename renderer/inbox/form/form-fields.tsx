import type { ReactNode } from 'react'
import type { FormField, FormValue } from '../../../shared/schema/forms.ts'
import { TextControl } from '../../schema-form/controls.tsx'
import { strings } from '../../strings/strings.ts'
import { ExtInline, Plain } from '../../ui/third-party/ext.tsx'
import { Field, FieldGroup, Switch, TextInput } from '../../ui/fields/field.tsx'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { boundsInWords, errorInWords } from './field-words.ts'
import { ManyChoice, OneChoice } from './form-choices.tsx'
import styles from './form-fields.module.css'
import type { FormState } from './use-form-ask.ts'

const words = strings.questions

type FormFieldsProps = { form: FormState; from: string }

/** A form's fields in order, in two columns if there is room. */
export function FormFields({ form, from }: FormFieldsProps) {
  const first = form.fields.find((field) => !isShut(form, field))
  return (
    <div className={styles.fields}>
      {form.fields.map((field) => (
        <div
          key={field.name}
          className={field.kind === 'boolean' ? styles.wide : undefined}
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
  const error = form.errorOf(field)
  const parts = {
    label: <Plain text={field.title} />,
    optional: !field.required,
    help: helpOf(field, form.valueOf(field), from),
    error: error && errorInWords(error),
  }
  const change = (value: FormValue): void => form.change(field, value)
  if (isShut(form, field))
    return (
      <Field {...parts} help={words.secret.closed}>
        <TextInput disabled />
      </Field>
    )
  const value = form.valueOf(field)
  switch (field.kind) {
    case 'boolean':
      return <YesOrNo field={field} value={value === true} change={change} help={parts.help} />
    case 'choices':
      return (
        <FieldGroup {...parts}>
          <ManyChoice field={field} value={Array.isArray(value) ? value : []} change={change} />
        </FieldGroup>
      )
    case 'choice':
      return <OneChoice field={field} value={text(value)} change={change} parts={parts} />
    case 'text':
    case 'number':
    case 'integer':
      return (
        <Field {...parts}>
          {form.isSecret(field) ? (
            <TextInput
              type="password"
              autoComplete="new-password"
              value={text(value)}
              onChange={(event) => change(event.target.value)}
            />
          ) : (
            <Written field={field} value={text(value)} change={change} />
          )}
        </Field>
      )
    default:
      return field satisfies never
  }
}

const text = (value: FormValue): string => (typeof value === 'string' ? value : '')

/** A field's description from the server, its bounds, and who filled it in if not the user. */
function helpOf(field: FormField, value: FormValue, from: string): ReactNode {
  const bounds = field.kind === 'number' || field.kind === 'integer' ? undefined : boundsInWords(field)
  const isTheirs = field.prefilled && JSON.stringify(value) === JSON.stringify(field.initial)
  if (field.description === undefined && bounds === undefined && !isTheirs) return undefined
  return (
    <span className={styles.help}>
      {field.description !== undefined && <ExtInline from={from} text={field.description} limit={2000} />}
      {bounds !== undefined && <span>{bounds}</span>}
      {isTheirs && <span>{words.form.prefilled(from)}</span>}
    </span>
  )
}

type Edit<V extends FormValue> = { value: V; change(value: V): void }
type Of<K extends FormField['kind']> = Extract<FormField, { kind: K }>

/** A typed value, or one picked from a calendar. */
function Written({ field, value, change }: Edit<string> & { field: Of<'text' | 'number' | 'integer'> }) {
  if (field.kind !== 'text')
    return (
      <AtRight words={boundsInWords(field)}>
        <TextInput
          inputMode={field.kind === 'integer' ? 'numeric' : 'decimal'}
          value={value}
          onChange={(event) => change(event.target.value)}
        />
      </AtRight>
    )
  if (field.format === 'date') return <Picked type="date" shown={value} change={change} />
  if (field.format === 'date-time')
    return (
      <AtRight words={words.form.zone(offsetAt(value))}>
        <Picked type="datetime-local" shown={localMoment(value)} change={change} />
      </AtRight>
    )
  return (
    <TextControl
      format={field.format}
      isLong={(field.maxLength ?? 0) > 200}
      value={value}
      onChange={(next) => change(typeof next === 'string' ? next : '')}
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

/** A control with a short note at its right end. */
const AtRight = ({ words: at, children }: { words: string | undefined; children: ReactNode }) => (
  <span className={styles.measured}>
    {children}
    {at !== undefined && <span className={styles.bounds}>{at}</span>}
  </span>
)

type YesOrNoProps = Edit<boolean> & { field: Of<'boolean'>; help: ReactNode }

function YesOrNo({ field, value, change, help }: YesOrNoProps) {
  return (
    <div className={styles.switched}>
      <Switch label={plainLabel(field.title, 300)} checked={value} onChange={change} />
      <span>
        <Plain text={field.title} />
      </span>
      <span className={styles.below}>{help}</span>
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
