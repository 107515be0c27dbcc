import { useState } from 'react'
import type { Starter } from '../../../shared/config/starters.ts'
import { commandLine } from '../../../shared/text/command-line.ts'
import { serverForm } from '../../strings/servers/servers-form.ts'
import { Field, TextInput } from '../../ui/fields/field.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import { argumentsOf, type ServerDraft } from '../draft/server-draft.ts'
import type { StarterValues } from '../draft/starter-draft.ts'
import styles from './add-servers.module.css'

const words = serverForm.starters

/** Starters shown before all of them are asked for. */
const shownFirst = 6

/** Known servers, each with what it does. */
export function Starters({ found, onPick }: { found: Starter[]; onPick(starter: Starter): void }) {
  const [isAll, setAll] = useState(false)
  if (found.length === 0) return null
  const shown = isAll ? found : found.slice(0, shownFirst)
  return (
    <section className={styles.section} aria-labelledby="starters">
      <h3 id="starters" className={styles.heading}>
        {words.title}
      </h3>
      <ul className={styles.starters}>
        {shown.map((starter) => (
          <li key={starter.id}>
            <button type="button" className={styles.starter} onClick={() => onPick(starter)}>
              <span className={styles.name}>{starter.title}</span>
              <span className={styles.does}>{starter.does}</span>
            </button>
          </li>
        ))}
      </ul>
      {shown.length < found.length && (
        <MoreButton onClick={() => setAll(true)}>{words.showAll(found.length)}</MoreButton>
      )}
    </section>
  )
}

type StarterFieldsProps = {
  starter: Starter
  values: StarterValues
  draft: ServerDraft
  /** Keys of fields that still need a value, once the user tried to add it. */
  missing: readonly string[]
  onChange(values: StarterValues): void
}

/** One starter: its purpose, the values it asks for, and the resulting command or URL. */
export function StarterFields({ starter, values, draft, missing, onChange }: StarterFieldsProps) {
  return (
    <>
      <p>
        {starter.does} <span className={styles.by}>{words.by(starter.by)}</span>
      </p>
      {starter.fields.map(({ key, label, help, example, isSecret }) => (
        <Field
          key={key}
          label={label}
          help={isSecret ? `${help} ${words.kept}` : help}
          error={missing.includes(key) ? words.missing(label) : undefined}
        >
          <TextInput
            className="mono"
            type={isSecret ? 'password' : 'text'}
            autoComplete="off"
            spellCheck={false}
            placeholder={example}
            value={values[key] ?? ''}
            onChange={(event) => onChange({ ...values, [key]: event.target.value })}
          />
        </Field>
      ))}
      <div className={styles.preview}>
        <span className={styles.heading}>{draft.kind === 'http' ? words.connects : words.runs}</span>
        <code>
          <Plain
            text={draft.kind === 'http' ? draft.url : commandLine({ command: draft.command, args: argumentsOf(draft) })}
            limit={2000}
          />
        </code>
      </div>
    </>
  )
}
