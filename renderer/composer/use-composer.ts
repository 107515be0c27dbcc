import type { PersonMessage } from '../../shared/events.ts'
import { navigate } from '../frame/routes.ts'
import { useHost, useLink } from '../host.ts'
import { useAction } from '../ui/action.ts'
import { useDraft } from './draft.ts'
import { useObstacle, type Obstacle } from './obstacle.ts'

export type ComposerModel = {
  text: string
  setText(text: string): void
  /** The turn that runs in this conversation. */
  turn: string | undefined
  /** The message that waits for it to end. */
  queued: PersonMessage | undefined
  obstacle: Obstacle | undefined
  /** Why the text cannot be sent now; absent when it can. */
  unavailable: string | undefined
  send(): void
  isSending: boolean
  stop(): void
  isStopping: boolean
  /** Why the last try to send or stop failed. */
  problem: string | undefined
}

/** Everything the composer of a conversation, or of a new one, works on. */
export function useComposer(conversation: string | undefined): ComposerModel {
  const link = useLink()
  const [text, setText] = useDraft(conversation)
  const turn = useHost(({ turns }) => Object.keys(turns).find((id) => turns[id]?.conversation === conversation))
  const queued = useHost((state) => (conversation === undefined ? undefined : state.queued[conversation]))
  const obstacle = useObstacle()
  const unavailable = reasonNotToSend(text, obstacle, turn !== undefined && queued !== undefined)
  const sending = useAction(async () => {
    const sent = await link.call('sendMessage', { ...(conversation !== undefined && { conversation }), text })
    setText('')
    if (conversation === undefined) navigate({ page: 'chat', conversation: sent.conversation })
  })
  const stopping = useAction(async () => turn && link.call('cancelTurn', { turn }))
  return {
    text,
    setText,
    turn,
    queued,
    obstacle,
    unavailable,
    send: () => void (unavailable === undefined && sending.run()),
    isSending: sending.busy,
    stop: () => void (turn !== undefined && stopping.run()),
    isStopping: stopping.busy,
    problem: sending.problem ?? stopping.problem,
  }
}

function reasonNotToSend(text: string, obstacle: Obstacle | undefined, isFull: boolean): string | undefined {
  if (obstacle) return obstacle.reason
  if (isFull) return 'One message waits already. Take it back to send another.'
  return text.trim() === '' ? 'There is nothing to send yet.' : undefined
}
