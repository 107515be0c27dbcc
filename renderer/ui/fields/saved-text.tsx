import { useState, type ComponentProps, type SubmitEvent } from 'react'
import { ui } from '../../strings/ui.ts'
import { useAction } from '../../state/action.ts'
import { Button } from '../button.tsx'
import { FieldError, TextInput } from './field.tsx'
import styles from './saved-text.module.css'

type SavedTextProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  label: string
  /** The unit of a number, beside the field. */
  unit?: string
  /** The value in effect. */
  value: string
  block: string | undefined
  /** Why the text isn't valid, in a sentence. */
  check(text: string): string | undefined
  save(text: string): Promise<unknown>
}

/** A text that takes effect when saved; until then the typed text stays, even after a refusal. */
export function SavedText({ label, value, unit, block, check, save, ...input }: SavedTextProps) {
  const [typed, setTyped] = useState<string>()
  const [wrong, setWrong] = useState<string>()
  const saving = useAction(async (text: string) => {
    await save(text)
    setTyped(undefined)
  })
  const text = typed ?? value
  const isChanged = text.trim() !== value
  const problem = wrong ?? saving.problem
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (!isChanged || block !== undefined) return
    const found = check(text.trim())
    setWrong(found)
    if (found === undefined) void saving.run(text.trim())
  }
  const type = (next: string): void => {
    setTyped(next)
    setWrong(undefined)
    saving.clear()
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.row}>
        <TextInput
          {...input}
          aria-label={label}
          aria-invalid={problem === undefined ? undefined : true}
          readOnly={block !== undefined}
          value={text}
          onChange={(event) => type(event.target.value)}
        />
        {unit !== undefined && <span className="fs-small ink3">{unit}</span>}
        {isChanged && (
          <>
            <Button type="submit" busy={saving.busy}>
              {ui.saved.save}
            </Button>
            <Button kind="ghost" onClick={() => type(value)}>
              {ui.saved.discard}
            </Button>
          </>
        )}
      </div>
      {problem && <FieldError>{problem}</FieldError>}
    </form>
  )
}
