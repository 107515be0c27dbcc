import { Suspense, useEffect, useRef, useState } from 'react'
import { textOfMessage } from '../../../shared/content/attachments.ts'
import { chat } from '../../strings/chat.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy.ts'
import { formatMinute, formatTime } from '../../strings/format/time.ts'
import { head } from '../../../shared/text/clip.ts'
import { AttachedFiles } from '../attached/attached.tsx'
import { AttachedPrompts } from '../attached/attached-prompts.tsx'
import { AttachedResources } from '../attached/attached-resources.tsx'
import { BranchSteps } from '../branches/branch-steps.tsx'
import { EditMessage } from '../branches/edit-message.tsx'
import { useTurnKeys } from '../branches/turn-actions.ts'
import { editMessage, useEdited } from '../../state/chat/branches.ts'
import { useSession } from '../../state/replica.ts'
import styles from './message.module.css'
import { useIsFound } from '../../state/chat/finding.ts'
import { useSourceArrival } from '../../state/chat/sources.ts'
import { useTurn } from '../../state/chat/transcript.ts'

const words = chat.you

const WrittenBy = lazyPart(async () => (await import('./written-by.tsx')).WrittenBy)

/** Longer messages start collapsed. */
const shownCharacters = 6000

/** The user's message, verbatim. */
export function You({ turn }: { turn: string }) {
  const message = useTurn(turn, (now) => now.message)
  const sentAt = useTurn(turn, (now) => now.startedAt)
  const [whole, setWhole] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const isFound = useIsFound(turn)
  const [wasFound, setWasFound] = useState(false)
  if (wasFound !== isFound) {
    setWasFound(isFound)
    if (isFound) setWhole(true)
  }
  useSourceArrival(turn, () => {
    place.current?.focus({ preventScroll: true })
    place.current?.scrollIntoView({ block: 'nearest' })
  })
  const edited = useEdited(turn)
  const edit = useReturn(edited !== undefined)
  const mayEdit = useSession()?.right !== 'read'
  const text = message ? textOfMessage(message) : ''
  const { onKeyDown, problem } = useTurnKeys(turn, text)
  if (!message) return null
  const rest = text.length - shownCharacters
  return (
    <div ref={place} tabIndex={-1} className={styles.you} onKeyDown={onKeyDown}>
      <AttachedPrompts message={message} />
      <AttachedResources message={message} />
      <AttachedFiles message={message} />
      {edited !== undefined && <EditMessage turn={turn} message={message} text={edited} />}
      {text !== '' && edited === undefined && (
        <div className={styles.bubble}>
          <span className="sr">{words.speaker} </span>
          {whole || rest <= 0 ? text : `${head(text, shownCharacters)}…`}
        </div>
      )}
      {message.from && (
        <Suspense>
          <WrittenBy from={message.from} />
        </Suspense>
      )}
      {rest > 0 && edited === undefined && (
        <Button size="sm" kind="ghost" className={styles.more} onClick={() => setWhole(!whole)}>
          {whole ? words.showLess : words.showMore(rest)}
        </Button>
      )}
      {edited === undefined && (
        <div className={styles.actions}>
          {sentAt !== undefined && <time title={formatMinute(sentAt)}>{formatTime(sentAt)}</time>}
          {problem && <span role="alert">{problem}</span>}
          <BranchSteps turn={turn} />
          {mayEdit && (
            <IconButton
              ref={edit}
              size="sm"
              icon="edit"
              label={chat.branches.edit}
              onClick={() => editMessage(turn, text)}
            />
          )}
        </div>
      )}
    </div>
  )
}

/** Gives focus back to the button when an edit it began was left. */
function useReturn(isEditing: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(isEditing)
  useEffect(() => {
    if (wasEditing.current && !isEditing && document.activeElement === document.body) button.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  return button
}
