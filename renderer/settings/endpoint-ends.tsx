import type { ReactNode } from 'react'
import { useHost, useLink } from '../host.ts'
import { useAction } from '../ui/action.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Note } from '../ui/note.tsx'

type EndProps = { endpoint: string; name: string; onClose(): void }

/** Asks once more before a key goes. */
export function DeleteKey({ endpoint, name, onClose }: EndProps) {
  const link = useLink()
  return (
    <Confirm
      title={`Delete the key for ${name}?`}
      verb="Delete key"
      act={() => link.call('deleteModelKey', { endpoint })}
      onClose={onClose}
    >
      Its models may not answer until you enter another one. Conversations stay.
    </Confirm>
  )
}

/** Asks once more before a place and its key go. */
export function RemoveEndpoint({ endpoint, name, onClose }: EndProps) {
  const link = useLink()
  const isDefault = useHost((state) => state.configured.settings.models.default?.endpoint === endpoint)
  return (
    <Confirm
      title={`Remove ${name}?`}
      verb="Remove"
      act={() => link.call('removeEndpoint', { endpoint })}
      onClose={onClose}
    >
      Its address and its key are forgotten. Conversations stay; the ones it answered in wait for another model.
      {isDefault && ' New conversations have no model then, until you choose one.'}
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
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button kind="danger" busy={confirm.busy} onClick={() => void confirm.run()}>
            {verb}
          </Button>
        </>
      }
    >
      <p>{children}</p>
      {confirm.problem && <Note kind="no">{confirm.problem}</Note>}
    </Dialog>
  )
}
