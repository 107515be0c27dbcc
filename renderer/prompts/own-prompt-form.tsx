import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { fillGaps, gapsIn } from '../../shared/content/own-prompts.ts'
import { addToComposer } from '../state/composer/filling.ts'
import { keepValues, keptValues } from '../state/prompting.ts'
import { useHost } from '../state/replica.ts'
import { prompts } from '../strings/prompts.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Field, TextArea } from '../ui/fields/field.tsx'
import { invalidIn, useFocusNext } from '../ui/fields/use-focus-next.ts'
import { isShortcut, keyMap } from '../ui/key-map.ts'
import { Note } from '../ui/note.tsx'
import { Above } from '../ui/overlay/above.tsx'
import styles from './prompt-form.module.css'

const words = prompts.own

/** The gaps of one of the user's own prompts. Its text is the user's: it goes into the message to be edited and sent. */
export function OwnPromptForm({ name, onClose }: { name: string; onClose(): void }) {
  const id = useId()
  const place = useRef<HTMLFormElement>(null)
  const prompt = useHost(({ configured }) => configured.settings.prompts?.[name])
  const [values, setValues] = useState(keptValues)
  const [isTried, setTried] = useState(false)
  const focusNext = useFocusNext()
  useEffect(() => place.current?.querySelector('textarea')?.focus({ preventScroll: true }), [])
  if (!prompt)
    return (
      <Above className={styles.panel}>
        <Note kind="no" action={<Button onClick={onClose}>{prompts.dialog.close}</Button>}>
          {words.gone(name)}
        </Note>
      </Above>
    )
  const gaps = gapsIn(prompt.text)
  const isMissing = (gap: string): boolean => (values[gap] ?? '').trim() === ''
  const insert = (): void => {
    setTried(true)
    if (gaps.some(isMissing)) return focusNext(() => invalidIn(place.current))
    addToComposer(fillGaps(prompt.text, values))
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    } else if (isShortcut(event, 'run')) {
      event.preventDefault()
      insert()
    }
  }
  const change = (gap: string, value: string): void => {
    const next = { ...values, [gap]: value }
    setValues(next)
    keepValues(next)
  }
  return (
    <Above className={styles.panel}>
      <form
        ref={place}
        className={styles.form}
        aria-label={words.label(name)}
        aria-describedby={id}
        noValidate
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault()
          insert()
        }}
      >
        <header className={styles.head}>
          <h2 className={styles.title}>{words.one}</h2>
          <code className={styles.name}>/{name}</code>
          <IconButton icon="close" label={prompts.form.close} onClick={onClose} />
        </header>
        <div className={styles.body}>
          {prompt.description !== undefined && <p className="fs-small">{prompt.description}</p>}
          {gaps.map((gap) => (
            <Field key={gap} label={gap} error={isTried && isMissing(gap) ? prompts.form.needed(gap) : undefined}>
              <TextArea rows={1} value={values[gap] ?? ''} onChange={(event) => change(gap, event.target.value)} />
            </Field>
          ))}
        </div>
        <footer className={styles.foot}>
          <p id={id} className={styles.explain}>
            {words.explain}
          </p>
          <Button type="submit" keys={keyMap.run.keys}>
            {prompts.form.insert}
          </Button>
        </footer>
      </form>
    </Above>
  )
}
