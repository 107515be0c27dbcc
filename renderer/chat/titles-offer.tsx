import { aboutProfile } from '../../shared/config/profiles.ts'
import { useInOrder } from '../state/action.ts'
import { useShape, type Transcript } from '../state/chat/transcript.ts'
import { useAdminBlock } from '../state/rights.ts'
import { useHost, useLink } from '../state/replica.ts'
import { chat } from '../strings/chat.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import styles from './chat-page.module.css'

const words = chat.titles

/**
 * After the first answer of a provider with keys, until the user chose: asks whether models title conversations. Each
 * title costs a request.
 */
export function TitlesOffer({ transcript }: { transcript: Transcript }) {
  useShape(transcript)
  const link = useLink()
  const block = useAdminBlock()
  const { titles, endpoints } = useHost((state) => state.configured.settings.models)
  const answer = useInOrder((on: boolean) => link.call('changeSettings', { models: { titles: on } }))
  const last = transcript.turns.at(-1)
  const profile = last?.endpoint === undefined ? undefined : endpoints[last.endpoint]?.profile
  const isKeyed = profile !== undefined && aboutProfile[profile].keyAt !== undefined
  if (titles !== undefined || block !== undefined || !isKeyed || last?.end !== 'done') return null
  return (
    <div className={styles.offer} role="status">
      <Note
        action={
          <>
            <Button size="sm" onClick={() => void answer.run(false)}>
              {words.no}
            </Button>
            <Button size="sm" onClick={() => void answer.run(true)}>
              {words.yes}
            </Button>
          </>
        }
      >
        {words.question} {answer.problem}
      </Note>
    </div>
  )
}
