import { attachmentsOf, pickedOf, textOfMessage, type PersonMessage } from '../../../shared/content/attachments.ts'
import { useLink } from '../../state/replica.ts'
import { composer } from '../../strings/composer.ts'
import { useAction } from '../../state/action.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { head } from '../../../shared/text/clip.ts'
import { Icon } from '../../ui/icon.tsx'
import { attached, composerKey, readBack } from '../../state/composer/attachments.ts'
import styles from './composer.module.css'
import { picked } from '../../state/composer/picked.ts'

const words = composer.queued

type QueuedMessageProps = {
  conversation: string
  message: PersonMessage
  /** It waits for a running turn; otherwise it waits for the user. */
  isRunning: boolean
  /** Receives the text of a message that was taken back. */
  onTakenBack(text: string): void
}

/** The message waiting for the turn to end. */
export function QueuedMessage({ conversation, message, isRunning, onTakenBack }: QueuedMessageProps) {
  const link = useLink()
  const text = textOfMessage(message)
  const brought = pickedOf(message)
  const files = attachmentsOf(message).length + brought.length
  const takeBack = useAction(async () => {
    const before = await readBack(link, message)
    await link.call('unqueueMessage', { conversation, message: message.id })
    attached.take(composerKey(conversation), before)
    picked.takeBack(composerKey(conversation), brought)
    onTakenBack(text)
  })
  const sendNow = useAction(() => link.call('sendQueued', { conversation }))
  const problem = takeBack.problem ?? sendNow.problem
  const content = [files > 0 && words.attachments(files), head(text, 200)].filter(Boolean).join(' ')
  return (
    <div className={styles.bar} role="status">
      <Icon name="message" size={14} />
      <span className={classes('grow', 'trunc')}>
        {problem ?? (isRunning ? words.sentNext(content) : words.notSentYet(content))}
      </span>
      {!isRunning && (
        <Button size="sm" busy={sendNow.busy} onClick={() => void sendNow.run()}>
          {words.sendNow}
        </Button>
      )}
      <Button size="sm" kind="ghost" busy={takeBack.busy} onClick={() => void takeBack.run()}>
        {words.takeBack}
      </Button>
    </div>
  )
}
