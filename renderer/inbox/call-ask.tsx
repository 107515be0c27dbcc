import { useEffectEvent, useLayoutEffect, useRef, type ReactNode } from 'react'
import type { Ask } from '../../shared/asks/asks.ts'
import { useVisitedAsks } from './frame/ask-focus.ts'
import styles from './call-ask.module.css'
import { AskOfKind } from './ask-of-kind.tsx'
import { AskSheet, useNarrow } from './ask-sheet.tsx'
import { useAsks, isPushed } from '../state/asks.ts'
import { useReplica } from '../state/replica.ts'

type CallAskProps = { ask: Ask; framed: boolean; onRefused(problem: string): void }

/** A call's question, below the call. In a narrow window it covers the whole page instead, on demand. */
export function CallAsk({ ask, framed, onRefused }: CallAskProps) {
  const isNarrow = useNarrow()
  const isOpen = useIsOpen(ask)
  if (isNarrow) return <AskSheet ask={ask} onRefused={onRefused} />
  return (
    isOpen && (
      <Leaving ask={ask} framed={framed}>
        <AskOfKind ask={ask} child onRefused={onRefused} />
      </Leaving>
    )
  )
}

type LeavingProps = { ask: Ask; framed: boolean; children: ReactNode }

/** Once the question is answered, its place shrinks into the call's row above it. */
function Leaving({ ask, framed, children }: LeavingProps) {
  const replica = useReplica()
  const place = useRef<HTMLDivElement>(null)
  const leave = useEffectEvent((element: HTMLElement) => {
    const isAnswered = !replica.state.asks.some(({ id }) => id === ask.id)
    if (isAnswered && !matchMedia('(prefers-reduced-motion: reduce)').matches) shrinkFrom(element)
  })
  useLayoutEffect(() => {
    const { current } = place
    return () => {
      if (current) leave(current)
    }
  }, [])
  return (
    <div ref={place} className={framed ? styles.framed : undefined}>
      {children}
    </div>
  )
}

/** Puts an empty frame in an element's place, which shrinks to nothing. */
function shrinkFrom(element: HTMLElement): void {
  const frame = document.createElement('div')
  frame.className = styles.leaving ?? ''
  frame.dataset['leaving'] = ''
  element.before(frame)
  const height = `${element.offsetHeight}px`
  const style = getComputedStyle(frame)
  const shrink = frame.animate(
    [
      { height, opacity: 1 },
      { height: '0', opacity: 0 },
    ],
    { duration: Number.parseFloat(style.transitionDuration) * 1000, easing: style.transitionTimingFunction },
  )
  shrink.onfinish = () => frame.remove()
  shrink.oncancel = () => frame.remove()
}

/**
 * Whether a question is open below its call. Questions from servers start open, and so does a conversation's oldest; the
 * others open on demand.
 */
export function useIsOpen(ask: Ask | undefined): boolean {
  const isNarrow = useNarrow()
  const visited = useVisitedAsks()
  const conversation = ask?.operation?.conversation
  const oldest = useAsks(conversation)[0]?.id
  if (!ask || conversation === undefined || isNarrow) return false
  return isPushed(ask) || ask.id === oldest || visited.has(ask.id)
}
