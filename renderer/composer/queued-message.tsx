import type { PersonMessage } from '../../shared/events.ts'
import { useLink } from '../host.ts'
import { useAction } from '../ui/action.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { head } from '../ui/hidden-characters.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './composer.module.css'

type QueuedMessageProps = {
  conversation: string
  message: PersonMessage
  /** A turn runs that it waits for; otherwise it waits for the person. */
  isRunning: boolean
  /** Hears the text of a message that was taken back. */
  onTakenBack(text: string): void
}

/** The message that waits for the turn to end. */
export function QueuedMessage({ conversation, message, isRunning, onTakenBack }: QueuedMessageProps) {
  const link = useLink()
  const text = message.parts.map((part) => part.text).join('\n\n')
  const takeBack = useAction(async () => {
    await link.call('unqueueMessage', { conversation, message: message.id })
    onTakenBack(text)
  })
  const sendNow = useAction(() => link.call('sendQueued', { conversation }))
  const problem = takeBack.problem ?? sendNow.problem
  return (
    <div className={styles.bar} role="status">
      <Icon name="message" size={14} />
      <span className={classes(styles.queued, 'trunc')}>
        {problem ?? `${isRunning ? 'Sent next' : 'Not sent yet'}: ${head(text, 200)}`}
      </span>
      {!isRunning && (
        <Button size="sm" busy={sendNow.busy} onClick={() => void sendNow.run()}>
          Send now
        </Button>
      )}
      <Button size="sm" kind="ghost" busy={takeBack.busy} onClick={() => void takeBack.run()}>
        Take back
      </Button>
    </div>
  )
}
