import { useState } from 'react'
import { useQuery } from '../../state/query.ts'
import { useHost, useSession } from '../../state/replica.ts'

const leftKey = 'atrium.welcome'

/** Whether the welcome page is shown, and the ways that lead out of it. */
export type Freshness = {
  /** Undefined until known. */
  isFresh: boolean | undefined
  /** Keeps the first run in view while it sets something up. */
  hold(): void
  /** Ends the first run, once something is set up. */
  begin(): void
  /** Skips the first run, also on later visits. */
  leave(): void
}

/** The first run's state. It is fresh if there is nothing to work with: no model, no server, no conversation. */
export function useFreshness(isAtStart: boolean): Freshness {
  const mayChoose = useSession()?.right === 'admin'
  const isEmpty = useHost(
    ({ configured }) =>
      configured.settings.models.default === undefined && Object.keys(configured.servers).length === 0,
  )
  const [hasLeft, setLeft] = useState(() => localStorage.getItem(leftKey) !== null)
  const [isHeld, setHeld] = useState(false)
  if (isHeld && !isAtStart) setHeld(false)
  const mayBe = mayChoose && isEmpty && !hasLeft
  const { answer, problem } = useQuery('listConversations', mayBe ? { limit: 1 } : undefined)
  // The sidebar's list shows the error.
  const hasSpoken = problem === undefined ? answer && answer.rows.length > 0 : true
  const isUntouched = mayBe ? (hasSpoken === undefined ? undefined : !hasSpoken) : false
  return {
    isFresh: isHeld || isUntouched,
    hold: () => setHeld(true),
    begin: () => setHeld(false),
    leave: () => {
      localStorage.setItem(leftKey, 'left')
      setHeld(false)
      setLeft(true)
    },
  }
}
