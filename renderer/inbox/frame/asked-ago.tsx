import type { Ask } from '../../../shared/asks/asks.ts'
import { useNow } from '../../state/use-now.ts'
import { formatDuration } from '../../strings/format/time.ts'
import { questions } from '../../strings/inbox/questions.ts'
import styles from './ask-frame.module.css'

/** Milliseconds of waiting before it is mentioned. */
const mentionedAfter = 20_000

/** How long a server's question has been open. How long its server waits isn't known, so nothing counts down. */
export const AskedAgo = ({ ask: { openedAt } }: { ask: Ask }) =>
  openedAt === undefined ? null : <Ago since={openedAt} />

function Ago({ since }: { since: number }) {
  const age = useNow() - since
  if (age < mentionedAfter) return null
  return <p className={styles.ago}>{questions.askedAgo(formatDuration(age))}</p>
}
