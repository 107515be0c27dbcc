import type { Project } from '../../../shared/config/project.ts'
import { problemOf } from '../../state/action.ts'
import { useLink } from '../../state/replica.ts'
import { projectName, type NamedProject } from '../../state/models/projects.ts'
import { createStore, useStore } from '../../state/store.ts'
import { frame } from '../../strings/frame.ts'
import { useUndoToast } from '../../ui/overlay/toast.tsx'

const words = frame.projects

/** Why the last change failed; shown in the sidebar. */
const lastProblem = createStore<string | undefined>(undefined)

/** Creates, edits and deletes projects; a toast offers to undo each. */
export function useProjectActions() {
  const link = useLink()
  const offerUndo = useUndoToast()
  const problem = useStore(lastProblem)
  const attempt = async (act: () => Promise<unknown>, failed: string): Promise<boolean> => {
    try {
      await act()
      lastProblem.set(undefined)
      return true
    } catch (error) {
      lastProblem.set(`${failed} ${problemOf(error)}`)
      return false
    }
  }
  return {
    problem,
    create: async (content: Project): Promise<string> => {
      const { project } = await link.call('saveProject', { content })
      const back = () => link.call('deleteProject', { project })
      offerUndo(words.created(projectName(content)), () => void attempt(back, words.notDeleted))
      return project
    },
    edit: async (project: string, content: Project, before: Project): Promise<void> => {
      await link.call('saveProject', { project, content })
      const back = () => link.call('saveProject', { project, content: before })
      offerUndo(words.saved(projectName(content)), () => void attempt(back, words.notRestored))
    },
    remove: async ({ id, content }: NamedProject): Promise<void> => {
      const isDone = await attempt(() => link.call('deleteProject', { project: id }), words.notDeleted)
      const restore = () => link.call('saveProject', { project: id, content })
      if (isDone) offerUndo(words.deleted(projectName(content)), () => void attempt(restore, words.notRestored))
    },
  }
}
