import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { Choice, FormField } from '../../../shared/schema/forms.ts'
import { strings } from '../../strings/strings.ts'
import { Plain } from '../../ui/third-party/ext.tsx'
import { Checkbox, Field, FieldGroup, Radio, Select } from '../../ui/fields/field.tsx'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { SearchSelect } from '../../ui/fields/search-select.tsx'
import styles from './form-fields.module.css'

const words = strings.questions.form
const { notSet, choice: choiceWords } = strings.schemaForm

/** Up to this many choices are radio buttons; more go in a list. */
const mostRadios = 4
const mostChecks = 6
/** Lists longer than this have a search field. */
const mostListed = 60

type Of<K extends FormField['kind']> = Extract<FormField, { kind: K }>
type Parts = { label: ReactNode; optional: boolean; help: ReactNode; error: string | undefined }

type OneChoiceProps = { field: Of<'choice'>; value: string; change(value: string): void; parts: Parts }

/** Selects one of the server's values; in an optional field, also none. */
export function OneChoice({ field: { choices, required }, value, change, parts }: OneChoiceProps) {
  const id = useId()
  if (choices.length <= mostRadios) {
    const none = required ? [] : [{ value: '', title: notSet }]
    return (
      <FieldGroup {...parts}>
        <div className={styles.choices}>
          {[...none, ...choices].map((one) => (
            <Radio key={one.value} name={id} checked={one.value === value} onChange={() => change(one.value)}>
              <Plain text={one.title} />
            </Radio>
          ))}
        </div>
      </FieldGroup>
    )
  }
  return (
    <Field {...parts}>
      {choices.length > mostListed ? (
        <SearchSelect
          options={choices.map((one) => ({ key: one.value, label: one.title }))}
          value={value === '' ? undefined : value}
          onChange={(next) => change(next ?? '')}
          placeholder={choiceWords.search(choices.length)}
        />
      ) : (
        <Select value={value} onChange={(event) => change(event.target.value)}>
          <option value="">{required ? choiceWords.choose : notSet}</option>
          {choices.map((one) => (
            <option key={one.value} value={one.value}>
              {plainLabel(one.title, 300)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

type ManyChoiceProps = { field: Of<'choices'>; value: string[]; change(value: string[]): void }

/** Selects any number of the server's values, in its order. */
export function ManyChoice({ field: { choices, title }, value, change }: ManyChoiceProps) {
  const chosen = new Set(value)
  const toggle = (one: Choice, on: boolean): void =>
    change(choices.flatMap((other) => ((other === one ? on : chosen.has(other.value)) ? other.value : [])))
  if (choices.length > mostChecks)
    return (
      <>
        <CheckList choices={choices} chosen={chosen} toggle={toggle} label={words.list(plainLabel(title))} />
        <span className={styles.count}>{words.chosen(chosen.size, choices.length)}</span>
      </>
    )
  return (
    <div className={styles.choices}>
      {choices.map((one) => (
        <Checkbox
          key={one.value}
          checked={chosen.has(one.value)}
          onChange={(event) => toggle(one, event.target.checked)}
        >
          <Plain text={one.title} />
        </Checkbox>
      ))}
    </div>
  )
}

type CheckListProps = {
  choices: readonly Choice[]
  chosen: ReadonlySet<string>
  toggle(one: Choice, on: boolean): void
  label: string
}

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, count) => count - 1,
}

/** A long list of checkboxes with one tab stop; arrow keys move between them. */
function CheckList({ choices, chosen, toggle, label }: CheckListProps) {
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const next = step(at, choices.length)
    setAt(next)
    list.current?.querySelectorAll('input')[next]?.focus()
  }
  return (
    <div ref={list} role="group" aria-label={label} className={styles.list} onKeyDown={onKeyDown}>
      {choices.map((one, index) => (
        <Checkbox
          key={one.value}
          checked={chosen.has(one.value)}
          tabIndex={index === at ? 0 : -1}
          onFocus={() => setAt(index)}
          onChange={(event) => toggle(one, event.target.checked)}
        >
          <Plain text={one.title} />
        </Checkbox>
      ))}
    </div>
  )
}
