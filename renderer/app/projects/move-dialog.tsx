import { useState } from 'react'
import { projectDialog, projectName, useProjects, type MovedConversation } from '../../state/models/projects.ts'
import { useAction } from '../../state/action.ts'
import { useAdminBlock } from '../../state/rights.ts'
import { frame } from '../../strings/frame.ts'
import { Button } from '../../ui/button.tsx'
import { FieldGroup, Radio } from '../../ui/fields/field.tsx'
import { ActionDialog } from '../../ui/overlay/action-dialog.tsx'
import { useConversationActions } from '../conversations/conversation-actions.ts'
import styles from './projects.module.css'

const words = frame.projects

type MoveProps = { conversations: readonly MovedConversation[]; onClose(): void }

/** Puts conversations into a project, or into none. */
export function MoveDialog({ conversations, onClose }: MoveProps) {
  const projects = useProjects()
  const actions = useConversationActions()
  const block = useAdminBlock()
  const [first] = conversations
  const [chosen, setChosen] = useState(
    projects.some(({ id }) => id === first?.project) ? first?.project : projects[0]?.id,
  )
  const move = useAction(async () => {
    onClose()
    const project = projects.find(({ id }) => id === chosen)
    await actions.move(conversations, project ? { id: project.id, name: projectName(project.content) } : null)
  })
  return (
    <ActionDialog
      onClose={onClose}
      title={words.moveTitle(conversations.length)}
      leave={words.cancel}
      verb={words.moveVerb}
      action={move}
    >
      <FieldGroup label={words.moveTo}>
        <div className={styles.choices}>
          {projects.map(({ id, content }) => (
            <Radio key={id} name="project" checked={chosen === id} onChange={() => setChosen(id)}>
              {projectName(content)}
            </Radio>
          ))}
          <Radio name="project" checked={chosen === undefined} onChange={() => setChosen(undefined)}>
            {words.none}
          </Radio>
        </div>
      </FieldGroup>
      <Button icon="plus" unavailable={block} onClick={() => projectDialog.set({ dialog: 'create', conversations })}>
        {words.create}
      </Button>
    </ActionDialog>
  )
}
