import { useHost, useLink } from '../../state/replica.ts'
import { signIn } from '../../strings/servers/sign-in.ts'
import { useAction } from '../../state/action.ts'
import { ActionDialog } from '../../ui/overlay/action-dialog.tsx'
import { makeIntent } from '../../state/intent.ts'
import { consentOf } from '../../../shared/state/consents.ts'

const words = signIn.signOut

/** The server the user asked to sign out of from another page. */
export const signOutIntent = makeIntent()

/** Asks for confirmation before deleting a server's tokens. */
export function SignOut({ server, name, onClose }: { server: string; name: string; onClose(): void }) {
  const link = useLink()
  const issuer = useHost((state) => consentOf(state, server).signedIn?.issuer ?? '')
  const signOut = useAction(async () => {
    await link.call('signOut', { server })
    onClose()
  })
  return (
    <ActionDialog
      onClose={onClose}
      title={words.title(name)}
      leave={words.keep}
      verb={words.signOut}
      kind="danger"
      action={signOut}
    >
      <p>{words.help(URL.parse(issuer)?.host ?? issuer)}</p>
    </ActionDialog>
  )
}
