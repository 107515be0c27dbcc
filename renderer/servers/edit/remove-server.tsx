import { navigate } from '../../state/routes.ts'
import { useLink } from '../../state/replica.ts'
import { bundlePage } from '../../strings/servers/bundle-page.ts'
import { servers } from '../../strings/servers/servers.ts'
import { useAction } from '../../state/action.ts'
import { ActionDialog } from '../../ui/overlay/action-dialog.tsx'
import { forgetEdits } from './use-editing.ts'
import type { ServerSummary } from '../../state/servers/summary.ts'

const words = servers.removal

/** Asks for confirmation before removing a server's configuration and secrets. */
export function RemoveServer({ server, onClose }: { server: ServerSummary; onClose(): void }) {
  const link = useLink()
  const { config } = server
  const remove = useAction(async () => {
    await link.call('removeServer', { id: server.id })
    forgetEdits(server.id)
    navigate({ page: 'servers' })
  })
  return (
    <ActionDialog
      onClose={onClose}
      title={words.title(server.name)}
      leave={words.keep}
      verb={words.remove}
      kind="danger"
      action={remove}
    >
      <p>{words.help}</p>
      {config?.type === 'stdio' && config.bundle && <p>{bundlePage.part.loses}</p>}
    </ActionDialog>
  )
}
