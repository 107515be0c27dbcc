import { definitionsInWords } from '../../inbox/definitions/definition-words.ts'
import { useReview } from '../../inbox/definitions/use-review.ts'
import { serverTools } from '../../strings/servers/servers-tools.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import type { ServerSummary } from '../../state/servers/summary.ts'

const words = serverTools.review

/** A server's definitions that no model sees, and a link to their review, even if it was answered before. */
export function ToolsReview({ server }: { server: ServerSummary }) {
  const { id, quarantine, review } = server
  const { open, busy, block, problem } = useReview(id)
  const items = review?.question.items ?? quarantine
  if (items.length === 0) return null
  return (
    <>
      <Note
        kind={review ? 'ask' : 'plain'}
        action={
          <Button size="sm" busy={busy} unavailable={block} onClick={open}>
            {words.review(items.length)}
          </Button>
        }
      >
        {review ? (
          <>
            <b>{words.waiting}</b> {words.toReview(definitionsInWords(items))}
          </>
        ) : (
          words.keptOff(definitionsInWords(items))
        )}
      </Note>
      {problem && <Note kind="no">{problem}</Note>}
    </>
  )
}
