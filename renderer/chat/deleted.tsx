import { useState } from 'react'
import { useLink } from '../state/replica.ts'
import { chat } from '../strings/chat.ts'
import { useAction } from '../state/action.ts'
import { Button } from '../ui/button.tsx'
import { ActionDialog } from '../ui/overlay/action-dialog.tsx'
import { Note } from '../ui/note.tsx'

const words = chat.page

type DeletedProps = { conversation: string; onErased(): void }

/** Replaces a deleted conversation: the user can restore it, or erase it now. */
export function Deleted({ conversation, onErased }: DeletedProps) {
  const link = useLink()
  const [isAsked, setAsked] = useState(false)
  const restore = useAction(() => link.call('restoreConversation', { conversation }))
  return (
    <>
      <Note
        action={
          <>
            <Button busy={restore.busy} onClick={() => void restore.run()}>
              {words.restore}
            </Button>
            <Button icon="trash" onClick={() => setAsked(true)}>
              {words.erase}
            </Button>
          </>
        }
      >
        <b>{words.deleted}</b> {words.deletedDetail}
        {restore.problem && <p role="alert">{restore.problem}</p>}
      </Note>
      {isAsked && <Erase conversation={conversation} onErased={onErased} onClose={() => setAsked(false)} />}
    </>
  )
}

/** Asks for confirmation before erasing the content. */
function Erase({ conversation, onErased, onClose }: DeletedProps & { onClose(): void }) {
  const link = useLink()
  const erase = useAction(async () => {
    await link.call('eraseConversation', { conversation })
    onClose()
    onErased()
  })
  return (
    <ActionDialog
      onClose={onClose}
      title={words.eraseTitle}
      leave={words.eraseKeep}
      verb={words.eraseVerb}
      kind="danger"
      action={erase}
    >
      <p>{words.eraseText}</p>
      <p>{words.eraseChain}</p>
    </ActionDialog>
  )
}
