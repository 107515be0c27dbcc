import { useId, type ReactNode } from 'react'
import type { JsonValue } from '../../shared/schema/json.ts'
import { schemaForm } from '../strings/schema-form.ts'
import { ui } from '../strings/ui.ts'
import { classes } from '../ui/classes.ts'
import { ExtInline, Plain } from '../ui/third-party/ext.tsx'
import { Field, FieldError } from '../ui/fields/field.tsx'
import { plainLabel } from '../../shared/text/hidden-characters.ts'
import { useForm } from './form-context.ts'
import styles from './schema-form.module.css'

const { unnamed, object } = schemaForm

type Words = {
  /** The member's name, as sent. */
  name: string | undefined
  title: string | undefined
  description: string | undefined
  required: boolean
  /** Its label is for screen readers only. */
  isVariant: boolean
  /** Its position in the value (RFC 6901). */
  path: string
  problem: string | undefined
}

/** Max length of a server's label and description shown in full. */
const longestLabel = 120
const longestDescription = 600

/** A label, one control, and the server's description. */
export function Labelled({ description, required, path, problem, why, wide, children, ...label }: LabelledProps) {
  const { from } = useForm()
  const said = description !== undefined && <ExtInline from={from} text={description} limit={longestDescription} />
  const help = (said || why) && (
    <>
      {said}
      {said && why && ' '}
      {why}
    </>
  )
  return (
    <div data-path={path} className={wide ? styles.wide : undefined}>
      <Field label={<Label {...label} />} optional={!required} help={help || undefined} error={problem}>
        {children}
      </Field>
    </div>
  )
}

type LabelledProps = Words & { why?: string | undefined; wide?: boolean; children: ReactNode }

type GroupProps = Words & { conditional?: boolean; narrow?: boolean; children: ReactNode }

/** Several controls under one legend; none at the top, where the form itself is the label. */
export function Group({ description, required, path, problem, conditional, narrow, children, ...label }: GroupProps) {
  const { from } = useForm()
  const id = useId()
  const isTop = path === ''
  const isSaid = description !== undefined && !isTop
  const below = [isSaid && `${id}said`, problem !== undefined && `${id}problem`].filter(Boolean).join(' ')
  return (
    <fieldset
      data-path={path}
      className={classes(styles.group, !narrow && styles.wide)}
      aria-describedby={below || undefined}
    >
      {!isTop && (
        <legend className={classes(styles.legend, label.isVariant && 'sr')}>
          <Label {...label} />
          {!required && <span className="regular fs-small ink3">{ui.optional}</span>}
        </legend>
      )}
      {children}
      {isSaid && (
        <p id={`${id}said`} className="small ink3">
          <ExtInline from={from} text={description} limit={longestDescription} />
        </p>
      )}
      {conditional && <p className="small ink3">{object.conditional}</p>}
      {problem !== undefined && <FieldError id={`${id}problem`}>{problem}</FieldError>}
    </fieldset>
  )
}

/** A constant, which can't be edited. */
export function Fixed({ path, value, ...label }: LabelProps & Pick<Words, 'path'> & { value: JsonValue }) {
  return (
    <div className={styles.fixed} data-path={path}>
      <span className={styles.legend}>
        <Label {...label} />
      </span>
      <code>
        <Plain text={JSON.stringify(value)} limit={200} />
      </code>
    </div>
  )
}

type LabelProps = Pick<Words, 'name' | 'title' | 'isVariant'>

/** The server's title, and the name if they differ. */
function Label({ name, title, isVariant }: LabelProps) {
  if (isVariant) return <span className="sr">{plainLabel(title ?? name ?? unnamed.label)}</span>
  if (title === undefined || (name !== undefined && plain(title) === plain(name)))
    return <Plain text={title ?? name ?? unnamed.label} limit={longestLabel} />
  return (
    <>
      <Plain text={title} limit={longestLabel} />
      {name !== undefined && (
        <code className="regular fs-small ink3">
          <Plain text={name} limit={longestLabel} />
        </code>
      )}
    </>
  )
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()

/** The accessible name for a control without its own label. */
export const accessibleName = ({ name, title }: Pick<Words, 'name' | 'title'>): string =>
  title ?? name ?? unnamed.inSentence
