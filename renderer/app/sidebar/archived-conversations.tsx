import { frame } from '../../strings/frame.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import type { ConversationActions } from '../conversations/conversation-actions.ts'
import { ConversationItem } from './conversation-item.tsx'
import { useConversationList } from './conversation-list.ts'
import styles from './conversation-nav.module.css'

const words = frame.conversations

type ArchivedProps = { current: string | undefined; actions: ConversationActions; today: number }

/** The archived conversations, folded; nothing if there are none. */
export function ArchivedConversations({ current, actions, today }: ArchivedProps) {
  const { list, problem, older } = useConversationList('archived')
  if (problem)
    return (
      <Note kind="no">
        {words.archiveNotListed} {problem}
      </Note>
    )
  if (!list || list.rows.length === 0) return null
  return (
    <details className={styles.archive}>
      <summary className={styles.heading}>{words.archiveHeading}</summary>
      <ul>
        {list.rows.map((row) => (
          <ConversationItem
            key={row.id}
            row={row}
            activity={undefined}
            current={row.id === current}
            unread={false}
            isArchived
            actions={actions}
            today={today}
          />
        ))}
      </ul>
      {list.more && (
        <Button kind="ghost" size="sm" busy={older.busy} onClick={() => older.run()}>
          {words.showOlder}
        </Button>
      )}
      {older.problem && <Note kind="no">{older.problem}</Note>}
    </details>
  )
}
