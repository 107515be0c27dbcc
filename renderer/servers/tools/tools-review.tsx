import { useEffect, useEffectEvent, useState } from 'react'
import { useLink, useSession } from '../../state/replica.ts'
import { goToAsk } from '../../inbox/frame/ask-focus.ts'
import { definitionsInWords } from '../../inbox/definitions/definition-words.ts'
import { strings } from '../../strings/strings.ts'
import { useAction } from '../../state/action.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import type { ServerSummary } from '../../state/servers/summary.ts'

const words = strings.serverTools.review

/** A server's definitions that no model sees, and a link to their review, even if it was answered before. */
export function ToolsReview({ server }: { server: ServerSummary }) {
  const { id, quarantine, review } = server
  const link = useLink()
  const isReadOnly = useSession()?.right === 'read'
  const [wants, setWants] = useState(false)
  const action = useAction(async () => {
    await link.call('reviewDefinitions', { server: id })
    setWants(true)
  })
  const arrive = useEffectEvent(() => {
    if (!wants || !review) return
    setWants(false)
    goToAsk(review)
  })
  // oxlint-disable-next-line react/exhaustive-effect-dependencies, react/set-state-in-effect -- arriving is answered once, when these change
  useEffect(() => arrive(), [wants, review])
  const items = review?.question.items ?? quarantine
  if (items.length === 0) return null
  return (
    <>
      <Note
        kind={review ? 'ask' : 'plain'}
        action={
          <Button
            size="sm"
            busy={action.busy || wants}
            unavailable={!review && isReadOnly ? words.readOnly : undefined}
            onClick={() => (review ? goToAsk(review) : void action.run())}
          >
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
      {action.problem && <Note kind="no">{action.problem}</Note>}
    </>
  )
}
