import { useState } from 'react'
import type { Ask } from '../../shared/asks/asks.ts'
import { useWantedAsk } from './frame/ask-focus.ts'
import styles from './frame/ask-frame.module.css'
import { AskOfKind } from './ask-of-kind.tsx'
import { AskSheet, useNarrow } from './ask-sheet.tsx'
import { useAsksBeside, isPushed } from '../state/asks.ts'

type CallAskProps = { ask: Ask; framed: boolean; onRefused(problem: string): void }

/**
 * A call's question, below the call. Questions from servers start open, and so does a conversation's oldest; the others
 * open on demand. In a narrow window it covers the whole page instead.
 */
export function CallAsk(props: CallAskProps) {
  return useNarrow() ? <AskSheet {...props} /> : <Inline {...props} />
}

function Inline({ ask, framed, onRefused }: CallAskProps) {
  const [wasOpened, setOpened] = useState(false)
  const isWanted = useWantedAsk() === ask.id
  const isOldest = useAsksBeside(ask)[0]?.id === ask.id
  if (isWanted && !wasOpened) setOpened(true)
  if (!isPushed(ask) && !isOldest && !wasOpened && !isWanted) return null
  return (
    <div className={framed ? styles.inSet : undefined}>
      <AskOfKind ask={ask} child onRefused={onRefused} />
    </div>
  )
}
