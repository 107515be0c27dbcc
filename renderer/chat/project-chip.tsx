import { isOutside } from '../../shared/state/projects.ts'
import { displayName } from '../../shared/config/server-config.ts'
import { plainLabel } from '../../shared/text/hidden-characters.ts'
import { projectDialog, projectName, useOpenProject } from '../state/models/projects.ts'
import { useOpenConversation } from '../state/chat/transcript.ts'
import { changeBeginning } from '../state/models/beginning.ts'
import { useModelName } from '../state/models/model-name.ts'
import { useHost, useSession } from '../state/replica.ts'
import { useAdminBlock } from '../state/rights.ts'
import { chat } from '../strings/chat.ts'
import { frame } from '../strings/frame.ts'
import { Menu, type MenuItem } from '../ui/overlay/menu.tsx'
import { MenuChip } from './tools/menu-chip.tsx'

const words = chat.project

/** The project of the visible conversation, or of the new one, with what it gives. Nothing if it's in none. */
export function ProjectChip() {
  const project = useOpenProject()
  const open = useOpenConversation()
  const servers = useHost((state) => state.configured.servers)
  const isReadOnly = useSession()?.right === 'read'
  const block = useAdminBlock()
  const { instructions, model, folders = [] } = project?.content ?? {}
  const modelName = useModelName(model?.model ?? '', model?.endpoint)
  if (!project) return null
  const name = projectName(project.content)
  const chosen = Object.keys(servers).filter((id) => !isOutside(project.content, id))
  const gives = [
    ...(instructions === undefined ? [] : [words.instructions]),
    ...(model ? [words.model(plainLabel(modelName, 40))] : []),
    project.content.servers
      ? words.servers(chosen.map((id) => plainLabel(displayName(id, servers[id]), 40)))
      : words.all,
    ...(folders.length > 0 ? [words.folders(folders.length)] : []),
  ]
  const leave = (): void => {
    if (open) projectDialog.set({ dialog: 'move', conversations: [{ id: open.id, project: project.id }] })
    else changeBeginning({ project: undefined })
  }
  const items: MenuItem[] = [
    {
      label: frame.projects.editShort,
      icon: 'edit',
      detail: words.gives(gives),
      unavailable: block,
      onSelect: () => projectDialog.set({ dialog: 'edit', project: project.id }),
    },
    {
      label: open ? frame.conversations.move : words.leave,
      icon: 'folder',
      unavailable: isReadOnly ? words.readOnly : undefined,
      onSelect: leave,
    },
  ]
  return (
    <Menu
      trigger={<MenuChip icon="folder" words={name} aria-label={words.chip(name)} title={words.gives(gives)} />}
      items={items}
    />
  )
}
