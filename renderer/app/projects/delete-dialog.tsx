import { projectName, type NamedProject } from '../../state/models/projects.ts'
import { useAdminBlock } from '../../state/rights.ts'
import { frame } from '../../strings/frame.ts'
import { useAction } from '../../state/action.ts'
import { ActionDialog } from '../../ui/overlay/action-dialog.tsx'
import { useProjectActions } from './project-actions.ts'

const words = frame.projects

/** Says what a deletion leaves, then deletes the project. */
export function DeleteDialog({ project, onClose }: { project: NamedProject; onClose(): void }) {
  const actions = useProjectActions()
  const remove = useAction(async () => {
    await actions.remove(project)
    onClose()
  })
  return (
    <ActionDialog
      onClose={onClose}
      title={words.deleteTitle(projectName(project.content))}
      leave={words.keep}
      verb={words.delete}
      kind="danger"
      unavailable={useAdminBlock()}
      action={remove}
    >
      <p>{words.deleteText}</p>
      <p className="ink2">{words.deleteLog}</p>
    </ActionDialog>
  )
}
