import type { Turn } from '../../../shared/state/conversation.ts'
import { CallCard } from '../call/call-card.tsx'
import { useTurn } from '../../state/chat/transcript.ts'

const callOf = ({ call }: Turn) => call

/** The call that the person made herself, without a model. */
export function OwnCall({ turn }: { turn: string }) {
  const call = useTurn(turn, callOf)
  return call ? <CallCard call={call} turn={turn} /> : null
}
