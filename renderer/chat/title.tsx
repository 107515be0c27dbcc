import { useState, type KeyboardEvent } from 'react'
import { useLink, useSession } from '../host.ts'
import { useAction } from '../ui/action.ts'
import { IconButton } from '../ui/button.tsx'
import { TextInput } from '../ui/field.tsx'
import styles from './chat-page.module.css'

/** The title of a conversation, which can be changed where it stands. */
export function Title({ conversation, title }: { conversation: string; title: string }) {
  const link = useLink()
  const mayRename = useSession()?.right !== 'read'
  const [text, setText] = useState<string>()
  const rename = useAction((next: string) => link.call('renameConversation', { conversation, title: next }))
  const finish = (next: string | undefined): void => {
    setText(undefined)
    if (next && next !== title) void rename.run(next)
  }
  if (text === undefined)
    return (
      <span className={styles.title}>
        <span className="trunc">{title || 'Untitled'}</span>
        {mayRename && (
          <IconButton
            size="sm"
            icon="edit"
            label="Rename this conversation"
            busy={rename.busy}
            onClick={() => setText(title)}
          />
        )}
        {rename.problem && <span role="alert">{rename.problem}</span>}
      </span>
    )
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) finish(text.trim())
    if (event.key === 'Escape') finish(undefined)
  }
  return (
    <TextInput
      className={styles.titleInput}
      aria-label="Title"
      autoFocus
      maxLength={200}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={() => finish(text.trim())}
      onKeyDown={onKeyDown}
    />
  )
}
