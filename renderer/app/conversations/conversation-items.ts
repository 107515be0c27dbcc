import { projectDialog } from '../../state/models/projects.ts'
import { frame } from '../../strings/frame.ts'
import type { MenuItem } from '../../ui/overlay/menu.tsx'
import type { ConversationActions } from './conversation-actions.ts'

const words = frame.conversations

type Listed = {
  id: string
  starred: boolean
  archived: boolean
  project: string | undefined
  /** A turn runs in it. */
  isRunning: boolean
}

/** The actions that every menu of a conversation has, in one order; `more` come before the last one, which deletes it. */
export function conversationItems(
  { id, starred, archived, project, isRunning }: Listed,
  { actions, rename, more }: { actions: ConversationActions; rename(): void; more: MenuItem[] },
): MenuItem[] {
  return [
    { label: words.rename, icon: 'edit', onSelect: rename },
    ...(archived
      ? []
      : [
          {
            label: starred ? words.unstar : words.star,
            icon: 'star' as const,
            onSelect: () => actions.star([id], !starred),
          },
        ]),
    {
      label: archived ? words.unarchive : words.archive,
      icon: 'archive',
      unavailable: isRunning && !archived ? words.turnRuns : undefined,
      onSelect: () => actions.archive([id], !archived),
    },
    {
      label: words.move,
      icon: 'folder',
      onSelect: () => projectDialog.set({ dialog: 'move', conversations: [{ id, project }] }),
    },
    ...more,
    { label: words.delete, icon: 'trash', danger: true, onSelect: () => void actions.remove([id]) },
  ]
}
