import { strings } from '../../strings/strings.ts'
import { Plain } from '../../ui/third-party/ext.tsx'
import { Checkbox, Field, TextArea, TextInput } from '../../ui/fields/field.tsx'
import { Note } from '../../ui/note.tsx'
import { commandLine } from '../../../shared/text/command-line.ts'
import type { DraftProblems } from '../draft/draft-problems.ts'
import { NamedValueFields } from './named-value-fields.tsx'
import { exposedSecret } from '../draft/pasted-entry.ts'
import { argumentsOf, type ServerDraft } from '../draft/server-draft.ts'
import styles from './server-fields.module.css'

const words = strings.serverForm.program

type ProgramFieldsProps = { draft: ServerDraft; problems: DraftProblems; set(change: Partial<ServerDraft>): void }

/** The form fields of a server that Atrium starts. */
export function ProgramFields({ draft, problems, set }: ProgramFieldsProps) {
  const exposed = exposedSecret(draft)
  return (
    <>
      <Field label={words.command} help={words.commandHelp} error={problems.command}>
        <TextInput
          className="mono"
          spellCheck={false}
          value={draft.command}
          onChange={(event) => set({ command: event.target.value })}
        />
      </Field>
      <Field label={words.arguments} optional help={words.argumentsHelp} error={problems.args}>
        <TextArea
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
      <Field label={words.folder} optional help={words.folderHelp} error={problems.cwd}>
        <TextInput
          className="mono"
          spellCheck={false}
          value={draft.cwd}
          onChange={(event) => set({ cwd: event.target.value })}
        />
      </Field>
      <NamedValueFields kind="env" rows={draft.env} problems={problems.env} onChange={(env) => set({ env })} />
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
      <span className={styles.label}>{words.preview}</span>
      <code>
        <Plain text={commandLine({ command, args: argumentsOf(draft) })} limit={2000} />
      </code>
    </div>
  )
}
