import { useId, type ReactNode } from 'react'
import { clipMiddle } from '../../../shared/text/clip.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { isPath } from '../../../shared/text/path-signs.ts'
import { serverForm } from '../../strings/servers/servers-form.ts'
import { serverImport } from '../../strings/servers/servers-import.ts'
import { urlDestination } from '../../state/servers/destination.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/fields/field.tsx'
import { Fold } from '../../ui/fold.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Seal, sealIdentity } from '../../ui/seal.tsx'
import { classes } from '../../ui/classes.ts'
import { Plain } from '../../ui/third-party/ext.tsx'
import type { ImportRow, RowFacts } from '../../state/servers/draft/import-rows.ts'
import { argumentsOf, type ServerDraft } from '../../state/servers/draft/server-draft.ts'
import styles from './import-fields.module.css'
import { fixedList } from '../../ui/fixed-list.tsx'

const words = serverForm.paste

type FoundRowProps = { row: ImportRow; onNote(fact: RowFacts): void; onFill(): void }

/** One server of a text or file: what it would become, and whether it is added. */
export function FoundRow({ row, onNote, onFill }: FoundRowProps) {
  const { draft, readiness, isAdded, isChosen } = row
  const id = useId()
  const name = draft.id || words.unnamed
  const missing = 'missing' in readiness && !isAdded ? readiness : undefined
  return (
    <li className={styles.server}>
      <Checkbox
        aria-label={words.add(name)}
        aria-describedby={missing === undefined ? undefined : id}
        checked={isChosen || isAdded}
        disabled={isAdded || (missing !== undefined && !missing.isAsking)}
        onChange={(event) => onNote({ isChosen: event.target.checked })}
      />
      <Seal identity={'input' in readiness ? sealIdentity(draft.id, readiness.input.config) : draft.id} size={22} />
      <div className={classes('grow', styles.text)}>
        <span className="breaks medium">{name}</span> <span className="breaks fs-small ink3">{whereOf(draft)}</span>
        <Launch draft={draft} />
        {missing !== undefined && (
          <span id={id} className={styles.missing}>
            <Icon name="warning" size={13} />
            <Plain text={missing.missing} />
          </span>
        )}
        <Remarks row={row} />
        {!isAdded && <Suggestions row={row} onNote={onNote} />}
      </div>
      {isAdded ? (
        <span className="row gap1 fs-small">
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

/** Warnings at once, the rest on demand. */
function Remarks({ row: { server } }: { row: ImportRow }) {
  const { isOn, twin, place, alsoIn = [], warnings, changes, notCarried } = server
  const rest = [
    ...changes.map((change) => serverImport.changes[change]),
    ...notCarried.map(({ what, why }) => serverImport.notTaken(what, serverImport.losses[why])),
  ]
  return (
    <>
      {place !== undefined && <Remark>{<Plain text={serverImport.place(place)} limit={200} />}</Remark>}
      {!isOn && <Remark>{words.isOff}</Remark>}
      {twin !== undefined && <Remark>{words.isThere(twin)}</Remark>}
      {alsoIn.map(({ client, as }) => (
        <Remark key={`${client} ${as}`}>
          <Plain text={serverImport.alsoIn(serverImport.clients[client], as)} />
        </Remark>
      ))}
      {warnings
        .filter((warning) => warning !== 'already-there')
        .map((warning) => (
          <Remark key={warning} isWarning>
            {serverImport.warnings[warning]}
          </Remark>
        ))}
      {rest.length > 0 && (
        <Fold label={words.remarks(rest.length)}>
          <ul className={styles.remarks}>
            {rest.map((remark) => (
              <li key={remark}>
                <Plain text={remark} limit={300} />
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </>
  )
}

const Remark = ({ isWarning = false, children }: { isWarning?: boolean; children: ReactNode }) => (
  <span className={isWarning ? styles.missing : styles.remark}>
    {isWarning && <Icon name="warning" size={13} />}
    <span>{children}</span>
  </span>
)

/** Better launches: offered, and chosen by the user only. */
const Suggestions = ({ row: { server, suggestion }, onNote }: Pick<FoundRowProps, 'row' | 'onNote'>) =>
  server.suggestions.map(({ what }) => (
    <Checkbox
      key={what}
      checked={suggestion === what}
      onChange={({ target }) => onNote({ suggestion: target.checked ? what : undefined })}
    >
      {serverImport.suggestions[what].label}{' '}
      <span className="breaks fs-small ink3">{serverImport.suggestions[what].help}</span>
    </Checkbox>
  ))

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
      <code className="breaks block fs-small ink2">
        <Plain text={draft.url} limit={300} />
      </code>
    )
  const args = draft.given ?? argumentsOf(draft)
  return (
    <span className={styles.words}>
      {fixedList([draft.command, ...args.slice(0, shownWords)], (word, index) => (
        <code className={styles.word} data-program={index === 0 ? '' : undefined} title={plainLabel(word, 500)}>
          <Plain text={isPath(word) ? clipMiddle(word, longestPath) : word} limit={120} />
        </code>
      ))}
      {args.length > shownWords && <span>{words.moreWords(args.length - shownWords)}</span>}
      {draft.env.map(({ key, name }) => (
        <code key={key} className={styles.variable}>
          <Plain text={name} />
        </code>
      ))}
    </span>
  )
}

/** Max characters of a path in the list, where its ends show. The form and the review show all of it. */
const longestPath = 44

/** Max arguments shown for a server in the list. */
const shownWords = 12
