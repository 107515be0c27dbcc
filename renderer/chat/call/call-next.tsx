import type { Call } from '../../../shared/state/conversation.ts'
import { isPinned, toolItem } from '../../../shared/state/pins.ts'
import { useReview } from '../../inbox/definitions/use-review.ts'
import { useHost } from '../../state/replica.ts'
import { chat } from '../../strings/chat.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './call-card.module.css'
import { awaitedReview, wasGivenUp } from './call-state.ts'
import { RunAgain } from './run-again.tsx'

const words = chat.call

/**
 * The next step after a call wasn't sent because its definition needed a review: the review, then the call. Or after its
 * server gave up waiting for an answer: the call again.
 */
export function CallNext({ call, from }: { call: Call; from: string }) {
  if (call.server === undefined || call.imported) return null
  if (awaitedReview(call)) return <NextStep call={call} server={call.server} />
  return wasGivenUp(call) ? (
    <div className={styles.next}>
      <p>{words.unanswered(from)}</p>
      <RunAgain call={call} />
    </div>
  ) : null
}

function NextStep({ call, server }: { call: Call; server: string }) {
  const item = toolItem(call.tool)
  const offered = useHost((state) => state.servers[server]?.tools[call.tool]?.hash)
  const isUsable = useHost(({ pins }) => offered !== undefined && isPinned(pins[server], item, offered))
  const isChange = useHost(({ pins }) => Object.hasOwn(pins[server] ?? {}, item))
  const { open, busy, block, problem } = useReview(server, item)
  if (offered === undefined) return null
  return (
    <div className={styles.next}>
      {isUsable ? (
        <RunAgain call={call} isNow />
      ) : (
        <Button size="sm" busy={busy} unavailable={block} onClick={open}>
          {isChange ? words.reviewChange : words.reviewTool}
        </Button>
      )}
      {problem && <Note kind="no">{problem}</Note>}
    </div>
  )
}
