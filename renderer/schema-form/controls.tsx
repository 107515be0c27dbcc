import type { JsonValue } from '../../shared/schema/json.ts'
import { Phrase } from '../strings/phrase.tsx'
import { strings } from '../strings/strings.ts'
import { classes } from '../ui/classes.ts'
import { Plain } from '../ui/third-party/ext.tsx'
import { Checkbox, TextArea, TextInput, Select, Switch } from '../ui/fields/field.tsx'
import { plainLabel, revealHidden } from '../../shared/text/hidden-characters.ts'
import { SearchSelect } from '../ui/fields/search-select.tsx'
import { Segments } from '../ui/fields/segments.tsx'
import type { Control, Option } from './describe.ts'
import { jsonTextOf, draftText, writtenJson, writtenNumber, type Draft } from '../state/forms/form-draft.ts'
import { isSame } from './fits.ts'
import styles from './schema-form.module.css'

type Edit = { value: Draft | undefined; onChange(value: Draft | undefined): void }

const { notSet, yes, no, text: textWords, number: numberWords, choice, json } = strings.schemaForm

const placeholders: Record<string, string> = textWords.placeholders

type TextControlProps = Pick<Extract<Control, { kind: 'text' }>, 'format'> & Edit & { isLong: boolean }

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

/** A number; keeps whatever is typed. */
export function NumberControl({ integer, least, most, value, onChange }: Extract<Control, { kind: 'number' }> & Edit) {
  const bounds =
    least !== undefined && most !== undefined
      ? numberWords.between(least, most)
      : least !== undefined
        ? numberWords.from(least)
        : most !== undefined
          ? numberWords.to(most)
          : undefined
  return (
    <span className={styles.measured}>
      <TextInput
        inputMode={integer ? 'numeric' : 'decimal'}
        value={draftText(value)}
        onChange={(event) => onChange(writtenNumber(event.target.value))}
      />
      {bounds && <span className={styles.bounds}>{bounds}</span>}
    </span>
  )
}

/** On or off; if optional, leaving it out is a third choice. */
export function YesNoControl({ label, required, value, onChange }: Edit & { label: string; required: boolean }) {
  if (required && value !== undefined)
    return (
      <span className={styles.switched}>
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

/** Up to this many options are a plain list; longer lists have a search field. */
const plainList = 60
const longestOption = 120

/** One of the server's options. */
export function ChoiceControl({ options, required, value, onChange }: Edit & { options: Option[]; required: boolean }) {
  const at = options.findIndex((option) => isSame(value, option.value))
  if (options.length > plainList)
    return (
      <SearchSelect
        options={options.map(({ label }, index) => ({ key: String(index), label }))}
        value={at === -1 ? undefined : String(at)}
        onChange={(key) => onChange(key === undefined ? undefined : options[Number(key)]?.value)}
        placeholder={choice.search(options.length)}
      />
    )
  return (
    <Select value={at} onChange={(event) => onChange(options[Number(event.target.value)]?.value)}>
      <option value={-1}>{required ? choice.choose : notSet}</option>
      {options.map((option, index) => (
        <option key={index} value={index}>
          {plainLabel(option.label, longestOption)}
        </option>
      ))}
    </Select>
  )
}

/** A value written as JSON, for schemas without a control. `label` names it if no field around it does. */
export function JsonControl({ label, value, onChange }: Edit & { label?: string }) {
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

/** Any number of the server's options. */
export function ChoicesControl({ options, value, onChange }: Extract<Control, { kind: 'choices' }> & Edit) {
  const chosen = Array.isArray(value) ? value : []
  const keys = new Set(chosen.map((item) => JSON.stringify(item)))
  const toggle = (option: JsonValue, on: boolean): void =>
    onChange(on ? [...chosen, option] : chosen.filter((item) => JSON.stringify(item) !== JSON.stringify(option)))
  return (
    <div className={styles.choices}>
      {options.map((option, index) => (
        <Checkbox
          key={index}
          checked={keys.has(JSON.stringify(option.value))}
          onChange={(event) => toggle(option.value, event.target.checked)}
        >
          <Plain text={option.label} limit={longestOption} />
        </Checkbox>
      ))}
    </div>
  )
}
