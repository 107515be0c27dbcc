import type { Turn } from '../../shared/state/conversation.ts'
import { href } from '../state/routes.ts'
import { useHost } from '../state/replica.ts'
import { useRows, type Transcript } from '../state/chat/transcript.ts'
import { firstRun } from '../strings/first-run.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './next-step.module.css'

const words = firstRun.nextStep

/** Whether the user has got a result by their own calls alone. */
export const ranAlone = (turns: readonly Pick<Turn, 'origin' | 'call'>[]): boolean =>
  turns.every(({ origin }) => origin === 'person') && turns.some(({ call }) => call?.outcome?.status === 'succeeded')

/** After the user's own calls and while no model is set up: suggests asking a model for the next one. */
export function NextStep({ transcript }: { transcript: Transcript }) {
  // Its rows change with each turn and its end.
  useRows(transcript)
  const hasModel = useHost(({ configured }) => configured.settings.models.default !== undefined)
  if (hasModel || !ranAlone(transcript.turns)) return null
  return (
    <p className={styles.step} role="status">
      <Icon name="message" size={14} />
      <span>{words.ask}</span>
      <a className={styles.connect} href={href({ page: 'welcome' })}>
        {words.connect}
      </a>
    </p>
  )
}
