import type { ImportPreview } from '../../../shared/contract/conversation-import-commands.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { useHost } from '../../state/replica.ts'
import { useAdminBlock } from '../../state/rights.ts'
import { conversationImport as words } from '../../strings/conversation/conversation-import.ts'
import { Checkbox } from '../../ui/fields/field.tsx'
import { projectNamed } from './use-import.ts'

type ProjectsProps = { preview: ImportPreview; joined: ReadonlySet<string>; onJoin(joined: ReadonlySet<string>): void }

/** The projects that the file names. The user chooses whether its conversations go into those of the same names. */
export function ImportProjects({ preview: { rows }, joined, onJoin }: ProjectsProps) {
  const projects = useHost((state) => state.projects)
  const block = useAdminBlock()
  const names = [...new Set(rows.flatMap(({ project }) => project ?? []))]
  const toggle = (name: string): void => {
    const next = new Set(joined)
    if (!next.delete(name)) next.add(name)
    onJoin(next)
  }
  return names.map((name) => {
    const isHere = projectNamed(name, projects) !== undefined
    const label = (isHere ? words.project : words.newProject)(plainLabel(name, 80))
    if (!isHere && block !== undefined) return <p key={name}>{words.noProject(plainLabel(name, 80))}</p>
    return (
      <Checkbox key={name} checked={joined.has(name)} onChange={() => toggle(name)}>
        {label}
      </Checkbox>
    )
  })
}
