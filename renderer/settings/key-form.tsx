import { useState, type SubmitEvent } from 'react'
import { urlOrigin } from '../../shared/risk/secret-names.ts'
import { anthropic } from '../../shared/config/settings.ts'
import { useLink } from '../state/replica.ts'
import { settingsModels } from '../strings/settings-models.ts'
import { useAction } from '../state/action.ts'
import { Button } from '../ui/button.tsx'
import { FieldError, TextInput } from '../ui/fields/field.tsx'
import styles from './models-part.module.css'

const { key: words, cancel } = settingsModels

type KeyFormProps = {
  endpoint: string
  name: string
  /** The only destination the key will be sent to. */
  address: string
  canCancel: boolean
  onDone(saved: boolean): void
}

/** Saves a key in the secret store; Atrium never shows it again. */
export function KeyForm({ endpoint, name, address, canCancel, onDone }: KeyFormProps) {
  const link = useLink()
  const [key, setKey] = useState('')
  const [wrong, setWrong] = useState<string>()
  const save = useAction(async () => {
    await link.call('setModelKey', { endpoint, key: key.trim(), check: true })
    onDone(true)
  })
  const problem = wrong ?? save.problem
  const isAnthropic = endpoint === anthropic
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    const field = event.currentTarget.querySelector('input')
    if (key.trim() === '') setWrong(isAnthropic ? words.anthropicMissing : words.missing)
    else void save.run().then((isSaved) => isSaved || field?.select())
  }
  return (
    <form className="stack gap3 full" onSubmit={submit} noValidate>
      <div className={styles.row}>
        <TextInput
          className="mono"
          type="password"
          autoComplete="off"
          aria-label={words.label(name)}
          aria-invalid={problem === undefined ? undefined : true}
          placeholder={isAnthropic ? words.anthropicShape : words.shape}
          value={key}
          onChange={(event) => {
            setKey(event.target.value)
            setWrong(undefined)
            save.clear()
          }}
        />
        <Button type="submit" busy={save.busy}>
          {words.save}
        </Button>
        {canCancel && (
          <Button kind="ghost" onClick={() => onDone(false)}>
            {cancel}
          </Button>
        )}
      </div>
      {problem && <FieldError>{problem}</FieldError>}
      <p className="small ink3 num">{words.help(urlOrigin(address))}</p>
    </form>
  )
}
