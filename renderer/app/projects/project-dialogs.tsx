import { Suspense } from 'react'
import { projectDialog, type OpenedProjectDialog } from '../../state/models/projects.ts'
import { useHost } from '../../state/replica.ts'
import { useStore } from '../../state/store.ts'
import { lazyPart } from '../../ui/lazy.ts'

const ProjectDialog = lazyPart(async () => (await import('./project-dialog.tsx')).ProjectDialog)
const DeleteDialog = lazyPart(async () => (await import('./delete-dialog.tsx')).DeleteDialog)
const MoveDialog = lazyPart(async () => (await import('./move-dialog.tsx')).MoveDialog)

/** The dialog of projects that the user opened, if any. */
export function ProjectDialogs() {
  const opened = useStore(projectDialog)
  if (!opened) return null
  const close = (): void => projectDialog.set(undefined)
  return (
    <Suspense>
      <Opened opened={opened} close={close} />
    </Suspense>
  )
}

function Opened({ opened, close }: { opened: OpenedProjectDialog; close(): void }) {
  const content = useHost(({ projects }) => ('project' in opened ? projects?.[opened.project] : undefined))
  switch (opened.dialog) {
    case 'edit':
      return content ? (
        <ProjectDialog key={opened.project} id={opened.project} before={content} onClose={close} />
      ) : null
    case 'delete':
      return content ? <DeleteDialog project={{ id: opened.project, content }} onClose={close} /> : null
    case 'create':
      return <ProjectDialog conversations={opened.conversations} onClose={close} />
    case 'move':
      return <MoveDialog conversations={opened.conversations} onClose={close} />
    default:
      return opened satisfies never
  }
}
