import { useState, type KeyboardEvent } from 'react'
import { serverForm } from '../../strings/servers/servers-form.ts'
import { ui } from '../../strings/ui.ts'
import { Button } from '../../ui/button.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import { Checkbox, Field, TextArea, TextInput } from '../../ui/fields/field.tsx'
import { Note } from '../../ui/note.tsx'
import { commandLine } from '../../../shared/text/command-line.ts'
import type { DraftProblems } from '../../state/servers/draft/draft-problems.ts'
import { NamedValueFields } from './named-value-fields.tsx'
import { argumentsOf, splitCommand, type ServerDraft, type SplitDraft } from '../../state/servers/draft/server-draft.ts'
import { exposedSecret } from '../../state/servers/draft/draft-problems.ts'
import styles from './server-fields.module.css'

const words = serverForm.program

type ProgramFieldsProps = { draft: ServerDraft; problems: DraftProblems; set(change: Partial<ServerDraft>): void }

/** The form fields of a server that Atrium starts. */
export function ProgramFields({ draft, problems, set }: ProgramFieldsProps) {
  const exposed = exposedSecret(draft)
  const [typed, setTyped] = useState<SplitDraft & { count: number; isUndone: boolean }>()
  /** Splits a command line that was typed as the command, unless the user took that back. */
  const split = (): boolean => {
    const found = typed?.isUndone && typed.command === draft.command ? undefined : splitCommand(draft)
    if (!found) return false
    const { command, args, env } = draft
    setTyped({ command, args, env, count: argumentsOf(found).length, isUndone: false })
    set(found)
    return true
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && split()) event.preventDefault()
  }
  return (
    <>
      <Field label={words.command} help={words.commandHelp} error={problems.command}>
        <TextInput
          name="command"
          className="mono"
          spellCheck={false}
          value={draft.command}
          onChange={(event) => set({ command: event.target.value })}
          onBlur={split}
          onKeyDown={onKeyDown}
        />
      </Field>
      {typed && !typed.isUndone && (
        <Note
          action={
            <Button
              size="sm"
              onClick={() => {
                set({ command: typed.command, args: typed.args, env: typed.env })
                setTyped({ ...typed, isUndone: true })
              }}
            >
              {ui.undo}
            </Button>
          }
        >
          {words.split(typed.count)}
        </Note>
      )}
      <Field label={words.arguments} optional help={words.argumentsHelp} error={problems.args}>
        <TextArea
          name="arguments"
          className="mono"
          spellCheck={false}
          rows={Math.min(8, Math.max(3, draft.args.split('\n').length + 1))}
          value={draft.args}
          onChange={(event) => set({ args: event.target.value })}
        />
      </Field>
      {exposed && (
        <Note>
          {exposed} {words.variableInstead}
        </Note>
      )}
      {(exposed !== undefined || draft.secretArguments.length > 0) && (
        <NamedValueFields
          kind="secretArguments"
          rows={draft.secretArguments}
          problems={problems.secretArguments}
          onChange={(secretArguments) => set({ secretArguments })}
        />
      )}
      <Field label={words.folder} optional help={words.folderHelp} error={problems.cwd}>
        <TextInput
          name="folder"
          className="mono"
          spellCheck={false}
          value={draft.cwd}
          onChange={(event) => set({ cwd: event.target.value })}
        />
      </Field>
      <NamedValueFields kind="env" rows={draft.env} problems={problems.env} onChange={(env) => set({ env })} />
      <Field label={words.inherit} optional help={words.inheritHelp} error={problems.inherit}>
        <TextInput
          name="inherit"
          className="mono"
          spellCheck={false}
          value={draft.inherit}
          onChange={(event) => set({ inherit: event.target.value })}
        />
      </Field>
      <Checkbox checked={draft.network} onChange={(event) => set({ network: event.target.checked })}>
        {words.network} <span className="ink3">{words.networkHelp}</span>
      </Checkbox>
      <Preview draft={draft} />
    </>
  )
}

/** The resulting command, as typed. */
function Preview({ draft }: { draft: ServerDraft }) {
  const command = draft.command.trim()
  if (command === '') return null
  return (
    <div className={styles.preview}>
      <span className="micro ink3">{words.preview}</span>
      <code>
        <Plain text={commandLine({ command, args: argumentsOf(draft) })} limit={2000} />
      </code>
    </div>
  )
}
