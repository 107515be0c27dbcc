import type { Ask } from '../../shared/asks/asks.ts'
import { useVisitedAsks } from './frame/ask-focus.ts'
import styles from './call-ask.module.css'
import { AskOfKind } from './ask-of-kind.tsx'
import { AskSheet, useNarrow } from './ask-sheet.tsx'
import { useAsks, isPushed } from '../state/asks.ts'

type CallAskProps = { ask: Ask; framed: boolean; onRefused(problem: string): void }

/** A call's question, below the call. In a narrow window it covers the whole page instead, on demand. */
export function CallAsk({ ask, framed, onRefused }: CallAskProps) {
  const isNarrow = useNarrow()
  const isOpen = useIsOpen(ask)
  if (isNarrow) return <AskSheet ask={ask} onRefused={onRefused} />
  return (
    isOpen && (
      <div className={framed ? styles.framed : undefined}>
        <AskOfKind ask={ask} child onRefused={onRefused} />
      </div>
    )
  )
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
