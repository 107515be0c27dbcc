import { useId, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import styles from './answer-buttons.module.css'
import type { Answering } from './use-answering.ts'

type AnswerProps = { answering: Answering; keys: string; give(): void; children: string }

/** The answer that lets nothing happen. It has focus and counts at once. */
export const SafeAnswer = ({ answering, keys, give, children }: AnswerProps) => (
  <Button
    ref={answering.safeButton}
    data-safe
    className={styles.answer}
    keys={keys}
    busy={answering.busy}
    unavailable={answering.obstacles.answer}
    onClick={give}
  >
    {children}
  </Button>
)

type ConsentProps = AnswerProps & {
  /** The id of a sentence that says what is missing. */
  hint: string | undefined
  className?: string | undefined
}

/** A button that consents: it takes a press only once it has been armed for the whole time. */
export function Consent({ answering, keys, give, hint, className, children }: ConsentProps) {
  const { armed, busy, obstacles } = answering
  const look = classes(styles.answer, className, armed.arming && styles.arming)
  const isOpen = !busy && obstacles.consent === undefined
  return (
    <Button
      className={look}
      keys={keys}
      busy={busy}
      unavailable={obstacles.consent}
      {...(isOpen && {
        'aria-disabled': !armed.armed || undefined,
        'aria-describedby': hint,
        'data-arming': armed.arming || undefined,
        ...armed.guard(give),
      })}
    >
      {children}
    </Button>
  )
}

/**
 * The sentence beside the answers: why one cannot be given, or else `unread` until everything was on screen, or else
 * `otherwise`. Its id goes to the consents.
 */
export function useHint(answering: Answering, unread: string, otherwise?: string): { id?: string; line: ReactNode } {
  const id = useId()
  const { isRead, obstacles } = answering
  const missing = obstacles.answer ?? obstacles.consent ?? (isRead ? undefined : unread)
  const words = missing ?? otherwise
  const line = words !== undefined && (
    <span id={id} className={styles.hint}>
      {words}
    </span>
  )
  return missing === undefined ? { line } : { id, line }
}
