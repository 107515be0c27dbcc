import { useId, type ReactNode } from 'react'
import { inbox } from '../../strings/inbox/inbox.ts'
import { Button } from '../../ui/button.tsx'
import { Consent, SafeAnswer, useHint } from '../frame/answer-buttons.tsx'
import styles from './approval.module.css'
import type { Answering } from '../frame/use-answering.ts'
import type { RuleDraft } from '../../../shared/rules/rules.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import type { Armed } from '../../ui/arming/use-armed.ts'
import type { Edit } from './use-edit.ts'

const words = inbox.answers

/** Later calls that an answer can allow, too: those of the conversation, or of the open app. */
export type AllowedMore = 'conversation' | 'page'

type AnswersProps = {
  answering: Answering
  edit: Edit
  /** The user takes a change back: there is nothing to allow for later. */
  isUndo: boolean
  /** The answer that allows later calls, too, for a time; absent if it isn't offered. */
  more: { label: string; scope: AllowedMore } | undefined
  /** The answers that make rules, shown on demand; `armed` since then. */
  rules: { isOpen: boolean; armed: Armed; toggle(): void; children: ReactNode }
  /** The question covers a narrow window. */
  isSheet: boolean
  allow(scope: 'once' | AllowedMore): void
  /** Allows the call once, and opens the tool's app for its result; absent if the tool has none. */
  allowAndOpen: (() => void) | undefined
  deny(): void
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
export function ApprovalAnswers({
  answering,
  edit,
  isUndo,
  more,
  rules,
  isSheet,
  allow,
  allowAndOpen,
  deny,
}: AnswersProps) {
  const id = useId()
  const hints = isUndo ? words.undo : words
  const unread = answering.isWhole ? hints.unread : hints.folded
  const hint = useHint(answering, unread, edit.filled && words.leaveForm)
  const andOpen = allowAndOpen && !edit.arguments && (
    <Consent answering={answering} hint={hint.id} give={allowAndOpen}>
      {words.allowAndOpen}
    </Consent>
  )
  const menuButton = (
    <>
      {!isSheet && andOpen}
      <Button
        data-more
        icon={rules.isOpen ? 'chevron-down' : 'chevron-right'}
        aria-expanded={rules.isOpen}
        aria-controls={id}
        onClick={rules.toggle}
      >
        {words.allowMore}
      </Button>
    </>
  )
  const menu = (
    <div id={id} hidden={!rules.isOpen} className={styles.rules}>
      {rules.isOpen && (
        <>
          {isSheet && andOpen}
          {more && (
            <Consent
              answering={{ ...answering, armed: rules.armed }}
              hint={hint.id}
              keys="C"
              className={styles.inConversation}
              give={() => allow(more.scope)}
            >
              {more.label}
            </Consent>
          )}
          {rules.children}
        </>
      )}
    </div>
  )
  const ask = isUndo ? words.undo : { keep: words.deny, take: edit.arguments ? words.allowEdited : words.allowOnce }
  return (
    <>
      <SafeAnswer answering={answering} keys="D" give={deny}>
        {ask.keep}
      </SafeAnswer>
      <Consent answering={answering} hint={hint.id} keys="A" give={() => allow('once')}>
        {ask.take}
      </Consent>
      {!isUndo && menuButton}
      {hint.line}
      {!isUndo && menu}
    </>
  )
}
