import { createStore, useStore } from '../../state/store.ts'
import { composer } from '../../strings/composer.ts'
import styles from './ask-frame.module.css'

/** A conversation's message field, while calls wait there for approval. */
type Written = {
  conversation: string
  text: string
  setText(text: string): void
  /** The text as the reason for denied calls; absent if it's none. */
  reason: string | undefined
  /** Why the text can't be a reason; absent if it can. */
  unavailable: string | undefined
  /** Removes the text once it was given. */
  given(): void
}

/** The message field of the conversation on screen; absent if no call of it waits for approval. */
export const writtenReason = createStore<Written | undefined>(undefined)

/** The reason that the user writes for denied calls of this conversation, if any waits. */
export function useWrittenReason(conversation: string | undefined): Written | undefined {
  const written = useStore(writtenReason)
  return written?.conversation === conversation ? written : undefined
}

/** The message field, in a request that covers it. */
export const ReasonField = ({ written: { text, setText, unavailable } }: { written: Written }) => (
  <div className={styles.reason}>
    <textarea
      rows={1}
      className={styles.reasonText}
      aria-label={composer.denial.ask}
      placeholder={composer.denial.ask}
      aria-description={unavailable}
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
    {unavailable !== undefined && <p className="small ink2">{unavailable}</p>}
  </div>
)
