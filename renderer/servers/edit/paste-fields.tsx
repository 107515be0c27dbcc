import { useId, type ReactNode } from 'react'
import { Phrase } from '../../strings/phrase.tsx'
import { serverForm } from '../../strings/servers/servers-form.ts'
import { strings } from '../../strings/strings.ts'
import { Button } from '../../ui/button.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import { Checkbox, Field, TextArea } from '../../ui/fields/field.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { Seal, sealIdentity } from '../../ui/seal.tsx'
import { isPassportText } from '../../../shared/config/passport.ts'
import { urlDestination } from '../../state/servers/destination.ts'
import { ChooseFile, PastedPassport, type TakenPassportProps } from '../passport/taken-passport.tsx'
import { exposedSecret } from '../draft/pasted-entry.ts'
import styles from './paste-fields.module.css'
import { argumentsOf, type ServerDraft } from '../draft/server-draft.ts'
import type { Paste, PasteGroup, PasteRow } from '../draft/use-paste.ts'

const words = serverForm.paste

type PasteFieldsProps = {
  paste: Paste
  onFill(row: PasteRow): void
}

/** Accepts a config, command line or URL; adds its servers at once, or one by one in the form. */
export function PasteFields({ paste, onFill, onTake }: PasteFieldsProps & Pick<TakenPassportProps, 'onTake'>) {
  const { text, pasted, isSearch } = paste
  const isPasted = text.trim() !== '' && !isSearch
  return (
    <>
      <Field label={words.label} help={words.help} error={isPasted && 'problem' in pasted ? pasted.problem : undefined}>
        <TextArea
          className="mono"
          rows={text.includes('\n') ? 10 : 2}
          spellCheck={false}
          autoFocus
          value={text}
          onChange={(event) => paste.change(event.target.value)}
        />
      </Field>
      <ChooseFile onText={paste.change} />
      {isPassportText(text) && <PastedPassport text={text} onTake={onTake} />}
      {isPasted && <FoundServers paste={paste} onFill={onFill} />}
      {isPasted && 'skipped' in pasted && pasted.skipped.map((why) => <Note key={why}>{why}</Note>)}
    </>
  )
}

/** The servers of a pasted text or of other applications, the secrets among their values, and what wasn't added. */
export function FoundServers({ paste, onFill }: Pick<PasteFieldsProps, 'paste' | 'onFill'>) {
  const { groups, rows, failures } = paste
  return (
    <>
      {groups.map((group) => (
        <Group key={group.file ?? ''} group={group} paste={paste} onFill={onFill} />
      ))}
      <SecretsFound drafts={rows.map(({ draft }) => draft)} isPasted={groups[0]?.app === undefined} />
      {failures.length > 0 && (
        <div ref={intoView} className={styles.failures}>
          {failures.map((failure) => (
            <Note key={failure} kind="no">
              {failure}
            </Note>
          ))}
        </div>
      )}
    </>
  )
}

type GroupProps = Pick<PasteFieldsProps, 'paste' | 'onFill'> & { group: PasteGroup }

/** One application's servers, or those of the pasted text. */
function Group({ group: { app, file, problem, remarks = [], rows }, paste, onFill }: GroupProps) {
  const list = rows.length > 0 && (
    <ul className={styles.found} aria-label={app ? words.foundIn(rows.length, app) : words.found(rows.length)}>
      {rows.map((row) => (
        <FoundRow
          key={row.key}
          row={row}
          onChoose={(isChosen) => paste.note(row.key, { isChosen })}
          onFill={() => onFill(row)}
        />
      ))}
    </ul>
  )
  if (app === undefined) return list
  return (
    <section className={styles.app} aria-label={app}>
      <h4 className={styles.appName}>
        {app}{' '}
        <code className={styles.file}>
          <Plain text={file ?? ''} />
        </code>
      </h4>
      {problem !== undefined && <Note kind="no">{problem}</Note>}
      {list}
      {remarks.map((remark) => (
        <Note key={remark}>{remark}</Note>
      ))}
    </section>
  )
}

/** Failures appear below the list, which can be long. */
const intoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })

type FoundRowProps = { row: PasteRow; onChoose(isChosen: boolean): void; onFill(): void }

function FoundRow({ row, onChoose, onFill }: FoundRowProps) {
  const { draft, readiness, isAdded, isChosen, isOn, notes, twin } = row
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
      <span className={styles.text}>
        <span className={styles.name}>{name}</span> <span className={styles.kind}>{whereOf(draft)}</span>
        <Launch draft={draft} />
        {missing !== undefined && (
          <span id={id} className={styles.missing}>
            <Icon name="warning" size={13} />
            {missing}
          </span>
        )}
        {!isOn && <Remark>{words.isOff}</Remark>}
        {twin !== undefined && <Remark>{words.isThere(twin)}</Remark>}
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
function SecretsFound({ drafts, isPasted }: { drafts: ServerDraft[]; isPasted: boolean }) {
  const found = drafts.flatMap(({ kind, headers, env, client }) => [
    ...(kind === 'http' ? headers : env).flatMap(({ name, value, secret }) => (secret && value !== '' ? [name] : [])),
    ...(kind === 'http' && client.secret !== '' ? [strings.signIn.form.secretName] : []),
  ])
  const names = [...new Set(found)]
  if (names.length === 0) return null
  const { oneSecret, severalSecrets, oneSecretInFile, severalSecretsInFiles } = words
  const [one, several] = isPasted ? [oneSecret, severalSecrets] : [oneSecretInFile, severalSecretsInFiles]
  return (
    <Note kind="ok">
      <Phrase
        text={names.length === 1 ? one : several}
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
  const destination = urlDestination(url)
  if (!destination) return words.connects
  return destination.isHere ? words.connectsHere : words.connectsTo(destination.host)
}

/** The URL, or the command word by word, with the names of its variables: how the text was split shows at once. */
function Launch({ draft }: { draft: ServerDraft }) {
  if (draft.kind === 'http')
    return (
      <code className={styles.command}>
        <Plain text={draft.url} limit={300} />
      </code>
    )
  const args = argumentsOf(draft)
  return (
    <span className={styles.words}>
      {[draft.command, ...args.slice(0, shownWords)].map((word, index) => (
        // The same word can occur twice.
        // oxlint-disable-next-line react/no-array-index-key
        <code key={index} className={styles.word} data-program={index === 0 ? '' : undefined}>
          <Plain text={word} limit={120} />
        </code>
      ))}
      {args.length > shownWords && <span>{words.moreWords(args.length - shownWords)}</span>}
      {draft.env.map(({ key, name }) => (
        <code key={key} className={styles.variable}>
          {name}
        </code>
      ))}
    </span>
  )
}

/** Arguments shown of a server in the list. */
const shownWords = 12
