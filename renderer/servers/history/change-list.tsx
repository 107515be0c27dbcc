import { useState } from 'react'
import type { ConfigurationChange } from '../../../shared/contract/history-commands.ts'
import { useAction } from '../../state/action.ts'
import { useHost, useLink, useSession } from '../../state/replica.ts'
import { useAdminBlock } from '../../state/rights.ts'
import { href } from '../../state/routes.ts'
import { formatExactTime, formatDay } from '../../strings/format/time.ts'
import { serverHistory } from '../../strings/servers/servers-history.ts'
import { actorWords } from '../../ui/actor-words.ts'
import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Note } from '../../ui/note.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { MemberChanges } from './member-changes.tsx'
import { useChanges } from './use-changes.ts'
import styles from './change-list.module.css'

const words = serverHistory

/** The changes of servers' configurations, newest first, each with its undo; of one server, or of all. */
export function ChangeList({ server }: { server?: string | undefined }) {
  const { rows, hasMore, problem, isBusy, more, again } = useChanges(server)
  const [undoing, setUndoing] = useState<Undoable>()
  const block = useAdminBlock()
  if (!rows) return problem === undefined ? <Loading what={words.loading} /> : <Note kind="no">{problem}</Note>
  return (
    <>
      <p className="small ink3">{words.help}</p>
      {rows.length === 0 && <p>{words.none}</p>}
      <ol className={styles.list} aria-label={words.label}>
        {rows.map((row) => (
          <li key={`${row.seq} ${row.server}`} className={styles.row}>
            <Change change={row} isNamed={server === undefined} />
            <UndoOf change={row} block={block} onUndo={setUndoing} />
          </li>
        ))}
      </ol>
      {hasMore && (
        <div>
          <Button busy={isBusy} onClick={more}>
            {words.more}
          </Button>
        </div>
      )}
      {problem !== undefined && <Note kind="no">{problem}</Note>}
      {undoing && <UndoChange change={undoing} onClose={() => setUndoing(undefined)} onDone={again} />}
    </>
  )
}

/** Why a change can't be undone. */
const standing = { later: words.later, same: words.undone, value: words.value } as const

/** A change that an undo can take back. */
type Undoable = ConfigurationChange & { kind: Exclude<ConfigurationChange['kind'], 'secret'> }

type UndoOfProps = { change: ConfigurationChange; block: string | undefined; onUndo(change: Undoable): void }

function UndoOf({ change, block, onUndo }: UndoOfProps) {
  const { kind, undo, seq } = change
  if (kind === 'secret' || undo !== 'can')
    return <span className="small ink3">{undo === 'can' ? words.value : standing[undo]}</span>
  return (
    <Button size="sm" aria-label={words.undoOf(seq)} unavailable={block} onClick={() => onUndo({ ...change, kind })}>
      {words.undo}
    </Button>
  )
}

function Change({ change: { seq, at, actor, server, kind, members }, isNamed }: ChangeProps) {
  const self = useSession()?.actor
  const by = actor === 'file' ? words.byHand : actorWords(actor, self)
  return (
    <div className={styles.change}>
      <p className={styles.head}>
        {isNamed && <b>{server}</b>} <span>{words.by(words.kinds[kind], by)}</span>{' '}
        <a className="small ink3" href={href({ page: 'audit', seq })} title={words.record(seq)}>
          {formatDay(at)} {formatExactTime(at)}
        </a>
      </p>
      <MemberChanges members={members} isFolded={kind !== 'changed' && members.length > 1} />
    </div>
  )
}

type ChangeProps = { change: ConfigurationChange; isNamed: boolean }
type UndoProps = { change: Undoable; onClose(): void; onDone(): void }

/** Says what an undo does, then does it. */
function UndoChange({ change: { seq, server, kind, members }, onClose, onDone }: UndoProps) {
  const link = useLink()
  const isThere = useHost((state) => Object.hasOwn(state.configured.servers, server))
  const undo = useAction(async () => {
    await link.call('undoConfigurationChange', { seq, server })
    onClose()
    if (isThere && kind === 'added') return
    onDone()
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.dialog.title[kind]}
      footer={
        <>
          <Button onClick={onClose}>{words.dialog.cancel}</Button>
          <Button kind={kind === 'added' ? 'danger' : 'primary'} busy={undo.busy} onClick={() => void undo.run()}>
            {words.dialog.undo}
          </Button>
        </>
      }
    >
      <p>
        <b>{server}</b>
      </p>
      <p>
        {words.dialog[kind]} {kind === 'changed' && words.dialog.secrets}
      </p>
      <MemberChanges members={members.map(({ name, before, after }) => ({ name, before: after, after: before }))} />
      {undo.problem && <Note kind="no">{undo.problem}</Note>}
    </Dialog>
  )
}
