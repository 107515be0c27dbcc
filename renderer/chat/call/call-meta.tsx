import { useLink, useSession } from '../../state/replica.ts'
import { chat } from '../../strings/chat.ts'
import { useAction } from '../../state/action.ts'
import { Button } from '../../ui/button.tsx'
import { useNow } from '../../state/use-now.ts'
import { formatDuration, formatElapsed, formatTime } from '../../strings/format/time.ts'
import type { CallPartProps } from './call-card.tsx'
import { tookOf } from './call-state.ts'

const words = chat.call

/** The right end of a row: the time a call takes or took, and its actions. */
export function CallMeta({ call, state, running }: CallPartProps) {
  const took = tookOf(call)
  if (call.imported) return <span>{chat.imported.call}</span>
  if (state === 'running')
    return (
      <>
        <Elapsed since={running?.startedAt ?? call.requestedAt} />
        <Cancel call={call.id} label={words.cancel} />
      </>
    )
  if (state === 'cancelling') return <Elapsed since={running?.startedAt ?? call.requestedAt} />
  if (state === 'queued') return <Cancel call={call.id} label={words.skip} />
  if (took !== undefined) return <span className="num">{formatDuration(took)}</span>
  return call.finishedAt === undefined ? null : <span className="num">{formatTime(call.finishedAt)}</span>
}

/** The time since a moment, updated every second. */
function Elapsed({ since }: { since: number }) {
  const now = useNow()
  return <span className="num">{formatElapsed(now - since)}</span>
}

function Cancel({ call, label }: { call: string; label: string }) {
  const link = useLink()
  const right = useSession()?.right
  const cancel = useAction(() => link.call('cancelCall', { call }))
  return (
    <Button
      size="sm"
      kind="ghost"
      busy={cancel.busy}
      unavailable={right === 'read' ? words.readOnly : undefined}
      title={cancel.problem}
      onClick={() => void cancel.run()}
    >
      {label}
    </Button>
  )
}
