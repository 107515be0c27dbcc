import { useState } from 'react'
import { useOpenConversation } from '../state/chat/transcript.ts'
import { useLink, useSession } from '../state/replica.ts'
import { models } from '../strings/models.ts'
import { useAction } from '../state/action.ts'
import { IconButton } from '../ui/button.tsx'
import { ActionDialog } from '../ui/overlay/action-dialog.tsx'
import { Field, TextArea } from '../ui/fields/field.tsx'
import { Menu, type MenuItem } from '../ui/overlay/menu.tsx'
import { projectName, useOpenProject } from '../state/models/projects.ts'
import { changeBeginning, useBeginning } from '../state/models/beginning.ts'

const words = models.system

const longest = 50_000

/** Further settings of the visible conversation, or of the new one; `around` puts them among other actions. */
export function ConversationMenu({ around }: { around(own: MenuItem[]): MenuItem[] }) {
  const system = useSystemPrompt()
  const isReadOnly = useSession()?.right === 'read'
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Menu
        trigger={<IconButton label={words.menu} icon="more" />}
        afterChoice={() => document.querySelector<HTMLElement>('[data-edits-title]')}
        items={around([
          {
            label: system === '' ? words.add : words.change,
            icon: 'edit',
            unavailable: isReadOnly ? words.mayNot : undefined,
            onSelect: () => setOpen(true),
          },
        ])}
      />
      {isOpen && <SystemPrompt before={system} onClose={() => setOpen(false)} />}
    </>
  )
}

function useSystemPrompt(): string {
  const open = useOpenConversation()
  const beginning = useBeginning()
  return (open ? open.system : beginning.system) ?? ''
}

function SystemPrompt({ before, onClose }: { before: string; onClose(): void }) {
  const link = useLink()
  const conversation = useOpenConversation()?.id
  const project = useOpenProject()?.content
  const [text, setText] = useState(before)
  const save = useAction(async () => {
    if (conversation === undefined) changeBeginning({ system: text.trim() === '' ? undefined : text.trim() })
    else await link.call('setSystemPrompt', { conversation, text: text.trim() })
    onClose()
  })
  return (
    <ActionDialog onClose={onClose} keepOpen title={words.title} leave={words.cancel} verb={words.save} action={save}>
      {project?.instructions !== undefined && <p>{words.afterProject(projectName(project))}</p>}
      <Field label={words.label} help={words.help}>
        <TextArea rows={8} maxLength={longest} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
    </ActionDialog>
  )
}
