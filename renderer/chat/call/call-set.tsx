import type { KeyboardEvent } from 'react'
import type { Call } from '../../../shared/state/conversation.ts'
import type { HostState } from '../../../shared/state/state.ts'
import { useHost } from '../../state/replica.ts'
import { isTextField } from '../../ui/page/focus-page.ts'
import { CallPlan, usePlan } from '../../inbox/plan/call-plan.tsx'
import { chat } from '../../strings/chat.ts'
import { plan as planWords } from '../../strings/inbox/plan.ts'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import type { GlyphState } from '../../state/glyph-state.ts'
import { isShortcut, keyMap } from '../../ui/key-map.ts'
import { CallCard } from './call-card.tsx'
import styles from './call-set.module.css'
import { callState, type CallState } from './call-state.ts'
import { LikeCalls, callRows } from './like-calls.tsx'
import { askedCalls } from './sign-in-wait.ts'

const words = chat.callSet

type CallSetProps = {
  calls: Call[]
  turn: string
  /** The user asked for them. */
  isWanted?: boolean
}

/** Calls that were requested at once, in order; several share a frame with a count. */
export function CallSet(props: CallSetProps) {
  const { calls, turn } = props
  const [only, ...others] = calls
  if (!only) return null
  return others.length === 0 ? <CallCard call={only} turn={turn} /> : <SeveralCalls {...props} />
}

function SeveralCalls({ calls, turn, isWanted = false }: CallSetProps) {
  const title = words.title(calls.length)
  const plan = usePlan(calls, isWanted)
  const { begin, obstacle, stands } = plan
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { target, currentTarget } = event
    // Overlays aren't in the frame, though their key events bubble here.
    if (!(target instanceof Node) || !currentTarget.contains(target)) return
    if (!begin || obstacle !== undefined || event.repeat || !isShortcut(event, 'together') || isTextField(target))
      return
    event.preventDefault()
    begin()
  }
  return (
    <div role="group" className={styles.set} aria-label={title} onKeyDown={onKeyDown}>
      <header className={styles.head}>
        <span className={styles.title}>{title}</span>
        <Counts calls={calls} turn={turn} />
        {begin && (
          <Button size="sm" kind="ghost" keys={keyMap.together.keys} unavailable={obstacle} onClick={begin}>
            {planWords.together}
          </Button>
        )}
      </header>
      <CallPlan calls={calls} plan={plan} />
      {callRows(calls).map((row) =>
        stands.has(row[0].id) ? null : (
          <div key={row[0].id} className={styles.call}>
            {row.length > 1 ? <LikeCalls calls={row} turn={turn} /> : <CallCard call={row[0]} turn={turn} framed />}
          </div>
        ),
      )}
    </div>
  )
}

type Column = 'waiting' | 'running' | 'done' | 'failed' | 'denied' | 'cancelled' | 'other'
type Tally = Record<Column, number>

const shown: { of: Column; glyph?: GlyphState }[] = [
  { of: 'waiting', glyph: 'waiting' },
  { of: 'running', glyph: 'running' },
  { of: 'done', glyph: 'succeeded' },
  { of: 'failed', glyph: 'failed' },
  { of: 'denied', glyph: 'denied' },
  { of: 'cancelled', glyph: 'cancelled' },
  { of: 'other' },
]

function Counts({ calls, turn }: { calls: Call[]; turn: string }) {
  const tally = useHost((state) => tallyOf(calls, state, turn), sameTally)
  return (
    <span className={styles.counts}>
      {shown.map(({ of, glyph }) =>
        tally[of] === 0 ? null : (
          <span key={of} className={styles.count} data-of={of}>
            {glyph && <Glyph state={glyph} label="" size={12} />}
            {words[of](tally[of])}
          </span>
        ),
      )}
    </span>
  )
}

/** How many calls are in which state. */
export function tallyOf(calls: Call[], state: Pick<HostState, 'asks' | 'turns'>, turn: string): Tally {
  const tally: Tally = { waiting: 0, running: 0, done: 0, failed: 0, denied: 0, cancelled: 0, other: 0 }
  const isAsked = askedCalls(state)
  for (const call of calls) tally[column(callState(call, state.turns[turn]?.calls[call.id], isAsked(call.id)))] += 1
  return tally
}

function column(state: CallState): Column {
  if (state === 'waiting' || state === 'running') return state
  if (state === 'cancelling') return 'running'
  if (state === 'failed' || state === 'denied' || state === 'cancelled') return state
  if (state === 'timed-out' || state === 'interrupted') return 'failed'
  return state === 'succeeded' ? 'done' : 'other'
}

const sameTally = (a: Tally, b: Tally): boolean => shown.every(({ of }) => a[of] === b[of])
