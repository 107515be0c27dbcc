import { useState, useSyncExternalStore } from 'react'
import type { Ask } from '../../shared/asks/asks.ts'
import { useReplica } from '../state/replica.ts'
import { inbox } from '../strings/inbox/inbox.ts'
import { entranceOf, useArrival, useMovingOn } from './frame/ask-focus.ts'
import { PageSheet, SheetLoading } from './frame/page-sheet.tsx'
import { isRuleBegun } from './approval/always-allow.tsx'
import { AskOfKind } from './ask-of-kind.tsx'

type AskSheetProps = {
  ask: Ask
  /** Covers an open dialog, too. */
  over?: boolean
  onRefused(problem: string): void
}

/**
 * A question without a place in the page: it covers the page when opened, all of it in a narrow window. Leaving it
 * restores focus; after an answer, `useMovingOn` alone decides where focus goes.
 */
export function AskSheet({ ask, over = false, onRefused }: AskSheetProps) {
  const replica = useReplica()
  // Open if it comes in place of the wide layout's question while the user makes a rule in it.
  const [open, setOpen] = useState(() => isRuleBegun(ask.id))
  useArrival(ask.id, () => setOpen(true))
  useMovingOn(ask, () => open)
  return (
    <PageSheet
      open={open}
      onOpenChange={setOpen}
      over={over}
      aria-label={inbox.ask.waiting}
      initialFocus={() => entranceOf(ask)}
      finalFocus={() => replica.state.asks.some(({ id }) => id === ask.id)}
    >
      <AskOfKind ask={ask} onLeave={() => setOpen(false)} onRefused={onRefused} loading={<SheetLoading />} />
    </PageSheet>
  )
}

const narrow = '(max-width: 560px)'

/** Whether there is only room for a sheet. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const query = matchMedia(narrow)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => matchMedia(narrow).matches,
  )
