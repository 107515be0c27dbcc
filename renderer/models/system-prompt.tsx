import { useState } from 'react'
import { useOpenConversation } from '../state/chat/transcript.ts'
import { useLink, useSession } from '../state/replica.ts'
import { strings } from '../strings/strings.ts'
import { useAction } from '../state/action.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Field, TextArea } from '../ui/fields/field.tsx'
import { Menu } from '../ui/overlay/menu.tsx'
import { Note } from '../ui/note.tsx'
import { changeBeginning, useBeginning } from '../state/models/beginning.ts'

const words = strings.models.system

const longest = 50_000

/** Further settings of the visible conversation, or of the new one. */
export function ConversationMenu() {
  const system = useSystemPrompt()
  const isReadOnly = useSession()?.right === 'read'
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Menu
        trigger={<IconButton label={words.menu} icon="more" />}
        items={[
          {
            label: system === '' ? words.add : words.change,
            icon: 'edit',
            unavailable: isReadOnly ? words.mayNot : undefined,
            onSelect: () => setOpen(true),
          },
        ]}
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
  const [text, setText] = useState(before)
  const save = useAction(async () => {
    if (conversation === undefined) changeBeginning({ system: text.trim() === '' ? undefined : text.trim() })
    else await link.call('setSystemPrompt', { conversation, text: text.trim() })
    onClose()
  })
  return (
    <Dialog
      open
      onClose={onClose}
      keepOpen
      title={words.title}
      footer={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="primary" busy={save.busy} onClick={() => void save.run()}>
            {words.save}
          </Button>
        </>
      }
    >
      <Field label={words.label} help={words.help}>
        <TextArea rows={8} maxLength={longest} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      {save.problem && <Note kind="no">{save.problem}</Note>}
    </Dialog>
  )
}
