import { Field, TextArea, TextInput } from '../ui/field.tsx'
import { commandLine } from './command-line.ts'
import { EnvironmentFields } from './environment-fields.tsx'
import type { DraftProblems, ServerDraft } from './server-draft.ts'
import styles from './server-fields.module.css'

type ServerFieldsProps = {
  draft: ServerDraft
  onChange(next: ServerDraft): void
  problems: DraftProblems
  isNew: boolean
}

/** The questions about one server. */
export function ServerFields({ draft, onChange, problems, isNew }: ServerFieldsProps) {
  const set = (change: Partial<ServerDraft>): void => onChange({ ...draft, ...change })
  return (
    <>
      {isNew ? (
        <Field label="Name" help="Yours; the server cannot change it." error={problems.id}>
          <TextInput value={draft.id} onChange={(event) => set({ id: event.target.value })} maxLength={64} />
        </Field>
      ) : (
        <Field label="Name" optional help={`Shown instead of ${draft.id}.`} error={problems.name}>
          <TextInput
            value={draft.name}
            placeholder={draft.id}
            onChange={(event) => set({ name: event.target.value })}
            maxLength={64}
          />
        </Field>
      )}
      <Field label="Command" help="The program to start, such as npx, or its whole path." error={problems.command}>
        <TextInput
          className="mono"
          spellCheck={false}
          value={draft.command}
          onChange={(event) => set({ command: event.target.value })}
        />
      </Field>
      <Field label="Arguments" optional help="One on each line, without quotes." error={problems.args}>
        <TextArea
          className="mono"
          spellCheck={false}
          rows={Math.min(8, Math.max(3, draft.args.split('\n').length + 1))}
          value={draft.args}
          onChange={(event) => set({ args: event.target.value })}
        />
      </Field>
      <Field label="Folder" optional help="Where it is started. Without one, in your home folder." error={problems.cwd}>
        <TextInput
          className="mono"
          spellCheck={false}
          value={draft.cwd}
          onChange={(event) => set({ cwd: event.target.value })}
        />
      </Field>
      <EnvironmentFields env={draft.env} problems={problems.env ?? {}} onChange={(env) => set({ env })} />
      <Preview draft={draft} />
    </>
  )
}

/** What will be started, as it is typed. */
function Preview({ draft }: { draft: ServerDraft }) {
  const command = draft.command.trim()
  if (command === '') return null
  const args = draft.args.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
  return (
    <div className={styles.preview}>
      <span className={styles.label}>Runs on this computer, as you</span>
      <code>{commandLine({ command, args })}</code>
    </div>
  )
}
