import { textOfMessage } from '../../../shared/content/attachments.ts'
import type { Without } from '../../../shared/events/turn-events.ts'
import type { Turn } from '../../../shared/state/conversation.ts'
import { editMessage } from '../../state/chat/branches.ts'
import { useHost, useLink, useSession } from '../../state/replica.ts'
import { chat } from '../../strings/chat.ts'
import { useAction } from '../../state/action.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { useTurnActions } from '../branches/turn-actions.ts'
import { useBranchObstacle } from '../branches/use-obstacle.ts'

const { turnEnd: words, branches } = chat

type GoOnProps = { conversation: string; label: string; without?: Without | undefined }

/** Lets the model continue after the conversation's last turn, without a new message. */
export function GoOn({ conversation, label, without }: GoOnProps) {
  const link = useLink()
  const right = useSession()?.right
  const failing = useHost((state) => state.health.state === 'failing')
  const go = useAction(() => link.call('continueTurn', { conversation, ...(without && { without }) }))
  const obstacle = right === 'read' ? words.readOnly : words.noLog
  return (
    <>
      <Button
        size="sm"
        busy={go.busy}
        unavailable={right === 'read' || failing ? obstacle : undefined}
        onClick={() => void go.run()}
      >
        {label}
      </Button>
      {go.problem && <span role="alert">{go.problem}</span>}
    </>
  )
}

/** A turn that the user stopped. The last one can be continued, or begun again with the same message or another. */
export function StoppedTurn({ turn, conversation, isLast }: { turn: Turn; conversation: string; isLast: boolean }) {
  const mayAct = useSession()?.right !== 'read'
  return (
    <Note action={isLast && mayAct && <Again turn={turn} conversation={conversation} />}>
      {turn.messages.length === 0 ? words.stoppedEarly : words.stopped}
    </Note>
  )
}

function Again({ turn, conversation }: { turn: Turn; conversation: string }) {
  const obstacle = useBranchObstacle()
  const { id, message } = turn
  const { retry } = useTurnActions(id)
  return (
    <>
      <GoOn conversation={conversation} label={words.goOn} />
      <Button size="sm" kind="ghost" busy={retry.busy} unavailable={obstacle} onClick={() => void retry.run()}>
        {branches.retry}
      </Button>
      {message && (
        <Button size="sm" kind="ghost" unavailable={obstacle} onClick={() => editMessage(id, textOfMessage(message))}>
          {branches.edit}
        </Button>
      )}
      {retry.problem && <span role="alert">{retry.problem}</span>}
    </>
  )
}
