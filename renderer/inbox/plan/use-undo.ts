import { askOfCall } from '../../../shared/state/state.ts'
import { goToAsk } from '../frame/ask-focus.ts'
import { expectAsk } from '../frame/expected-ask.ts'
import { beginPlan } from './plan.ts'
import { useAction } from '../../state/action.ts'
import { useLink, useReplica } from '../../state/replica.ts'

/** Asks to take a turn's changes back, and goes to the plan as soon as it is there. Nothing changes before the answer. */
export function useUndo({ conversation, turn }: { conversation: string; turn: string }) {
  const link = useLink()
  const replica = useReplica()
  return useAction(async () => {
    const { calls } = await link.call('undoTurn', { conversation, turn })
    beginPlan(calls)
    const ask = askOfCall(replica.state, calls[0] ?? '')
    if (ask) goToAsk(ask)
    else expectAsk({ kind: 'approval', conversation })
  })
}
