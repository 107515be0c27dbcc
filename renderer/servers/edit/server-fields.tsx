import { useId } from 'react'
import type { ServerConfig } from '../../../shared/config/server-config.ts'
import { serverForm } from '../../strings/servers/servers-form.ts'
import { Field, Radio, TextInput } from '../../ui/fields/field.tsx'
import { AddressFields } from './address-fields.tsx'
import type { DraftProblems } from '../../state/servers/draft/draft-problems.ts'
import { ProgramFields } from './program-fields.tsx'
import type { ServerDraft } from '../../state/servers/draft/server-draft.ts'
import styles from './server-fields.module.css'
import { TimeLimitFields } from './time-limit-fields.tsx'

const words = serverForm.server

type ServerFieldsProps = {
  draft: ServerDraft
  onChange(next: ServerDraft): void
  problems: DraftProblems
  /** The existing server, if any. */
  before: ServerConfig | undefined
}

/** The form fields of one server. */
export function ServerFields({ draft, onChange, problems, before }: ServerFieldsProps) {
  const set = (change: Partial<ServerDraft>): void => onChange({ ...draft, ...change })
  return (
    <>
      {!before && <KindChoice kind={draft.kind} onChange={(kind) => set({ kind })} />}
      {before ? (
        <Field label={words.name} optional help={words.displayNameHelp(draft.id)} error={problems.name}>
          <TextInput
            value={draft.name}
            placeholder={draft.id}
            onChange={(event) => set({ name: event.target.value })}
            maxLength={64}
          />
        </Field>
      ) : (
        <Field label={words.name} help={words.nameHelp} error={problems.id}>
          <TextInput value={draft.id} onChange={(event) => set({ id: event.target.value })} maxLength={64} />
        </Field>
      )}
      {draft.kind === 'http' ? (
        <AddressFields
          draft={draft}
          before={before?.type === 'http' ? before.url : undefined}
          problems={problems}
          set={set}
        />
      ) : (
        <ProgramFields draft={draft} problems={problems} set={set} />
      )}
      <Field label={words.tags} optional help={words.tagsHelp} error={problems.tags}>
        <TextInput value={draft.tags} onChange={(event) => set({ tags: event.target.value })} maxLength={400} />
      </Field>
      <TimeLimitFields
        isProgram={draft.kind === 'stdio'}
        limits={draft.limits}
        problems={problems.limits}
        onChange={(limits) => set({ limits })}
      />
    </>
  )
}

const kinds = ['stdio', 'http'] as const

type Kind = ServerDraft['kind']

/** The kind of a new server, which it keeps. Values typed for the other kind stay. */
function KindChoice({ kind, onChange }: { kind: Kind; onChange(kind: Kind): void }) {
  const group = useId()
  return (
    <fieldset className={styles.kinds}>
      <legend className="sr">{words.kind}</legend>
      {kinds.map((it) => (
        <Radio key={it} className={styles.kind} name={group} checked={it === kind} onChange={() => onChange(it)}>
          <span className="block medium">{words.kinds[it].label}</span>
          <span className="small block ink3">{words.kinds[it].help}</span>
        </Radio>
      ))}
    </fieldset>
  )
}
