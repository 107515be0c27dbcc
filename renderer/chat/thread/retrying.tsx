import type { ModelWait } from '../../../shared/events/turn-events.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { fasterModel } from '../../state/models/endpoints.ts'
import { useHost, useLink, useReplica, useSession, type Replica } from '../../state/replica.ts'
import { chat } from '../../strings/chat.ts'
import { useAction } from '../../state/action.ts'
import { Button } from '../../ui/button.tsx'

const words = chat.waiting

type RetryingProps = {
  turn: string
  wait: Extract<ModelWait, { state: 'retrying' }>
  /** Epoch milliseconds. */
  now: number
}

/** Why the model isn't asked again yet, for how long, and what the user can do instead of waiting. */
export function Retrying({ turn, wait: { reason, at }, now }: RetryingProps) {
  const link = useLink()
  const isReadOnly = useSession()?.right === 'read'
  const retry = useAction(() => link.call('sendNow', { turn }))
  const stop = useAction(() => link.call('cancelTurn', { turn }))
  const { faster, change } = useFasterModel(turn)
  const seconds = Math.ceil((at - now) / 1000)
  const unavailable = isReadOnly ? words.readOnly : undefined
  const problem = retry.problem ?? change.problem ?? stop.problem
  return (
    <>
      <span className="num">{words.retrying(reason, seconds > 0 ? words.nextTry(seconds) : words.tryingNow)}</span>
      <Button size="sm" busy={retry.busy} unavailable={unavailable} onClick={() => void retry.run()}>
        {words.tryNow}
      </Button>
      {faster && (
        <Button size="sm" busy={change.busy} unavailable={unavailable} onClick={() => void change.run()}>
          {words.use(plainLabel(faster.name, 40))}
        </Button>
      )}
      <Button size="sm" kind="ghost" busy={stop.busy} unavailable={unavailable} onClick={() => void stop.run()}>
        {words.stop}
      </Button>
      {problem !== undefined && <span role="alert">{problem}</span>}
    </>
  )
}

/** A faster model of the turn's endpoint, if one is listed, and an action that ends the turn and continues with it. */
function useFasterModel(turn: string) {
  const link = useLink()
  const replica = useReplica()
  const running = useHost((state) => state.turns[turn])
  const { conversation = '', endpoint = '', model = '' } = running ?? {}
  const faster = useHost((state) => fasterModel(state.models[endpoint]?.models ?? [], model))
  const change = useAction(async () => {
    if (!faster) return
    const isOver = ended(replica, turn)
    await link.call('chooseModel', { conversation, choice: { endpoint, model: faster.id } })
    await link.call('cancelTurn', { turn })
    await isOver
    await link.call('continueTurn', { conversation })
  })
  return { faster, change }
}

/** Resolves when a running turn has ended, or this window has lost track of it. */
const ended = (replica: Replica, turn: string): Promise<void> =>
  new Promise((resolve) => {
    const leave = replica.onEvents({
      events: (recorded) =>
        recorded.some(({ event }) => event.type === 'turn.finished' && event.turn === turn) && end(),
      reset: () => end(),
    })
    const end = (): void => {
      leave()
      resolve()
    }
  })
