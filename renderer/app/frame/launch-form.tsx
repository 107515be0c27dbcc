import { useState, type SubmitEvent } from 'react'
import { readLaunchLink, signInHere } from '../../state/carriers/web.ts'
import { frame } from '../../strings/frame.ts'
import { useAction } from '../../state/action.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError, TextInput } from '../../ui/fields/field.tsx'
import styles from './launch-form.module.css'

const words = frame.launch

/** Signs this tab in again with a new link from the terminal, without leaving its page. */
export function LaunchForm() {
  const [link, setLink] = useState('')
  const [wrong, setWrong] = useState<string>()
  const connect = useAction(async () => {
    const launch = readLaunchLink(link)
    if (launch) await signInHere(launch)
  })
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (readLaunchLink(link)) void connect.run()
    else setWrong(words.notALink)
  }
  const problem = wrong ?? connect.problem
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextInput
        className="mono"
        spellCheck={false}
        aria-label={words.link}
        aria-invalid={problem === undefined ? undefined : true}
        placeholder={words.linkShape}
        value={link}
        onChange={(event) => {
          setLink(event.target.value)
          setWrong(undefined)
          connect.clear()
        }}
      />
      <Button type="submit" busy={connect.busy}>
        {words.connect}
      </Button>
      {problem && <FieldError>{problem}</FieldError>}
    </form>
  )
}
