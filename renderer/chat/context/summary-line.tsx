import { Suspense, useState } from 'react'
import type { Compaction } from '../../../shared/state/conversation.ts'
import { compacted } from '../../../shared/state/compactions.ts'
import { useAction } from '../../state/action.ts'
import { summarise } from '../../state/chat/summarising.ts'
import { useOpenConversation, type Transcript } from '../../state/chat/transcript.ts'
import { useLink, useSession } from '../../state/replica.ts'
import { context } from '../../strings/conversation/context.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { lazyPart } from '../../ui/lazy.ts'
import { Note } from '../../ui/note.tsx'
import styles from './context.module.css'

const words = context

const SummaryDialog = lazyPart(async () => (await import('./summary-dialog.tsx')).SummaryDialog)

/** After the last turn that a summary replaces for models: what it is, and what the user can do with it. */
export function SummaryLine({ turn }: { turn: string }) {
  const open = useOpenConversation()
  const all = open?.compactions?.filter(({ upTo }) => upTo === turn) ?? []
  const shown = all.findLast(({ end }) => end === 'done')
  const last = all.at(-1)
  if (!open || !last) return null
  const isLatest = open.compactions?.at(-1) === last
  return (
    <>
      {shown && <Line transcript={open} compaction={shown} />}
      {isLatest && last.end !== undefined && last.end !== 'done' && (
        <Failed conversation={open.id} end={last.end} problem={last.problem} />
      )}
    </>
  )
}

function Line({ transcript, compaction }: { transcript: Transcript; compaction: Compaction }) {
  const { id, undone } = compaction
  const link = useLink()
  const isReadOnly = useSession()?.right === 'read'
  const [shown, setShown] = useState<'read' | 'edit'>()
  const of = { conversation: transcript.id, compaction: id }
  const change = useAction((isUndone: boolean) => link.call('undoSummary', { ...of, undone: isUndone }))
  const now = compacted({ turns: [...transcript.turns], compactions: transcript.compactions }).compaction
  const isInUse = now?.id === id
  const block = isReadOnly ? words.readOnly : undefined
  return (
    <div className={styles.line} role="note" aria-label={words.inUse}>
      <Icon name="file" size={14} />
      <span className={styles.words}>{isInUse ? words.inUse : undone ? words.undone : words.replaced}</span>
      <span className={styles.answers}>
        <Button size="sm" kind="ghost" onClick={() => setShown('read')}>
          {words.read}
        </Button>
        {isInUse && (
          <Button size="sm" kind="ghost" unavailable={block} onClick={() => setShown('edit')}>
            {words.edit}
          </Button>
        )}
        {(isInUse || undone) && (
          <Button
            size="sm"
            kind="ghost"
            busy={change.busy}
            unavailable={block}
            onClick={() => void change.run(undone !== true)}
          >
            {undone ? words.restore : words.undo}
          </Button>
        )}
      </span>
      {change.problem !== undefined && <Note kind="no">{change.problem}</Note>}
      {shown && (
        <Suspense>
          <SummaryDialog {...of} summary={compaction} isEdited={shown === 'edit'} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

type FailedProps = { conversation: string; end: keyof typeof words.ends; problem: string | undefined }

function Failed({ conversation, end, problem }: FailedProps) {
  const link = useLink()
  const isReadOnly = useSession()?.right === 'read'
  const again = useAction(() => summarise(link, conversation))
  return (
    <Note
      kind={end === 'failed' ? 'no' : 'plain'}
      quiet
      action={
        <Button
          size="sm"
          busy={again.busy}
          unavailable={isReadOnly ? words.readOnly : undefined}
          onClick={() => void again.run()}
        >
          {words.again}
        </Button>
      }
    >
      <b>{words.ends[end]}</b> {end === 'failed' && problem} {words.unchanged}
    </Note>
  )
}
