import { useId, type ReactNode } from 'react'
import { Phrase } from '../../strings/phrase.tsx'
import { strings } from '../../strings/strings.ts'
import { Button } from '../../ui/button.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import { Checkbox, Field, TextArea } from '../../ui/fields/field.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { Seal, sealIdentity } from '../../ui/seal.tsx'
import { commandLine } from '../../../shared/text/command-line.ts'
import { destinationOf } from '../../state/servers/destination.ts'
import { exposedSecret } from '../draft/pasted-entry.ts'
import styles from './paste-fields.module.css'
import { argumentsOf, type ServerDraft } from '../draft/server-draft.ts'
import type { Paste, PasteRow } from '../draft/use-paste.ts'

const words = strings.serverForm.paste

/** Accepts a config, command line or URL; adds its servers at once, or one by one in the form. */
export function PasteFields({ paste, onFill }: { paste: Paste; onFill(row: PasteRow): void }) {
  const { text, pasted, rows } = paste
  return (
    <>
      <Field
        label={words.label}
        help={words.help}
        error={text.trim() !== '' && 'problem' in pasted ? pasted.problem : undefined}
      >
        <TextArea
          className="mono"
          rows={10}
          spellCheck={false}
          autoFocus
          value={text}
          onChange={(event) => paste.change(event.target.value)}
        />
      </Field>
      {rows.length > 0 && (
        <ul className={styles.found} aria-label={words.found(rows.length)}>
          {rows.map((row) => (
            <FoundRow
              key={row.index}
              row={row}
              onChoose={(isChosen) => paste.note(row.index, { isChosen })}
              onFill={() => onFill(row)}
            />
          ))}
        </ul>
      )}
      <SecretsFound drafts={rows.map(({ draft }) => draft)} />
      {'skipped' in pasted && pasted.skipped.map((why) => <Note key={why}>{why}</Note>)}
      {paste.failures.length > 0 && (
        <div ref={intoView} className={styles.failures}>
          {paste.failures.map((failure) => (
            <Note key={failure} kind="no">
              {failure}
            </Note>
          ))}
        </div>
      )}
    </>
  )
}

/** Failures appear below the list, which can be long. */
const intoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })

type FoundRowProps = { row: PasteRow; onChoose(isChosen: boolean): void; onFill(): void }

function FoundRow({ row, onChoose, onFill }: FoundRowProps) {
  const { draft, readiness, isAdded, isChosen, isOn, notes } = row
  const id = useId()
  const name = draft.id || words.unnamed
  const exposed = exposedSecret(draft)
  const missing = 'missing' in readiness && !isAdded ? readiness.missing : undefined
  return (
    <li className={styles.server}>
      <Checkbox
        aria-label={words.add(name)}
        aria-describedby={missing === undefined ? undefined : id}
        checked={isChosen || isAdded}
        disabled={isAdded || missing !== undefined}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <Seal identity={'input' in readiness ? sealIdentity(draft.id, readiness.input.config) : draft.id} size={22} />
      <span className={styles.words}>
        <span className={styles.name}>{name}</span> <span className={styles.kind}>{whereOf(draft)}</span>
        <code className={styles.command}>
          <Plain text={lineOf(draft)} limit={300} />
        </code>
        {missing !== undefined && (
          <span id={id} className={styles.missing}>
            <Icon name="warning" size={13} />
            {missing}
          </span>
        )}
        {!isOn && <Remark>{words.isOff}</Remark>}
        {exposed && <Remark>{exposed}</Remark>}
        {notes.map((note) => (
          <Remark key={note}>{note}</Remark>
        ))}
      </span>
      {isAdded ? (
        <span className={styles.added}>
          <Glyph state="succeeded" label="" size={14} />
          {words.added}
        </span>
      ) : (
        <Button size="sm" onClick={onFill} aria-label={words.fillWith(name)}>
          {words.fill}
        </Button>
      )}
    </li>
  )
}

const Remark = ({ children }: { children: ReactNode }) => <span className={styles.remark}>{children}</span>

/** The values recognised as secrets, so the user knows where they go. */
function SecretsFound({ drafts }: { drafts: ServerDraft[] }) {
  const found = drafts.flatMap(({ kind, headers, env, client }) => [
    ...(kind === 'http' ? headers : env).flatMap(({ name, value, secret }) => (secret && value !== '' ? [name] : [])),
    ...(kind === 'http' && client.secret !== '' ? [strings.signIn.form.secretName] : []),
  ])
  const names = [...new Set(found)]
  if (names.length === 0) return null
  return (
    <Note kind="ok">
      <Phrase
        text={names.length === 1 ? words.oneSecret : words.severalSecrets}
        slots={{
          names: names.map((name, index) => (
            <span key={name}>
              {index > 0 && (index === names.length - 1 ? words.beforeLastName : words.betweenNames)}
              <code>{name}</code>
            </span>
          )),
        }}
      />
    </Note>
  )
}

function whereOf({ kind, url }: ServerDraft): string {
  if (kind === 'stdio') return words.runs
  const destination = destinationOf(url)
  if (!destination) return words.connects
  return destination.isHere ? words.connectsHere : words.connectsTo(destination.host)
}

const lineOf = (draft: ServerDraft): string =>
  draft.kind === 'http' ? draft.url : commandLine({ command: draft.command, args: argumentsOf(draft) })
