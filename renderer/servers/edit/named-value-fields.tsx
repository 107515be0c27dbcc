import { useId, useRef } from 'react'
import { serverForm } from '../../strings/servers/servers-form.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Checkbox, FieldError, TextInput } from '../../ui/fields/field.tsx'
import { type Keeping, useKeeping } from '../../state/servers/draft/keeping.ts'
import styles from './named-value-fields.module.css'
import {
  newNamedValue,
  type NamedValue,
  type RowKind,
  type RowProblem,
  type RowProblems,
} from '../../state/servers/draft/named-values.ts'
import { isSecretName, isSecretValue } from '../../../shared/text/secret-signs.ts'

const words = serverForm.namedValues

type NamedValueFieldsProps = {
  kind: RowKind
  rows: NamedValue[]
  problems: RowProblems | undefined
  onChange(rows: NamedValue[]): void
}

/** Environment variables or headers, as rows of name and value. */
export function NamedValueFields({ kind, rows, problems, onChange }: NamedValueFieldsProps) {
  const add = useRef<HTMLButtonElement>(null)
  const { legend, add: label } = words[kind]
  const change = (key: number, to: Partial<NamedValue>): void =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...to } : row)))
  const remove = (key: number): void => {
    onChange(rows.filter((row) => row.key !== key))
    add.current?.focus()
  }
  return (
    <fieldset className={styles.fields}>
      <legend className={styles.label}>
        {legend} <span className={styles.optional}>{words.optional}</span>
      </legend>
      {rows.map((row) => (
        <Row
          key={row.key}
          kind={kind}
          row={row}
          problem={problems?.[row.key]}
          onChange={(to) => change(row.key, to)}
          onRemove={() => remove(row.key)}
        />
      ))}
      <Button ref={add} kind="ghost" size="sm" icon="plus" onClick={() => onChange([...rows, newNamedValue()])}>
        {label}
      </Button>
      <p className="small ink3">{kind === 'secretArguments' ? words[kind].help : words.help}</p>
    </fieldset>
  )
}

type RowProps = {
  kind: RowKind
  row: NamedValue
  problem: RowProblem | undefined
  onChange(to: Partial<NamedValue>): void
  onRemove(): void
}

function Row({ kind, row, problem, onChange, onRemove }: RowProps) {
  const { name, value, secret } = row
  const keeping = useKeeping(row.kept)
  const id = useId()
  const remark = problem ? undefined : remarkOn(row)
  const tie = (at: RowProblem['at']) => ({
    ...(problem?.at === at && { 'aria-invalid': true, 'aria-describedby': id }),
    ...(at === 'value' && remark !== undefined && { 'aria-describedby': id }),
  })
  const label = name.trim() || words[kind].unnamed
  return (
    <div className={styles.row}>
      <TextInput
        className="mono"
        aria-label={words[kind].nameOf}
        autoFocus={name === ''}
        placeholder={words[kind].exampleName}
        spellCheck={false}
        value={name}
        onChange={(event) => onChange({ name: event.target.value })}
        {...tie('name')}
      />
      <TextInput
        className="mono"
        type={secret ? 'password' : 'text'}
        autoComplete="off"
        aria-label={words.valueOf(label)}
        placeholder={placeholderOf(row, keeping) ?? words[kind].exampleValue}
        spellCheck={false}
        value={value}
        onChange={(event) => onChange({ value: event.target.value })}
        {...tie('value')}
      />
      {kind === 'secretArguments' ? (
        <span className="fs-small" />
      ) : (
        <Checkbox
          className="fs-small"
          aria-label={words.secretOf(label)}
          checked={secret}
          onChange={(event) => onChange({ secret: event.target.checked })}
        >
          {words.secret}
        </Checkbox>
      )}
      <IconButton label={words.remove(label)} icon="close" onClick={onRemove} />
      {problem && (
        <div className={styles.below}>
          <FieldError id={id}>{problem.says}</FieldError>
        </div>
      )}
      {remark !== undefined && (
        <p id={id} className={`${styles.below} small ink3`}>
          {remark}
        </p>
      )}
    </div>
  )
}

function placeholderOf({ secret, kept, pattern }: NamedValue, keeping: Keeping): string | undefined {
  if (secret && kept !== undefined) return words[keeping]
  return pattern
}

/** A hint about a valid row. */
function remarkOn({ name, value, secret, pattern }: NamedValue): string | undefined {
  if (value === '' && pattern !== undefined) return words.enterWhole(pattern.slice(0, 100))
  const looksSecret = !secret && value !== '' && (isSecretName(name) || isSecretValue(value))
  return looksSecret ? words.looksSecret : undefined
}
