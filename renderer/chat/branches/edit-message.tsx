import { useRef, type KeyboardEvent } from 'react'
import type { PersonMessage } from '../../../shared/content/attachments.ts'
import type { Turn } from '../../../shared/state/conversation.ts'
import { useAction } from '../../state/action.ts'
import { useAppearance } from '../../state/appearance.ts'
import { changeEdit, leaveEdit, useTurnArrival } from '../../state/chat/branches.ts'
import { useOpenConversation } from '../../state/chat/transcript.ts'
import { useLink } from '../../state/replica.ts'
import { chat } from '../../strings/chat.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/fields/field.tsx'
import { isPressed } from '../../ui/keys.tsx'
import { focusPage } from '../../ui/page/focus-page.ts'
import styles from './branches.module.css'
import { useBranchObstacle } from './use-obstacle.ts'

const words = chat.branches

type EditProps = { turn: string; message: PersonMessage; text: string }

/** The user's message as a field in its own place; sending it starts a branch beside the earlier one. */
export function EditMessage({ turn, message, text }: EditProps) {
  const link = useLink()
  const transcript = useOpenConversation()
  const obstacle = useBranchObstacle()
  const field = useRef<HTMLTextAreaElement>(null)
  const sendsByEnter = useAppearance('sendKey') === 'enter'
  const brings = message.parts.some(({ type }) => type !== 'text')
  const unavailable = text.trim() === '' && !brings ? words.empty : obstacle
  const send = useAction(async () => {
    if (!transcript) return
    await link.call('sendAgain', { conversation: transcript.id, turn, text: text.trim() })
    leaveEdit()
    focusPage()
  })
  useTurnArrival(turn, 'edit', () => {
    field.current?.focus()
    field.current?.setSelectionRange(text.length, text.length)
  })
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      leaveEdit()
    }
    if (!isPressed(event, 'Ctrl Enter') && !(sendsByEnter && isPressed(event, 'Enter'))) return
    event.preventDefault()
    if (!event.repeat && unavailable === undefined) void send.run()
  }
  const ran = callsRanFrom(transcript?.turns ?? [], turn)
  return (
    <div className={styles.edit}>
      <TextArea
        ref={field}
        aria-label={words.field}
        rows={Math.min(12, Math.max(2, text.split('\n').length))}
        maxLength={1_000_000}
        value={text}
        onChange={({ target }) => changeEdit(turn, target.value)}
        onKeyDown={onKeyDown}
      />
      <p>{[words.stays, ran > 0 ? words.ran(ran) : '', brings ? words.brings : ''].filter(Boolean).join(' ')}</p>
      {send.problem && <p role="alert">{send.problem}</p>}
      <div className={styles.buttons}>
        <Button kind="ghost" keys="Esc" onClick={leaveEdit}>
          {words.cancel}
        </Button>
        <Button
          kind="primary"
          keys={sendsByEnter ? 'Enter' : 'Ctrl Enter'}
          busy={send.busy}
          unavailable={unavailable}
          onClick={() => void send.run()}
        >
          {words.send}
        </Button>
      </div>
    </div>
  )
}

/** How many calls ran in this turn and those after it. */
export function callsRanFrom(turns: readonly Turn[], from: string): number {
  const at = turns.findIndex(({ id }) => id === from)
  const calls = turns
    .slice(Math.max(at, 0))
    .flatMap(({ call, undoes, messages }) => [
      ...(call ? [call] : []),
      ...(undoes?.calls ?? []),
      ...messages.flatMap((message) => message.calls),
    ])
  return calls.filter(({ startedAt }) => startedAt !== undefined).length
}
