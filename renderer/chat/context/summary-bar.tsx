import { contextUsed } from '../../../shared/costs/costs.ts'
import { compacted } from '../../../shared/state/compactions.ts'
import { contextOf } from '../../../shared/state/known-model.ts'
import { useHost, useLink, useSession } from '../../state/replica.ts'
import { useAction } from '../../state/action.ts'
import { modelNameOf } from '../../state/models/model-name.ts'
import { useAnsweringModel } from '../../state/models/answering.ts'
import { notNow, summarise, useNotNow, useRefusal } from '../../state/chat/summarising.ts'
import { useShape, type Transcript } from '../../state/chat/transcript.ts'
import { context } from '../../strings/conversation/context.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './context.module.css'

const words = context

/** Above the composer: the summary that a model writes now, why there is none, or the offer to have one written. */
export function SummaryBar({ transcript }: { transcript: Transcript }) {
  useShape(transcript)
  const running = useHost(({ compacting = {} }) => compacting[transcript.id])
  const refusal = useRefusal(transcript.id)
  const offer = useOffer(transcript)
  const isReadOnly = useSession()?.right === 'read'
  if (running) return <Running {...running} />
  if (refusal !== undefined)
    return (
      <Note kind="no">
        <b>{words.failed}</b> {refusal}
      </Note>
    )
  return offer === undefined || isReadOnly ? null : <Offer transcript={transcript} share={offer} />
}

/**
 * The share of the model's context that the last request and its reply took, in percent, if Atrium offers a summary
 * because of it.
 */
function useOffer(transcript: Transcript): number | undefined {
  const answers = useAnsweringModel()
  const { compaction, compactionShare } = useHost((state) => state.configured.settings)
  const limit = useHost((state) => (answers ? contextOf(answers, state.models, state.configured.settings.models) : 0))
  const put = useNotNow(transcript.id)
  const turns = [...transcript.turns]
  const last = turns.at(-1)
  const used = contextUsed(turns, transcript) ?? 0
  const share = limit > 0 ? Math.round((used / limit) * 100) : 0
  const isOffered =
    compaction === 'ask' &&
    share >= compactionShare &&
    last?.end !== undefined &&
    put !== last.id &&
    compacted({ turns, compactions: transcript.compactions }).turns.length > 0
  return isOffered ? Math.min(share, 100) : undefined
}

function Running({ id, model, turns }: { id: string; model: string; turns: number }) {
  const link = useLink()
  const name = useHost(({ models }) => modelNameOf(model, models))
  const isReadOnly = useSession()?.right === 'read'
  const cancel = useAction(() => link.call('cancelCompaction', { compaction: id }))
  return (
    <div className={styles.bar} role="status">
      <Glyph state="running" label="" size={14} />
      <span className={styles.words}>
        {words.running(plainLabel(name), turns)}
        {cancel.problem !== undefined && <small>{cancel.problem}</small>}
      </span>
      <Button
        size="sm"
        icon="stop"
        busy={cancel.busy}
        unavailable={isReadOnly ? words.readOnly : undefined}
        onClick={() => void cancel.run()}
      >
        {words.cancel}
      </Button>
    </div>
  )
}

function Offer({ transcript, share }: { transcript: Transcript; share: number }) {
  const link = useLink()
  const answers = useAnsweringModel()
  const name = useHost(({ models }) => modelNameOf(answers?.model ?? '', models))
  const ask = useAction(() => summarise(link, transcript.id))
  return (
    <div className={styles.bar} role="status">
      <Icon name="info" size={14} />
      <span className={styles.words}>
        {words.offer(share, plainLabel(name))}
        <small>{words.offerDetail}</small>
      </span>
      <span className={styles.answers}>
        <Button size="sm" kind="ghost" onClick={() => notNow(transcript.id, transcript.turns.at(-1)?.id ?? '')}>
          {words.notNow}
        </Button>
        <Button size="sm" busy={ask.busy} onClick={() => void ask.run()}>
          {words.offerYes}
        </Button>
      </span>
    </div>
  )
}
