import { questions } from '../../strings/inbox/questions.ts'
import { Button } from '../../ui/button.tsx'
import styles from '../../ui/arming/answer-buttons.module.css'
import type { Answering } from './use-answering.ts'

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
