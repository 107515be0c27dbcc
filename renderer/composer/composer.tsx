import { useEffect, useRef, type KeyboardEvent } from 'react'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import styles from './composer.module.css'
import { ModelLink, ToolsLink } from './links.tsx'
import { QueuedMessage } from './queued-message.tsx'
import { SendButton } from './send-button.tsx'
import { useComposer, type ComposerModel } from './use-composer.ts'
import { WaitingBar } from './waiting-bar.tsx'

/** Where the person writes. While a turn runs, one message can wait for it to end. */
export function Composer({ conversation }: { conversation?: string }) {
  const composer = useComposer(conversation)
  const { turn, queued } = composer
  return (
    <div>
      <WaitingBar conversation={conversation} />
      {conversation !== undefined && queued && (
        <QueuedMessage
          conversation={conversation}
          message={queued}
          isRunning={turn !== undefined}
          onTakenBack={(text) => composer.text.trim() === '' && composer.setText(text)}
        />
      )}
      <div className={styles.composer}>
        <Field composer={composer} />
        <div className={styles.foot}>
          <ToolsLink />
          <div className={styles.actions}>
            <ModelLink />
            <SendButton composer={composer} />
            {turn !== undefined && (
              <Button kind="primary" icon="stop" keys="Esc" busy={composer.isStopping} onClick={composer.stop}>
                Stop
              </Button>
            )}
          </div>
        </div>
        <Trouble composer={composer} />
      </div>
    </div>
  )
}

function Field({ composer }: { composer: ComposerModel }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const isRunning = composer.turn !== undefined
  useEffect(() => {
    const { activeElement } = document
    if (activeElement === document.body || activeElement === null) field.current?.focus({ preventScroll: true })
  }, [])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey && !event.nativeEvent.isComposing) {
      event.preventDefault()
      if (!event.repeat) composer.send()
    }
    if (event.key === 'Escape' && isRunning && !event.nativeEvent.isComposing) {
      event.preventDefault()
      if (!event.repeat) composer.stop()
    }
  }
  return (
    <textarea
      ref={field}
      data-composer
      className={styles.text}
      rows={1}
      aria-label="Message"
      placeholder={isRunning ? 'Write the next message. It is sent when this turn ends.' : 'Ask for something'}
      maxLength={1_000_000}
      value={composer.text}
      onChange={(event) => composer.setText(event.target.value)}
      onKeyDown={onKeyDown}
    />
  )
}

/** What stands in the way of sending, or why the last try failed. */
function Trouble({ composer: { problem, obstacle } }: { composer: ComposerModel }) {
  if (problem === undefined && obstacle === undefined) return null
  return (
    <div className={styles.note}>
      {problem !== undefined ? (
        <Note kind="no">{problem}</Note>
      ) : (
        <Note action={obstacle?.mend && <a href={obstacle.mend.href}>{obstacle.mend.label}</a>}>
          {obstacle?.reason}
        </Note>
      )}
    </div>
  )
}
