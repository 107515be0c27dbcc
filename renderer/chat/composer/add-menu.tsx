import { useRef } from 'react'
import { attached, composerKey } from '../../state/composer/attachments.ts'
import { openPicker } from '../../state/picking.ts'
import { useLink } from '../../state/replica.ts'
import { composer } from '../../strings/composer.ts'
import { resources } from '../../strings/resources.ts'
import { IconButton } from '../../ui/button.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'

const words = composer

const composerField = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-composer]')

type AddMenuProps = { conversation: string | undefined; onPrompts(): void; onRunTool(): void }

/** Adds something to the message, or opens a tool's form instead. */
export function AddMenu({ conversation, onPrompts, onRunTool }: AddMenuProps) {
  const input = useRef<HTMLInputElement>(null)
  const link = useLink()
  return (
    <>
      <Menu
        align="start"
        afterChoice={composerField}
        trigger={<IconButton icon="plus" label={words.add} />}
        items={[
          { label: words.attachments.attach, icon: 'attach', onSelect: () => input.current?.click() },
          { label: resources.attachButton, icon: 'file', typed: '@', onSelect: () => openPicker() },
          { label: words.actions.prompt, icon: 'message', typed: '/', onSelect: onPrompts },
          { label: words.actions.runTool, icon: 'play', onSelect: onRunTool },
        ]}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-hidden
        tabIndex={-1}
        data-attach
        onChange={({ target }) => {
          void attached.add(composerKey(conversation), [...(target.files ?? [])], (file) => link.call('readFile', file))
          target.value = ''
          composerField()?.focus()
        }}
      />
    </>
  )
}
