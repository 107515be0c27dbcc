import type { ReactNode } from 'react'
import type { Starter } from '../../../shared/config/starters.ts'
import { useQuery } from '../../state/query.ts'
import { serverForm } from '../../strings/servers/servers-form.ts'
import { serverImport } from '../../strings/servers/servers-import.ts'
import { servers } from '../../strings/servers/servers.ts'
import { Button } from '../../ui/button.tsx'
import { Fold } from '../../ui/fold.tsx'
import { Note } from '../../ui/note.tsx'
import { AddPlayground, useHasPlayground } from '../../ui/servers/add-playground.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import type { ImportRow } from '../../state/servers/draft/import-rows.ts'
import type { Import } from '../../state/servers/draft/use-import.ts'
import { FoundServers, ImportFields } from './import-fields.tsx'
import formStyles from './server-form.module.css'
import { Starters } from './starters.tsx'

const words = serverForm.dialog

type FindServersProps = {
  paste: Import
  onFill(row: ImportRow): void
  onPick(starter: Starter): void
  onForm(): void
  onPlayground(id: string): void
  children?: ReactNode
}

/** The ways to a server: what is pasted, this computer's other applications, and the starters. */
export function FindServers({ paste, onFill, onPick, onForm, onPlayground, children }: FindServersProps) {
  const isEmpty = paste.text.trim() === '' && !paste.file
  return (
    <>
      <ImportFields paste={paste} onFill={onFill}>
        {children}
      </ImportFields>
      {isEmpty && (
        <FromComputer paste={paste}>
          <FoundServers paste={paste} onFill={onFill} />
        </FromComputer>
      )}
      {(isEmpty || paste.isSearch) && <Starters found={paste.starters} onPick={onPick} />}
      <InForm onPress={onForm} />
      {isEmpty && <OrPlayground onAdded={onPlayground} />}
    </>
  )
}

/** Other applications' servers: their files are read only after a press. */
function FromComputer({ paste, children }: { paste: Import; children: ReactNode }) {
  const { title, help, look, again, none } = serverForm.found
  const { hasLooked, looking, groups } = paste
  return (
    <section className="stack" aria-labelledby="from-computer">
      <div className="row wrap apart gap2-3">
        <h3 id="from-computer" className="small ink2 medium">
          {title}
        </h3>
        <Button size="sm" icon="search" busy={looking.busy} onClick={paste.look}>
          {hasLooked ? again : look}
        </Button>
      </div>
      {!hasLooked && <p className="small ink3">{help}</p>}
      {!hasLooked && <LookedAt />}
      {looking.problem !== undefined && <Note kind="no">{looking.problem}</Note>}
      <div role="status">{hasLooked && groups.length === 0 && <p className="small ink3">{none}</p>}</div>
      {hasLooked && children}
    </section>
  )
}

/** The files that Atrium reads after a press, and not before. */
function LookedAt() {
  const { answer } = useQuery('listConfigFiles', {})
  if (!answer) return null
  return (
    <Fold label={serverImport.files(answer.files.length)}>
      <ul className="stack gap05 small breaks ink2">
        {answer.files.map(({ client, file }) => (
          <li key={`${client} ${file}`}>
            {serverImport.clients[client]}{' '}
            <code>
              <Plain text={file} />
            </code>
          </li>
        ))}
      </ul>
    </Fold>
  )
}

/** The button that leads from pasting to the whole form. */
export const InForm = ({ onPress }: { onPress(): void }) => (
  <div>
    <Button kind="ghost" size="sm" onClick={onPress}>
      {words.inForm}
    </Button>
  </div>
)

/** Adds the selected servers, or calls `onMissing` if one still needs a value. */
export function AddFound({ paste, onMissing }: { paste: Import; onMissing(): void }) {
  if (paste.rows.length === 0) return null
  return (
    <Button
      kind="primary"
      busy={paste.busy}
      unavailable={paste.count === 0 ? words.noneChosen : undefined}
      onClick={() => void (paste.add() || onMissing())}
    >
      {paste.count === 0 ? words.addNone : words.addFound(paste.count)}
    </Button>
  )
}

/** Offers the playground to users without a server. */
function OrPlayground({ onAdded }: { onAdded(id: string): void }) {
  if (useHasPlayground()) return null
  return (
    <div className={formStyles.playground}>
      <span>
        <b>{words.noServer}</b> {words.tryPlayground} {servers.playground.what}
      </span>
      <AddPlayground onAdded={onAdded} />
    </div>
  )
}

/** How many servers were found and added so far, for the dialog's foot. */
export function factOfPaste({ rows, count }: Import): string {
  const added = rows.filter(({ isAdded }) => isAdded).length
  const done = added === 0 ? words.nothingRun : words.added(added)
  return rows.length === 0 ? done : `${words.found(rows.length, count)} ${done}`
}
