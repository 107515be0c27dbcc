import { useState, type SubmitEvent } from 'react'
import { mostPrompts, promptName, type Settings } from '../../shared/config/settings.ts'
import { useAction, useInOrder } from '../state/action.ts'
import { useHost, useLink } from '../state/replica.ts'
import { prompts as promptsWords } from '../strings/prompts.ts'
import { settings } from '../strings/settings.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Field, FieldError, TextArea, TextInput } from '../ui/fields/field.tsx'
import { invalidIn, useFocusNext } from '../ui/fields/use-focus-next.ts'
import { isShortcut } from '../ui/key-map.ts'
import { ActionDialog } from '../ui/overlay/action-dialog.tsx'
import { useUndoToast } from '../ui/overlay/toast.tsx'
import styles from './prompts-part.module.css'
import { SettingGroup } from '../ui/fields/setting.tsx'

const words = promptsWords.own
const formId = 'prompt-form'

type OwnPrompt = NonNullable<Settings['prompts']>[string]

/** The user's own prompts. */
export function PromptsPart({ block }: { block: string | undefined }) {
  const link = useLink()
  const prompts = useHost(({ configured }) => configured.settings.prompts) ?? {}
  const offerUndo = useUndoToast()
  const [edited, setEdited] = useState<{ name: string | undefined }>()
  const change = useInOrder((name: string, prompt: OwnPrompt | null) =>
    link.call('changeSettings', { prompts: { [name]: prompt } }),
  )
  const remove = async (name: string, prompt: OwnPrompt): Promise<void> => {
    await change.run(name, null)
    offerUndo(words.deleted, () => void change.run(name, prompt))
  }
  const all = Object.entries(prompts).toSorted(([a], [b]) => a.localeCompare(b))
  const full = all.length >= mostPrompts ? words.full(mostPrompts) : undefined
  return (
    <SettingGroup title={settings.parts.prompts} lede={words.lede}>
      {all.length === 0 ? (
        <p className="ink3">{words.none}</p>
      ) : (
        <ul className={styles.list} aria-label={words.list}>
          {all.map(([name, prompt]) => (
            <li key={name} className={styles.row}>
              <code>/{name}</code>
              <span className={styles.about}>{prompt.description ?? prompt.text}</span>
              <IconButton
                size="sm"
                icon="edit"
                label={words.edit(name)}
                unavailable={block}
                onClick={() => setEdited({ name })}
              />
              <IconButton
                size="sm"
                icon="trash"
                label={words.delete(name)}
                unavailable={block}
                onClick={() => void remove(name, prompt)}
              />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.add}>
        <Button icon="plus" unavailable={block ?? full} onClick={() => setEdited({ name: undefined })}>
          {words.add}
        </Button>
      </div>
      {change.problem !== undefined && <FieldError>{change.problem}</FieldError>}
      {edited && <PromptDialog before={edited.name} prompts={prompts} onClose={() => setEdited(undefined)} />}
    </SettingGroup>
  )
}

type PromptDialogProps = { before: string | undefined; prompts: NonNullable<Settings['prompts']>; onClose(): void }

function PromptDialog({ before, prompts, onClose }: PromptDialogProps) {
  const link = useLink()
  const known = before === undefined ? undefined : prompts[before]
  const [draft, setDraft] = useState({
    name: before ?? '',
    description: known?.description ?? '',
    text: known?.text ?? '',
  })
  const [isTried, setTried] = useState(false)
  const focusNext = useFocusNext()
  const problems = problemsIn(draft, before, prompts)
  const save = useAction(async () => {
    const { name, description, text } = draft
    const prompt = { text: text.trim(), ...(description.trim() !== '' && { description: description.trim() }) }
    const renamed = before !== undefined && before !== name.trim() ? { [before]: null } : {}
    await link.call('changeSettings', { prompts: { ...renamed, [name.trim()]: prompt } })
    onClose()
  })
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setTried(true)
    if (problems.name === undefined && problems.text === undefined) return void save.run()
    const form = event.currentTarget
    focusNext(() => invalidIn(form))
  }
  const change = (changed: Partial<typeof draft>): void => setDraft({ ...draft, ...changed })
  return (
    <ActionDialog
      onClose={onClose}
      keepOpen
      title={before === undefined ? words.addTitle : words.editTitle(before)}
      leave={words.cancel}
      verb={words.save}
      action={save}
      form={formId}
    >
      <form
        id={formId}
        className="stack gap3"
        noValidate
        onSubmit={submit}
        onKeyDown={(event) => {
          if (!isShortcut(event, 'run')) return
          event.preventDefault()
          event.currentTarget.requestSubmit()
        }}
      >
        <Field label={words.name} help={words.nameHelp} error={isTried ? problems.name : undefined}>
          <TextInput
            className="mono"
            spellCheck={false}
            maxLength={40}
            value={draft.name}
            onChange={(event) => change({ name: event.target.value })}
          />
        </Field>
        <Field label={words.description} optional>
          <TextInput
            maxLength={200}
            value={draft.description}
            onChange={(event) => change({ description: event.target.value })}
          />
        </Field>
        <Field label={words.text} help={words.textHelp} error={isTried ? problems.text : undefined}>
          <TextArea
            rows={8}
            maxLength={10_000}
            value={draft.text}
            onChange={(event) => change({ text: event.target.value })}
          />
        </Field>
      </form>
    </ActionDialog>
  )
}

function problemsIn(
  { name, text }: { name: string; text: string },
  before: string | undefined,
  prompts: object,
): { name?: string; text?: string } {
  const isTaken = name.trim() !== before && Object.hasOwn(prompts, name.trim())
  return {
    ...(!promptName.safeParse(name.trim()).success && { name: words.nameWrong }),
    ...(isTaken && { name: words.nameTaken(name.trim()) }),
    ...(text.trim() === '' && { text: words.textWrong }),
  }
}
