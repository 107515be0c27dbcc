import { Phrase } from '../../strings/phrase.tsx'
import { serverForm } from '../../strings/servers/servers-form.ts'
import { signIn } from '../../strings/servers/sign-in.ts'
import { Field, TextInput } from '../../ui/fields/field.tsx'
import { Note } from '../../ui/note.tsx'
import { urlDestination } from '../../state/servers/destination.ts'
import { ClientFields } from './client-fields.tsx'
import { keptIn } from '../../state/servers/draft/client-draft.ts'
import type { DraftProblems } from '../../state/servers/draft/draft-problems.ts'
import { NamedValueFields } from './named-value-fields.tsx'
import { exposedSecret } from '../../state/servers/draft/draft-problems.ts'
import type { ServerDraft } from '../../state/servers/draft/server-draft.ts'
import styles from './server-fields.module.css'

const words = serverForm.address

type AddressFieldsProps = {
  draft: ServerDraft
  /** The URL before editing, if the server exists. */
  before: string | undefined
  problems: DraftProblems
  set(change: Partial<ServerDraft>): void
}

/** The form fields of a server at a URL. */
export function AddressFields({ draft, before, problems, set }: AddressFieldsProps) {
  const exposed = exposedSecret(draft)
  return (
    <>
      <Field label={words.label} help={words.help} error={problems.url}>
        <TextInput
          className="mono"
          inputMode="url"
          spellCheck={false}
          placeholder={words.example}
          value={draft.url}
          onChange={(event) => set({ url: event.target.value })}
        />
      </Field>
      {exposed && (
        <Note>
          {exposed} {words.headerInstead}
        </Note>
      )}
      <NamedValueFields
        kind="headers"
        rows={draft.headers}
        problems={problems.headers}
        onChange={(headers) => set({ headers })}
      />
      <ClientFields client={draft.client} problems={problems.client} onChange={(client) => set({ client })} />
      <Leads draft={draft} before={before} />
    </>
  )
}

/** Where everything sent to the server goes. */
function Leads({ draft: { url, headers, client }, before }: Pick<AddressFieldsProps, 'draft' | 'before'>) {
  const destination = urlDestination(url)
  if (!destination) return null
  const { host, isHere, isForeign } = destination
  const isMoved = before !== undefined && urlDestination(before)?.host !== host
  const takesKept = isMoved && headers.some(({ kept, value }) => kept !== undefined && value === '')
  const takesClient = isMoved && keptIn(client) !== undefined && client.secret === ''
  return (
    <div className={styles.preview}>
      <p>
        <Phrase text={isHere ? words.leadsHere : words.leadsAway} slots={{ host: <b className="semi">{host}</b> }} />
        {headers.length > 0 && ` ${words.headersGoThere}`}
      </p>
      {takesKept && <p>{words.secretsMove}</p>}
      {takesClient && <p>{signIn.form.secretMoves}</p>}
      {isForeign && <p>{words.foreignLetters}</p>}
    </div>
  )
}
