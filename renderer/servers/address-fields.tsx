import { Field, TextInput } from '../ui/field.tsx'
import { Note } from '../ui/note.tsx'
import { destinationOf } from './destination.ts'
import type { DraftProblems } from './draft-problems.ts'
import { NamedValueFields } from './named-value-fields.tsx'
import { exposedSecret } from './pasted-entry.ts'
import type { ServerDraft } from './server-draft.ts'
import styles from './server-fields.module.css'

type AddressFieldsProps = {
  draft: ServerDraft
  /** The address as it was, where the server exists. */
  before: string | undefined
  problems: DraftProblems
  set(change: Partial<ServerDraft>): void
}

/** The questions about a server at an address. */
export function AddressFields({ draft, before, problems, set }: AddressFieldsProps) {
  const exposed = exposedSecret(draft)
  return (
    <>
      <Field
        label="Address"
        help="In full, with https:// in front. Only on this computer may it begin with http://."
        error={problems.url}
      >
        <TextInput
          className="mono"
          inputMode="url"
          spellCheck={false}
          placeholder="https://mcp.example.com/mcp"
          value={draft.url}
          onChange={(event) => set({ url: event.target.value })}
        />
      </Field>
      {exposed && <Note>{exposed} If the server takes a header for it, use that.</Note>}
      <NamedValueFields
        kind="headers"
        rows={draft.headers}
        problems={problems.headers}
        onChange={(headers) => set({ headers })}
      />
      <Leads draft={draft} before={before} />
    </>
  )
}

/** Where what is sent to the server goes. */
function Leads({ draft: { url, headers }, before }: Pick<AddressFieldsProps, 'draft' | 'before'>) {
  const destination = destinationOf(url)
  if (!destination) return null
  const { host, isHere, isForeign } = destination
  const isMoved = before !== undefined && destinationOf(before)?.host !== host
  const takesKept = isMoved && headers.some(({ kept, value }) => kept !== undefined && value === '')
  return (
    <div className={styles.preview}>
      <p>
        {isHere
          ? 'Everything sent to its tools goes to '
          : 'Everything sent to its tools leaves this computer and goes to '}
        <b className={styles.host}>{host}</b>
        {isHere ? ', which is this computer. What the program there does with it cannot be seen from here.' : '.'}
        {headers.length > 0 && ' The headers go there with every request.'}
      </p>
      {takesKept && <p>The kept secrets were entered for another host; they would go to this one.</p>}
      {isForeign && <p>The name of the host has letters beyond a to z, which may look like others.</p>}
    </div>
  )
}
