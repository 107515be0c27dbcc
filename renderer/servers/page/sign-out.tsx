import { useHost, useLink } from '../../state/replica.ts'
import { strings } from '../../strings/strings.ts'
import { useAction } from '../../state/action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { makeWish } from '../../state/wish.ts'

const words = strings.signIn.signOut

/** The server the user asked to sign out of from another page. */
export const signOutWish = makeWish()

/** Asks for confirmation before deleting a server's tokens. */
export function SignOut({ server, name, onClose }: { server: string; name: string; onClose(): void }) {
  const link = useLink()
  const issuer = useHost((state) => state.signedIn[server]?.issuer ?? '')
  const signOut = useAction(async () => {
    await link.call('signOut', { server })
    onClose()
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title(name)}
      footer={
        <>
          <Button onClick={onClose}>{words.keep}</Button>
          <Button kind="danger" busy={signOut.busy} onClick={() => void signOut.run()}>
            {words.signOut}
          </Button>
        </>
      }
    >
      <p>{words.help(URL.parse(issuer)?.host ?? issuer)}</p>
      {signOut.problem && <Note kind="no">{signOut.problem}</Note>}
    </Dialog>
  )
}
