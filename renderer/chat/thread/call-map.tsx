import { useEffect, useEffectEvent, useMemo, useRef, useState, type KeyboardEvent as ReactKeyboardEvent } from 'react'
import type { Call } from '../../../shared/state/conversation.ts'
import { displayName } from '../../../shared/config/server-config.ts'
import type { HostState } from '../../../shared/state/state.ts'
import { isTextField } from '../../ui/page/focus-page.ts'
import { isElsewhere } from '../../ui/page/frame-keys.ts'
import { useHost, useReplica } from '../../state/replica.ts'
import { chat } from '../../strings/chat.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { pressedKey } from '../../ui/key-map.ts'
import { callsOf, marksOf, neighbourOf, type MapMark } from './call-map-marks.ts'
import styles from './call-map.module.css'
import { focusCall, focusedCall } from '../call/call-map-focus.ts'
import type { Transcript } from '../../state/chat/transcript.ts'

type CallMapProps = {
  transcript: Transcript
  /** Builds a call's row and scrolls it into view. */
  show(call: string): void
}

/** The conversation's calls at its edge, a tick for each, and the keys that step through them. */
export function CallMap({ transcript, show }: CallMapProps) {
  useChangingCalls(transcript)
  const calls = callsOf(transcript.turns)
  const now = useCallsNow(transcript.id)
  const servers = useHost((state) => state.configured.servers)
  const marks = useMemo(() => {
    const nameOf = ({ server, title, tool }: Call): string =>
      [server === undefined ? '' : displayName(server, servers[server]), plainLabel(title ?? tool)]
        .filter(Boolean)
        .join(', ')
    return marksOf(calls, now, nameOf)
  }, [calls, now, servers])
  const last = useRef<string>(undefined)
  const goTo = (call: string | undefined): void => {
    if (call === undefined) return
    last.current = call
    show(call)
    focusCall(call)
  }
  useCallKeys((step) => goTo(neighbourOf(calls, focusedCall() ?? last.current, step)))
  if (calls.length < 2) return null
  return <Ticks marks={marks} count={calls.length} goTo={goTo} />
}

type TicksProps = { marks: MapMark[]; count: number; goTo(call: string): void }

/** One tab stop; the arrow keys move along the ticks. */
function Ticks({ marks, count, goTo }: TicksProps) {
  const [current, setCurrent] = useState(marks.length - 1)
  const stop = Math.min(current, marks.length - 1)
  const onKeyDown = (event: ReactKeyboardEvent<HTMLElement>): void => {
    const next = { ArrowDown: stop + 1, ArrowUp: stop - 1, Home: 0, End: marks.length - 1 }[event.key]
    if (next === undefined || !marks[next]) return
    event.preventDefault()
    setCurrent(next)
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }
  return (
    <nav className={styles.map} aria-label={chat.callMap.name(count)} onKeyDown={onKeyDown}>
      {marks.map(({ call, from, tone, beginsTurn, words }, index) => (
        <button
          key={from}
          type="button"
          className={styles.tick}
          data-tone={tone}
          data-turn={beginsTurn || undefined}
          tabIndex={index === stop ? 0 : -1}
          aria-label={words}
          title={words}
          onFocus={() => setCurrent(index)}
          onClick={() => goTo(call)}
        />
      ))}
    </nav>
  )
}

/** Renders again when a call is added or changes; a streamed event costs only a look at its type. */
function useChangingCalls(transcript: Transcript): void {
  const replica = useReplica()
  const [, setChanges] = useState(0)
  useEffect(() => {
    const change = (): void => setChanges((now) => now + 1)
    const leave = transcript.subscribe(change)
    const unhear = replica.onEvents({
      events: (recorded) => {
        if (recorded.some(({ event }) => event.type.startsWith('call.') && event.type !== 'call.progress')) change()
      },
      reset: () => undefined,
    })
    return () => {
      leave()
      unhear()
    }
  }, [replica, transcript])
}

/** The current state of running calls; a new object only if one of them changed state. */
const useCallsNow = (conversation: string): Pick<HostState, 'asks' | 'turns'> =>
  useHost(
    ({ asks, turns }) => ({
      asks,
      turns: Object.fromEntries(Object.entries(turns).filter(([, turn]) => turn.conversation === conversation)),
    }),
    sameCalls,
  )

function sameCalls(a: Pick<HostState, 'asks' | 'turns'>, b: Pick<HostState, 'asks' | 'turns'>): boolean {
  const ids = Object.keys(a.turns)
  return (
    a.asks === b.asks &&
    ids.length === Object.keys(b.turns).length &&
    ids.every((id) => sameStages(a.turns[id]?.calls, b.turns[id]?.calls))
  )
}

type Calls = HostState['turns'][string]['calls'] | undefined

function sameStages(a: Calls, b: Calls): boolean {
  if (a === b || !a || !b) return a === b
  const ids = Object.keys(a)
  return ids.length === Object.keys(b).length && ids.every((id) => a[id]?.stage === b[id]?.stage)
}

/** `[` and `]` go to the previous and next call, wherever focus is outside text fields. */
function useCallKeys(go: (step: 1 | -1) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const pressed = pressedKey(event, 'calls')
    if (pressed === undefined || event.defaultPrevented || isElsewhere(event.target) || isTextField(event.target))
      return
    event.preventDefault()
    go(pressed === 0 ? -1 : 1)
  })
  useEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
