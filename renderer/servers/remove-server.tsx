import { navigate } from '../frame/routes.ts'
import { useLink } from '../host.ts'
import { useAction } from '../ui/action.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Note } from '../ui/note.tsx'
import type { ServerSummary } from './summary.ts'

/** Asks once more before a server's configuration and secrets go. */
export function RemoveServer({ server, onClose }: { server: ServerSummary; onClose(): void }) {
  const link = useLink()
  const remove = useAction(async () => {
    await link.call('removeServer', { id: server.id })
    navigate({ page: 'servers' })
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Remove ${server.name}?`}
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button kind="danger" busy={remove.busy} onClick={() => remove.run()}>
            Remove server
          </Button>
        </>
      }
    >
      <p>
        It is stopped, and its entry in servers.json and its secrets are deleted. Conversations and the audit log keep
        what it did.
      </p>
      {remove.problem && <Note kind="no">{remove.problem}</Note>}
    </Dialog>
  )
}
