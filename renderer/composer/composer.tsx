import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useAnswering } from '../chat/answering.ts'
import { useDesk } from '../manual/desk.ts'
import { ManualComposer } from '../manual/manual-composer.tsx'
import { ContextGauge } from '../models/context-gauge.tsx'
import { useHost } from '../host.ts'
import { asksForResources, offersResources } from '../resources/at-key.ts'
import { FollowedRow } from '../resources/followed-row.tsx'
import { PickerHost, ResourcesButton } from '../resources/picker-host.tsx'
import { openPicker } from '../resources/picking.ts'
import { strings } from '../strings/strings.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'
import { AttachButton, AttachmentsBar } from './attachments-bar.tsx'
import { pastedFiles, useFileDrop } from './attachments-drop.ts'
import { attached, placeOf } from './attachments.ts'
import attachmentStyles from './attachments.module.css'
import styles from './composer.module.css'
import { ToolsLink } from './links.tsx'
import { PickedRow } from './picked-row.tsx'
import { QueuedMessage } from './queued-message.tsx'
import { SendButton } from './send-button.tsx'
import { useComposer, type ComposerModel } from './use-composer.ts'
import { WaitingBar } from './waiting-bar.tsx'

const words = strings.composer

/**
 * Where the person writes, or where she fills in a tool and runs it: that is all there is while no model answers, and
 * one of two places where one does. While a turn runs, one message can wait for it to end.
 */
export function Composer({ conversation }: { conversation?: string }) {
  const composer = useComposer(conversation)
  const hasModel = useAnswering() !== undefined
  const [{ mode }, changeDesk] = useDesk(conversation)
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
      {hasModel && mode !== 'tool' ? (
        <MessageComposer
          conversation={conversation}
          composer={composer}
          onRunTool={() => changeDesk((desk) => ({ ...desk, mode: 'tool' }))}
        />
      ) : (
        <ManualComposer
          conversation={conversation}
          hasModel={hasModel}
          stop={turn === undefined ? undefined : composer.stop}
        />
      )}
      <PickerHost conversation={conversation} onAttached={() => changeDesk((desk) => ({ ...desk, mode: 'message' }))} />
    </div>
  )
}

type MessageComposerProps = { conversation: string | undefined; composer: ComposerModel; onRunTool(): void }

function MessageComposer({ conversation, composer, onRunTool }: MessageComposerProps) {
  const { turn } = composer
  const attach = (files: File[]): void => void attached.add(placeOf(conversation), files)
  const { isOver, handlers } = useFileDrop(attach)
  return (
    <div className={classes(styles.composer, isOver && attachmentStyles.over)} {...handlers}>
      <FollowedRow conversation={conversation} />
      <PickedRow conversation={conversation} />
      <AttachmentsBar conversation={conversation} />
      <Field composer={composer} onFiles={attach} />
      <div className={styles.foot}>
        <AttachButton conversation={conversation} />
        <ResourcesButton />
        <ToolsLink />
        <button type="button" className={styles.link} onClick={onRunTool}>
          <Icon name="play" size={14} />
          {words.actions.runTool}
        </button>
        <div className={styles.actions}>
          <ContextGauge />
          <SendButton composer={composer} />
          {turn !== undefined && (
            <Button kind="primary" icon="stop" keys="Esc" busy={composer.isStopping} onClick={composer.stop}>
              {words.actions.stop}
            </Button>
          )}
        </div>
      </div>
      <Trouble composer={composer} />
    </div>
  )
}

function Field({ composer, onFiles }: { composer: ComposerModel; onFiles(files: File[]): void }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const isRunning = composer.turn !== undefined
  useEffect(() => {
    const { activeElement } = document
    if (activeElement === document.body || activeElement === null) field.current?.focus({ preventScroll: true })
  }, [])
  const mayAskForResources = useHost(offersResources)
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (mayAskForResources && asksForResources(event)) {
      event.preventDefault()
      openInstead(event.currentTarget, composer)
    }
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
      aria-label={words.field.name}
      placeholder={isRunning ? words.field.askNext : words.field.ask}
      maxLength={1_000_000}
      value={composer.text}
      onChange={(event) => composer.setText(event.target.value)}
      onKeyDown={onKeyDown}
      onPaste={(event) => {
        const files = pastedFiles(event)
        if (files.length === 0) return
        event.preventDefault()
        onFiles(files)
      }}
    />
  )
}

/** Opens the picker in the place of an @; who leaves it with nothing gets the @ she typed. */
function openInstead(field: HTMLTextAreaElement, { text, setText }: ComposerModel): void {
  const at = field.selectionStart
  openPicker({}, (isAttached) => {
    if (isAttached) return
    setText(`${text.slice(0, at)}@${text.slice(at)}`)
    requestAnimationFrame(() => field.setSelectionRange(at + 1, at + 1))
  })
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
