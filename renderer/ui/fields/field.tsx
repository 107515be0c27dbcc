import { createContext, useContext, useId, type ComponentProps, type ReactNode } from 'react'
import { ui } from '../../strings/ui.ts'
import { classes } from '../classes.ts'
import styles from './field.module.css'
import { Icon } from '../icon.tsx'
import { SwitchKnob } from './switch-knob.tsx'

type FieldParts = { id: string; describedBy: string | undefined; invalid: boolean }
const FieldContext = createContext<FieldParts | undefined>(undefined)

type FieldProps = {
  label: ReactNode
  help?: ReactNode
  /** One sentence that replaces the help. */
  error?: string | undefined
  optional?: boolean
  children: ReactNode
}

/** One form field: label above, help below; the control inside refers to both. */
export function Field({ label, help, error, optional = false, children }: FieldProps) {
  const id = useId()
  const below = error === undefined ? help : error
  const describedBy = below === undefined ? undefined : `${id}-below`
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {optional && <span className="regular fs-small ink3">{ui.optional}</span>}
      </label>
      <FieldContext value={{ id, describedBy, invalid: error !== undefined }}>{children}</FieldContext>
      {error !== undefined ? (
        <FieldError id={describedBy}>{error}</FieldError>
      ) : (
        help !== undefined && (
          <p id={describedBy} className="small ink3">
            {help}
          </p>
        )
      )}
    </div>
  )
}

/** A form field with several controls for one question. */
export function FieldGroup({ label, help, error, optional = false, children }: FieldProps) {
  const id = useId()
  const below = error ?? help
  return (
    <fieldset className={classes(styles.field, styles.group)} aria-describedby={below === undefined ? undefined : id}>
      <legend className={styles.label}>
        {label}
        {optional && <span className="regular fs-small ink3">{ui.optional}</span>}
      </legend>
      {children}
      {error !== undefined ? (
        <FieldError id={id}>{error}</FieldError>
      ) : (
        help !== undefined && (
          <p id={id} className="small ink3">
            {help}
          </p>
        )
      )}
    </fieldset>
  )
}

/** The error below a control. */
export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <p id={id} className={styles.error} role="alert">
      <Icon name="warning" size={13} />
      <span>{children}</span>
    </p>
  )
}

/** The IDs and attributes that connect a control to the field around it. */
export function useField(): {
  id?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
} {
  const field = useContext(FieldContext)
  return field
    ? { id: field.id, 'aria-describedby': field.describedBy, 'aria-invalid': field.invalid || undefined }
    : {}
}

/** One line of text, with the label, help and error of the `Field` around it. */
export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" autoComplete="off" {...useField()} {...rest} className={classes(styles.input, className)} />
}

/** Several lines of text, tied to the `Field` around it. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={3} {...useField()} {...rest} className={classes(styles.input, styles.area, className)} />
}

/** A choice from a list of `option`s. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={classes(styles.select, className)}>
      <select {...useField()} {...rest} className={styles.input}>
        {children}
      </select>
      <Icon name="chevron-down" size={14} />
    </span>
  )
}

type SwitchProps = {
  checked: boolean
  onChange(checked: boolean): void
  label: string
  unavailable?: string | undefined
}

/** A setting that takes effect at once. `label` names what it switches. */
export function Switch({ checked, onChange, label, unavailable }: SwitchProps) {
  const blocked = unavailable !== undefined
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      aria-disabled={blocked || undefined}
      aria-description={unavailable}
      title={unavailable}
      className={styles.switch}
      onClick={() => !blocked && onChange(!checked)}
    >
      <SwitchKnob />
    </button>
  )
}

/** A checkbox with its label. */
export function Checkbox({ children, className, ...rest }: ComponentProps<'input'>) {
  return (
    <label className={classes(styles.choice, className)}>
      <span className={styles.check}>
        <input type="checkbox" {...rest} />
        <Icon name="check" size={12} />
      </span>
      <span>{children}</span>
    </label>
  )
}

/** One option of a few; options of a group share the same `name`. */
export function Radio({ children, className, ...rest }: ComponentProps<'input'>) {
  return (
    <label className={classes(styles.choice, className)}>
      <input type="radio" {...rest} className={styles.radio} />
      <span>{children}</span>
    </label>
  )
}
