import { Suspense } from 'react'
import { projectDeed, type ProjectDeed } from '../../state/models/projects.ts'
import { useHost } from '../../state/replica.ts'
import { useStore } from '../../state/store.ts'
import { lazyPart } from '../../ui/lazy.ts'

const ProjectDialog = lazyPart(async () => (await import('./project-dialog.tsx')).ProjectDialog)
const MoveDialog = lazyPart(async () => (await import('./move-dialog.tsx')).MoveDialog)

/** The dialog of projects that the user opened, if any. */
export function ProjectDialogs() {
  const deed = useStore(projectDeed)
  if (!deed) return null
  const close = (): void => projectDeed.set(undefined)
  return (
    <Suspense>
      <Opened deed={deed} close={close} />
    </Suspense>
  )
}

function Opened({ deed, close }: { deed: ProjectDeed; close(): void }) {
  const content = useHost(({ projects }) => (deed.deed === 'edit' ? projects?.[deed.project] : undefined))
  switch (deed.deed) {
    case 'edit':
      return content ? <ProjectDialog key={deed.project} id={deed.project} before={content} onClose={close} /> : null
    case 'create':
      return <ProjectDialog conversations={deed.conversations} onClose={close} />
    case 'move':
      return <MoveDialog conversations={deed.conversations} onClose={close} />
    default:
      return deed satisfies never
  }
}
