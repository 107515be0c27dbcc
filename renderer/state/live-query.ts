import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { AsOf } from '../../shared/contract/commands.ts'
import type { Recorded } from '../../shared/events/events.ts'
import { useReplica, type Replica } from './replica.ts'
import { problemOf } from './action.ts'

/** A query's answer that follows the events after it. */
export type LiveQuery<T> = {
  /** The answer with every later event folded in; absent until the first answer. */
  answer: T | undefined
  /** Why the last attempt failed, in a sentence. */
  problem: string | undefined
  /** Asks again. */
  ask(): void
  /** Edits the current answer, for example to add a page. */
  change(edit: (answer: T) => T): void
}

/** How one round of a live query asks, and changes what it shows. */
type Round<T> = {
  ask(): Promise<AsOf<T>>
  fold(answer: T, recorded: Recorded): T
  outdates(recorded: Recorded): boolean
  show(change: (shown: T | undefined) => T | undefined): void
  end(problem?: string): void
  again(): void
}

/**
 * Asks once and folds in every later event: into the answer that is shown, so it stays current if this round fails, and
 * into the new one. Returns how to leave.
 */
export function followAnswer<T>(replica: Pick<Replica, 'onEvents'>, round: Round<T>): () => void {
  const { ask, fold, outdates, show, end, again } = round
  let missed: Recorded[] | undefined = []
  let left = false
  const leave = replica.onEvents({
    events: (recorded) => {
      missed?.push(...recorded)
      show((shown) => shown && recorded.reduce(fold, shown))
      if (recorded.some(outdates)) again()
    },
    reset: again,
  })
  ask().then(
    (fresh) => {
      if (left) return
      const later = (missed ?? []).filter(({ seq }) => seq === null || seq > fresh.asOf)
      missed = undefined
      end()
      show(() => later.reduce<T>(fold, fresh))
    },
    (error: unknown) => {
      missed = undefined
      if (!left) end(problemOf(error))
    },
  )
  return () => {
    left = true
    leave()
  }
}

/**
 * A query that stays current: asked once and again after each snapshot. Folds in events that the answer hasn't seen,
 * including those that arrive while it is under way; an event that `outdates` the answer asks again. Both functions
 * must be stable.
 */
export function useLiveQuery<T>(
  ask: () => Promise<AsOf<T>>,
  fold: (answer: T, recorded: Recorded) => T,
  outdates: (recorded: Recorded) => boolean,
): LiveQuery<T> {
  const replica = useReplica()
  const [answer, setAnswer] = useState<T>()
  const [problem, setProblem] = useState<string>()
  const [round, setRound] = useState(0)
  const currentAsk = useEffectEvent(ask)

  useEffect(() => {
    const again = (): void => setRound((now) => now + 1)
    const shown = { show: setAnswer, end: setProblem, again }
    return followAnswer(replica, { ask: () => currentAsk(), fold, outdates, ...shown })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- it runs again when these change
  }, [replica, round, fold, outdates])

  return {
    answer,
    problem,
    ask: useCallback(() => setRound((now) => now + 1), []),
    change: useCallback((edit) => setAnswer((now) => now && edit(now)), []),
  }
}
