import { useState, type SubmitEvent } from 'react'
import { anthropic } from '../../shared/settings.ts'
import { useLink } from '../host.ts'
import { useAction } from '../ui/action.ts'
import { Button } from '../ui/button.tsx'
import { FieldError, TextInput } from '../ui/field.tsx'
import styles from './models-part.module.css'

type KeyFormProps = { endpoint: string; name: string; canCancel: boolean; onDone(saved: boolean): void }

/** Takes a key into the secret store; it is never shown again. */
export function KeyForm({ endpoint, name, canCancel, onDone }: KeyFormProps) {
  const link = useLink()
  const [key, setKey] = useState('')
  const [wrong, setWrong] = useState<string>()
  const save = useAction(async () => {
    await link.call('setModelKey', { endpoint, key: key.trim() })
    onDone(true)
  })
  const problem = wrong ?? save.problem
  const hint = endpoint === anthropic ? '; it usually begins with sk-ant-' : ''
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (key.trim() === '') setWrong(`Enter the key${hint}.`)
    else void save.run()
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.row}>
        <TextInput
          className="mono"
          type="password"
          autoComplete="off"
          aria-label={`Key for ${name}`}
          aria-invalid={problem === undefined ? undefined : true}
          placeholder={endpoint === anthropic ? 'sk-ant-…' : 'its key'}
          value={key}
          onChange={(event) => {
            setKey(event.target.value)
            setWrong(undefined)
          }}
        />
        <Button type="submit" busy={save.busy}>
          Save and test
        </Button>
        {canCancel && (
          <Button kind="ghost" onClick={() => onDone(false)}>
            Cancel
          </Button>
        )}
      </div>
      {problem && <FieldError>{problem}</FieldError>}
      <p className={styles.detail}>Kept in the secret store of this installation and never shown again.</p>
    </form>
  )
}
