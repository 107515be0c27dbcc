import { useId, type ReactNode } from 'react'
import { inbox } from '../../strings/inbox/inbox.ts'
import { questions } from '../../strings/inbox/questions.ts'
import { Button } from '../../ui/button.tsx'
import styles from '../../ui/arming/answer-buttons.module.css'
import { ArmedButton } from '../../ui/arming/armed-button.tsx'
import type { AskStep } from './ask-frame.tsx'
import type { Answerable, Answering } from './use-answering.ts'

type AnswerProps = { answering: Answerable; keys?: string; give(): void; children: string }

/** The answer that lets nothing happen. It has focus and counts at once. */
export const SafeAnswer = ({ answering, keys, give, children }: AnswerProps) => (
  <Button
    ref={answering.safeButton}
    data-safe
    className={styles.answer}
    keys={keys}
    // oxlint-disable-next-line react/refs -- the hook returns refs and states; this is a state
    busy={answering.busy}
    unavailable={answering.obstacles.answer}
    onClick={give}
  >
    {children}
  </Button>
)

/** Passes over a question that is one of several, and leaves it waiting. */
export const SkipButton = ({ step }: { step: AskStep | undefined }) =>
  step && (
    <Button kind="ghost" className={styles.end} onClick={step.skip}>
      {inbox.ask.skip}
    </Button>
  )

/** The button that cancels a server's request: the server learns that the user didn't answer. */
export const CancelAnswer = ({ answering: { answer, busy, obstacles } }: { answering: Answering }) => (
  <Button
    kind="ghost"
    className={styles.end}
    busy={busy}
    unavailable={obstacles.answer}
    onClick={() => void answer({ action: 'cancel' })}
  >
    {questions.cancel}
  </Button>
)

type ConsentProps = AnswerProps & {
  /** The ID of a sentence that says what is missing. */
  hint: string | undefined
  className?: string | undefined
}

/** The answer that lets something happen; see `ArmedButton`. */
export function Consent({ answering: { armed, busy, obstacles }, ...rest }: ConsentProps) {
  return <ArmedButton armed={armed} busy={busy} unavailable={obstacles.consent} {...rest} />
}

/**
 * The sentence next to the answers: why one can't be given, else `unread` until everything including the answers was on
 * screen, else `otherwise`. The consents refer to its ID.
 */
export function useHint(answering: Answerable, unread: string, otherwise?: string): { id?: string; line: ReactNode } {
  const id = useId()
  const { isRead, isOnScreen, obstacles } = answering
  const missing = obstacles.answer ?? obstacles.consent ?? (isRead && isOnScreen ? undefined : unread)
  const words = missing ?? otherwise
  const line = words !== undefined && (
    <span id={id} className={styles.hint}>
      {words}
    </span>
  )
  return missing === undefined ? { line } : { id, line }
}
