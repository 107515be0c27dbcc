import type { ConversationRow } from '../../../shared/contract/commands.ts'
import type { ConversationActivity } from '../../state/conversations.ts'
import { projectDialog } from '../../state/models/projects.ts'
import { frame } from '../../strings/frame.ts'
import { IconButton } from '../../ui/button.tsx'
import type { ConversationActions } from '../conversations/conversation-actions.ts'
import styles from './selection-bar.module.css'

const words = frame.conversations

type BarProps = {
  rows: ConversationRow[]
  activity: Record<string, ConversationActivity>
  actions: ConversationActions
  onEnd(): void
}

/** Actions on the selected conversations together. One in which a turn runs can't be archived. */
export function SelectionBar({ rows, activity, actions, onEnd }: BarProps) {
  const ids = rows.map(({ id }) => id)
  const isStarred = rows.every(({ starred }) => starred === true)
  const runs = ids.some((id) => activity[id]?.running)
  return (
    <div role="toolbar" aria-label={words.selection} className={styles.bar}>
      <span role="status" className="grow small ink2">
        {words.selected(rows.length)}
      </span>
      <IconButton
        size="sm"
        icon="star"
        label={isStarred ? words.unstar : words.star}
        onClick={() => {
          actions.star(isStarred ? ids : rows.filter(({ starred }) => !starred).map(({ id }) => id), !isStarred)
          onEnd()
        }}
      />
      <IconButton
        size="sm"
        icon="archive"
        label={runs ? `${words.archive}: ${words.turnRuns}` : words.archive}
        disabled={runs}
        onClick={() => {
          actions.archive(ids, true)
          onEnd()
        }}
      />
      <IconButton
        size="sm"
        icon="folder"
        label={words.move}
        onClick={() => {
          projectDialog.set({ dialog: 'move', conversations: rows })
          onEnd()
        }}
      />
      <IconButton
        size="sm"
        icon="trash"
        label={words.delete}
        onClick={() => {
          void actions.remove(ids)
          onEnd()
        }}
      />
      <IconButton size="sm" icon="close" label={words.leaveSelection} onClick={onEnd} />
    </div>
  )
}
