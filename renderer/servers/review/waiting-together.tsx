import type { HostState } from '../../../shared/state/state.ts'
import { startAskOf } from '../../state/asks.ts'
import { useHost } from '../../state/replica.ts'
import { serverForm } from '../../strings/servers/servers-form.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'

const words = serverForm.review

type WaitingTogetherProps = { block: string | undefined; onReview(ids: string[]): void }

/** Offers to review all waiting servers in one sheet, in the order of their configuration. */
export function WaitingTogether({ block, onReview }: WaitingTogetherProps) {
  const ids = useHost(waitingInOrder, sameIds)
  if (ids.length < 2) return null
  return (
    <Note
      kind="ask"
      action={
        <Button size="sm" unavailable={block} onClick={() => onReview(ids)}>
          {words.title(ids.length)}
        </Button>
      }
    >
      {words.waiting(ids.length)}
    </Note>
  )
}

const waitingInOrder = (state: Pick<HostState, 'asks' | 'configured'>): string[] =>
  Object.keys(state.configured.servers).filter((id) => startAskOf(state, id))

const sameIds = (a: string[], b: string[]): boolean => a.length === b.length && a.every((id, index) => id === b[index])
