import { problemOf } from '../../state/action.ts'
import { useLink } from '../../state/replica.ts'
import { navigate } from '../../state/routes.ts'
import { createStore, useStore } from '../../state/store.ts'
import { strings } from '../../strings/strings.ts'
import { useUndoToast } from '../../ui/overlay/toast.tsx'

const words = strings.frame.conversations

/** Why the last change failed. Shown in the sidebar, wherever the change was made. */
const lastProblem = createStore<string | undefined>(undefined)

/** Rename and delete; the toast can restore a deleted conversation while it's visible. `current` is left if deleted. */
export function useConversationActions(current: string | undefined) {
  const link = useLink()
  const offerUndo = useUndoToast()
  const problem = useStore(lastProblem)
  const attempt = (what: string, done: Promise<unknown>): Promise<void> =>
    done.then(
      () => lastProblem.set(undefined),
      (error: unknown) => lastProblem.set(`${what} ${problemOf(error)}`),
    )
  const restore = (id: string): void => {
    void attempt(words.notRestored, link.call('restoreConversation', { conversation: id }))
  }
  return {
    problem,
    rename: (id: string, title: string): void => {
      void attempt(words.notRenamed, link.call('renameConversation', { conversation: id, title }))
    },
    remove: (id: string): Promise<void> => {
      const deleted = link.call('deleteConversation', { conversation: id }).then(() => {
        offerUndo(words.deleted, () => restore(id))
        if (id === current) navigate({ page: 'chat' })
      })
      void attempt(words.notDeleted, deleted)
      return deleted
    },
  }
}
