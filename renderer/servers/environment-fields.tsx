import { useId } from 'react'
import { useHost } from '../host.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Checkbox, FieldError, TextInput } from '../ui/field.tsx'
import styles from './environment-fields.module.css'
import { newVariable, type Variable } from './server-draft.ts'

type EnvironmentFieldsProps = {
  env: Variable[]
  problems: Record<number, string>
  onChange(env: Variable[]): void
}

/** Environment variables as rows of name and value. */
export function EnvironmentFields({ env, problems, onChange }: EnvironmentFieldsProps) {
  const change = (key: number, to: Partial<Variable>): void =>
    onChange(env.map((variable) => (variable.key === key ? { ...variable, ...to } : variable)))
  return (
    <fieldset className={styles.fields}>
      <legend className={styles.label}>
        Environment <span className={styles.optional}>optional</span>
      </legend>
      {env.map((variable) => (
        <VariableRow
          key={variable.key}
          variable={variable}
          problem={problems[variable.key]}
          onChange={(to) => change(variable.key, to)}
          onRemove={() => onChange(env.filter(({ key }) => key !== variable.key))}
        />
      ))}
      <Button kind="ghost" size="sm" icon="plus" onClick={() => onChange([...env, newVariable()])}>
        Variable
      </Button>
      <p className={styles.help}>
        Secret values are kept in the secret store of this installation and never shown again.
      </p>
    </fieldset>
  )
}

type VariableRowProps = {
  variable: Variable
  problem: string | undefined
  onChange(to: Partial<Variable>): void
  onRemove(): void
}

function VariableRow({ variable, problem, onChange, onRemove }: VariableRowProps) {
  const { name, value, secret, kept } = variable
  const stored = useHost((state) => kept !== undefined && state.secrets.includes(kept))
  const id = useId()
  const invalid = problem === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': id }
  const label = name || 'the variable'
  return (
    <div className={styles.row}>
      <TextInput
        className="mono"
        aria-label="Name of the variable"
        autoFocus={name === ''}
        placeholder="NAME"
        spellCheck={false}
        value={name}
        onChange={(event) => onChange({ name: event.target.value })}
        {...invalid}
      />
      <TextInput
        className="mono"
        type={secret ? 'password' : 'text'}
        autoComplete="off"
        aria-label={`Value of ${label}`}
        placeholder={secret ? placeholderOf(kept, stored) : 'value'}
        spellCheck={false}
        value={value}
        onChange={(event) => onChange({ value: event.target.value })}
      />
      <Checkbox
        className={styles.secret}
        checked={secret}
        onChange={(event) => onChange({ secret: event.target.checked })}
      >
        Secret
      </Checkbox>
      <IconButton label={`Remove ${label}`} icon="close" onClick={onRemove} />
      {problem && (
        <div className={styles.problem}>
          <FieldError id={id}>{problem}</FieldError>
        </div>
      )}
    </div>
  )
}

function placeholderOf(kept: string | undefined, stored: boolean): string {
  if (kept === undefined) return 'value'
  return stored ? 'kept; type to replace' : 'missing; enter it again'
}
