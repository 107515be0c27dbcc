import { useAction } from '../../state/action.ts'
import { openModelMenu } from '../../state/models/model-menu.ts'
import { useOpenConversation } from '../../state/chat/transcript.ts'
import { useLink } from '../../state/replica.ts'
import { chat } from '../../strings/chat.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { focusPage } from '../../ui/page/focus-page.ts'
import { useTurnActions } from './turn-actions.ts'
import { useBranchObstacle } from './use-obstacle.ts'

const words = chat.branches

type AnswerProps = {
  turn: string
  /** Its answer comes from a model, so another can be had. */
  canRetry: boolean
  isLast: boolean
}

/** Actions on an answer: another one from the same model or another, or a branch from here. */
export function AnswerActions({ turn, canRetry, isLast }: AnswerProps) {
  const obstacle = useBranchObstacle()
  const { retry, branch } = useTurnActions(turn)
  const problem = retry.problem ?? branch.problem
  return (
    <span className="row inline gap05">
      {canRetry && (
        <>
          <IconButton
            size="sm"
            icon="restart"
            label={words.retry}
            busy={retry.busy}
            unavailable={obstacle}
            onClick={() => void retry.run()}
          />
          <IconButton
            size="sm"
            icon="chip"
            label={words.retryWith}
            unavailable={obstacle}
            onClick={() => openModelMenu({ again: turn })}
          />
        </>
      )}
      {!isLast && (
        <IconButton
          size="sm"
          icon="branch"
          label={words.from}
          busy={branch.busy}
          unavailable={obstacle}
          onClick={() => void branch.run()}
        />
      )}
      {problem && <span role="alert">{problem}</span>}
    </span>
  )
}

/** After the last turn in use: other turns continue from it, and the next message starts a branch. */
export function LaterTurns({ turn }: { turn: string }) {
  const link = useLink()
  const transcript = useOpenConversation()
  const obstacle = useBranchObstacle()
  const back = useAction(async () => {
    const head = transcript?.endFrom(turn)
    if (!transcript || head === undefined) return
    await link.call('chooseBranch', { conversation: transcript.id, head })
    focusPage()
  })
  const later = transcript ? countAfter(transcript.turnsThere, turn) : 0
  if (later === 0) return null
  return (
    <Note
      action={
        <Button size="sm" busy={back.busy} unavailable={obstacle} onClick={() => void back.run()}>
          {words.back}
        </Button>
      }
    >
      {words.later(later)}
      {back.problem && <span role="alert"> {back.problem}</span>}
    </Note>
  )
}

/** How many turns continue, directly or not, from this one. */
function countAfter(turns: readonly { id: string; parent?: string | undefined }[], from: string): number {
  const after = new Set([from])
  for (const { id, parent } of turns) if (parent !== undefined && after.has(parent)) after.add(id)
  return after.size - 1
}
