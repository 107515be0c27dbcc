import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import type { PromptArgument, PromptEntry } from '../../shared/content/listed.ts'
import { Above } from '../ui/overlay/above.tsx'
import { useHost, useSession } from '../state/replica.ts'
import { FreeAsksOf } from '../inbox/free-asks.tsx'
import { CompletedInput } from '../ui/fields/completed-input.tsx'
import { prompts } from '../strings/prompts.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { keyMap } from '../ui/key-map.ts'
import { ExtInline } from '../ui/third-party/ext.tsx'
import { Field } from '../ui/fields/field.tsx'
import { invalidIn, useFocusNext } from '../ui/fields/use-focus-next.ts'
import { plainLabel } from '../../shared/text/hidden-characters.ts'
import { Loading } from '../ui/loading.tsx'
import { Note } from '../ui/note.tsx'
import { ServerSeal, useServerName } from '../ui/seal.tsx'
import styles from './prompt-form.module.css'
import { PromptMessages } from './prompt-messages.tsx'
import { usePromptForm } from './use-prompt-form.ts'

const words = prompts.form

type PromptFormProps = { server: string; prompt: string; conversation: string | undefined; onClose(): void }

/** A prompt's form, with the definition from when it was opened. */
export function PromptForm({ server, prompt, conversation, onClose }: PromptFormProps) {
  const from = plainLabel(useServerName(server), 60)
  const now = useHost(({ servers }) =>
    servers[server]?.status.state === 'ready' ? servers[server].prompts?.items[prompt] : undefined,
  )
  const [opened] = useState(now)
  const entry = opened ?? now
  return (
    <Above className={styles.panel}>
      {entry ? (
        <Open entry={entry} server={server} from={from} conversation={conversation} onClose={onClose} />
      ) : (
        <Note kind="no" action={<Button onClick={onClose}>{prompts.dialog.close}</Button>}>
          {words.gone(from)}
        </Note>
      )}
    </Above>
  )
}

type OpenProps = {
  entry: PromptEntry
  server: string
  from: string
  conversation: string | undefined
  onClose(): void
}

function Open({ entry, server, from, conversation, onClose }: OpenProps) {
  const id = useId()
  const place = useRef<HTMLFormElement>(null)
  const focusNext = useFocusNext()
  const form = usePromptForm({ server, entry, conversation, onInserted: onClose })
  const block = useSession()?.right === 'read' ? words.readOnly : undefined
  useEffect(() => {
    const first = place.current?.querySelector<HTMLElement>('input, [data-insert]')
    first?.focus({ preventScroll: true })
  }, [])
  const ask = (how: () => void): void => {
    how()
    focusNext(() => invalidIn(place.current))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
      event.stopPropagation()
      if (!isListOpen(event.target)) onClose()
    }
    if (event.altKey && event.code === 'KeyP') {
      event.preventDefault()
      if (block === undefined) ask(form.preview)
    }
    if ((event.ctrlKey || event.metaKey) && event.key === 'Enter') {
      event.preventDefault()
      if (block === undefined && !event.repeat) ask(form.insert)
    }
  }
  const title = plainLabel(entry.title ?? entry.name, 60)
  return (
    <form
      ref={place}
      className={styles.form}
      aria-label={words.label(title, from)}
      aria-describedby={id}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        if (block === undefined) ask(form.insert)
      }}
    >
      <header className={styles.head}>
        <ServerSeal server={server} />
        <h2 className={styles.title}>
          <bdi>{title}</bdi>
        </h2>
        <code className={styles.name}>/{plainLabel(entry.name, 60)}</code>
        <span className={styles.from}>{words.from(from)}</span>
        <IconButton icon="close" label={words.close} onClick={onClose} />
      </header>
      <div className={styles.body}>
        {entry.description !== '' && (
          <p className="fs-small">
            <ExtInline from={from} text={entry.description} />
          </p>
        )}
        <Arguments entry={entry} server={server} from={from} form={form} />
        {form.problem !== undefined && <Note kind="no">{form.problem}</Note>}
        {(form.isAsking || form.isInserting) && <FreeAsksOf server={server} name={from} />}
        <Preview form={form} from={from} />
      </div>
      <footer className={styles.foot}>
        <p id={id} className={styles.explain}>
          {entry.arguments.length === 0 ? words.noArguments(from) : words.explain(from)}
        </p>
        <Button
          kind="ghost"
          keys={keyMap.preview.keys}
          busy={form.isAsking}
          unavailable={block}
          onClick={() => ask(form.preview)}
        >
          {words.preview}
        </Button>
        <Button data-insert type="submit" busy={form.isInserting} unavailable={block}>
          {words.insert}
        </Button>
      </footer>
    </form>
  )
}

/** Whether Esc is for a suggestion list open at this field. */
const isListOpen = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.getAttribute('aria-expanded') === 'true'

type Form = ReturnType<typeof usePromptForm>
type PartProps = { entry: PromptEntry; server: string; from: string; form: Form }

function Arguments({ entry, server, from, form }: PartProps) {
  if (entry.arguments.length === 0) return null
  return (
    <div className={styles.fields}>
      {entry.arguments.map((argument) => (
        <Argument key={argument.name} argument={argument} entry={entry} server={server} from={from} form={form} />
      ))}
    </div>
  )
}

function Argument({ argument, entry, server, from, form }: PartProps & { argument: PromptArgument }) {
  const { name, title = name, description, required } = argument
  const given = Object.fromEntries(Object.entries(form.typed).filter(([other, text]) => other !== name && text !== ''))
  return (
    <Field
      label={<bdi>{plainLabel(title, 60)}</bdi>}
      optional={!required}
      error={form.errorOf(name)}
      help={description ? <ExtInline from={from} text={description} /> : undefined}
    >
      <CompletedInput
        server={server}
        serverName={from}
        of={{ prompt: entry.name }}
        argument={name}
        value={form.typed[name] ?? ''}
        given={given}
        required={required}
        onChange={(value) => form.change(name, value)}
      />
    </Field>
  )
}

function Preview({ form: { got, isOlder, isAsking }, from }: { form: Form; from: string }) {
  if (!got) return isAsking ? <Loading what={words.asking(from)} /> : null
  return (
    <section className={styles.preview} aria-label={words.preview}>
      <div className={styles.previewHead} role="status">
        <span>{words.preview}</span>
        <span>{prompts.messages.count(got.messages.length)}</span>
      </div>
      {isOlder && <p className="fs-small ink2">{words.older}</p>}
      <PromptMessages messages={got.messages} from={from} />
      {got.problems.map((problem) => (
        <p key={problem} className="fs-small ink2">
          {problem}
        </p>
      ))}
    </section>
  )
}
