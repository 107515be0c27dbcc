import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { strings } from '../../strings/strings.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/fields/field.tsx'
import { Consent, SafeAnswer, useHint } from '../frame/answer-buttons.tsx'
import styles from './approval.module.css'
import type { Answering } from '../frame/use-answering.ts'
import type { RuleDraft } from '../../../shared/rules/rules.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import type { Armed } from '../../ui/arming/use-armed.ts'
import type { Edit } from './use-edit.ts'

const words = strings.inbox.answers

type AnswersProps = {
  answering: Answering
  edit: Edit
  /** The label of the answer that allows for the conversation; absent if it isn't offered. */
  inConversation: string | undefined
  /** The answers that make rules, shown on demand; `armed` since then. */
  rules: { isOpen: boolean; armed: Armed; toggle(): void; children: ReactNode }
  allow(scope: 'once' | 'conversation'): void
  deny(reason?: string): void
}

/** Max characters of the places on a button; with more, only the rule dialog can show what the rule covers. */
const longestPlaces = 80

/** A rule for a conversation as a button's text; undefined if there is no rule or the text would be too long. */
export function ruleOnButton(rule: RuleDraft | undefined, isEdited: boolean): string | undefined {
  if (!rule) return undefined
  const places = rule.conditions.flatMap((condition) =>
    condition.is === 'under' ? [condition.folder] : condition.is === 'host' ? condition.hosts : [],
  )
  if (places.length === 0) return words.allowInConversation(undefined, isEdited)
  const listed = new Intl.ListFormat('en').format(new Set(places).values())
  return listed.length > longestPlaces ? undefined : words.allowInConversation(plainLabel(listed), isEdited)
}

/** The answers to an approval, the safe one first. There is no default. */
export function Answers({ answering, edit, inConversation, rules, allow, deny }: AnswersProps) {
  const [withReason, setWithReason] = useState(false)
  const id = useId()
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
      <Button
        icon={rules.isOpen ? 'chevron-down' : 'chevron-right'}
        aria-expanded={rules.isOpen}
        aria-controls={id}
        onClick={rules.toggle}
      >
        {words.allowMore}
      </Button>
      {!withReason && (
        <Button kind="ghost" onClick={() => setWithReason(true)}>
          {words.denyWithReason}
        </Button>
      )}
      {hint.line}
      <div id={id} hidden={!rules.isOpen} className={styles.rules}>
        {rules.isOpen && (
          <>
            {inConversation !== undefined && (
              <Consent
                answering={{ ...answering, armed: rules.armed }}
                hint={hint.id}
                keys="C"
                className={styles.inConversation}
                give={() => allow('conversation')}
              >
                {inConversation}
              </Consent>
            )}
            {rules.children}
          </>
        )}
      </div>
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
