import type { ReactNode } from 'react'
import { rangeInWords } from '../../shared/schema/field-words.ts'
import { Phrase } from '../strings/phrase.tsx'
import { schemaForm } from '../strings/schema-form.ts'
import { classes } from '../ui/classes.ts'
import { Plain } from '../ui/third-party/ext.tsx'
import { TextArea, TextInput, Switch } from '../ui/fields/field.tsx'
import { plainLabel, revealHidden } from '../../shared/text/hidden-characters.ts'
import { Segments } from '../ui/fields/segments.tsx'
import type { Control } from './describe.ts'
import { jsonTextOf, draftText, writtenJson, writtenNumber, type Draft } from '../state/forms/form-draft.ts'
import styles from './schema-form.module.css'

/** A control's value; `onChange(undefined)` leaves it out. */
export type DraftEdit = { value: Draft | undefined; onChange(value: Draft | undefined): void }

const { notSet, yes, no, text: textWords, json } = schemaForm

const placeholders: Record<string, string> = textWords.placeholders

type TextControlProps = Pick<Extract<Control, { kind: 'text' }>, 'format'> & DraftEdit & { isLong: boolean }

/** Text of any number of lines, in a field that grows with it; an emptied field is left out. */
export function TextControl({ format, isLong, value, onChange }: TextControlProps) {
  const text = draftText(value)
  const placeholder = format !== undefined && Object.hasOwn(placeholders, format) ? placeholders[format] : undefined
  const pieces = revealHidden(text)
  return (
    <>
      <TextArea
        className={classes(styles.growing, isLong ? styles.long : styles.line)}
        rows={isLong ? 6 : 1}
        spellCheck={false}
        placeholder={placeholder}
        value={text}
        onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
      />
      {pieces.some((piece) => typeof piece !== 'string') && (
        <span className={styles.hidden}>
          <Phrase text={textWords.hidden} slots={{ text: <Plain text={text} limit={400} /> }} />
        </span>
      )}
    </>
  )
}

type NumberControlProps = DraftEdit & { integer: boolean; least?: number | undefined; most?: number | undefined }

/** A number; keeps whatever is typed. */
export const NumberControl = ({ integer, least, most, value, onChange }: NumberControlProps) => (
  <AtRight note={rangeInWords(least, most)}>
    <TextInput
      inputMode={integer ? 'numeric' : 'decimal'}
      value={draftText(value)}
      onChange={(event) => onChange(writtenNumber(event.target.value))}
    />
  </AtRight>
)

/** A control with a short note at its right end. */
export const AtRight = ({ note, children }: { note: string | undefined; children: ReactNode }) => (
  <span className={styles.measured}>
    {children}
    {note !== undefined && <span className={styles.atRight}>{note}</span>}
  </span>
)

/** On or off; if optional, leaving it out is a third choice. */
export function YesNoControl({ label, required, value, onChange }: DraftEdit & { label: string; required: boolean }) {
  if (required && value !== undefined)
    return (
      <span className="row">
        <Switch label={label} checked={value === true} onChange={onChange} />
        {value === true ? yes : no}
      </span>
    )
  const answer = value === true ? yes : value === false ? no : notSet
  return (
    <Segments
      label={label}
      items={[notSet, yes, no]}
      value={answer}
      onChange={(next) => onChange(next === notSet ? undefined : next === yes)}
    />
  )
}

/** A value written as JSON, for schemas without a control. `label` names it if no field around it does. */
export function JsonControl({ label, value, onChange }: DraftEdit & { label?: string }) {
  return (
    <TextArea
      className={classes('mono', styles.growing)}
      rows={2}
      {...(label !== undefined && { 'aria-label': json.label(plainLabel(label)) })}
      spellCheck={false}
      value={jsonTextOf(value)}
      onChange={(event) => onChange(writtenJson(event.target.value))}
    />
  )
}
