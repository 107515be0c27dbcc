import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Bar } from '../ui/page/bar.tsx'
import { useLink, useSession } from '../state/replica.ts'
import { chat } from '../strings/chat.ts'
import { frame } from '../strings/frame.ts'
import { useAction } from '../state/action.ts'
import { renameIntent } from '../state/conversations.ts'
import { useArrivalOf } from '../state/intent.ts'
import { IconButton } from '../ui/button.tsx'
import { TextInput } from '../ui/fields/field.tsx'
import { useEditInPlace } from '../ui/fields/use-edit-in-place.ts'
import { useUndoToast } from '../ui/overlay/toast.tsx'
import styles from './chat-page.module.css'

const words = chat.bar

type ConversationBarProps = { conversation: string; title: string; children: ReactNode }

/** A conversation's header. The title can be edited in place. */
export function ConversationBar({ conversation, title, children }: ConversationBarProps) {
  const link = useLink()
  const mayRename = useSession()?.right !== 'read'
  const [isEditing, setEditing] = useState(false)
  const offerUndo = useUndoToast()
  const call = (next: string) => link.call('renameConversation', { conversation, title: next })
  const undo = useAction(call)
  const rename = useAction(async (next: string) => {
    await call(next)
    if (title !== '') offerUndo(frame.conversations.renamed, () => void undo.run(title))
  })
  const problem = rename.problem ?? undo.problem
  useArrivalOf(renameIntent, conversation, () => mayRename && setEditing(true))
  const finish = (next: string): void => {
    setEditing(false)
    if (next !== '' && next !== title) void rename.run(next)
  }
  const detail = mayRename && !isEditing && (
    <>
      <IconButton size="sm" icon="edit" label={words.rename} busy={rename.busy} onClick={() => setEditing(true)} />
      {problem && <span role="alert">{problem}</span>}
    </>
  )
  return (
    <Bar title={isEditing ? <TitleField title={title} onDone={finish} /> : title || words.untitled} detail={detail}>
      {children}
    </Bar>
  )
}

function TitleField({ title, onDone }: { title: string; onDone(title: string): void }) {
  const [text, setText] = useState(title)
  const isOver = useRef(false)
  const end = (next: string): void => {
    if (isOver.current) return
    isOver.current = true
    onDone(next)
  }
  const inPlace = useEditInPlace(() => end(text.trim()))
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) end(text.trim())
    if (event.key === 'Escape') end('')
  }
  return (
    <TextInput
      className={styles.titleInput}
      aria-label={words.title}
      data-edits-title
      autoFocus
      maxLength={200}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      {...inPlace}
    />
  )
}
