import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { strings } from '../../strings/strings.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/fields/field.tsx'
import { Consent, SafeAnswer, useHint } from '../frame/answer-buttons.tsx'
import styles from './approval.module.css'
import type { Answering } from '../frame/use-answering.ts'
import type { Edit } from './use-edit.ts'

const words = strings.inbox.answers

type AnswersProps = {
  answering: Answering
  edit: Edit
  allow(scope: 'once' | 'conversation'): void
  deny(reason?: string): void
  /** Further actions on the question. */
  children: ReactNode
}

/** The answers to an approval, the safe one first. There is no default. */
export function Answers({ answering, edit, allow, deny, children }: AnswersProps) {
  const [withReason, setWithReason] = useState(false)
  const unread = answering.isWhole ? words.unread : words.folded
  const hint = useHint(answering, unread, edit.filled && words.leaveForm)
  return (
    <>
      {withReason && <Reason deny={deny} busy={answering.busy} close={() => setWithReason(false)} />}
      <SafeAnswer answering={answering} keys="D" give={() => deny()}>
        {words.deny}
      </SafeAnswer>
      <Consent answering={answering} hint={hint.id} keys="A" give={() => allow('once')}>
        {edit.arguments ? words.allowEdited : words.allowOnce}
      </Consent>
      <Consent answering={answering} hint={hint.id} keys="C" className={styles.wide} give={() => allow('conversation')}>
        {edit.arguments ? words.allowEditedInConversation : words.allowInConversation}
      </Consent>
      {!withReason && (
        <Button kind="ghost" className={styles.wide} onClick={() => setWithReason(true)}>
          {words.denyWithReason}
        </Button>
      )}
      {children}
      {hint.line}
    </>
  )
}

function Reason({ deny, busy, close }: { deny(reason?: string): void; busy: boolean; close(): void }) {
  const [text, setText] = useState('')
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      close()
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat) deny(text.trim())
  }
  return (
    <div className={styles.reason}>
      <TextArea
        autoFocus
        rows={2}
        maxLength={2000}
        value={text}
        aria-label={words.reason}
        placeholder={words.reasonHint}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.facts}>
        <Button size="sm" keys="Ctrl Enter" busy={busy} onClick={() => deny(text.trim())}>
          {words.denyWithThisReason}
        </Button>
        <Button size="sm" kind="ghost" onClick={close}>
          {words.withoutReason}
        </Button>
      </div>
    </div>
  )
}
