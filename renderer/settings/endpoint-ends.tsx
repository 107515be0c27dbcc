import type { ReactNode } from 'react'
import { useHost, useLink } from '../state/replica.ts'
import { settingsModels } from '../strings/settings-models.ts'
import { useAction } from '../state/action.ts'
import { ActionDialog } from '../ui/overlay/action-dialog.tsx'

const words = settingsModels.ends

type EndProps = { endpoint: string; name: string; onClose(): void }

/** Asks for confirmation before deleting a key. */
export function DeleteKey({ endpoint, name, onClose }: EndProps) {
  const link = useLink()
  return (
    <Confirm
      title={words.deleteKey(name)}
      verb={words.deleteKeyVerb}
      act={() => link.call('deleteModelKey', { endpoint })}
      onClose={onClose}
    >
      {words.deleteKeyText}
    </Confirm>
  )
}

/** Asks for confirmation before removing an endpoint and its key. */
export function RemoveEndpoint({ endpoint, name, onClose }: EndProps) {
  const link = useLink()
  const isDefault = useHost((state) => state.configured.settings.models.default?.endpoint === endpoint)
  return (
    <Confirm
      title={words.remove(name)}
      verb={words.removeVerb}
      act={() => link.call('removeEndpoint', { endpoint })}
      onClose={onClose}
    >
      {words.removeText}
      {isDefault && ` ${words.removeDefault}`}
    </Confirm>
  )
}

type ConfirmProps = { title: string; verb: string; act(): Promise<unknown>; onClose(): void; children: ReactNode }

function Confirm({ title, verb, act, onClose, children }: ConfirmProps) {
  const confirm = useAction(async () => {
    await act()
    onClose()
  })
  return (
    <ActionDialog onClose={onClose} title={title} leave={words.keep} verb={verb} kind="danger" action={confirm}>
      <p>{children}</p>
    </ActionDialog>
  )
}
