import type { ModelWait } from '../../../shared/events/turn-events.ts'
import type { RunningTurn } from '../../../shared/state/running-turns.ts'
import { displayName } from '../../../shared/config/server-config.ts'
import { useHost, useLink, useSession } from '../../state/replica.ts'
import { chat } from '../../strings/chat.ts'
import { providers } from '../../strings/providers.ts'
import { useAction } from '../../state/action.ts'
import { Button } from '../../ui/button.tsx'
import { useModelName } from '../../state/models/model-name.ts'
import { openModelMenu } from '../../state/models/model-menu.ts'
import { useNow } from '../../state/use-now.ts'
import { Retrying } from './retrying.tsx'
import styles from './waiting-face.module.css'

const words = chat.waiting

/** Milliseconds to wait for a model's first words before the seconds appear, and before another model is suggested. */
const patienceMs = 3000
const longMs = 20_000

const sameWait = (a: ModelWait | undefined, b: ModelWait | undefined): boolean =>
  a?.state === b?.state && (a === b || JSON.stringify(a) === JSON.stringify(b))

/** The servers a turn waits for before it asks the model, with a way to skip waiting. */
function ServersFace({ turn, waitsFor: { servers, since } }: { turn: string; waitsFor: Waits }) {
  const link = useLink()
  const right = useSession()?.right
  const configured = useHost((state) => state.configured.servers)
  const go = useAction(() => link.call('sendNow', { turn }))
  const names = servers.map((server) => displayName(server, configured[server]))
  const now = useNow()
  return (
    <div className={styles.face} role="status">
      <span className={styles.caret} aria-hidden />
      <span className="num">{words.servers(listed(names), secondsIn(now - since))}</span>
      <Button
        size="sm"
        busy={go.busy}
        unavailable={right === 'read' ? words.readOnly : undefined}
        onClick={() => void go.run()}
      >
        {words.sendNow}
      </Button>
      {go.problem && <span role="alert">{go.problem}</span>}
    </div>
  )
}

type Waits = NonNullable<RunningTurn['waitsFor']>

const shownNames = 3

/** Names for a sentence: up to three, then a count. */
export function listed(names: string[]): string {
  const shown = names.slice(0, shownNames)
  const more = names.length - shown.length
  return more > 0 ? words.andMore(shown.join(', '), more) : shown.join(', ')
}

/** The reason why a running message waits, while no words arrive. */
export function WaitingFace({ turn, model }: { turn: string; model: string }) {
  const wait = useHost((state) => state.turns[turn]?.message?.wait, sameWait)
  const endpoint = useHost((state) => state.turns[turn]?.endpoint)
  const name = useModelName(model, endpoint)
  const waitsFor = useHost((state) => state.turns[turn]?.waitsFor)
  if (waitsFor) return <ServersFace turn={turn} waitsFor={waitsFor} />
  if (!wait || wait.state === 'answering') return null
  return (
    <div className={styles.face}>
      <span className={styles.caret} aria-hidden />
      <Sentence wait={wait} name={name} turn={turn} />
    </div>
  )
}

type Waiting = Exclude<ModelWait, { state: 'answering' | 'retrying' }>

/** The sentence about a wait at a moment, and whether it has been long enough to suggest another model. */
export function waitInWords(wait: Waiting, name: string, now: number): { text: string; isLong?: boolean } {
  switch (wait.state) {
    case 'requesting': {
      if (wait.probe) return { text: providers.probing(name) }
      const waited = now - wait.since
      if (waited < patienceMs) return { text: words.first(name) }
      return { text: words.unanswered(name, secondsIn(waited)), isLong: waited >= longMs }
    }
    case 'stalled':
      return { text: words.stalled(name, secondsIn(now - wait.since)) }
    default:
      return wait satisfies never
  }
}

type SentenceProps = { wait: Exclude<ModelWait, { state: 'answering' }>; name: string; turn: string }

function Sentence({ wait, name, turn }: SentenceProps) {
  const now = useNow()
  const isReadOnly = useSession()?.right === 'read'
  if (wait.state === 'retrying') return <Retrying turn={turn} wait={wait} now={now} />
  const { text, isLong } = waitInWords(wait, name, now)
  return (
    <>
      <span className="num">{text}</span>
      {isLong && !isReadOnly && (
        <Button size="sm" onClick={() => openModelMenu({ turn })}>
          {words.another}
        </Button>
      )}
    </>
  )
}

const secondsIn = (ms: number): number => Math.max(0, Math.floor(ms / 1000))
