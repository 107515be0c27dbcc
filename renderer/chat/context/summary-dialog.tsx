import { useState } from 'react'
import type { Compaction } from '../../../shared/state/conversation.ts'
import type { CallFact } from '../../../shared/events/context-events.ts'
import { longestSummary } from '../../../shared/contract/context-commands.ts'
import { displayName } from '../../../shared/config/server-config.ts'
import { summaryOf } from '../../../shared/state/compactions.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { useAction } from '../../state/action.ts'
import { modelNameOf } from '../../state/models/model-name.ts'
import { useHost, useLink } from '../../state/replica.ts'
import { formatMinute } from '../../strings/format/time.ts'
import { context } from '../../strings/conversation/context.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextArea } from '../../ui/fields/field.tsx'
import { fixedList } from '../../ui/fixed-list.tsx'
import { ActionDialog } from '../../ui/overlay/action-dialog.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import styles from './context.module.css'

const words = context.dialog

type SummaryDialogProps = {
  conversation: string
  compaction: string
  summary: Compaction
  isEdited: boolean
  onClose(): void
}

/** The summary that models get in place of a conversation's older turns, to read or to edit. */
export const SummaryDialog = ({ isEdited, ...props }: SummaryDialogProps) =>
  isEdited ? <Edit {...props} /> : <Read {...props} />

type Props = Omit<SummaryDialogProps, 'isEdited'>

function Read({ summary, onClose }: Props) {
  const { turns, model, edited, changedAt, at } = summary
  const name = useHost(({ models }) => modelNameOf(model, models))
  return (
    <Dialog
      open
      size="lg"
      title={words.title}
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      <p className={styles.note}>
        {words.lede(turns, plainLabel(name), formatMinute(changedAt ?? at))} {edited !== undefined && words.edited}{' '}
        {words.caution}
      </p>
      <section className={styles.part} aria-label={words.text}>
        <h3>{words.text}</h3>
        <div className="pre-wrap">
          <Plain text={summaryOf(summary)} />
        </div>
      </section>
      <Facts facts={summary.facts} />
    </Dialog>
  )
}

function Facts({ facts }: { facts: Compaction['facts'] }) {
  const calls = facts?.calls ?? []
  return (
    <section className={styles.part} aria-label={words.facts}>
      <h3>{words.facts}</h3>
      <p className={styles.note}>{calls.length === 0 ? words.noFacts : words.factsHelp}</p>
      <ul className={styles.facts}>
        {fixedList(calls, (call) => (
          <Fact {...call} />
        ))}
      </ul>
      {facts !== undefined && facts.more > 0 && <p className={styles.note}>{words.moreFacts(facts.more)}</p>}
    </section>
  )
}

function Fact({ server, tool, arguments: input, outcome, by, mayHaveRun, said }: CallFact) {
  const from = useHost(({ configured }) =>
    server === undefined ? words.own : displayName(server, configured.servers[server]),
  )
  const ended = outcome === 'denied' && by ? words.deniedBy[by] : words.outcomes[outcome]
  const more = [
    ...(mayHaveRun ? [words.mayHaveRun] : []),
    ...(outcome !== 'denied' && by === 'person' ? [words.byYou] : []),
  ]
  return (
    <li>
      <span>
        {from} › <bdi>{plainLabel(tool, 80)}</bdi>
      </span>
      <span>{[ended, ...more].join(', ')}</span>
      <code>
        <Plain text={input} limit={300} />
      </code>
      {said !== undefined && (
        <span className={styles.note}>
          <Plain text={said} limit={300} />
        </span>
      )}
    </li>
  )
}

function Edit({ conversation, compaction, summary, onClose }: Props) {
  const link = useLink()
  const [text, setText] = useState(summaryOf(summary))
  const save = useAction(async () => {
    await link.call('editSummary', { conversation, compaction, text })
    onClose()
  })
  return (
    <ActionDialog onClose={onClose} keepOpen title={words.title} leave={words.cancel} verb={words.save} action={save}>
      <Field label={words.editing} help={words.editingHelp}>
        <TextArea rows={12} maxLength={longestSummary} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
    </ActionDialog>
  )
}
